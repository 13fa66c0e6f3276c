#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/clock.h"
#include "base/error.h"
#include "embedded/backup/backup_folder.h"

namespace norn::cli {

// Verifies backups, one at a time: reading all of one takes as long as it takes, so another process
// of this program does it (`norn backup verify`), which can be ended. Thread-safe.
class BackupCheck {
 public:
  explicit BackupCheck(const Clock& clock) : clock_(clock) {}
  ~BackupCheck() { stop(); }
  BackupCheck(const BackupCheck&) = delete;
  BackupCheck& operator=(const BackupCheck&) = delete;

  // Returns kConflict while another one is verified, and after `stop`.
  Result<void> start(const std::filesystem::path& folder, embedded::BackupId id);

  struct State {
    bool is_running = false;
    std::string failure;  // Of the last one; empty: it is whole.
    // The last of the backups that were found whole, by their ids.
    std::map<embedded::BackupId, int64_t> verified_ms;
  };
  State state() const;

  // Ends one that is under way.
  void stop();

 private:
  void wait(pid_t process, embedded::BackupId id);

  const Clock& clock_;
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  State state_;
  std::optional<pid_t> process_;  // While it runs and is not waited for.
  bool stopping_ = false;
  std::optional<std::thread> thread_;
};

}  // namespace norn::cli
