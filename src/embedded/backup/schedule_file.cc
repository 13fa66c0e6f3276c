#include "embedded/backup/schedule_file.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <system_error>

#include "base/json_writer.h"
#include "embedded/backup/durable_file.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

constexpr int kMinutesPerHour = 60;
constexpr int kHoursPerDay = 24;

fs::path schedule_path(const fs::path& data) {
  return data / kScheduleFile;
}

std::string to_json(const BackupSchedule& schedule) {
  std::string json;
  ObjectWriter object(json);
  object.text("to", schedule.folder.string());
  object.text("daily", time_of_day_text(schedule.minute_of_day));
  object.integer("keep", static_cast<int64_t>(schedule.keep));
  object.close();
  json.push_back('\n');
  return json;
}

// As the kernel sees the part of the path that exists.
fs::path resolved_folder(const fs::path& folder) {
  std::error_code error;
  fs::path resolved = fs::weakly_canonical(fs::absolute(folder, error), error);
  return error ? folder.lexically_normal() : resolved;
}

bool is_inside(const fs::path& folder, const fs::path& other) {
  const fs::path inner = resolved_folder(folder);
  const fs::path outer = resolved_folder(other.has_filename() ? other : other.parent_path());
  return std::ranges::mismatch(outer, inner).in1 == outer.end();
}

}  // namespace

std::optional<int> parse_time_of_day(std::string_view text) {
  constexpr std::string_view kForm = "00:00";
  if (text.size() != kForm.size() || text[2] != ':') return std::nullopt;
  const auto two_digits = [&](size_t at) {
    const auto digit = [](char character) {
      return '0' <= character && character <= '9' ? character - '0' : 100;
    };
    return digit(text[at]) * 10 + digit(text[at + 1]);
  };
  const int hour = two_digits(0);
  const int minute = two_digits(3);
  if (hour >= kHoursPerDay || minute >= kMinutesPerHour) return std::nullopt;
  return hour * kMinutesPerHour + minute;
}

std::string time_of_day_text(int minute_of_day) {
  return fmt::format("{:02}:{:02}", minute_of_day / kMinutesPerHour,
                     minute_of_day % kMinutesPerHour);
}

Result<std::optional<BackupSchedule>> read_schedule(const fs::path& data) {
  const fs::path file = schedule_path(data);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  std::string_view folder;
  std::string_view daily;
  uint64_t keep = 0;
  const bool is_read = parser.load(file.string()).get(object) == simdjson::SUCCESS &&
                       object["to"].get(folder) == simdjson::SUCCESS &&
                       object["daily"].get(daily) == simdjson::SUCCESS &&
                       object["keep"].get(keep) == simdjson::SUCCESS;
  const std::optional<int> minute = parse_time_of_day(daily);
  if (!is_read || !minute || !fs::path(folder).is_absolute() || keep == 0 ||
      keep > kMaxKeptBackups) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("The file {} is not a schedule of backups. Set it again with norn "
                            "backup schedule.",
                            file.string()));
  }
  return BackupSchedule{.folder = folder, .minute_of_day = *minute, .keep = keep};
}

Result<void> write_schedule(const fs::path& data, const BackupSchedule& schedule) {
  return write_file_durably(schedule_path(data), to_json(schedule));
}

Result<void> remove_schedule(const fs::path& data) {
  return remove_file(schedule_path(data));
}

Result<void> copy_schedule_file(const fs::path& from, const fs::path& to) {
  return copy_file_durably(schedule_path(from), schedule_path(to));
}

Result<void> check_outside_data(const fs::path& folder, const fs::path& data) {
  if (!is_inside(folder, data)) return {};
  return fail(ErrorCode::kValidation,
              fmt::format("{} is inside the data folder, and would be lost or moved with it. "
                          "Choose another folder with --to.",
                          folder.string()));
}

Result<fs::path> default_backup_folder(const fs::path& data) {
  NORN_ASSIGN(const auto schedule, read_schedule(data));
  if (schedule) return schedule->folder;
  const fs::path plain = data.has_filename() ? data : data.parent_path();
  return fs::path(plain.string() + "-backups");
}

}  // namespace norn::embedded
