#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/console/sentences.h"
#include "base/error.h"
#include "base/faults.h"

namespace norn::console {

struct Check {
  enum class State : uint8_t { kOk, kWarning, kFailed };
  std::string name;
  State state = State::kOk;
  std::string detail = {};  // For a person, unless it is ok.
};

struct Metric {
  std::string name;
  double value = 0;
  std::string unit = {};  // "bytes", "seconds"; empty: a number.
};

struct Health {
  std::string version = "0";
  int64_t started_ms = 0;
  std::string store_kind = "embedded";  // Or "remote".
  std::string location = {};            // The folder or the endpoint, for a person.
  std::optional<int64_t> bytes = {};    // Of the data.
  std::optional<int64_t> free_bytes = {};
  std::vector<Check> checks = {};
  std::vector<Metric> metrics = {};
};

struct BackupSchedule {
  std::string daily;  // "03:00"
  int64_t keep = 0;
  std::string folder;
  std::string failure = {};  // Why the last daily one was not made; empty: it was.
};

struct MadeBackup {
  int64_t id = 0;
  int64_t at_ms = 0;
  int64_t bytes = 0;
  int64_t files = 0;
  std::string damage = {};                  // Why it cannot be restored; empty: no reason is known.
  std::optional<int64_t> verified_ms = {};  // When this process has verified it.
};

struct RunningBackup {
  bool verifies = false;  // Or makes one.
  int64_t copied_bytes = 0;
  int64_t total_bytes = 0;  // 0: not known.
};

struct BackupState {
  std::optional<Said> unavailable = {};  // Why none can be made here.
  std::optional<BackupSchedule> schedule = {};
  std::vector<MadeBackup> backups = {};  // Newest first.
  std::optional<RunningBackup> running = {};
  std::string failure = {};  // Of what was asked for last; empty: it was done.
};

// What the console asks of the server around the apps. This one knows nothing and can do nothing.
// May block; called from any thread.
class Host {
 public:
  virtual ~Host() = default;
  virtual Health health() { return {}; }
  virtual Result<BackupState> backups() { return BackupState{.unavailable = kNoBackupsHere}; }
  // Begins to make, or to verify, a backup. Returns kConflict if that is impossible now.
  virtual Result<void> start_backup() { return conflict(kNoBackupsHere); }
  virtual Result<void> start_verification(int64_t /*id*/) { return not_found(kBackupNotFound); }
};

}  // namespace norn::console
