#include "embedded/committer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"

namespace norn::embedded {
namespace {

constexpr size_t kMaxWaitingJobs = 100'000;
constexpr size_t kMaxGroupJobs = 1024;
constexpr size_t kMaxGroupBytes = size_t{8} << 20;

// How long a group waits for writers that come back: a part of the time of its sync, and no longer
// than they keep coming.
constexpr int kGatherPart = 4;
constexpr std::chrono::microseconds kMaxGather{2000};
constexpr std::chrono::microseconds kArrivalGap{100};

// A full disk is tried again when this much was freed, or when there is plenty anyhow.
constexpr uint64_t kFreedBytes = uint64_t{1} << 20;
constexpr uint64_t kPlentyBytes = uint64_t{256} << 20;
constexpr std::chrono::seconds kRetryPeriod{1};

constexpr int kFullDiskLinesPerMinute = 1;

// How often the free space is looked at. Meanwhile, less is written than the smallest reserve.
constexpr std::chrono::milliseconds kSpacePeriod{100};

Error low_space(uint64_t reserve_bytes) {
  return {
      ErrorCode::kStorageFull,
      fmt::format("The disk is full but for its last {} MB, which are kept for deletions and for "
                  "signing in; nothing was written. Free some space and try again.",
                  std::max<uint64_t>(reserve_bytes >> 20, 1)),
      nullptr};
}

Error closed() {
  return {ErrorCode::kUnavailable, "The store is closing.", nullptr};
}

Error failed_sync(const rocksdb::Status& status) {
  return {ErrorCode::kUnavailable,
          fmt::format("The disk failed to store a write, so no further writes are taken; reads go "
                      "on. Check the disk and start Norn again. ({})",
                      status.ToString()),
          nullptr};
}

}  // namespace

Committer::Committer(Database& database, const Clock& clock, bool sync,
                     std::shared_ptr<const Catalog> catalog)
    : database_(database),
      clock_(clock),
      sync_(sync),
      catalog_(std::move(catalog)),
      reserve_bytes_(database.reserve_bytes()),
      full_disk_log_(
          clock, [](const std::string& line) { log::warn("{}", line); }, kFullDiskLinesPerMinute,
          "more writes were refused because the disk is full"),
      thread_([this] { loop(); }) {}

Committer::~Committer() {
  {
    const std::lock_guard lock(queue_mutex_);
    closing_ = true;
  }
  queue_changed_.notify_one();
  thread_.join();
}

void Committer::submit(std::unique_ptr<Job> job) {
  if (const auto refusal = enqueue(job)) {
    job->finish(std::unexpected(*refusal));
  }
}

std::optional<Error> Committer::enqueue(std::unique_ptr<Job>& job) {
  const std::lock_guard lock(queue_mutex_);
  if (closing_) {
    return closed();
  }
  if (waiting_.size() >= kMaxWaitingJobs) {
    return Error{ErrorCode::kThrottled, "Too many writes are waiting. Try again.", nullptr};
  }
  waiting_.push_back(std::move(job));
  queue_changed_.notify_one();
  return std::nullopt;
}

std::shared_ptr<const Catalog> Committer::catalog() const {
  const std::lock_guard lock(state_mutex_);
  return catalog_;
}

Result<void> Committer::keep_logs(bool keep) {
  return run<void>(
      [this, keep](WriteGroup& group) -> Result<void> {
        if (database_.keeps_logs() == keep) return {};
        database_.set_keeps_logs(keep);
        auto reopened = database_.reopen();
        if (!reopened) {
          // Later groups try again, as after a full disk.
          refusal_ = reopened.error();
          free_bytes_when_full_ = database_.free_bytes().value_or(0);
          group.spoil(reopened.error());
        }
        return reopened;
      },
      {.starts_group = true});
}

Result<void> Committer::healthy() const {
  const std::lock_guard lock(state_mutex_);
  if (failure_) {
    return std::unexpected(*failure_);
  }
  return {};
}

CommitStatistics Committer::statistics() const {
  CommitStatistics statistics{.writes = writes_.load(std::memory_order_relaxed)};
  for (size_t i = 0; i < groups_.size(); ++i) {
    statistics.groups[i] = groups_[i].load(std::memory_order_relaxed);
  }
  const std::lock_guard lock(queue_mutex_);
  statistics.waiting = waiting_.size();
  return statistics;
}

void Committer::count_group(size_t writes) {
  const auto* const size = std::ranges::lower_bound(kGroupSizes, writes);
  groups_[static_cast<size_t>(size - kGroupSizes.begin())].fetch_add(1, std::memory_order_relaxed);
  writes_.fetch_add(writes, std::memory_order_relaxed);
}

Committer::Jobs Committer::take_waiting() {
  std::unique_lock lock(queue_mutex_);
  queue_changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
  return std::exchange(waiting_, {});
}

Committer::Jobs Committer::take_more(size_t running,
                                     std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(queue_mutex_);
  if (waiting_.empty() && running < expected_jobs_ && std::chrono::steady_clock::now() < deadline) {
    queue_changed_.wait_for(lock, kArrivalGap, [this] { return closing_ || !waiting_.empty(); });
  }
  return std::exchange(waiting_, {});
}

Committer::Jobs Committer::run_group(WriteGroup& group, Jobs& jobs) {
  // Where the sync costs less than waiting would, there is no waiting.
  const auto longest =
      std::min<std::chrono::steady_clock::duration>(write_time_ / kGatherPart, kMaxGather);
  const auto deadline = std::chrono::steady_clock::now() +
                        (longest < kArrivalGap ? std::chrono::steady_clock::duration() : longest);
  Jobs running;
  while (running.size() < kMaxGroupJobs && group.size_bytes() < kMaxGroupBytes &&
         !group.failure()) {
    if (jobs.empty()) {
      jobs = take_more(running.size(), deadline);
    }
    if (jobs.empty() || (!running.empty() && jobs.front()->traits().starts_group)) {
      break;
    }
    std::unique_ptr<Job> job = std::move(jobs.front());
    jobs.pop_front();
    if (is_refused(job->traits().urgency)) {
      refuse(*job, *low_space_);
      if (jobs.empty()) {
        break;  // Those who come now have a right to another look at the disk.
      }
      continue;
    }
    running.push_back(std::move(job));
    running.back()->run(group);
  }
  return running;
}

void Committer::loop() {
  while (true) {
    Jobs jobs = take_waiting();
    if (jobs.empty()) {
      return;  // Closing, and everything is answered.
    }
    while (!jobs.empty()) {
      commit_group(jobs);
    }
  }
}

void Committer::commit_group(Jobs& jobs) {
  if (const auto ready = recover(); !ready) {
    publish_health();
    for (const auto& job : std::exchange(jobs, {})) refuse(*job, ready.error());
    return;
  }
  look_at_space();
  // The catalog changes only on this thread, so this is the latest.
  WriteGroup group(database_, clock_, catalog());
  const Jobs running = run_group(group, jobs);
  const auto begin = std::chrono::steady_clock::now();
  const Result<void> committed = write(group);
  write_time_ = std::chrono::steady_clock::now() - begin;
  {
    const std::lock_guard lock(queue_mutex_);
    expected_jobs_ = running.size() + waiting_.size();
  }
  if (committed) {
    count_group(running.size());
    const std::lock_guard lock(state_mutex_);
    catalog_ = group.shared_catalog();
  }
  publish_health();
  for (const auto& job : running) {
    if (committed) {
      job->finish(committed);
    } else {
      refuse(*job, committed.error());
    }
  }
}

// Whoever passes the error on need not log it: it would be a line for each write.
void Committer::refuse(Job& job, const Error& why) {
  if (why.code == ErrorCode::kStorageFull) full_disk_log_.write(why.message);
  job.finish(std::unexpected(why));
}

void Committer::publish_health() {
  const std::lock_guard lock(state_mutex_);
  failure_ = refusal_ ? refusal_ : low_space_;
}

bool Committer::is_refused(Urgency urgency) const {
  return (urgency == Urgency::kOrdinary && low_space_.has_value()) ||
         (urgency == Urgency::kDeletion && very_low_space_);
}

void Committer::look_at_space() {
  const auto now = std::chrono::steady_clock::now();
  // While it is low, every group checks, so that no write is refused longer than needed.
  if (!low_space_ && now < look_at_space_at_) {
    return;
  }
  look_at_space_at_ = now + kSpacePeriod;
  const uint64_t free_bytes = database_.free_bytes().value_or(reserve_bytes_);
  const bool is_low = free_bytes < reserve_bytes_;
  very_low_space_ = free_bytes < reserve_bytes_ / 4;
  if (is_low == low_space_.has_value()) {
    return;
  }
  if (is_low) {
    low_space_ = low_space(reserve_bytes_);
  } else {
    low_space_.reset();
    log::info("the disk has space again, and all writes are taken");
  }
}

Result<void> Committer::write(WriteGroup& group) {
  if (group.failure()) {
    return std::unexpected(*group.failure());
  }
  if (group.empty()) {
    return {};
  }
  if (database_.keeps_logs()) group.stamp();
  const bool attempted = !database_.log().stopped();
  const uint64_t sequence = database_.rocks().GetLatestSequenceNumber();
  const rocksdb::Status status = group.write(sync_);
  if (status.ok()) {
    return {};
  }
  if (!status.IsNoSpace() || database_.log().sync_failed()) {
    // After a failed sync it is unknown what reached the disk, and the kernel may have dropped the
    // dirty pages: a retry could acknowledge writes that are lost.
    return stop_for_good(failed_sync(status));
  }
  return stop_while_full(error_of(status), attempted, sequence + group.batch().Count());
}

Result<void> Committer::stop_for_good(Error why) {
  refusal_ = why;
  for_good_ = true;
  return std::unexpected(std::move(why));
}

Result<void> Committer::stop_while_full(Error why, bool attempted, uint64_t sequence_if_written) {
  refusal_ = why;
  free_bytes_when_full_ = database_.free_bytes().value_or(0);
  if (!attempted || database_.log().append_failed()) {
    return std::unexpected(std::move(why));  // The log has at most a torn record of it.
  }
  // RocksDB writes to its manifest on the way, and that may be all that failed: then the group is
  // in the log, would be there after a restart, and must be acknowledged.
  if (database_.reopen()) {
    refusal_.reset();
  } else if (const auto readable = database_.hold(); !readable) {
    return stop_for_good(readable.error());
  }
  if (database_.rocks().GetLatestSequenceNumber() < sequence_if_written) {
    return std::unexpected(std::move(why));
  }
  return {};
}

Result<void> Committer::recover() {
  if (!refusal_) {
    return {};
  }
  const auto now = std::chrono::steady_clock::now();
  const uint64_t needed = std::min(free_bytes_when_full_ + kFreedBytes, kPlentyBytes);
  if (for_good_ || now < retry_at_ || database_.free_bytes().value_or(needed) < needed) {
    return std::unexpected(*refusal_);
  }
  if (database_.reopen()) {
    refusal_.reset();
    return {};
  }
  if (const auto readable = database_.hold(); !readable) {
    return stop_for_good(readable.error());
  }
  free_bytes_when_full_ = database_.free_bytes().value_or(0);
  retry_at_ = now + kRetryPeriod;
  return std::unexpected(*refusal_);
}

}  // namespace norn::embedded
