#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "crash/content.h"
#include "crash/crash_options.h"
#include "crash/expectations.h"
#include "crash/journal.h"
#include "crash/workload.h"
#include "embedded/embedded_store.h"
#include "support/builders.h"
#include "support/consistency.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kKillsPerFolder = 10;  // Then a fresh one, so that checking stays fast.
constexpr int kEarlyKillEvery = 6;   // Some kills land in the opening of the store.
constexpr int kFillers = 1500;
constexpr int kFurtherOpens = 2;

std::unique_ptr<embedded::EmbeddedStore> open_store(const fs::path& folder) {
  static const SystemClock clock;
  embedded::Options options;
  options.directory = folder;
  options.background = false;
  options.memtable_bytes = kCrashMemtableBytes;
  options.block_cache_bytes = kCrashCacheBytes;
  return must(embedded::EmbeddedStore::open(options, clock));
}

void fill(store::Store& store) {
  must(store.create_table(crash_table()));
  must(store.update_ttl({kTable, "expires", true}));
  for (int group = 0; group < kGroups; ++group) {
    for (int account = 0; account < kAccounts; ++account) {
      must(store.put(put(kTable, first_account(group, account))));
    }
  }
  store::BatchWriteRequest fillers;
  for (int i = 0; i < kFillers; ++i) {
    fillers.writes.emplace_back(batch_put(kTable, filler_item(i)));
    if (fillers.writes.size() == store::kMaxBatchWrites) {
      must(store.batch_write(fillers));
      fillers.writes.clear();
    }
  }
}

// One store folder and everything that is known about it.
class Victim {
 public:
  explicit Victim(const fs::path& folder)
      : folder_(folder / "store"), journal_(folder / "journal") {
    fs::remove_all(folder);
    fs::create_directories(folder);
    fill(*open_store(folder_));
  }

  // Runs a child and kills it. `load_ms` counts from the beginning of the load or, when `early`,
  // from the start of the process.
  void run_and_kill(int round, uint64_t seed, bool early, std::chrono::milliseconds load_ms) {
    fs::remove(journal_);
    std::array<int, 2> ready{};
    ASSERT_EQ(::pipe(ready.data()), 0);
    std::vector<std::string> words{"/proc/self/exe",         "--child",
                                   folder_.string(),         journal_.string(),
                                   std::to_string(ready[1]), std::to_string(seed),
                                   std::to_string(round)};
    std::vector<char*> arguments;
    for (std::string& word : words) {
      arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
    ASSERT_GT(child, 0);
    ::close(ready[1]);
    char byte = 0;
    const bool loaded = early || ::read(ready[0], &byte, 1) == 1;
    std::this_thread::sleep_for(loaded ? load_ms : std::chrono::milliseconds(0));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ::close(ready[0]);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        << "the child ended by itself, with status " << status;
  }

  void check() {
    const auto events = read_journal(journal_);
    expectations_.add(events);
    acknowledged_ = static_cast<size_t>(std::ranges::count(events, true, &Event::acknowledged));
    {
      const auto store = open_store(folder_);
      const auto description = must(store->describe_table(kTable));
      was_filling_ = description.status == store::TableStatus::kUpdating;
      check_once(*store, "after the kill");
      must_do(store->run_maintenance());
      check_once(*store, "after maintenance");
      check_finished(*store);
    }
    for (int i = 0; i < kFurtherOpens; ++i) {
      const auto store = open_store(folder_);
      const auto content = read_table(*store, kTable);
      EXPECT_EQ(to_text(replay_.compare(content)), "") << "when opened again";
    }
  }

  // By the last child.
  size_t acknowledged() const { return acknowledged_; }
  // Whether the last kill came while an index was being filled.
  bool was_filling() const { return was_filling_; }

 private:
  static void must_do(const Result<void>& result) {
    ASSERT_TRUE(result) << to_text(result.error());
  }

  void check_once(store::Store& store, const char* when) {
    const auto content = read_table(store, kTable);
    EXPECT_EQ(to_text(expectations_.check(content.items)), "") << when;
    EXPECT_EQ(to_text(check_indexes(store, content)), "") << when;
    EXPECT_EQ(to_text(replay_.advance(store, content.description)), "") << when;
    EXPECT_EQ(to_text(replay_.compare(content)), "") << when;
  }

  // What maintenance has to have done.
  void check_finished(store::Store& store) {
    const auto content = read_table(store, kTable);
    EXPECT_EQ(to_text(check_collections(store, content)), "");
    for (const store::IndexSchema& index : content.description.schema.indexes) {
      EXPECT_EQ(index.status, store::IndexStatus::kActive) << "index " << index.name;
    }
    for (const store::Item& item : content.items) {
      EXPECT_FALSE(item.find("expires")) << "expired, but still there: " << item.json();
    }
  }

  const fs::path folder_;
  const fs::path journal_;
  Expectations expectations_;
  StreamReplay replay_;
  size_t acknowledged_ = 0;
  bool was_filling_ = false;
};

TEST(Crash, NothingAcknowledgedIsLostAndNothingIsHalfThere) {
  log::set_level(log::Level::kError);
  const CrashOptions& options = crash_options();
  fmt::print("{} kills, --seed {}, in {}\n", options.kills, options.seed,
             options.directory.string());
  const fs::path folder = options.directory / "norn-crash";
  std::mt19937_64 random(options.seed);
  std::unique_ptr<Victim> victim;
  size_t acknowledged = 0;
  for (int kill = 0; kill < options.kills; ++kill) {
    if (kill % kKillsPerFolder == 0) {
      victim = std::make_unique<Victim>(folder);
    }
    const bool early = kill % kEarlyKillEvery == kEarlyKillEvery - 1;
    const std::chrono::milliseconds load_ms(early ? random() % 40 : 20 + random() % 380);
    victim->run_and_kill(kill + 1, random(), early, load_ms);
    if (HasFatalFailure()) {
      return;
    }
    victim->check();
    if (HasFailure()) {
      FAIL() << "at kill " << kill + 1 << "; the store is left in " << folder;
    }
    acknowledged += victim->acknowledged();
    fmt::print("kill {} after {} ms{}: {} acknowledged writes are there\n", kill + 1,
               load_ms.count(), victim->was_filling() ? " (an index was being filled)" : "",
               victim->acknowledged());
    std::fflush(stdout);
  }
  EXPECT_GT(acknowledged, 0U) << "no child wrote anything";
  victim.reset();
  fs::remove_all(folder);
}

}  // namespace
}  // namespace norn::testing
