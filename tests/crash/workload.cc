#include "crash/workload.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/log.h"
#include "crash/content.h"
#include "crash/journal.h"
#include "embedded/embedded_store.h"
#include "support/builders.h"
#include "support/replies.h"

namespace norn::testing {
namespace {

constexpr int kTransferWriters = 12;
constexpr int kVersionWriters = 10;
constexpr int kOwnedWriters = 8;
constexpr int kExpiringWriters = 2;
constexpr int kVersionKeys = 15;
constexpr int kKeysPerOwner = 10;
constexpr int64_t kNumbersPerRound = 1'000'000;
constexpr uint64_t kMaxPauseMs = 100;
constexpr int kUnexpectedError = 3;

// An error that the workload does not provoke ends the child, and with it the test.
template <typename T>
T expect(Result<T> result, const char* doing) {
  if (!result) {
    fmt::print(stderr, "{}: {}\n", doing, to_text(result.error()));
    std::_Exit(kUnexpectedError);
  }
  return std::move(*result);
}

void expect_error(ErrorCode code, const Error& error, const char* doing) {
  if (error.code != code) {
    fmt::print(stderr, "{}: {}\n", doing, to_text(error));
    std::_Exit(kUnexpectedError);
  }
}

// One writing thread.
class Writer {
 public:
  Writer(store::Store& store, const Journal& journal, const Workload& workload, int id)
      : store_(store),
        journal_(journal),
        round_(workload.round),
        id_(id),
        random_(workload.seed * 1000 + static_cast<uint64_t>(id)) {}

  void transfer_forever() {
    for (int i = 0;; ++i) {
      Transfer transfer{fmt::format("{}-{}-{}", round_, id_, i), below(kGroups), {}, i % 8 == 7};
      transfer.deltas = {below(100) - 50, below(100) - 50, 0};
      transfer.deltas[2] = -transfer.deltas[0] - transfer.deltas[1];
      note(Event::Kind::kTransfer, false,
           {transfer.id, std::to_string(transfer.group), std::to_string(transfer.deltas[0]),
            std::to_string(transfer.deltas[1]), std::to_string(transfer.deltas[2]),
            transfer.fails ? "fails" : "works"});
      const bool with_token = i % 3 == 0;
      const auto request = transfer_request(transfer, with_token ? transfer.id : "");
      const auto result = store_.transact_write(request);
      if (transfer.fails && !result) {
        expect_error(ErrorCode::kTransactionCanceled, result.error(), "a transfer");
        continue;
      }
      expect(result, "a transfer");
      note(Event::Kind::kTransfer, true, {transfer.id});
      if (with_token) {
        expect(store_.transact_write(request), "a repeated transfer");
      }
    }
  }

  void raise_versions_forever() {
    while (true) {
      const int key = below(kVersionKeys);
      const auto found = expect(store_.get(get(kTable, version_key(key))), "a get").item;
      const int64_t version = found ? std::stoll(plain(*found->value("version"))) + 1 : 1;
      const Fields fields{std::to_string(key), std::to_string(version), std::to_string(id_)};
      note(Event::Kind::kVersion, false, fields);
      const auto result = store_.put(version_request(key, version, id_));
      if (result) {
        note(Event::Kind::kVersion, true, fields);
      } else {
        expect_error(ErrorCode::kConditionalCheckFailed, result.error(), "a conditional put");
      }
    }
  }

  void write_own_items_forever() {
    constexpr std::array kKinds = {OwnedKind::kPut, OwnedKind::kUpdate, OwnedKind::kUpdate,
                                   OwnedKind::kDelete};
    for (int64_t number = round_ * kNumbersPerRound;; ++number) {
      const int key = below(kKeysPerOwner);
      const OwnedKind kind = kKinds[static_cast<size_t>(below(kKinds.size()))];
      const Fields fields{std::to_string(id_), std::to_string(key), std::to_string(number),
                          std::string(1, static_cast<char>(kind))};
      note(Event::Kind::kOwned, false, fields);
      expect(perform(owned_request(id_, key, number, kind)), "a write of an own item");
      note(Event::Kind::kOwned, true, fields);
    }
  }

  void write_expiring_items_forever() {
    const SystemClock clock;
    for (int64_t number = round_ * kNumbersPerRound;; ++number) {
      expect(store_.put(put(kTable, expiring_item(id_, number, clock.now_s()))), "an expiring put");
    }
  }

 private:
  using Fields = std::vector<std::string>;

  int below(size_t bound) { return static_cast<int>(random_() % bound); }

  void note(Event::Kind kind, bool acknowledged, Fields fields) {
    journal_.append({kind, acknowledged, std::move(fields)});
  }

  Result<store::WriteResult> perform(const store::WriteRequest& request) {
    if (const auto* put = std::get_if<store::PutRequest>(&request)) {
      return store_.put(*put);
    }
    if (const auto* update = std::get_if<store::UpdateRequest>(&request)) {
      return store_.update(*update);
    }
    return store_.remove(std::get<store::DeleteRequest>(request));
  }

  store::Store& store_;
  const Journal& journal_;
  const int round_;
  const int id_;
  std::mt19937_64 random_;
};

// Creates an index and, once it is complete, drops it, again and again: kills land in between.
void change_indexes_forever(store::Store& store, uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pause = [&](uint64_t at_most_ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % at_most_ms));
  };
  while (true) {
    const auto description = expect(store.describe_table(kTable), "a description");
    const store::IndexSchema* index = description.schema.find_index(kExtraIndex);
    if (index == nullptr) {
      pause(kMaxPauseMs);
      expect(store.update_table(create_extra_index()), "creating an index");
    } else if (index->status == store::IndexStatus::kActive) {
      pause(kMaxPauseMs);
      expect(store.update_table(delete_index(kTable, kExtraIndex)), "deleting an index");
    } else {
      pause(2);  // It is being filled.
    }
  }
}

}  // namespace

int run_workload(const Workload& workload) {
  log::set_level(log::Level::kError);
  const SystemClock clock;
  embedded::Options options;
  options.directory = workload.folder;
  options.memtable_bytes = kCrashMemtableBytes;
  options.block_cache_bytes = kCrashCacheBytes;
  const auto store = expect(embedded::EmbeddedStore::open(options, clock), "opening the store");
  const Journal journal(workload.journal);

  std::vector<std::thread> threads;
  int id = 0;
  const auto start = [&](int count, void (Writer::*loop)()) {
    for (int i = 0; i < count; ++i, ++id) {
      threads.emplace_back(
          [&, writer = id, loop] { (Writer(*store, journal, workload, writer).*loop)(); });
    }
  };
  start(kTransferWriters, &Writer::transfer_forever);
  start(kVersionWriters, &Writer::raise_versions_forever);
  start(kOwnedWriters, &Writer::write_own_items_forever);
  start(kExpiringWriters, &Writer::write_expiring_items_forever);
  threads.emplace_back([&] { change_indexes_forever(*store, workload.seed); });
  if (::write(workload.ready_fd, "!", 1) != 1) {
    return kUnexpectedError;
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  return kUnexpectedError;
}

}  // namespace norn::testing
