#pragma once

#include <rocksdb/utilities/backup_engine.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "embedded/backup/backup_note.h"
#include "embedded/database.h"
#include "embedded/folder_lock.h"

namespace norn::embedded {

using BackupId = uint32_t;

struct Backup {
  BackupId id = 0;
  uint64_t bytes = 0;  // Of all its files, shared with other backups or not.
  uint32_t files = 0;
  BackupNote note;
  // Why it cannot be restored, with the file that is missing or damaged, as far as names and sizes
  // of files tell; empty otherwise. What is in the files, BackupFolder::verify looks at.
  std::string damage;
};

struct BackupProgress {
  uint64_t copied_bytes = 0;
  uint64_t total_bytes = 0;  // An estimate.
};
// Returns false to stop.
using ReportProgress = std::function<bool(const BackupProgress&)>;

// A folder with backups of one store. A table file of RocksDB, which never changes, is there once
// for all backups that have it, so that another backup copies the new ones only. Each file has a
// checksum.
class BackupFolder {
 public:
  enum class Use : uint8_t {
    kRead,   // The folder must exist.
    kWrite,  // It is created, and locked: one process at a time writes to it.
  };
  // `env` is the file system underneath; nullptr means the real one.
  static Result<std::unique_ptr<BackupFolder>> open(const std::filesystem::path& folder, Use use,
                                                    rocksdb::Env* env = nullptr);

  const std::filesystem::path& path() const { return path_; }

  // As of when the folder was opened, and with what was created and removed here; oldest first.
  std::vector<Backup> list() const;
  // Returns kResourceNotFound if there is no such backup, and kCorruption if it is damaged.
  Result<Backup> find(BackupId id) const;

  // Copies the store as it is now, while it stays in use: all that was acknowledged before is in
  // it. The caller holds the database; if that has to be reopened, the backup is given up. Nothing
  // is left of one that fails. kStorageFull says how much space is missing.
  Result<Backup> create(Database& database, const BackupNote& note, const ReportProgress& report);

  // Deletes a backup, and the files that no other backup has.
  Result<void> remove(BackupId id);
  // Deletes the oldest backups of the whole store but for the newest `keep`; backups of tables
  // stay. Returns how many were deleted.
  Result<size_t> prune(size_t keep);

  // Reads all files of a backup and compares their checksums. The error names the file.
  Result<void> verify_files(BackupId id) const;
  // Opens the store in a backup for reading, where it is. The folder must outlive it.
  Result<std::unique_ptr<Database>> open_database(BackupId id) const;
  // Copies the files of a backup into a new folder, comparing their checksums.
  Result<void> copy_to(BackupId id, const std::filesystem::path& target) const;

 private:
  BackupFolder(std::filesystem::path path, rocksdb::Env& env) : path_(std::move(path)), env_(env) {}

  const rocksdb::BackupEngineReadOnlyBase& reader() const;
  // What a new backup has to copy.
  uint64_t bytes_to_copy(Database& database) const;
  // Returns kStorageFull if so many bytes do not fit beside what the store keeps free.
  Result<void> check_space(const Database& database, uint64_t bytes) const;

  const std::filesystem::path path_;
  rocksdb::Env& env_;
  std::unique_ptr<FolderLock> lock_;
  // One of the two.
  std::unique_ptr<rocksdb::BackupEngine> engine_;
  std::unique_ptr<rocksdb::BackupEngineReadOnly> read_only_;
};

}  // namespace norn::embedded
