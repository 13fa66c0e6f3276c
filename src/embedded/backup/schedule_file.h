#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

// When a server makes backups by itself: a small JSON file in the data folder, because it belongs
// to the place and not to the data, which may be restored somewhere else.
namespace norn::embedded {

inline constexpr std::string_view kScheduleFile = "backup_schedule.json";
inline constexpr size_t kMaxKeptBackups = 10'000;
inline constexpr size_t kDefaultKeptBackups = 14;

struct BackupSchedule {
  std::filesystem::path folder;  // Absolute.
  int minute_of_day = 0;         // In the machine's time zone.
  size_t keep = kDefaultKeptBackups;
};

// Reads a time of day such as 03:00 as minutes.
std::optional<int> parse_time_of_day(std::string_view text);
std::string time_of_day_text(int minute_of_day);

// Returns nullopt if there is none.
Result<std::optional<BackupSchedule>> read_schedule(const std::filesystem::path& data);
Result<void> write_schedule(const std::filesystem::path& data, const BackupSchedule& schedule);
Result<void> remove_schedule(const std::filesystem::path& data);
// If there is one. The copy is durable.
Result<void> copy_schedule_file(const std::filesystem::path& from, const std::filesystem::path& to);

// Refuses a folder of backups inside the data folder, with which they would be lost or moved.
Result<void> check_outside_data(const std::filesystem::path& folder,
                                const std::filesystem::path& data);

// The folder of backups when none is chosen: the schedule's, or one beside the data.
Result<std::filesystem::path> default_backup_folder(const std::filesystem::path& data);

}  // namespace norn::embedded
