#include "embedded/committer.h"

#include <fmt/format.h>

#include <utility>

namespace norn::embedded {
namespace {

constexpr size_t kMaxWaitingJobs = 100'000;
constexpr size_t kMaxGroupJobs = 1024;
constexpr size_t kMaxGroupBytes = size_t{8} << 20;
constexpr uint64_t kMinFreedBytes = uint64_t{1} << 20;

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
  Error refusal;
  {
    const std::lock_guard lock(queue_mutex_);
    if (closing_) {
      refusal = closed();
    } else if (waiting_.size() >= kMaxWaitingJobs) {
      refusal = {ErrorCode::kThrottled, "Too many writes are waiting. Try again.", nullptr};
    } else {
      waiting_.push_back(std::move(job));
    }
  }
  if (job) {
    job->finish(std::unexpected(std::move(refusal)));
    return;
  }
  queue_changed_.notify_one();
}

std::shared_ptr<const Catalog> Committer::catalog() const {
  const std::lock_guard lock(state_mutex_);
  return catalog_;
}

Result<void> Committer::healthy() const {
  const std::lock_guard lock(state_mutex_);
  if (failure_) {
    return std::unexpected(*failure_);
  }
  return {};
}

Committer::Jobs Committer::take_waiting() {
  std::unique_lock lock(queue_mutex_);
  queue_changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
  return std::exchange(waiting_, {});
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

void Committer::refuse_all(Jobs& jobs, const Error& error) {
  for (const auto& job : std::exchange(jobs, {})) {
    job->finish(std::unexpected(error));
  }
}

void Committer::note(const Result<void>& outcome) {
  const std::lock_guard lock(state_mutex_);
  if (outcome) {
    failure_.reset();
  } else {
    failure_ = outcome.error();
  }
}

void Committer::commit_group(Jobs& jobs) {
  if (auto ready = recover(); !ready) {
    refuse_all(jobs, ready.error());
    return;
  }
  // The catalog changes only on this thread, so this is the latest.
  WriteGroup group(database_, clock_, catalog());
  Jobs running;
  while (!jobs.empty() && running.size() < kMaxGroupJobs && group.size_bytes() < kMaxGroupBytes &&
         !group.failure() && (running.empty() || !jobs.front()->starts_group())) {
    running.push_back(std::move(jobs.front()));
    jobs.pop_front();
    running.back()->run(group);
  }
  const Result<void> committed = write(group);
  if (committed) {
    const std::lock_guard lock(state_mutex_);
    catalog_ = group.shared_catalog();
  }
  if (!group.failure()) {
    note(committed);
  }
  for (const auto& job : running) {
    job->finish(committed);
  }
}

Result<void> Committer::write(WriteGroup& group) {
  if (group.failure()) {
    return std::unexpected(*group.failure());
  }
  if (group.empty()) {
    return {};
  }
  const bool stopped = database_.log().stopped();
  const uint64_t sequence = database_.rocks().GetLatestSequenceNumber();
  const rocksdb::Status status = group.write(sync_);
  if (status.ok()) {
    return {};
  }
  if (!status.IsNoSpace() || database_.log().sync_failed()) {
    // After a failed sync nobody knows what reached the disk, and the kernel may have dropped the
    // dirty pages: trying again could acknowledge what is not there.
    failed_for_good_ = true;
    return std::unexpected(failed_sync(status));
  }
  disk_was_full_ = true;
  free_bytes_when_full_ = database_.free_bytes();
  if (stopped || database_.log().append_failed()) {
    return std::unexpected(error_of(status));
  }
  return settle_full_disk(error_of(status), sequence + group.batch().Count());
}

Result<void> Committer::settle_full_disk(const Error& full, uint64_t sequence_if_written) {
  // RocksDB writes to its manifest in between, and that may be all that failed: then the group is in the
  // log, would be there after a restart, and must be acknowledged.
  const auto reopened = database_.reopen();
  disk_was_full_ = !reopened;
  if (auto readable = database_.hold(); !readable) {
    failed_for_good_ = true;
    return std::unexpected(readable.error());
  }
  if (database_.rocks().GetLatestSequenceNumber() >= sequence_if_written) {
    return {};
  }
  return std::unexpected(full);
}

Result<void> Committer::recover() {
  if (failed_for_good_) {
    return healthy();
  }
  if (!disk_was_full_) {
    return {};
  }
  const uint64_t free_bytes = database_.free_bytes();
  if (free_bytes < free_bytes_when_full_ + kMinFreedBytes) {
    return healthy();
  }
  free_bytes_when_full_ = free_bytes;
  const auto reopened = database_.reopen();
  if (auto readable = database_.hold(); !readable) {
    failed_for_good_ = true;
    note(std::unexpected(readable.error()));
    return std::unexpected(readable.error());
  }
  if (!reopened) {
    return healthy();
  }
  disk_was_full_ = false;
  note({});
  return {};
}

}  // namespace norn::embedded
