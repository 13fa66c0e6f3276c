#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "embedded/embedded_store.h"
#include "faults/fault_file_system.h"
#include "support/consistency.h"

// What the fault tests write, and what must be left of it.
namespace norn::testing {

inline constexpr const char* kPairs = "pairs";
inline constexpr size_t kSmallMemtable = size_t{64} << 10;

// With small memtables, without a thread of its own. `disk` may be nullptr: the real one.
embedded::Options fault_options(const std::filesystem::path& folder, FaultyDisk* disk);
Result<std::unique_ptr<embedded::EmbeddedStore>> try_open(const embedded::Options& options);
std::unique_ptr<embedded::EmbeddedStore> open(const embedded::Options& options);

// Transactions that each write two items with the same number, into a table with indexes and a
// stream. May be used by many threads.
class PairLedger {
 public:
  static void create_table(store::Store& store);

  // Writes pair `number`, which nobody wrote before, and remembers the outcome.
  Result<void> write(store::Store& store, int number);
  // Everything acknowledged is there, of the rest both items or none, and indexes and stream agree
  // with the items. With `strictly`, nothing is there that was refused.
  Problems check(store::Store& store, bool strictly = false) const;
  // Reading one acknowledged pair.
  Problems read_one(store::Store& store) const;

  size_t acknowledged() const;

 private:
  mutable std::mutex mutex_;  // Guards both.
  std::set<int> acknowledged_;
  std::set<int> refused_;
};

// Threads that write pairs one after another, until it is destroyed or their writes are refused.
class PairLoad {
 public:
  PairLoad(store::Store& store, PairLedger& ledger, int first_number);
  ~PairLoad();
  PairLoad(const PairLoad&) = delete;
  PairLoad& operator=(const PairLoad&) = delete;

  // The number of the next pair that nobody wrote.
  int next() const { return next_.load(); }
  // Waits for all writes to be refused.
  void join();

 private:
  std::atomic<int> next_;
  std::atomic<bool> done_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace norn::testing
