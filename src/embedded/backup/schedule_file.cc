#include "embedded/backup/schedule_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/json_writer.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

constexpr int kMinutesPerHour = 60;
constexpr int kHoursPerDay = 24;

fs::path schedule_path(const fs::path& data) {
  return data / kScheduleFile;
}

std::unexpected<Error> schedule_failure(std::string_view what, const fs::path& file) {
  return fail(ErrorCode::kUnavailable,
              fmt::format("Cannot {} {}: {}.", what, file.string(), std::strerror(errno)));
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

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// Makes a file, or the names in a folder, durable. Sets errno if it fails.
bool sync_schedule(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is_synced = ::fsync(fd) == 0;
  const int reason = errno;
  ::close(fd);
  errno = reason;
  return is_synced;
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
  const fs::path file = schedule_path(data);
  const fs::path part = file.string() + ".part";
  const int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                        S_IRUSR | S_IWUSR);
  if (fd < 0) return schedule_failure("write", part);
  const bool is_written = write_all(fd, to_json(schedule)) && ::fsync(fd) == 0;
  const int reason = errno;
  ::close(fd);
  if (is_written && ::rename(part.c_str(), file.c_str()) == 0 && sync_schedule(data)) return {};
  if (!is_written) errno = reason;
  const auto failure = schedule_failure("write", file);
  ::unlink(part.c_str());
  return failure;
}

Result<void> remove_schedule(const fs::path& data) {
  const fs::path file = schedule_path(data);
  if (::unlink(file.c_str()) == 0 || errno == ENOENT) return {};
  return schedule_failure("remove", file);
}

Result<void> copy_schedule_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (!fs::exists(schedule_path(from), error)) return {};
  fs::copy_file(schedule_path(from), schedule_path(to), error);
  if (!error && sync_schedule(schedule_path(to)) && sync_schedule(to)) return {};
  if (!error) return schedule_failure("sync", schedule_path(to));
  return fail(ErrorCode::kUnavailable,
              fmt::format("Cannot copy {} to {}: {}.", schedule_path(from).string(), to.string(),
                          error.message()));
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
