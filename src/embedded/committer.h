#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "base/error.h"
#include "base/limited_log.h"
#include "embedded/catalog.h"
#include "embedded/database.h"
#include "embedded/options.h"
#include "embedded/statistics.h"
#include "embedded/write_group.h"

namespace norn::embedded {

// How much of the disk's reserve (Options::reserve_bytes) a job may use.
enum class Urgency : uint8_t {
  kOrdinary,  // Nothing.
  kDeletion,  // All but a quarter: deleting much takes space before it gives space back.
  kAlways,
};

// How a job is treated.
struct JobTraits {
  // It iterates over the database itself, and so must come first in its group, because it would not
  // see writes that were staged before it.
  bool starts_group = false;
  Urgency urgency = Urgency::kAlways;
};

// A request that writes. It runs on the committer's thread, and is answered when everything that it
// and the requests before it have staged is durable.
class Job {
 public:
  virtual ~Job() = default;
  virtual JobTraits traits() const { return {}; }
  // Reads the store through `group` and stages the writes.
  virtual void run(WriteGroup& group) = 0;
  // Called once. An error means that nothing of the group was acknowledged.
  virtual void finish(const Result<void>& committed) = 0;
};

// The one writer. It takes all waiting requests, runs them in order against the store and the
// writes staged by earlier ones, writes everything as one batch with one sync, and only then
// answers. So there are no locks and no conflicts: all writes happen in one order.
class Committer {
 public:
  Committer(Database& database, const Clock& clock, bool sync,
            std::shared_ptr<const Catalog> catalog);
  // Answers all waiting jobs, then ends.
  ~Committer();
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  // From any thread. If too many jobs wait, calls `finish` with an error on the caller's thread.
  void submit(std::unique_ptr<Job> job);

  // Runs `work` as a job and waits for its result to be durable. Never call it on the committer's
  // own thread.
  template <typename T>
  Result<T> run(std::move_only_function<Result<T>(WriteGroup&)> work, JobTraits traits = {});
  // The same without waiting; `done` is called on the committer's thread.
  template <typename T>
  void run_async(std::move_only_function<Result<T>(WriteGroup&)> work,
                 std::move_only_function<void(Result<T>)> done, JobTraits traits = {});

  // The tables as of the last durable write.
  std::shared_ptr<const Catalog> catalog() const;

  // Has the logs kept, or not (Options::keep_logs), for which the database is opened again.
  Result<void> keep_logs(bool keep);

  // Why writes are refused at the moment, if they are.
  Result<void> healthy() const;
  CommitStatistics statistics() const;

 private:
  using Jobs = std::deque<std::unique_ptr<Job>>;

  // Queues the job, or returns an error and leaves it.
  std::optional<Error> enqueue(std::unique_ptr<Job>& job);
  void loop();
  // Waits for jobs. Returns none when the committer has to end.
  Jobs take_waiting();
  // The jobs that arrived since. Waits until `deadline` for the writers that were just answered to
  // come back, so that they share a sync with the `running` ones instead of taking turns with them.
  Jobs take_more(size_t running, std::chrono::steady_clock::time_point deadline);
  // Runs jobs, and those that arrive meanwhile, as far as they fit into one group. Leaves the
  // others in `jobs` for the next.
  Jobs run_group(WriteGroup& group, Jobs& jobs);
  // Runs jobs from the front of `jobs` as one group and answers them.
  void commit_group(Jobs& jobs);
  // Accepts writes again if the disk was full and no longer is. Returns why they are refused
  // otherwise.
  Result<void> recover();
  // Refuses ordinary writes, or takes them again, by how much of the disk is free.
  void look_at_space();
  bool is_refused(Urgency urgency) const;
  Result<void> write(WriteGroup& group);
  Result<void> stop_for_good(Error why);
  Result<void> stop_while_full(Error why, bool attempted, uint64_t sequence_if_written);
  // Answers a job that was not carried out.
  void refuse(Job& job, const Error& why);
  void publish_health();
  void count_group(size_t writes);

  Database& database_;
  const Clock& clock_;
  const bool sync_;

  mutable std::mutex queue_mutex_;  // Guards the next three.
  std::condition_variable queue_changed_;
  Jobs waiting_;
  bool closing_ = false;

  mutable std::mutex state_mutex_;          // Guards the next two.
  std::shared_ptr<const Catalog> catalog_;  // Shared with readers.
  std::optional<Error> failure_;            // As refusal_, for other threads.

  // Written by the committer's thread only.
  std::array<std::atomic<uint64_t>, kGroupSizes.size() + 1> groups_{};
  std::atomic<uint64_t> writes_ = 0;

  // The committer's thread only.
  size_t expected_jobs_ = 0;  // If all writers that were answered last come back.
  std::chrono::steady_clock::duration write_time_{};  // Of the last group.
  std::optional<Error> refusal_;                      // Why writes are refused at the moment.
  bool for_good_ = false;                             // Refused until Norn restarts.
  const uint64_t reserve_bytes_;
  LimitedLog full_disk_log_;        // One line for all writes that a full disk refuses.
  std::optional<Error> low_space_;  // Why ordinary writes are refused at the moment.
  bool very_low_space_ = false;     // And deletions, for the same reason.
  std::chrono::steady_clock::time_point look_at_space_at_;
  // When the disk was full: how much was free then, and when to try again at the earliest.
  uint64_t free_bytes_when_full_ = 0;
  std::chrono::steady_clock::time_point retry_at_;

  std::thread thread_;  // Last: it uses all of the above.
};

// A job made of two functions.
template <typename T>
class FunctionJob final : public Job {
 public:
  FunctionJob(std::move_only_function<Result<T>(WriteGroup&)> work,
              std::move_only_function<void(Result<T>)> done, JobTraits traits)
      : work_(std::move(work)), done_(std::move(done)), traits_(traits) {}

  JobTraits traits() const override { return traits_; }
  void run(WriteGroup& group) override {
    const size_t staged_before = group.staged();
    result_.emplace(work_(group));
    if (!*result_ && group.staged() != staged_before) {
      // A request is atomic: what a failed one has staged must not be written.
      group.spoil(result_->error());
    }
  }
  void finish(const Result<void>& committed) override {
    if (!committed) {
      done_(std::unexpected(committed.error()));
    } else {
      done_(std::move(*result_));
    }
  }

 private:
  std::move_only_function<Result<T>(WriteGroup&)> work_;
  std::move_only_function<void(Result<T>)> done_;
  JobTraits traits_;
  std::optional<Result<T>> result_;
};

template <typename T>
void Committer::run_async(std::move_only_function<Result<T>(WriteGroup&)> work,
                          std::move_only_function<void(Result<T>)> done, JobTraits traits) {
  submit(std::make_unique<FunctionJob<T>>(std::move(work), std::move(done), traits));
}

template <typename T>
Result<T> Committer::run(std::move_only_function<Result<T>(WriteGroup&)> work, JobTraits traits) {
  std::mutex mutex;
  std::condition_variable answered;
  std::optional<Result<T>> answer;
  run_async<T>(
      std::move(work),
      [&](Result<T> result) {
        // Notified under the lock: the waiter's stack, and `answered` with it, is gone right after.
        const std::lock_guard lock(mutex);
        answer.emplace(std::move(result));
        answered.notify_one();
      },
      traits);
  std::unique_lock lock(mutex);
  answered.wait(lock, [&] { return answer.has_value(); });
  return std::move(*answer);
}

}  // namespace norn::embedded
