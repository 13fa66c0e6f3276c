#include "embedded/backup/restore.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>

#include "embedded/backup/schedule_file.h"
#include "embedded/catalog.h"
#include "embedded/continuous/continuous_settings.h"
#include "embedded/folder_lock.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

constexpr FolderWords kRestoringWords{.name = "folder", .option = "--data"};
constexpr int64_t kMsPerSecond = 1000;

fs::path beside(const fs::path& folder, std::string_view ending) {
  return folder.string() + std::string(ending);
}

// The folder that holds a restore under way, and in it the data so far.
fs::path restoring_folder(const fs::path& target) {
  return beside(target, ".restoring");
}
fs::path unfinished_data(const fs::path& target) {
  return restoring_folder(target) / "data";
}

fs::path aside_folder(const fs::path& target, int64_t now_ms) {
  const std::time_t seconds = now_ms / kMsPerSecond;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  const std::string base =
      fmt::format(".before-restore-{:04}{:02}{:02}T{:02}{:02}{:02}Z", utc.tm_year + 1900,
                  utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
  fs::path folder = beside(target, base);
  std::error_code error;
  for (int number = 2; fs::exists(folder, error); ++number) {
    folder = beside(target, fmt::format("{}-{}", base, number));
  }
  return folder;
}

std::unexpected<Error> cannot(std::string_view what, const fs::path& path,
                              std::string_view reason) {
  return fail(ErrorCode::kUnavailable,
              fmt::format("Cannot {} {}: {}.", what, path.string(), reason));
}

// The folder itself, if `folder` is a symbolic link to it: what is put beside it is then on its
// disk, whether it is there at the moment or not. Nothing is taken out of the path (a/.. is not
// always where a is), so that it leads where the kernel finds it.
Result<fs::path> real_folder(const fs::path& folder) {
  constexpr int kMaxLinks = 40;  // As on Linux.
  fs::path plain = folder.has_filename() ? folder : folder.parent_path();
  std::error_code error;
  for (int i = 0; i < kMaxLinks; ++i) {
    if (!fs::is_symlink(plain, error)) {
      if (plain.filename() != "." && plain.filename() != "..") return plain;
      plain = fs::canonical(plain, error);
      if (error) return cannot("follow", folder, error.message());
      return plain;
    }
    const fs::path next = fs::read_symlink(plain, error);
    if (error) return cannot("follow", plain, error.message());
    plain = plain.parent_path() / next;
    if (!plain.has_filename()) plain = plain.parent_path();
  }
  return cannot("follow", folder, "it leads through too many symbolic links");
}

Result<void> move_folder(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) == 0) return {};
  return cannot("move", from, fmt::format("to {}: {}", to.string(), std::strerror(errno)));
}

// Makes the names in a folder durable.
Result<void> sync_folder(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool is_synced = fd >= 0 && ::fsync(fd) == 0;
  const int reason = errno;
  if (fd >= 0) ::close(fd);
  if (!is_synced) return cannot("sync", folder, std::strerror(reason));
  return {};
}

Result<bool> has_data(const fs::path& target) {
  std::error_code error;
  if (!fs::exists(target, error)) return false;
  if (!fs::is_directory(target, error)) {
    return fail(
        ErrorCode::kValidation,
        fmt::format("{} is not a folder. Choose another one with --data.", target.string()));
  }
  const bool is_empty = fs::is_empty(target, error);
  if (error) return cannot("read", target, error.message());
  return !is_empty;
}

Result<void> copy_settings(const fs::path& from, const fs::path& to) {
  NORN_TRY(copy_schedule_file(from, to));
  return copy_continuous_settings(from, to);
}

// Puts the settings that the restored data is to have beside it, where they are until the end: a
// restore that was killed after it had moved the data aside is repeated without that.
Result<void> keep_settings(const fs::path& target, bool is_used) {
  const fs::path folder = restoring_folder(target);
  if (!is_used) return copy_settings(unfinished_data(target), folder);
  NORN_TRY(remove_schedule(folder));
  NORN_TRY(write_continuous_settings(folder, {}));
  return copy_settings(target, folder);
}

