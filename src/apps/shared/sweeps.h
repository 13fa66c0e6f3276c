#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::apps {

struct SweepOptions {
  // How long an index may be behind its table: a sweep that found nothing left is done once more
  // after this time. 0 for the embedded store, whose indexes never are.
  int64_t settle_ms = 0;
  int64_t lease_ms = 30'000;  // How long another process keeps off a sweep under way.
  int64_t poll_ms = 60'000;   // How often sweeps of processes that died are looked for.
};

// Work that has to be done to its end, also after a crash: what is left over of a thing that was
// deleted. The transaction that makes the thing invisible puts the sweep in the table `norn`; it is
// removed when the work is done. Several processes may share a store: a lease keeps them apart.
class Sweeps {
 public:
  // Does a part of the work on `subject` (an id) and returns whether there is more. It has to be
  // repeatable: it may be called again after it succeeded.
  using Work = std::function<Result<bool>(const std::string& subject)>;

  Sweeps(store::Store& store, TableNames tables, const Clock& clock, Ids& ids,
         SweepOptions options);
  ~Sweeps();

  // Whether a work that found nothing left is done once more when indexes have caught up: not for
  // one that reads tables alone.
  enum class Settling : uint8_t { kByIndexes, kNone };

  // Before start.
  void add(std::string kind, Work work, Settling settling = Settling::kByIndexes);  // "calendar"
  // Begins with what earlier processes left undone, and works in a thread of its own from here on.
  void start();
  // Ends the thread, after the part that it is working on: before what the works use goes away.
  void stop();
  // The action for the transaction that deletes the thing; call `wake` when that is done.
  store::TransactWriteRequest::Action begin(std::string_view kind, std::string_view subject) const;
  void wake();
  // Does one sweep that was begun, in this thread, unless another process is at it or it is done.
  // For what should be done before a reply is sent; when it fails, the sweep is left for later. The
  // thread of the sweeps may do the same work at the same time.
  Result<void> run_now(std::string_view kind, std::string_view subject);
  // Does everything that is due now, in this thread. For tests, and for programs that end.
  Result<void> run();

 private:
  // Tries that failed, and when the next one is due. Only in memory: a new process tries at once.
  struct Failures {
    int count = 0;
    int64_t retry_at_ms = 0;
  };

  void work_forever();
  bool is_closing();
  // Whether `wake` was called since the last time.
  bool was_woken();
  // Does everything that is due, also what this work itself begins, and returns whether any sweep
  // is left for later.
  Result<bool> run_due();
  // Works on the sweeps of this query page by page: however many there are, it gets on with them.
  Result<void> run_round(store::QueryRequest request);
  void run_those(const store::ItemList& sweeps);
  Result<void> run_one(store::ItemView sweep);
  // The parts of its work; true when all of it is done, false when somebody else has the lease now
  // or this process ends. `found_any` tells whether there was anything to do.
  Result<bool> work_on(store::ItemView sweep, const Work& work, bool& found_any);
  Result<void> finish(store::ItemView sweep, Settling settling, bool found_any);
  Result<bool> take_lease(store::ItemView sweep);
  // Whether it was done: not when the lease is somebody else's.
  Result<bool> update_leased(store::ItemView sweep, std::string expression, store::Map values);
  void note_failure(const std::string& sweep);

  store::Store& store_;
  const TableNames tables_;
  const Clock& clock_;
  const SweepOptions options_;
  const std::string owner_;  // Of leases: this process.
  struct Kind {
    Work work;
    Settling settling;
  };
  std::map<std::string, Kind, std::less<>> kinds_;

  std::mutex running_;                        // Held by whoever works.
  std::map<std::string, Failures> failures_;  // By sort key. Guarded by running_.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool awake_ = false;    // Guarded by mutex_.
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::apps
