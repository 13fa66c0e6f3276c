#include "embedded/backup/table_backups.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/log.h"
#include "embedded/backup/restore.h"
#include "embedded/backup/restored_table.h"
#include "embedded/backup/schedule_file.h"
#include "embedded/catalog_codec.h"
#include "store/errors.h"

namespace norn::embedded {
namespace {

// A copy reads and writes as fast as the disk does, and each occupies a thread of its caller.
constexpr size_t kMaxRestoresAtATime = 2;

std::unexpected<Error> another_is_made() {
  return fail(ErrorCode::kLimitExceeded,
              "Another backup is being made or deleted. Try again later.");
}

Result<store::TableBackup> to_table_backup(const Backup& backup) {
  const TableNote& note = *backup.note.table;
  NORN_ASSIGN(const Table table, decode_table(note.record));
  store::TableBackup result{.arn = note.arn,
                            .name = note.name,
                            .created_ms = backup.note.created_ms,
                            .is_complete = true,
                            .table = table.description,
                            .ttl = table.ttl};
  result.table.item_count = note.items;
  result.table.size_bytes = note.bytes;
  return result;
}

std::unexpected<Error> backup_not_found(std::string_view arn) {
  return store::wire_error(ErrorCode::kResourceNotFound, "BackupNotFoundException",
                           fmt::format("Backup not found: {}", arn));
}

}  // namespace

Result<std::unique_ptr<BackupFolder>> EmbeddedTableBackups::open(BackupFolder::Use use) const {
  NORN_ASSIGN(const auto path, default_backup_folder(store_.directory()));
  auto folder = BackupFolder::open(path, use);
  if (!folder && folder.error().code == ErrorCode::kResourceInUse) {
    return another_is_made();
  }
  return folder;
}

Result<EmbeddedTableBackups::Found> EmbeddedTableBackups::find(std::string_view arn,
                                                               BackupFolder::Use use) const {
  auto folder = open(use);
  if (!folder && folder.error().code == ErrorCode::kResourceNotFound) return backup_not_found(arn);
  if (!folder) return std::unexpected(std::move(folder).error());
  for (Backup& backup : (*folder)->list()) {
    if (!backup.note.table || backup.note.table->arn != arn) continue;
    return Found{.folder = *std::move(folder), .backup = std::move(backup)};
  }
  return backup_not_found(arn);
}

Result<store::TableBackup> EmbeddedTableBackups::create(std::string_view table,
                                                        std::string_view name) {
  const std::unique_lock writing(writing_, std::try_to_lock);
  if (!writing) return another_is_made();
  if (const auto found = store_.describe_table(table); !found) {
    if (found.error().code != ErrorCode::kResourceNotFound) return std::unexpected(found.error());
    return fail(ErrorCode::kTableNotFound, fmt::format("Table not found: {}", table));
  }
  NORN_ASSIGN(const auto folder, open(BackupFolder::Use::kWrite));
  NORN_ASSIGN(const Backup backup, store_.back_up_table(*folder, table, std::string(name)));
  return to_table_backup(backup);
}

Result<std::vector<store::TableBackup>> EmbeddedTableBackups::list() {
  const std::shared_lock reading(removing_);
  std::vector<store::TableBackup> backups;
  const auto folder = open(BackupFolder::Use::kRead);
  if (!folder && folder.error().code == ErrorCode::kResourceNotFound) return backups;
  if (!folder) return std::unexpected(folder.error());
  for (const Backup& backup : (*folder)->list()) {
    if (!backup.note.table) continue;
    auto one = to_table_backup(backup);
    if (one) {
      backups.push_back(*std::move(one));
    } else {
      log::warn("backup {} ({}) is left out of the list, because its note cannot be read: {}",
                backup.id, backup.note.table->arn, one.error().message);
    }
  }
  return backups;
}

Result<store::TableBackup> EmbeddedTableBackups::describe(std::string_view arn) {
  const std::shared_lock reading(removing_);
  NORN_ASSIGN(const Found found, find(arn, BackupFolder::Use::kRead));
  return to_table_backup(found.backup);
}

Result<store::TableBackup> EmbeddedTableBackups::remove(std::string_view arn) {
  const std::unique_lock writing(writing_, std::try_to_lock);
  if (!writing) return another_is_made();
  const std::lock_guard removing(removing_);
  if (restores(arn)) {
    return store::wire_error(ErrorCode::kResourceInUse, "BackupInUseException",
                             fmt::format("Backup is being restored: {}", arn));
  }
  // Opening it to write would create it.
  NORN_TRY(find(arn, BackupFolder::Use::kRead));
  NORN_ASSIGN(const Found found, find(arn, BackupFolder::Use::kWrite));
  NORN_ASSIGN(store::TableBackup removed, to_table_backup(found.backup));
  NORN_TRY(found.folder->remove(found.backup.id));
  return removed;
}

bool EmbeddedTableBackups::restores(std::string_view arn) const {
  const std::lock_guard lock(restoring_mutex_);
  return std::ranges::find(restoring_, arn, &Restore::arn) != restoring_.end();
}

Result<store::TableDescription> EmbeddedTableBackups::restore(
    const store::RestoreTableRequest& request) {
  {
    const std::lock_guard lock(restoring_mutex_);
    // The same request once more, from a client that did not wait.
    if (std::ranges::find(restoring_, request.target, &Restore::target) != restoring_.end()) {
      return target_exists(request.target);
    }
    if (restoring_.size() >= kMaxRestoresAtATime) {
      return fail(ErrorCode::kLimitExceeded,
                  fmt::format("{} tables are being restored already. Try again later.",
                              kMaxRestoresAtATime));
    }
    restoring_.push_back({.arn = request.backup_arn, .target = request.target});
  }
  auto restored = copy_table_of(request);
  const std::lock_guard lock(restoring_mutex_);
  restoring_.erase(std::ranges::find(restoring_, request.target, &Restore::target));
  return restored;
}

Result<store::TableDescription> EmbeddedTableBackups::copy_table_of(
    const store::RestoreTableRequest& request) {
  std::shared_lock reading(removing_);
  NORN_ASSIGN(const Found found, find(request.backup_arn, BackupFolder::Use::kRead));
  reading.unlock();  // It stays, because it is noted as being restored.
  if (store_.describe_table(request.target)) return target_exists(request.target);
  NORN_TRY(check_layout(found.backup));
  NORN_ASSIGN(const Table source, decode_table(found.backup.note.table->record));
  NORN_ASSIGN(const auto create, create_restored(source.description, request));
  NORN_TRY(found.folder->verify_files(found.backup.id));
  NORN_ASSIGN(const auto database, found.folder->open_database(found.backup.id));
  return store_.copy_table(*database, source.id, create);
}

}  // namespace norn::embedded
