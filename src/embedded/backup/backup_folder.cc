#include "embedded/backup/backup_folder.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/log.h"
#include "embedded/backup/schedule_file.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kProgressBytes = uint64_t{1} << 20;
constexpr FolderWords kBackupFolderWords{.name = "backup folder", .option = "--to"};
// Memtables go to files before a backup, because logs are copied again each time; but not on a disk
// on which that could use up the store's reserve.
constexpr uint64_t kSpaceToFlush = uint64_t{256} << 20;

rocksdb::BackupEngineOptions engine_options(const fs::path& folder) {
  rocksdb::BackupEngineOptions options(folder.string());
  options.callback_trigger_interval_size = kProgressBytes;
  return options;
}

Error engine_error(const fs::path& folder, const rocksdb::Status& status) {
  if (status.IsNoSpace() || status.IsCorruption()) return error_of(status);
  return {ErrorCode::kUnavailable,
          fmt::format("The backups in {} cannot be used: {}", folder.string(), status.ToString()),
          nullptr};
}

Error damage_of(const fs::path& folder, BackupId id, std::string_view what) {
  return {ErrorCode::kCorruption,
          fmt::format("Backup {} in {} is damaged: {}. Use another backup; `norn backup verify` "
                      "shows which ones are whole.",
                      id, folder.string(), what),
          nullptr};
}

Backup to_backup(const rocksdb::BackupInfo& info) {
  Backup backup{.id = info.backup_id,
                .bytes = info.size,
                .files = info.number_files,
                .note = {},
                .damage = ""};
  if (auto note = decode_backup_note(info.app_metadata)) {
    backup.note = *std::move(note);
  } else {
    backup.damage = note.error().message;
  }
  return backup;
}

bool on_same_disk(const fs::path& one, const fs::path& other) {
  struct stat first{};
  struct stat second{};
  return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0 &&
         first.st_dev == second.st_dev;
}

// A table file is kept as NUMBER_sSESSION_SIZE.sst. The session is known only to those who open the
// file, but number and size tell files apart well enough for an estimate.
std::string shared_name(std::string_view number, std::string_view size) {
  return fmt::format("{}_{}", number, size);
}

std::set<std::string> shared_files(const fs::path& folder) {
  std::set<std::string> names;
  std::error_code error;
  // A range-based loop would throw what the disk reports on the way.
  for (fs::directory_iterator entry(folder / "shared_checksum", error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string stem = entry->path().stem().string();
    const size_t first = stem.find('_');
    const size_t last = stem.rfind('_');
    if (first == std::string::npos) continue;
    names.insert(shared_name(std::string_view(stem).substr(0, first),
                             std::string_view(stem).substr(last + 1)));
  }
  return names;
}

Error lacks_space(const fs::path& folder, uint64_t needed, uint64_t free) {
  constexpr double kMegabyte = 1e6;
  const auto megabytes = [](uint64_t bytes) { return static_cast<double>(bytes) / kMegabyte; };
  return {ErrorCode::kStorageFull,
          fmt::format("There is not enough space for a backup in {}: it needs {:.1f} MB, and "
                      "{:.1f} MB may be used, so {:.1f} MB are missing. Nothing was kept of it. "
                      "Free some space, delete old backups, or choose a folder on another disk "
                      "with --to.",
                      folder.string(), megabytes(needed), megabytes(free),
                      megabytes(needed > free ? needed - free : 0)),
          nullptr};
}

}  // namespace

