#include "cli/machine_checks.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/time_text.h"
#include "embedded/backup/backup_folder.h"
#include "embedded/backup/schedule_file.h"
#include "embedded/continuous/archive.h"
#include "embedded/continuous/continuous_settings.h"
#include "ical/time_zone.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxCheckedFiles = 100'000;
constexpr mode_t kForOthers = S_IRWXG | S_IRWXO;
constexpr uint64_t kLittleSpaceBytes = uint64_t{512} << 20;
constexpr int64_t kMsPerHour = 3'600'000;
constexpr int64_t kMsPerDay = 24 * kMsPerHour;
// Two days: one that is missed may be made later on the same day.
constexpr int64_t kLateBackupMs = 2 * kMsPerDay;
// The archive is written every few seconds, but not while a base is made.
constexpr int64_t kLateArchiveMs = 15 * 60'000;
// Clocks of other machines that write to the same store differ a little.
constexpr int64_t kClockToleranceMs = 10 * 60'000;
// This version was made later.
constexpr int64_t kProgramMs = 1'767'225'600'000;  // 2026-01-01.
constexpr int kOldZonesYears = 2;
constexpr size_t kYearDigits = 4;

std::string megabytes(uint64_t bytes) {
  constexpr uint64_t kMegabyte = 1'000'000;
  return fmt::format("{} MB", bytes / kMegabyte);
}

// What is wrong with the files of a folder.
struct FileFaults {
  size_t open = 0;  // For others.
  std::string first_open;
  size_t foreign = 0;  // Of another owner than the folder.
  std::string first_foreign;
};

FileFaults faults_of_files(const fs::path& folder, uid_t owner) {
  FileFaults faults;
  std::error_code error;
  size_t count = 0;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (++count > kMaxCheckedFiles) break;
    struct stat status{};
    // A file may be gone by now.
    if (::lstat(entry->path().c_str(), &status) != 0 || S_ISLNK(status.st_mode)) continue;
    if ((status.st_mode & kForOthers) != 0 && faults.open++ == 0) {
      faults.first_open = entry->path().string();
    }
    if (status.st_uid != owner && faults.foreign++ == 0) {
      faults.first_foreign = entry->path().string();
    }
  }
  return faults;
}

// "2025b" of "# version 2025b", the first line of tzdata.zi; empty if it is not there.
std::string version_of_zones(const fs::path& zones) {
  constexpr std::string_view kBeginning = "# version ";
  std::string line;
  if (std::ifstream file(zones / "tzdata.zi"); std::getline(file, line)) {
    if (line.starts_with(kBeginning)) return line.substr(kBeginning.size());
  }
  if (std::ifstream file(zones / "+VERSION"); std::getline(file, line)) return line;
  return {};
}

std::string days_text(int64_t ms) {
  const int64_t days = ms / kMsPerDay;
  if (days > 1) return fmt::format("{} days", days);
  const int64_t hours = ms / kMsPerHour;
  if (hours > 1) return fmt::format("{} hours", hours);
  return fmt::format("{} minutes", ms / 60'000);
}

int64_t written_at_ms(const fs::path& file) {
  struct stat status{};
  return ::stat(file.c_str(), &status) == 0 ? int64_t{status.st_mtime} * 1000 : 0;
}

constexpr std::string_view kBackups = "backups";

CheckLine backups_of(const fs::path& data, const embedded::BackupSchedule& schedule,
                     int64_t now_ms) {
  const auto opened =
      embedded::BackupFolder::open(schedule.folder, embedded::BackupFolder::Use::kRead);
  if (!opened) return {std::string(kBackups), CheckState::kFailed, opened.error().message};
  int64_t newest_ms = 0;
  size_t damaged = 0;
  for (const embedded::Backup& backup : (*opened)->list()) {
    damaged += backup.damage.empty() ? 0 : 1;
    if (backup.damage.empty() && !backup.note.table) {
      newest_ms = std::max(newest_ms, backup.note.created_ms);
    }
  }
  const std::string folder = schedule.folder.string();
  const int64_t since_ms =
      now_ms - std::max(newest_ms, written_at_ms(data / embedded::kScheduleFile));
  if (since_ms > kLateBackupMs) {
    return {std::string(kBackups), CheckState::kFailed,
            fmt::format("No daily backup has been made into {} for {}. A server makes them: is it "
                        "running? Make one now with norn backup create.",
                        folder, days_text(since_ms))};
  }
  if (damaged > 0) {
    return {std::string(kBackups), CheckState::kWarning,
            fmt::format("{} in {} cannot be restored: norn backup list says why.",
                        damaged == 1 ? "One backup" : fmt::format("{} backups", damaged), folder)};
  }
  if (newest_ms == 0) {
    return {std::string(kBackups), CheckState::kOk,
            fmt::format("the first daily one will be made into {}", folder)};
  }
  return {std::string(kBackups), CheckState::kOk,
          fmt::format("daily into {}, the newest of {}", folder, timestamp_s(newest_ms))};
}

}  // namespace

