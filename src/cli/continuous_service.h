#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "cli/control.h"
#include "embedded/continuous/continuous_backups.h"

namespace norn::cli {

// The state of continuous backups as JSON, for programs and for the control socket.
std::string continuous_state_json(const embedded::ContinuousSettings& settings,
                                  const embedded::ArchiverState& archiver, uint64_t archive_bytes);

// "--at": a time such as 2026-11-18T14:30:00Z, or "latest", which is nullopt.
Result<std::optional<int64_t>> parse_restore_time(std::string_view text);

// What commands ask a running server about its continuous backups. A table is restored on a thread
// of its own, one at a time, so that commands only start it and ask how it is.
class ContinuousService {
 public:
  // The backups must outlive it.
  explicit ContinuousService(embedded::EmbeddedContinuousBackups& backups) : backups_(backups) {}
  // Waits for a restore under way.
  ~ContinuousService();
  ContinuousService(const ContinuousService&) = delete;
  ContinuousService& operator=(const ContinuousService&) = delete;

  // backup-continuous-on {to, days} and backup-continuous-off change it; backup-continuous-show
  // returns JSON. backup-table-restore {table, as, at} begins; backup-table-state returns JSON:
  // "state" (running, done or failed), and "text" of a failure.
  OperatorCommands commands();

 private:
  enum class State : uint8_t { kNone, kRunning, kDone, kFailed };

  Result<std::string> show();
  Result<std::string> begin_restore(store::RestoreTableToTimeRequest request);
  Result<std::string> restore_state() const;

  embedded::EmbeddedContinuousBackups& backups_;
  mutable std::mutex mutex_;  // Guards the rest but the thread, which commands use one at a time.
  State state_ = State::kNone;
  std::string failure_;
  std::thread thread_;
};

}  // namespace norn::cli
