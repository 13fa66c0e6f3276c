#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "apps/shared/tables.h"
#include "apps/shared/transaction.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/requests/stream_requests.h"
#include "store/store.h"
#include "store/stream_tail.h"

// One reader per table follows the table's stream, in one process at a time. Everything that is
// derived from items, of Norn or other programs, is fed by it: statistics, the list of items that
// need attention, the usage of quotas, and attributes that Norn keeps beside the design.
namespace norn::apps {

// A part of an app that follows the changes of a table. One thread calls all methods. The changes
// of one item come in their order; changes of different items come in any order.
class Follower {
 public:
  virtual ~Follower() = default;

  virtual std::string table() const = 0;
  // A reader that meets a name for the first time shows the whole table again. Empty for a follower
  // that only cares about changes.
  virtual std::string name() const { return {}; }
  // Handles changes. Must be idempotent: after a crash the same changes come again.
  virtual Result<void> follow(const std::vector<store::StreamRecord>& /*records*/) { return {}; }
  // Handles an item of the whole table. Called for all of them before the first change, and again
  // if the stream no longer has the changes since the last position.
  virtual Result<void> see(store::ItemView /*item*/) { return {}; }
  // Called after the last of them, before the position is stored: finishes what `see` has
  // collected.
  virtual Result<void> seen_all() { return {}; }
  // Called at the stream's end, also if there was no change: for work whose time has come.
  virtual Result<void> at_end() { return {}; }
};

// Counts the changes of a table, each exactly once.
class Counter {
 public:
  virtual ~Counter() = default;

  // Differs from the names of the table's other counters.
  virtual std::string name() const = 0;
  virtual std::string table() const = 0;
  // Returns the updates that count the changes, at most `max_actions_per_change` for each. They are
  // written in one transaction with the new position. An update whose condition fails, or that does
  // not fit the item it changes, is left out.
  virtual Result<std::vector<Action>> count(const std::vector<store::StreamRecord>& records) = 0;
  virtual size_t max_actions_per_change() const { return 1; }
  // Called at the stream's end, when everything that was counted is written.
  virtual Result<void> tidy_up() { return {}; }

  // Count everything anew. The reader calls them in this order: `recount` with all items of the
  // table, then `recount_changed` with all changes since `start_recount`, of which some items may
  // have shown the result already (Tally).
  virtual void start_recount() = 0;
  virtual Result<void> recount(store::ItemView item) = 0;
  virtual Result<void> recount_changed(const std::vector<store::StreamRecord>& records) = 0;
  // Writes the result. Every write is conditional on `unmoved`; returns false if that failed:
  // another process has counted.
  virtual Result<bool> finish_recount(const Action& unmoved) = 0;
  // Whether it has found something that only counting anew can put right. Asked at the stream's
  // end.
  virtual bool needs_recount() const { return false; }
};

struct TableReaderOptions {
  // How long a process may be silent before another one takes over. 0 for a store that no other
  // process can open.
  int64_t lease_ms = 60'000;
};

// Reads the stream of one table. The position is an item of the table `norn`, PK = SK =
// READER#<table>, together with the lease of the process that reads. Positions move on the
// condition that they are unmoved, so that counters are exact even if a lease ends too early. The
// item also names the counters that have counted up to the position, and the followers with a name:
// with a new one everything is counted and shown anew.
//
// Counting anew is exact if the stream has a change as soon as a read shows it, as the embedded
// store's does. DynamoDB's may have it a moment later, and then the change counts twice.
class TableReader {
 public:
  TableReader(store::Store& store, const TableNames& tables, const Clock& clock, std::string table,
              std::string process, TableReaderOptions options);

  void add(Follower& follower) { followers_.push_back(&follower); }
  void add(Counter& counter) { counters_.push_back(&counter); }
  // Reads the stream to its end, unless another process holds the lease.
  Result<void> run();

 private:
  Result<bool> hold_lease();
  // Moves the tail to the stored position, or starts over if the stream no longer has it.
  Result<void> find_position();
  struct Stored {
    std::optional<std::string> position = {};
    bool is_counted = false;  // By the counters that there are now.
  };
  Result<Stored> stored_position();
  Result<void> start_over();
  // Returns false if another process has counted.
  Result<bool> recount();
  // Visits all items of the table, and renews the lease meanwhile.
  Result<void> scan(const std::function<Result<void>(store::ItemView)>& visit);
  int64_t records_at_once() const;
  std::string names() const;
  // Returns false if another process has moved the position.
  Result<bool> move(std::vector<Action> counts, const std::string& position);
  store::Item key() const;
  Action move_position(const std::string& position) const;
  Action position_is_unmoved() const;

  store::Store& store_;
  const TableNames tables_;
  const Clock& clock_;
  const std::string table_;
  const std::string process_;
  const TableReaderOptions options_;
  std::vector<Follower*> followers_;
  std::vector<Counter*> counters_;

  store::StreamTail tail_;
  int64_t lease_ends_ms_ = 0;
  bool has_position_ = false;
  std::optional<std::string> position_;  // As stored.
  size_t unsaved_records_ = 0;  // Read since the position was stored; none of them counted.
};

// All readers of a process, in one thread.
class TableReaders {
 public:
  TableReaders(store::Store& store, TableNames tables, const Clock& clock, Ids& ids,
               TableReaderOptions options);
  ~TableReaders();

  // Before `start`. Followers and counters have to outlive this object's thread.
  void add(Follower& follower) { reader_of(follower.table()).add(follower); }
  void add(Counter& counter) { reader_of(counter.table()).add(counter); }

  // Starts a thread that reads every `poll_ms`, until `stop`.
  void start(int64_t poll_ms);
  void stop();
  // Reads all streams to their ends, in the calling thread. For tests.
  Result<void> run();

 private:
  TableReader& reader_of(const std::string& table);

  store::Store& store_;
  const TableNames tables_;
  const Clock& clock_;
  const std::string process_;
  const TableReaderOptions options_;

  std::mutex running_;  // Held during `run`.
  std::map<std::string, std::unique_ptr<TableReader>> readers_;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::apps
