#include "cli/console_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "base/faults.h"
#include "embedded/backup/backup_folder.h"
#include "embedded/backup/schedule_file.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;
using embedded::BackupFolder;

// Less than this, or than a tenth, of the disk is worth a warning.
constexpr int64_t kFewFreeBytes = int64_t{2} << 30;
constexpr int64_t kFewFreeParts = 10;

std::string unit_of(std::string_view name) {
  for (const std::string_view unit : {"bytes", "seconds"}) {
    if (name.ends_with(fmt::format("_{}", unit)) ||
        name.ends_with(fmt::format("_{}_total", unit))) {
      return std::string(unit);
    }
  }
  return {};
}

// Of all files below the folder. Those that go meanwhile count as far as they were seen.
int64_t bytes_below(const fs::path& folder) {
  constexpr size_t kMaxFiles = 100'000;
  int64_t bytes = 0;
  size_t files = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator file(folder, error), end;
       !error && file != end && files < kMaxFiles; file.increment(error)) {
    std::error_code gone;
    const bool is_file = file->is_regular_file(gone);
    const auto size = is_file && !gone ? file->file_size(gone) : 0;
    if (!gone) bytes += static_cast<int64_t>(size);
    ++files;
  }
  return bytes;
}

console::Check check_of_space(const fs::space_info& space) {
  const auto free = static_cast<int64_t>(space.available);
  const auto all = static_cast<int64_t>(space.capacity);
  if (free >= kFewFreeBytes && free >= all / kFewFreeParts) return {.name = "disk"};
  return {.name = "disk",
          .state = console::Check::State::kWarning,
          .detail = fmt::format("{} MiB of the disk are free.", free >> 20)};
}

console::Check check_of_report(std::string name, const http::HealthReport& report) {
  return {.name = std::move(name),
          .state = report.ok ? console::Check::State::kOk : console::Check::State::kFailed,
          .detail = report.reason};
}

console::Check check_of_backups(const console::BackupState& state) {
  const bool is_wrong = state.schedule && !state.schedule->failure.empty();
  return {.name = "backups",
          .state = is_wrong ? console::Check::State::kFailed : console::Check::State::kOk,
          .detail = is_wrong ? state.schedule->failure : std::string()};
}

// Errors of files and folders are for the administrator who asked.
Error as_conflict(const Error& error) {
  if (fault_of(error) != nullptr) return error;
  return conflict(said_by(error)).error();
}

}  // namespace

std::vector<console::Metric> metrics_in(std::string_view text) {
  std::vector<console::Metric> metrics;
  while (!text.empty() && metrics.size() < kMaxMetrics) {
    const size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const size_t space = line.find(' ');
    if (line.starts_with('#') || space == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, space);
    const std::string_view number = line.substr(space + 1);
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (name.contains('{') || error != std::errc()) continue;
    metrics.push_back({.name = std::string(name), .value = value, .unit = unit_of(name)});
  }
  return metrics;
}

ConsoleHost::ConsoleHost(Sources sources, const Clock& clock)
    : sources_(std::move(sources)), started_ms_(clock.now_ms()), check_(clock) {}

console::Health ConsoleHost::health() {
  console::Health health{.version = sources_.version,
                         .started_ms = started_ms_,
                         .store_kind = sources_.data.embedded ? "embedded" : "remote",
                         .location = sources_.data.location};
  health.checks.push_back(check_of_report("store", sources_.health()));
  if (sources_.data.embedded) {
    health.bytes = bytes_below(sources_.data.location);
    std::error_code error;
    const fs::space_info space = fs::space(sources_.data.location, error);
    if (!error) {
      health.free_bytes = static_cast<int64_t>(space.available);
      health.checks.push_back(check_of_space(space));
    }
    if (const auto backups = this->backups()) {
      health.checks.push_back(check_of_backups(*backups));
    }
  }
  health.metrics = metrics_in(sources_.metrics());
  return health;
}

Result<console::BackupState> ConsoleHost::backups() {
  if (sources_.backups == nullptr) return console::Host::backups();
  auto overview = sources_.backups->overview();
  if (!overview) return std::unexpected(as_conflict(overview.error()));
  console::BackupState state{.failure = overview->failure};
  if (const auto& schedule = overview->schedule) {
    state.schedule = {.daily = embedded::time_of_day_text(schedule->minute_of_day),
                      .keep = static_cast<int64_t>(schedule->keep),
                      .folder = schedule->folder.string(),
                      .failure = overview->schedule_failure};
  }
  if (const auto& running = overview->running) {
    state.running = {.copied_bytes = static_cast<int64_t>(running->copied_bytes),
                     .total_bytes = static_cast<int64_t>(running->total_bytes)};
  }
  const BackupCheck::State checked = check_.state();
  if (checked.is_running) state.running = console::RunningBackup{.verifies = true};
  if (!checked.failure.empty()) state.failure = checked.failure;
  NORN_ASSIGN(const fs::path folder, sources_.backups->folder());
  const auto opened = BackupFolder::open(folder, BackupFolder::Use::kRead);
  if (!opened) return state;  // There is none before the first backup.
  for (const embedded::Backup& backup : (*opened)->list()) {
    if (backup.note.table) continue;  // Of one table, by the DynamoDB API.
    const auto verified = checked.verified_ms.find(backup.id);
    state.backups.push_back({.id = backup.id,
                             .at_ms = backup.note.created_ms,
                             .bytes = static_cast<int64_t>(backup.bytes),
                             .files = backup.files,
                             .damage = backup.damage,
                             .verified_ms = verified != checked.verified_ms.end()
                                                ? std::optional(verified->second)
                                                : std::nullopt});
  }
  std::ranges::reverse(state.backups);
  return state;
}

Result<void> ConsoleHost::start_backup() {
  if (sources_.backups == nullptr) return console::Host::start_backup();
  if (check_.state().is_running) return conflict(console::kBackupRunning);
  const auto asked = sources_.backups->ask_for_backup();
  if (asked) return {};
  if (asked.error().code == ErrorCode::kResourceInUse) return conflict(console::kBackupRunning);
  return std::unexpected(as_conflict(asked.error()));
}

Result<void> ConsoleHost::start_verification(int64_t id) {
  NORN_ASSIGN(const console::BackupState state, backups());
  const auto found = std::ranges::find(state.backups, id, &console::MadeBackup::id);
  if (found == state.backups.end()) return not_found(console::kBackupNotFound);
  if (state.running) return conflict(console::kBackupRunning);
  NORN_ASSIGN(const fs::path folder, sources_.backups->folder());
  return check_.start(folder, static_cast<embedded::BackupId>(id));
}

}  // namespace norn::cli
