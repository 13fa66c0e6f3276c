#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "embedded/backup/backup_folder.h"
#include "embedded/catalog.h"
#include "embedded/committer.h"
#include "embedded/database.h"
#include "embedded/folder_lock.h"
#include "embedded/maintenance.h"
#include "embedded/new_tables.h"
#include "embedded/options.h"
#include "embedded/statistics.h"
#include "embedded/store_check.h"
#include "embedded/store_log.h"
#include "store/bulk_tables.h"
#include "store/requests/item_write.h"
#include "store/store.h"
#include "store/table_settings.h"

namespace norn::embedded {

// The store inside the process, on RocksDB. It is stronger than the contract: indexes never lag,
// and every stream has one order.
class EmbeddedStore final : public store::Store,
                            public store::BulkTables,
                            public store::SettingsOfTables {
 public:
  // Locks the folder for this process. Errors are for a person: the folder is in use, cannot be
  // written, or is damaged. The clock must outlive the store.
  static Result<std::unique_ptr<EmbeddedStore>> open(const Options& options, const Clock& clock);
  // A store whose files `options.env` has in memory, and that nothing else uses: there is no folder
  // to lock, and no log, so that it is gone when it is closed.
  static Result<std::unique_ptr<EmbeddedStore>> open_in_memory(const Options& options,
                                                               const Clock& clock);
  // Finishes all requests, then closes.
  ~EmbeddedStore() override;

  Result<store::TableDescription> create_table(const store::CreateTableRequest& request) override;
  Result<store::TableDescription> describe_table(std::string_view table) override;
  Result<store::ListTablesResult> list_tables(const store::ListTablesRequest& request) override;
  Result<store::TableDescription> update_table(const store::UpdateTableRequest& request) override;
  Result<store::TableDescription> delete_table(std::string_view table) override;
  Result<store::TtlDescription> update_ttl(const store::UpdateTtlRequest& request) override;
  Result<store::TtlDescription> describe_ttl(std::string_view table) override;
  Result<void> change_tags(const store::ChangeTagsRequest& request) override;
  Result<store::Tags> list_tags(std::string_view table) override;

  Result<store::GetResult> get(const store::GetRequest& request) override;
  Result<store::PageResult> query(const store::QueryRequest& request) override;
  Result<store::PageResult> scan(const store::ScanRequest& request) override;
  Result<store::BatchGetResult> batch_get(const store::BatchGetRequest& request) override;
  Result<store::TransactGetResult> transact_get(const store::TransactGetRequest& request) override;

  Result<store::WriteResult> put(const store::PutRequest& request) override;
  Result<store::WriteResult> update(const store::UpdateRequest& request) override;
  Result<store::WriteResult> remove(const store::DeleteRequest& request) override;
  Result<store::BatchWriteResult> batch_write(const store::BatchWriteRequest& request) override;
  Result<store::TransactWriteResult> transact_write(
      const store::TransactWriteRequest& request) override;
  void submit(store::WriteRequest request, store::WriteCompletion done) override;

  Result<store::ListStreamsResult> list_streams(const store::ListStreamsRequest& request) override;
  Result<store::StreamDescription> describe_stream(
      const store::DescribeStreamRequest& request) override;
  Result<store::ReadStreamResult> read_stream(const store::ReadStreamRequest& request) override;

  Result<std::unique_ptr<store::TableAtTime>> read_now(std::string_view table) override;
  Result<std::unique_ptr<store::NewTable>> begin_table(
      const store::CreateTableRequest& request) override;

  Result<store::TableDescription> create_table_with(
      const store::TableSettings& settings, const store::CreateTableRequest& request) override;
  Result<store::TableSettings> table_settings(std::string_view table) override;
  Result<void> change_table_settings(std::string_view table,
                                     const store::ChangeTableSettings& change) override;

  // Copies the store as it is now into a folder of backups, while it stays in use.
  Result<Backup> back_up(BackupFolder& folder, const ReportProgress& report);
  // The same for one table: the note has its record.
  Result<Backup> back_up_table(BackupFolder& folder, std::string_view table, std::string name);
  // Creates a table with the items that the table `source` has in a database at rest. It appears
  // when it is whole.
  Result<store::TableDescription> copy_table(Database& database, SpaceId source,
                                             const store::CreateTableRequest& request);
  // Compares what is derived from items with the items, a page at a time: check_store_page.
  Result<StoreCheckPage> check_page(std::string_view position, StoreRepair repair) {
    return check_store_page(*database_, committer_, position, repair);
  }
  // For continuous backups (embedded/continuous).
  StoreLog& log() { return log_; }
  // The layout that its data is in (docs/store_format.md).
  Result<uint32_t> layout() const { return stored_layout(*database_); }
  // Where its data is.
  const std::filesystem::path& directory() const { return database_->directory(); }
  // Copies the store as it is now into a folder that does not exist, on which another store can be
  // opened. Files of tables are shared, so it takes as long as writing what only memory has.
  Result<void> copy_to(const std::filesystem::path& folder);
  // Runs all back-filling, expiry and trimming that is due, and returns when it is done.
  Result<void> run_maintenance();
  // Returns an error with the reason while writes are refused.
  Result<void> healthy() const;
  // Reads counters and the names of files; no data.
  Result<Statistics> statistics();

 private:
  static Result<std::unique_ptr<EmbeddedStore>> open_locked(const Options& options,
                                                            const Clock& clock,
                                                            std::unique_ptr<FolderLock> lock);
  EmbeddedStore(const Options& options, const Clock& clock, std::unique_ptr<FolderLock> lock,
                std::unique_ptr<Database> database, std::shared_ptr<const Catalog> catalog);

  // Which writes may use the reserve of the disk (Options::reserve_bytes).
  JobTraits traits_of(const store::ItemWrite& write) const;
  JobTraits traits_of_transaction(const std::vector<store::ItemWrite>& writes) const;
  JobTraits traits_of_batch(const std::vector<store::ItemWrite>& writes) const;
  // Writes nothing, or to one of Options::reserve_tables.
  bool is_reserved(const store::ItemWrite& write) const;

  Result<void> drop_prepared();
  Result<void> copy_items(Database& database, SpaceId source, const Table& table);
  // Frees the disk space of everything that a change of this table dropped.
  void reclaim_dropped(const Catalog& before, std::string_view name);
  Result<store::WriteResult> write(store::ItemWriteRequest request);
  void submit_item(store::ItemWriteRequest request, store::WriteCompletion done);

  const Clock& clock_;
  const uint64_t max_collection_bytes_;
  const std::vector<std::string> reserve_tables_;
  // In the order of dependence: the last is stopped first.
  std::unique_ptr<FolderLock> lock_;  // None of a store in memory.
  std::unique_ptr<Database> database_;
  Committer committer_;
  StoreLog log_;
  NewTables new_tables_;
  Maintenance maintenance_;
};

}  // namespace norn::embedded