Result<std::unique_ptr<BackupFolder>> BackupFolder::open(const fs::path& folder, Use use,
                                                         rocksdb::Env* env) {
  rocksdb::Env& used = env != nullptr ? *env : *rocksdb::Env::Default();
  std::unique_ptr<BackupFolder> opened(new BackupFolder(folder, used));
  if (use == Use::kWrite) {
    NORN_ASSIGN(opened->lock_, FolderLock::take(folder, kBackupFolderWords));
    rocksdb::BackupEngine* raw = nullptr;
    const auto status = rocksdb::BackupEngine::Open(engine_options(folder), &used, &raw);
    opened->engine_.reset(raw);
    if (!status.ok()) return std::unexpected(engine_error(folder, status));
    return opened;
  }
  std::error_code error;
  if (!fs::is_directory(folder / "meta", error)) {
    return fail(ErrorCode::kResourceNotFound,
                fmt::format("There are no backups in {}.", folder.string()));
  }
  rocksdb::BackupEngineReadOnly* raw = nullptr;
  const auto status = rocksdb::BackupEngineReadOnly::Open(engine_options(folder), &used, &raw);
  opened->read_only_.reset(raw);
  if (!status.ok()) return std::unexpected(engine_error(folder, status));
  return opened;
}

const rocksdb::BackupEngineReadOnlyBase& BackupFolder::reader() const {
  if (engine_) return *engine_;
  return *read_only_;
}

std::vector<Backup> BackupFolder::list() const {
  std::vector<rocksdb::BackupInfo> infos;
  reader().GetBackupInfo(&infos);
  std::vector<Backup> backups;
  backups.reserve(infos.size());
  std::ranges::transform(infos, std::back_inserter(backups), to_backup);
  std::vector<rocksdb::BackupID> damaged;
  reader().GetCorruptedBackups(&damaged);
  for (const rocksdb::BackupID id : damaged) {
    rocksdb::BackupInfo info;
    const auto status = reader().GetBackupInfo(id, &info);
    backups.push_back({.id = id, .bytes = 0, .files = 0, .note = {}, .damage = status.ToString()});
  }
  std::ranges::sort(backups, {}, &Backup::id);
  return backups;
}

Result<Backup> BackupFolder::find(BackupId id) const {
  const std::vector<Backup> all = list();
  const auto found = std::ranges::find(all, id, &Backup::id);
  if (found == all.end()) {
    return fail(ErrorCode::kResourceNotFound,
                fmt::format("There is no backup {} in {}.", id, path_.string()));
  }
  if (!found->damage.empty()) return std::unexpected(damage_of(path_, id, found->damage));
  return *found;
}

uint64_t BackupFolder::bytes_to_copy(Database& database) const {
  rocksdb::LiveFilesStorageInfoOptions options;
  options.wal_size_for_flush = UINT64_MAX;  // Flushes nothing.
  std::vector<rocksdb::LiveFileStorageInfo> files;
  if (!database.rocks().GetLiveFilesStorageInfo(options, &files).ok()) return 0;
  const std::set<std::string> shared = shared_files(path_);
  uint64_t bytes = 0;
  for (const rocksdb::LiveFileStorageInfo& file : files) {
    const std::string number = fs::path(file.relative_filename).stem().string();
    if (!shared.contains(shared_name(number, std::to_string(file.size)))) bytes += file.size;
  }
  return bytes;
}

Result<void> BackupFolder::check_space(const Database& database, uint64_t bytes) const {
  uint64_t free = 0;
  if (!env_.GetFreeSpace(path_.string(), &free).ok()) return {};
  const uint64_t kept = on_same_disk(path_, database.directory()) ? database.reserve_bytes() : 0;
  const uint64_t usable = free > kept ? free - kept : 0;
  if (bytes <= usable) return {};
  return std::unexpected(lacks_space(path_, bytes, usable));
}

