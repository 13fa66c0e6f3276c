#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "embedded/backup/backup_folder.h"
#include "embedded/embedded_store.h"
#include "store/backups.h"

namespace norn::embedded {

// Backups of tables of the embedded store, in its folder of backups (default_backup_folder), among
// those of the whole store: each has the files of all tables, which it shares with the others. One
// call at a time creates or removes, and few restore: others are refused with kLimitExceeded, so
// that they do not keep their callers' threads waiting.
class EmbeddedTableBackups final : public store::TableBackups {
 public:
  // The store must outlive it.
  explicit EmbeddedTableBackups(EmbeddedStore& store) : store_(store) {}

  Result<store::TableBackup> create(std::string_view table, std::string_view name) override;
  Result<std::vector<store::TableBackup>> list() override;
  Result<store::TableBackup> describe(std::string_view arn) override;
  Result<store::TableBackup> remove(std::string_view arn) override;
  Result<store::TableDescription> restore(const store::RestoreTableRequest& request) override;

 private:
  struct Found {
    std::unique_ptr<BackupFolder> folder;
    Backup backup;
  };
  Result<std::unique_ptr<BackupFolder>> open(BackupFolder::Use use) const;
  Result<Found> find(std::string_view arn, BackupFolder::Use use) const;

  // Whether this backup is being restored.
  bool restores(std::string_view arn) const;
  Result<store::TableDescription> copy_table_of(const store::RestoreTableRequest& request);

  EmbeddedStore& store_;
  std::mutex writing_;          // One call creates or removes at a time.
  std::shared_mutex removing_;  // Lists must not be read while a backup goes. Held briefly.
  mutable std::mutex restoring_mutex_;
  struct Restore {
    std::string arn;     // It may not be removed meanwhile,
    std::string target;  // and nothing else be restored to that name.
  };
  std::vector<Restore> restoring_;
};

}  // namespace norn::embedded
