#include "faults/pair_ledger.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "base/log.h"
#include "support/builders.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

constexpr std::array kSides = {"left", "right"};
// The warnings of RocksDB tell about the faults that the tests make.
class QuietLog final : public ::testing::Environment {
  void SetUp() override { log::set_level(log::Level::kError); }
};
[[maybe_unused]] const auto* const kQuietLog = ::testing::AddGlobalTestEnvironment(new QuietLog);

constexpr int kLoadThreads = 4;
constexpr size_t kCacheBytes = size_t{1} << 20;

store::Map pair_item(const char* side, int number) {
  return {{"pk", fmt::format("{}{}", side, number % 8)},
          {"sk", num(number)},
          {"owner", fmt::format("owner{}", number % 5)},
          {"weight", num(-number)},
          {"body", std::string(static_cast<size_t>(300 + number % 200),
                               static_cast<char>('a' + number % 26))}};
}

store::Map key_of(const char* side, int number) {
  store::Map item = pair_item(side, number);
  return {{"pk", item["pk"]}, {"sk", item["sk"]}};
}

}  // namespace

embedded::Options fault_options(const std::filesystem::path& folder, FaultyDisk* disk) {
  embedded::Options options;
  options.directory = folder;
  options.block_cache_bytes = kCacheBytes;
  options.memtable_bytes = kSmallMemtable;
  options.background = false;
  options.reserve_bytes = 0;  // What happens at the very end of the disk is tested with it.
  options.env = disk == nullptr ? nullptr : disk->env.get();
  return options;
}

Result<std::unique_ptr<embedded::EmbeddedStore>> try_open(const embedded::Options& options) {
  static const SystemClock clock;
  return embedded::EmbeddedStore::open(options, clock);
}

std::unique_ptr<embedded::EmbeddedStore> open(const embedded::Options& options) {
  return must(try_open(options));
}

void PairLedger::create_table(store::Store& store) {
  auto request = table(kPairs, "pk:S sk:N");
  add_local_index(request, "by_weight", "pk:S weight:N");
  add_global_index(request, "by_owner", "owner:S sk:N", {store::ProjectionKind::kKeysOnly, {}});
  request.stream = store::StreamView::kNewAndOldImages;
  must(store.create_table(request));
}

Result<void> PairLedger::write(store::Store& store, int number) {
  std::vector<store::TransactWriteRequest::Action> actions;
  for (const char* side : kSides) {
    actions.emplace_back(put_if(kPairs, pair_item(side, number), "attribute_not_exists(pk)"));
  }
  const auto result = store.transact_write(transaction(std::move(actions)));
  const std::lock_guard lock(mutex_);
  (result ? acknowledged_ : refused_).insert(number);
  if (!result) {
    return std::unexpected(result.error());
  }
  return {};
}

Problems PairLedger::check(store::Store& store, bool strictly) const {
  const TableContent content = read_table(store, kPairs);
  Problems problems = check_indexes(store, content);
  StreamReplay replay;
  for (const Problems& more :
       {replay.advance(store, content.description), replay.compare(content)}) {
    problems.insert(problems.end(), more.begin(), more.end());
  }
  std::map<int, int> found;  // How many items each pair has.
  for (const store::Item& item : content.items) {
    const int number = std::stoi(plain(*item.value("sk")));
    ++found[number];
    if (item.json() != text(pair_item("left", number)) &&
        item.json() != text(pair_item("right", number))) {
      problems.push_back(fmt::format("nobody wrote {}", item.json()));
    }
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [number, items] : found) {
    if (items != 2) {
      problems.push_back(fmt::format("pair {} has {} item", number, items));
    }
    if (strictly && refused_.contains(number)) {
      problems.push_back(fmt::format("pair {} was refused, but is there", number));
    }
  }
  for (const int number : acknowledged_) {
    if (!found.contains(number)) {
      problems.push_back(fmt::format("pair {} was acknowledged and is lost", number));
    }
  }
  return problems;
}

Problems PairLedger::read_one(store::Store& store) const {
  int number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (acknowledged_.empty()) {
      return {};
    }
    number = *acknowledged_.rbegin();
  }
  Problems problems;
  for (const char* side : kSides) {
    const auto result = store.get(get(kPairs, key_of(side, number)));
    if (!result) {
      problems.push_back(to_text(result.error()));
    } else if (!result->item || result->item->json() != text(pair_item(side, number))) {
      problems.push_back(fmt::format("pair {} was acknowledged, but cannot be read", number));
    }
  }
  return problems;
}

size_t PairLedger::acknowledged() const {
  const std::lock_guard lock(mutex_);
  return acknowledged_.size();
}

PairLoad::PairLoad(store::Store& store, PairLedger& ledger, int first_number)
    : next_(first_number) {
  for (int i = 0; i < kLoadThreads; ++i) {
    threads_.emplace_back([&, this] {
      while (!done_ && ledger.write(store, next_.fetch_add(1))) {
      }
    });
  }
}

PairLoad::~PairLoad() {
  done_ = true;
  join();
}

void PairLoad::join() {
  for (std::thread& thread : threads_) {
    thread.join();
  }
  threads_.clear();
}

}  // namespace norn::testing