Result<Backup> BackupFolder::create(Database& database, const BackupNote& note,
                                    const ReportProgress& report) {
  NORN_TRY(check_outside_data(path_, database.directory()));
  if (database.free_bytes().value_or(0) > database.reserve_bytes() + kSpaceToFlush) {
    if (const auto flushed = database.flush(); !flushed) {
      log::warn("a backup copies more of the log, because what is in memory cannot be flushed: {}",
                flushed.error().message);
    }
  }
  BackupProgress progress{.copied_bytes = 0, .total_bytes = bytes_to_copy(database)};
  NORN_TRY(check_space(database, progress.total_bytes));
  bool is_stopped = false;
  rocksdb::CreateBackupOptions options;
  options.progress_callback = [&] {
    progress.copied_bytes += kProgressBytes;
    progress.total_bytes = std::max(progress.total_bytes, progress.copied_bytes);
    if (!report(progress)) {
      is_stopped = true;
      engine_->StopBackup();
    }
    if (database.wants_to_reopen()) engine_->StopBackup();
  };
  rocksdb::BackupID id = 0;
  const auto status =
      engine_->CreateNewBackupWithMetadata(options, &database.rocks(), encode(note), &id);
  if (status.ok()) return find(id);
  if (const auto cleaned = engine_->GarbageCollect(); !cleaned.ok()) {
    log::warn("what is left of a failed backup in {} stays: {}", path_.string(),
              cleaned.ToString());
  }
  if (status.IsNoSpace()) {
    NORN_TRY(check_space(database, progress.total_bytes));
    return std::unexpected(error_of(status));
  }
  if (status.IsIncomplete()) {
    return fail(ErrorCode::kUnavailable,
                is_stopped ? "The backup was stopped."
                           : "The backup was given up, because the disk of the data is full. Free "
                             "some space and try again.");
  }
  return std::unexpected(engine_error(path_, status));
}

Result<void> BackupFolder::remove(BackupId id) {
  const auto status = engine_->DeleteBackup(id);
  if (status.IsNotFound()) {
    return fail(ErrorCode::kResourceNotFound,
                fmt::format("There is no backup {} in {}.", id, path_.string()));
  }
  if (!status.ok()) return std::unexpected(engine_error(path_, status));
  return {};
}

Result<size_t> BackupFolder::prune(size_t keep) {
  std::vector<Backup> whole = list();
  std::erase_if(whole, [](const Backup& one) { return one.note.table || !one.damage.empty(); });
  const size_t surplus = whole.size() > keep ? whole.size() - keep : 0;
  for (size_t i = 0; i < surplus; ++i) NORN_TRY(remove(whole[i].id));
  return surplus;
}

Result<void> BackupFolder::verify_files(BackupId id) const {
  NORN_TRY(find(id));
  const auto status = reader().VerifyBackup(id, /*verify_with_checksum=*/true);
  if (!status.ok()) return std::unexpected(damage_of(path_, id, status.ToString()));
  return {};
}

Result<std::unique_ptr<Database>> BackupFolder::open_database(BackupId id) const {
  NORN_TRY(find(id));
  rocksdb::BackupInfo info;
  const auto status = reader().GetBackupInfo(id, &info, /*include_file_details=*/true);
  if (!status.ok()) return std::unexpected(damage_of(path_, id, status.ToString()));
  Options options;
  options.directory = info.name_for_open;
  options.env = info.env_for_open.get();
  auto database = Database::open_read_only(options, info.env_for_open);
  if (!database) return std::unexpected(damage_of(path_, id, database.error().message));
  return database;
}

Result<void> BackupFolder::copy_to(BackupId id, const fs::path& target) const {
  NORN_TRY(find(id));
  const auto status =
      reader().RestoreDBFromBackup(rocksdb::RestoreOptions(), id, target.string(), target.string());
  if (status.IsCorruption()) {
    NORN_TRY(verify_files(id));  // Names the file, which RocksDB does not here.
    return std::unexpected(damage_of(path_, id, status.ToString()));
  }
  if (status.IsNoSpace()) {
    return fail(ErrorCode::kStorageFull,
                fmt::format("There is not enough space in {} to restore backup {}.",
                            target.parent_path().string(), id));
  }
  if (!status.ok()) return std::unexpected(engine_error(path_, status));
  return {};
}

}  // namespace norn::embedded