CheckLine check_data_folder(const fs::path& folder) {
  const std::string name = "data folder";
  struct stat status{};
  if (::stat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) {
    return {name, CheckState::kFailed, fmt::format("{} is not a folder.", folder.string())};
  }
  const auto mode = static_cast<unsigned>(status.st_mode & 0777);
  if ((mode & kForOthers) != 0) {
    return {name, CheckState::kFailed,
            fmt::format("Other users of this machine may use {0} (mode {1:03o}), and a server does "
                        "not start on it. Make it private: chmod 700 {0}",
                        folder.string(), mode)};
  }
  if (::geteuid() != 0 && status.st_uid != ::geteuid()) {
    return {name, CheckState::kWarning,
            fmt::format("{} belongs to another user ({}), so that its files were not looked at. "
                        "Run this as that user.",
                        folder.string(), status.st_uid)};
  }
  const FileFaults faults = faults_of_files(folder, status.st_uid);
  if (faults.foreign > 0) {
    return {name, CheckState::kFailed,
            fmt::format("{} of the files in {} belong to another user than the folder, the first "
                        "is {}. The server may be unable to write them: chown -R {} {}",
                        faults.foreign, folder.string(), faults.first_foreign, status.st_uid,
                        folder.string())};
  }
  if (faults.open > 0) {
    return {name, CheckState::kWarning,
            fmt::format("{} of the files in {} would be open to other users if the folder were, "
                        "the first is {}. Make them private: chmod -R go= {}",
                        faults.open, folder.string(), faults.first_open, folder.string())};
  }
  return {name, CheckState::kOk, fmt::format("{}, for its owner alone", folder.string())};
}

CheckLine space_line(uint64_t free_bytes, uint64_t reserve_bytes) {
  const std::string name = "disk space";
  if (free_bytes < reserve_bytes) {
    return {name, CheckState::kFailed,
            fmt::format("{} are free, and below {} ordinary writes are refused. Make room on the "
                        "disk.",
                        megabytes(free_bytes), megabytes(reserve_bytes))};
  }
  if (free_bytes < kLittleSpaceBytes) {
    return {name, CheckState::kWarning,
            fmt::format("Only {} are free. Below {} ordinary writes are refused.",
                        megabytes(free_bytes), megabytes(reserve_bytes))};
  }
  return {name, CheckState::kOk, fmt::format("{} are free", megabytes(free_bytes))};
}

CheckLine check_space(const fs::path& folder) {
  // As embedded::Options::reserve_bytes has it.
  constexpr uint64_t kMinReserve = uint64_t{8} << 20;
  constexpr uint64_t kMaxReserve = uint64_t{64} << 20;
  constexpr uint64_t kPercent = 100;
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error) {
    return {"disk space", CheckState::kWarning,
            fmt::format("It is not known how much is free: {}.", error.message())};
  }
  return space_line(space.available,
                    std::clamp<uint64_t>(space.capacity / kPercent, kMinReserve, kMaxReserve));
}

