#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
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
  // How long an index may lag behind its table: a sweep that found nothing left runs once more
  // after this time. 0 for the embedded store, whose indexes never lag.
  int64_t settle_ms = 0;
  int64_t lease_ms = 30'000;  // How long other processes leave a running sweep alone.
  int64_t poll_ms = 60'000;   // How often to look for sweeps of processes that died.
};

// Background work that is finished even after a crash, such as removing everything that belonged to
// a deleted thing. The transaction that makes the thing invisible also writes the sweep to the
// table `norn`; the sweep is removed when its work is done. A lease lets several processes share a
// store.
class Sweeps {
 public:
  // Does a part of the work on `subject` (an id) and returns whether there is more. Must be
  // idempotent: it may be called again after it succeeded.
  using Work = std::function<Result<bool>(const std::string& subject)>;
  // Work that walks through something: it is told where the part before has ended (empty: nowhere
  // yet), and returns where this one has; nullopt at the end. The place is kept with the sweep, so
  // that a long walk never begins anew.
  struct Walked {
    std::string to;
    bool found_any = false;  // Whether there was anything to do.
  };
  using Walk = std::function<Result<std::optional<Walked>>(const std::string& subject,
                                                           const std::string& from)>;

  Sweeps(store::Store& store, TableNames tables, const Clock& clock, Ids& ids,
         SweepOptions options);
  ~Sweeps();

  // Whether work that found nothing left runs once more when the indexes have caught up. Work that
  // reads tables alone does not need to.
  enum class Settling : uint8_t { kByIndexes, kNone };

  // Before start.
  void add(std::string kind, Work work, Settling settling = Settling::kByIndexes);  // "calendar"
  void add_walk(std::string kind, Walk walk, Settling settling = Settling::kByIndexes);
  // Starts the thread of the sweeps, which begins with those that earlier processes left.
  void start();
  // Ends the thread after its current part. To be called before the objects that the work uses go.
  void stop();
  // The action for the transaction that deletes the thing. Call `wake` after the transaction.
  store::TransactWriteRequest::Action begin(std::string_view kind, std::string_view subject) const;
  // The same for a sweep that begins at a later time, the action that calls it off, and a check
  // that it waits. The conditions of these two fail if the sweep has begun.
  store::TransactWriteRequest::Action begin_at(std::string_view kind, std::string_view subject,
                                               int64_t due_ms) const;
  store::TransactWriteRequest::Action cancel(std::string_view kind, std::string_view subject,
                                             int64_t due_ms) const;
  store::TransactWriteRequest::Action still_waits(std::string_view kind, std::string_view subject,
                                                  int64_t due_ms) const;
  // Calls off a sweep that another one replaces, without a condition.
  store::TransactWriteRequest::Action drop(std::string_view kind, std::string_view subject,
                                           int64_t due_ms) const;
  void wake();
  // Whether a sweep waits, or has begun and is not done. Reads all that wait.
  Result<bool> is_pending(std::string_view kind, std::string_view subject) const;
  // Runs one sweep in the calling thread, unless another process has its lease or it is done. For
  // work that should be finished before the reply. A sweep that fails is left for later. The thread
  // of the sweeps may do the same work at the same time.
  Result<void> run_now(std::string_view kind, std::string_view subject);
  // Runs all due sweeps in the calling thread. For tests, and for commands that end.
  Result<void> run();

 private:
  // Failed attempts, and when the next one is due. Only in memory: a new process tries at once.
  struct Failures {
    int count = 0;
    int64_t retry_at_ms = 0;
  };

  void work_forever();
  bool is_closing();
  // Whether `wake` was called since the last call of this.
  bool was_woken();
  // Begins the sweeps whose time has come.
  Result<void> begin_waiting();
  // Runs all due sweeps, including those that they begin, and returns whether any is left for
  // later.
  Result<bool> run_due();
  // Runs the sweeps of this query, page by page.
  Result<void> run_round(store::QueryRequest request);
  void run_those(const store::ItemList& sweeps);
  Result<void> run_one(store::ItemView sweep);
  // Returns true when all parts of the work are done, false if another process took the lease or
  // this one ends. Sets `found_any` if there was anything to do.
  Result<bool> work_on(store::ItemView sweep, const Walk& walk, bool& found_any);
  Result<void> finish(store::ItemView sweep, Settling settling, bool found_any);
  Result<bool> take_lease(store::ItemView sweep);
  // Returns false if another process holds the lease.
  Result<bool> update_leased(store::ItemView sweep, std::string expression, store::Map values);
  void note_failure(const std::string& sweep);

  store::Store& store_;
  const TableNames tables_;
  const Clock& clock_;
  const SweepOptions options_;
  const std::string owner_;  // This process, as leases name it.
  struct Kind {
    Walk walk;
    Settling settling;
  };
  std::map<std::string, Kind, std::less<>> kinds_;

  std::mutex running_;                        // Held while sweeps run.
  std::map<std::string, Failures> failures_;  // By sort key. Guarded by running_.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool awake_ = false;    // Guarded by mutex_.
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::apps
