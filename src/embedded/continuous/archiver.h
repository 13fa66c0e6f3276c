#pragma once

#include <rocksdb/env.h>

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/limited_log.h"
#include "embedded/continuous/archive.h"
#include "embedded/embedded_store.h"
#include "embedded/folder_lock.h"
#include "embedded/store_log.h"

namespace norn::embedded {

struct ArchiverTarget {
  std::filesystem::path archive;
  int days = 0;
};

// What the archiver does at the moment.
struct ArchiverState {
  bool is_running = false;               // A target is set.
  std::optional<RestorableTimes> times;  // None until there is a base.
  std::vector<ArchiveGap> gaps;          // Oldest first.
  std::string failure;                   // Why nothing can be archived at the moment.
  uint64_t kept_log_bytes = 0;           // Of the store's logs that wait for it.
};

// The same of an archive that is at rest.
ArchiverState state_at_rest(const std::filesystem::path& archive);

// Follows the store's log into an archive: bases and segments (archive.h). It never makes a write
// wait: what it has not read stays in logs that the store keeps (StoreLog), and if those take too
// much space they are given up, which leaves a gap; a new chain begins then.
class Archiver {
 public:
  // The store and the clocks must outlive it. `env` is the file system of the segments; nullptr
  // means the real one. `steady` goes on evenly while `clock` is set; nullptr means the machine's.
  Archiver(EmbeddedStore& store, const Clock& clock, rocksdb::Env* env = nullptr,
           const Clock* steady = nullptr);
  ~Archiver();
  Archiver(const Archiver&) = delete;
  Archiver& operator=(const Archiver&) = delete;

  // Works in rounds on a thread of its own.
  void start();
  // Where to from the next round on; nowhere without one.
  void set_target(std::optional<ArchiverTarget> target);

  // Archives everything that was written before the call, so that its time can be restored.
  Result<void> run_once();
  ArchiverState state() const;

  // While it is held, nothing is deleted from the archive.
  std::shared_lock<std::shared_mutex> hold_archive() { return std::shared_lock(pruning_); }

 private:
  // All that follows runs one at a time, under round_.
  Result<void> run_round(bool seals);
  void take_target();
  Result<void> round();
  // By how much the clock was set since the round before; 0 if it was not.
  int64_t clock_jump_ms() const;
  void note_clock();
  // Nothing is deleted by a clock of which it is not known whether it is right.
  void wait_to_prune();
  // One that is not there is not made: its disk may not be mounted.
  Result<void> open_archive();
  void close_archive();
  // Goes on with the last chain, if the store's log does.
  Result<bool> resume();
  Result<void> begin_chain();
  // Ends the chain: the next round begins another.
  void end_chain(std::string why);
  void note_end();
  Result<ArchiveBase> make_base();
  Result<void> make_daily_base(int64_t now_ms);
  Result<void> begin_segment();
  Result<void> follow();
  Result<void> append(const std::vector<LoggedBatch>& batches, int64_t until_ms);
  Result<void> prune(int64_t now_ms);
  void publish();
  void note(const Result<void>& done);
  bool is_stopping() const;
  void loop();

  EmbeddedStore& store_;
  const Clock& clock_;
  const Clock& steady_;
  rocksdb::Env& env_;
  LimitedLog failure_log_;

  std::mutex round_;  // Guards what follows, up to the next mutex.
  std::optional<ArchiverTarget> target_;
  std::string why_;        // The next chain begins.
  std::string clock_set_;  // How the clock was set because of which it begins; empty if it was not.
  std::optional<int64_t> clock_offset_ms_;  // From the steady clock, as of this round.
  int64_t prune_from_steady_ms_ = 0;
  bool seals_ = false;  // Whether the end of this round must be in the archive.
  ArchivePaths paths_;
  std::optional<ArchiveIdentity> identity_;  // As it was opened.
  std::unique_ptr<FolderLock> lock_;         // With an archive that is open.
  Archive archive_;
  bool has_chain_ = false;  // The last of the archive is the one to go on with.
  ArchivePosition position_;
  std::unique_ptr<SegmentWriter> writer_;
  int64_t segment_begun_ms_ = 0;
  int64_t appended_ms_ = 0;
  int64_t durable_until_ms_ = 0;  // Of position_, what is in the segment.
  int64_t pruned_ms_ = 0;
  int64_t retry_at_ms_ = 0;  // After a base that could not be made.
  std::string base_failure_;

  std::shared_mutex pruning_;

  mutable std::mutex mutex_;  // Guards the rest but the thread.
  std::condition_variable changed_;
  ArchiverState state_;
  bool has_new_target_ = false;
  std::optional<ArchiverTarget> new_target_;
  bool stopping_ = false;
  bool woken_ = false;
  std::optional<std::thread> thread_;
};

}  // namespace norn::embedded