CheckLine time_zones_line(std::string_view version, int64_t now_ms) {
  const std::string name = "time zones";
  if (version.empty()) return {name, CheckState::kOk, "of this machine, of an unknown version"};
  const int now_year = std::atoi(timestamp_s(now_ms).substr(0, kYearDigits).c_str());
  const int year = std::atoi(std::string(version.substr(0, kYearDigits)).c_str());
  if (now_year - year >= kOldZonesYears) {
    return {name, CheckState::kWarning,
            fmt::format("The time zones of this machine are those of {}. Countries have changed "
                        "their clocks since: update its package tzdata, and restart the server.",
                        version)};
  }
  return {name, CheckState::kOk, fmt::format("of this machine, version {}", version)};
}

CheckLine check_time_zones(int64_t now_ms) {
  const fs::path zones = ical::zone_folder();
  if (!ical::TimeZone::find("Europe/London") || !ical::TimeZone::find("America/New_York")) {
    return {"time zones", CheckState::kFailed,
            fmt::format("The time zones of this machine are not in {}: series and reminders cannot "
                        "be computed. Install its package tzdata.",
                        zones.string())};
  }
  return time_zones_line(version_of_zones(zones), now_ms);
}

CheckLine check_clock(int64_t now_ms, const std::optional<NewestWrite>& newest) {
  const std::string name = "clock";
  if (now_ms < kProgramMs) {
    return {name, CheckState::kFailed,
            fmt::format("The clock of this machine says {}, before this program was made. Set it "
                        "(timedatectl set-ntp true).",
                        timestamp_s(now_ms))};
  }
  if (newest && newest->ms > now_ms + kClockToleranceMs) {
    return {name, CheckState::kWarning,
            fmt::format("The clock says {}, and {} says that it was written {} later. Set the "
                        "clock right, or correct the program that wrote the item.",
                        timestamp_s(now_ms), newest->item, days_text(newest->ms - now_ms))};
  }
  return {name, CheckState::kOk, timestamp_s(now_ms)};
}

CheckLine check_backups(const fs::path& data, int64_t now_ms, std::string_view failure) {
  const auto schedule = embedded::read_schedule(data);
  if (!schedule) return {std::string(kBackups), CheckState::kFailed, schedule.error().message};
  if (!*schedule) {
    return {std::string(kBackups), CheckState::kOk,
            "none are scheduled; norn backup schedule --daily 03:00 makes them every day"};
  }
  if (!failure.empty()) {
    return {std::string(kBackups), CheckState::kFailed,
            fmt::format("The last daily backup failed: {}", failure)};
  }
  return backups_of(data, **schedule, now_ms);
}

CheckLine check_continuous_backups(const fs::path& data, int64_t now_ms,
                                   const std::optional<embedded::ArchiverState>& served) {
  const std::string name = "continuous backups";
  const auto settings = embedded::read_continuous_settings(data);
  if (!settings) return {name, CheckState::kFailed, settings.error().message};
  if (!settings->is_on()) {
    return {name, CheckState::kOk, "off; norn backup continuous --on turns them on"};
  }
  const std::string folder = settings->folder.string();
  if (!served && !embedded::identity_of({.folder = settings->archive()})) {
    return {name, CheckState::kFailed,
            fmt::format("There is no archive in {}. Is its disk mounted?",
                        settings->archive().string())};
  }
  const embedded::ArchiverState state =
      served ? *served : embedded::state_at_rest(settings->archive());
  if (!state.failure.empty()) {
    return {name, CheckState::kFailed,
            fmt::format("They cannot be written into {}: {}", folder, state.failure)};
  }
  if (!state.times) {
    return {name, CheckState::kOk, fmt::format("the first base is being made into {}", folder)};
  }
  const int64_t latest_ms = state.times->latest_s * 1000;
  // Without a server, nothing is written that would have to be archived.
  if (served && now_ms - latest_ms > kLateArchiveMs) {
    return {name, CheckState::kFailed,
            fmt::format("The latest time that can be restored from {} is {}, {} ago. Is its disk "
                        "fast enough, and is there room? norn backup continuous shows what waits.",
                        folder, timestamp_s(latest_ms), days_text(now_ms - latest_ms))};
  }
  return {name, CheckState::kOk,
          fmt::format("into {}, the latest time that can be restored is {}", folder,
                      timestamp_s(latest_ms))};
}

}  // namespace norn::cli