// Copies the files into a folder of its own, which is whole when this succeeds.
Result<void> copy_files(const BackupFolder& folder, BackupId id, const fs::path& target,
                        bool is_used, const FinishRestore& finish) {
  NORN_TRY(keep_settings(target, is_used));
  const fs::path data = unfinished_data(target);
  std::error_code error;
  fs::remove_all(data, error);
  if (error) return cannot("remove", data, error.message());
  if (::mkdir(data.c_str(), S_IRWXU) != 0) return cannot("create", data, std::strerror(errno));
  NORN_TRY(folder.copy_to(id, data));
  if (::chmod(data.c_str(), S_IRWXU) != 0) {
    return cannot("make private", data, std::strerror(errno));
  }
  if (finish) NORN_TRY(finish(data));
  NORN_TRY(copy_settings(restoring_folder(target), data));
  return sync_folder(data);
}

// Nothing is left of a restore that fails here.
Result<void> put_into_place(const fs::path& target, const std::optional<fs::path>& moved_to) {
  Result<void> moved;
  if (moved_to) moved = move_folder(target, *moved_to);
  if (moved) {
    moved = move_folder(unfinished_data(target), target);
    if (!moved && moved_to) NORN_TRY(move_folder(*moved_to, target));
  }
  std::error_code error;
  fs::remove_all(restoring_folder(target), error);
  if (moved) return sync_folder(target.parent_path());
  return fail(moved.error().code,
              fmt::format("{} If that is where a disk is mounted, restore into a folder below it, "
                          "with --data.",
                          moved.error().message));
}

}  // namespace

Result<void> check_layout(const Backup& backup) {
  if (backup.note.layout <= kLayoutVersion) return {};
  return fail(ErrorCode::kUnavailable,
              fmt::format("Backup {} was made by a later version of Norn (layout {} of the store; "
                          "this version knows {}). Use that version.",
                          backup.id, backup.note.layout, kLayoutVersion));
}

Result<StoreContent> verify_backup(const BackupFolder& folder, BackupId id) {
  NORN_ASSIGN(const Backup backup, folder.find(id));
  NORN_TRY(check_layout(backup));
  NORN_TRY(folder.verify_files(id));
  NORN_ASSIGN(const auto database, folder.open_database(id));
  auto content = check_content(*database);
  if (!content) {
    return fail(content.error().code, fmt::format("Backup {} in {} is damaged: {}.", id,
                                                  folder.path().string(), content.error().message));
  }
  return content;
}

Result<Restored> restore_backup(const BackupFolder& folder, BackupId id, const fs::path& given,
                                ExistingData existing, int64_t now_ms,
                                const FinishRestore& finish) {
  NORN_ASSIGN(const fs::path target, real_folder(given));
  Restored restored;
  NORN_ASSIGN(restored.backup, folder.find(id));
  NORN_TRY(check_layout(restored.backup));
  NORN_ASSIGN(const bool is_used, has_data(target));
  if (is_used && existing == ExistingData::kRefuse) {
    return fail(ErrorCode::kConflict,
                fmt::format("There is data in {} already. Choose an empty folder with --data, or "
                            "say --replace: the data that is there is then moved aside.",
                            target.string()));
  }
  std::unique_ptr<FolderLock> lock;  // A server that uses the data must be stopped first.
  if (is_used) {
    NORN_ASSIGN(lock, FolderLock::take(target));
  }
  NORN_ASSIGN(const auto restoring, FolderLock::take(restoring_folder(target), kRestoringWords));
  // A restore before that moved the data aside and was killed: without this sign of it, Norn would
  // start with nothing.
  std::error_code error;
  const bool keeps_sign = fs::exists(unfinished_data(target), error) && !fs::exists(target, error);
  if (auto copied = copy_files(folder, id, target, is_used, finish); !copied) {
    if (!keeps_sign) fs::remove_all(restoring_folder(target), error);
    return std::unexpected(std::move(copied).error());
  }
  if (is_used) restored.moved_to = aside_folder(target, now_ms);
  NORN_TRY(put_into_place(target, restored.moved_to));
  return restored;
}

Result<void> check_no_unfinished_restore(const fs::path& given) {
  NORN_ASSIGN(const fs::path directory, real_folder(given));
  std::error_code error;
  if (!fs::exists(unfinished_data(directory), error)) return {};
  return fail(ErrorCode::kUnavailable,
              fmt::format("A restore into {0} was interrupted. Repeat it (norn backup restore), or "
                          "remove {1} to go on with the data from before, which is in {0} or, if "
                          "that is not there, in {0}.before-restore-TIME.",
                          directory.string(), restoring_folder(directory).string()));
}

}  // namespace norn::embedded
