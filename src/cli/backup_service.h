#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
#include "base/error.h"
#include "base/json_writer.h"
#include "cli/control.h"
#include "embedded/backup/schedule_file.h"
#include "embedded/embedded_store.h"

namespace norn::cli {

// The last moment, now or before, at which a clock of this machine showed that time of day.
int64_t last_time_of_day_ms(int minute_of_day, int64_t now_ms);

// What is known of a backup, as JSON for programs and for the control socket.
void append_backup(ObjectWriter& object, const embedded::Backup& backup);

// The backups that a running server makes, one at a time: those that commands ask for, and daily
// ones by the schedule in the data folder. It works on a thread of its own, so that commands only
// start a backup and ask how far it is.
class BackupService {
 public:
  // The store and the clock must outlive it.
  BackupService(embedded::EmbeddedStore& store, const Clock& clock);
  // Gives up a backup that is under way.
  ~BackupService();
  BackupService(const BackupService&) = delete;
  BackupService& operator=(const BackupService&) = delete;

  void start();
  // Ends the thread, and gives up a backup that is under way. Nothing is made afterwards.
  void stop();

  // backup-start {to, keep} returns the number of the job. backup-state {job} returns JSON: "state"
  // (waiting, running, done or failed), "copiedBytes", "totalBytes", "text" of a failure (when it
  // is done: to delete older ones), "backup" and "deleted" when it is done. backup-schedule {to,
  // daily, keep} sets the schedule, backup-schedule-off removes it, backup-schedule-show returns
  // JSON.
  OperatorCommands commands();

  // The folder of the schedule, or the one beside the data.
  Result<std::filesystem::path> folder() const;
  // Asks for a backup in that folder, as backup-start does; as many are kept as the schedule says.
  Result<void> ask_for_backup();
  // What was asked for last, and the schedule.
  struct Overview {
    std::optional<embedded::BackupSchedule> schedule;
    std::string schedule_failure;
    std::optional<embedded::BackupProgress> running;
    std::string failure;  // Of what was asked for last; empty: it was done.
  };
  Result<Overview> overview() const;

  // Makes the backup that is asked for or due, if there is one. Called by the thread, and by tests.
  void run_once();

 private:
  enum class State : uint8_t { kWaiting, kRunning, kDone, kFailed };
  struct Job {
    uint64_t number = 0;
    State state = State::kDone;
    std::filesystem::path folder;
    size_t keep = 0;  // 0 keeps all.
    embedded::BackupProgress progress;
    std::optional<embedded::Backup> backup;
    size_t deleted = 0;
    std::string failure;
  };
  struct Made {
    embedded::Backup backup;
    size_t deleted = 0;
    std::string prune_failure;  // The backup is made all the same.
  };

  void loop();
  void note_thrown(std::string_view what);
  Result<std::string> add_job(const std::filesystem::path& folder, size_t keep);
  // Makes the daily backup if it is due.
  void run_schedule();
  // The newest backup of the store in the schedule's folder, now or before; 0 if there is none.
  int64_t newest_ms(const std::filesystem::path& folder, int64_t now_ms);
  Result<Made> make(const std::filesystem::path& folder, size_t keep);
  bool note_progress(const embedded::BackupProgress& progress);

  Result<std::string> job_state(uint64_t number) const;
  Result<std::string> set_schedule(const embedded::BackupSchedule& schedule);
  Result<std::string> show_schedule() const;

  embedded::EmbeddedStore& store_;
  const Clock& clock_;

  mutable std::mutex mutex_;  // Guards the rest but the thread.
  std::condition_variable changed_;
  bool stopping_ = false;
  Job job_;  // The last one.
  // Of the schedule's folder, when it was looked at last.
  std::optional<int64_t> newest_ms_;
  int64_t retry_at_ms_ = 0;  // After a daily backup that failed.
  std::string schedule_failure_;
  std::optional<std::thread> thread_;
};

}  // namespace norn::cli
