#include "embedded/embedded_store.h"

#include <fmt/format.h>
#include <rocksdb/env.h>
#include <rocksdb/utilities/checkpoint.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/ids.h"
#include "embedded/backup/restore.h"
#include "embedded/catalog.h"
#include "embedded/continuous/continuous_settings.h"
#include "embedded/item_ops.h"
#include "embedded/reader.h"
#include "embedded/streams.h"
#include "embedded/table_ops.h"
#include "embedded/table_snapshot.h"
#include "store/errors.h"
#include "store/requests/item_write.h"
#include "store/tables/missing_table.h"
#include "store/tables/table_validation.h"

namespace norn::embedded {
namespace {

using store::ItemWrite;

Result<std::shared_ptr<const store::TableSchema>> schema_of(const Catalog& catalog,
                                                            std::string_view name) {
  const Table* table = catalog.find(name);
  if (table == nullptr) {
    return store::table_not_found(name);
  }
  return table->schema;
}

// Write requests are validated and compiled on the caller's thread, against the tables as they are.
// The committer compiles a write again if its table changes before its turn.
Result<ItemWrite> compile(const Catalog& catalog, store::ItemWriteRequest request) {
  const Table* table = catalog.find(store::table_of(request));
  if (table == nullptr) {
    return store::missing_table(request);
  }
  return ItemWrite::make(table->schema, std::move(request));
}

Result<std::vector<ItemWrite>> compile(const Catalog& catalog,
                                       const store::BatchWriteRequest& request) {
  NORN_TRY(store::check_batch_write(request));
  std::vector<ItemWrite> writes;
  for (const auto& write : request.writes) {
    const std::string& table =
        std::visit([](const auto& one) -> const std::string& { return one.table; }, write);
    NORN_ASSIGN(auto schema, schema_of(catalog, table));
    NORN_ASSIGN(ItemWrite compiled, store::make_batch_item_write(std::move(schema), write));
    writes.push_back(std::move(compiled));
  }
  NORN_TRY(store::check_no_duplicates(writes));
  return writes;
}

Result<std::vector<ItemWrite>> compile(const Catalog& catalog,
                                       const store::TransactWriteRequest& request) {
  NORN_TRY(store::check_transact_write(request));
  std::vector<ItemWrite> writes;
  std::vector<store::CancellationReason> reasons(request.actions.size());
  for (size_t i = 0; i < request.actions.size(); ++i) {
    auto compiled = compile(catalog, request.actions[i]);
    if (compiled) {
      writes.push_back(std::move(*compiled));
    } else if (store::is_item_fault(compiled.error())) {
      // DynamoDB reports only the first such fault.
      if (writes.size() == i) {
        reasons[i] = store::reason_of(compiled.error());
      }
    } else {
      return std::unexpected(std::move(compiled).error());
    }
  }
  if (writes.size() < request.actions.size()) {
    return store::transaction_canceled(std::move(reasons));
  }
  NORN_TRY(store::check_distinct(writes));
  return writes;
}

using store::ItemWrite;
using store::ItemWriteRequest;

constexpr int64_t kMaxListedTables = 100;

constexpr size_t kCopiedAtOnceBytes = size_t{1} << 20;
constexpr size_t kBackupArnDigits = 8;

Result<void> stage_new_items(WriteGroup& group, const Table& table,
                             const std::vector<store::Item>& items) {
  for (const store::Item& item : items) {
    NORN_ASSIGN(store::Key key, store::key_of_item(table.schema->key, item.view()));
    std::string bytes = item_key(table.id, key);
    group.stage(make_change(table, std::move(bytes), std::move(key), std::nullopt, item));
  }
  return {};
}

bool deletes(const ItemWrite& write) {
  return std::holds_alternative<store::DeleteRequest>(write.request());
}

// Passes a result of one kind on to a completion that takes any.
template <typename T>
std::move_only_function<void(Result<T>)> as_reply(store::WriteCompletion done) {
  return [done = std::move(done)](Result<T> result) {
    if (result) {
      done(store::WriteReply(std::move(*result)));
    } else {
      done(std::unexpected(std::move(result).error()));
    }
  };
}

}  // namespace

Result<std::unique_ptr<EmbeddedStore>> EmbeddedStore::open(const Options& options,
                                                           const Clock& clock) {
  NORN_TRY(check_no_unfinished_restore(options.directory));
  NORN_ASSIGN(auto lock, FolderLock::take(options.directory));
  Options used = options;
  const auto continuous = read_continuous_settings(options.directory);
  // While it is unknown whether they are on, nothing may be lost to them.
  used.keep_logs = options.keep_logs || !continuous || continuous->is_on();
  return open_locked(used, clock, std::move(lock));
}

Result<std::unique_ptr<EmbeddedStore>> EmbeddedStore::open_in_memory(const Options& options,
                                                                     const Clock& clock) {
  NORN_CHECK(options.env != nullptr, "the files of a store in memory have an environment");
  Options used = options;
  used.log = false;
  used.sync = false;
  used.reserve_bytes = 0;  // There is no disk that could be full.
  // RocksDB makes a missing folder, too, but logs an error first.
  const auto status = options.env->CreateDirIfMissing(options.directory.string());
  if (!status.ok()) return std::unexpected(error_of(status));
  return open_locked(used, clock, nullptr);
}

Result<std::unique_ptr<EmbeddedStore>> EmbeddedStore::open_locked(
    const Options& options, const Clock& clock, std::unique_ptr<FolderLock> lock) {
  NORN_ASSIGN(auto database, Database::open(options));
  NORN_TRY(Catalog::check_format(*database));
  NORN_ASSIGN(Catalog catalog, Catalog::load(*database));
  std::unique_ptr<EmbeddedStore> store(
      new EmbeddedStore(options, clock, std::move(lock), std::move(database),
                        std::make_shared<const Catalog>(std::move(catalog))));
  NORN_TRY(store->drop_prepared());
  // If no server archives them for long, they are not kept without bounds.
  if (options.keep_logs && store->log_.is_too_large()) NORN_TRY(store->log_.forget_all());
  if (options.background) {
    store->maintenance_.start();
  }
  return store;
}

EmbeddedStore::EmbeddedStore(const Options& options, const Clock& clock,
                             std::unique_ptr<FolderLock> lock, std::unique_ptr<Database> database,
                             std::shared_ptr<const Catalog> catalog)
    : clock_(clock),
      max_collection_bytes_(options.max_item_collection_bytes),
      reserve_tables_(options.reserve_tables),
      lock_(std::move(lock)),
      database_(std::move(database)),
      committer_(*database_, clock, options.sync, std::move(catalog)),
      log_(*database_, committer_),
      new_tables_(committer_),
      maintenance_(*database_, committer_, clock) {}

EmbeddedStore::~EmbeddedStore() = default;

// What is left over of copy_table in a process that was killed.
Result<void> EmbeddedStore::drop_prepared() {
  NORN_ASSIGN(const bool is_needed, has_prepared_tables(*database_));
  if (!is_needed) return {};
  return committer_.run<void>(drop_prepared_tables, {.starts_group = true});
}

Result<store::TableDescription> EmbeddedStore::create_table(
    const store::CreateTableRequest& request) {
  return create_table_with({}, request);
}

Result<store::TableDescription> EmbeddedStore::describe_table(std::string_view name) {
  NORN_TRY(store::check_table_name(name));
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(name);
  if (table == nullptr) {
    if (auto creating = new_tables_.find(name)) return *std::move(creating);
    // It may have been published since the catalog was taken.
    if (committer_.catalog()->find(name) != nullptr) return describe_table(name);
    return store::table_unknown(name);
  }
  NORN_ASSIGN(const auto held, database_->hold());
  return describe(*database_, *table);
}

Result<store::ListTablesResult> EmbeddedStore::list_tables(
    const store::ListTablesRequest& request) {
  NORN_TRY(store::check_list_tables(request));
  const auto limit = static_cast<size_t>(request.limit.value_or(kMaxListedTables));
  std::set<std::string> creating = new_tables_.names_after(request.start_after);
  const auto catalog = committer_.catalog();
  store::ListTablesResult result;
  auto entry = catalog->tables.upper_bound(request.start_after);
  while (entry != catalog->tables.end() || !creating.empty()) {
    if (result.tables.size() == limit) {
      result.last_table = result.tables.back();
      break;
    }
    if (creating.empty() || (entry != catalog->tables.end() && entry->first <= *creating.begin())) {
      creating.erase(entry->first);
      result.tables.push_back(entry->first);
      ++entry;
    } else {
      result.tables.push_back(std::move(creating.extract(creating.begin()).value()));
    }
  }
  return result;
}

Result<store::TableDescription> EmbeddedStore::update_table(
    const store::UpdateTableRequest& request) {
  NORN_TRY(store::check_table_name(request.table));
  NORN_TRY(new_tables_.check_finished(request.table));
  const auto before = committer_.catalog();
  auto result = committer_.run<store::TableDescription>(
      [&](WriteGroup& group) { return embedded::update_table(group, request); });
  reclaim_dropped(*before, request.table);
  maintenance_.wake();
  return result;
}

Result<store::TableDescription> EmbeddedStore::delete_table(std::string_view table) {
  NORN_TRY(store::check_table_name(table));
  NORN_TRY(new_tables_.check_finished(table));
  const auto before = committer_.catalog();
  auto result = committer_.run<store::TableDescription>(
      [&](WriteGroup& group) { return embedded::delete_table(group, table); });
  reclaim_dropped(*before, table);
  return result;
}

void EmbeddedStore::reclaim_dropped(const Catalog& before, std::string_view name) {
  const Table* table = before.find(name);
  const auto held = database_->hold();
  if (table == nullptr || !held) {
    return;
  }
  const auto catalog = committer_.catalog();
  const Table* now = catalog->find(name);
  const bool exists = now != nullptr && now->id == table->id;
  if (!exists) {
    database_->reclaim(database_->items(), space_range(table->id));
  }
  for (const SpaceId index : table->index_ids) {
    if (!exists || std::ranges::find(now->index_ids, index) == now->index_ids.end()) {
      database_->reclaim(database_->indexes(), space_range(index));
    }
  }
}

Result<store::TtlDescription> EmbeddedStore::update_ttl(const store::UpdateTtlRequest& request) {
  NORN_TRY(store::check_table_name(request.table));
  auto result = committer_.run<store::TtlDescription>(
      [&](WriteGroup& group) { return embedded::update_ttl(group, request); });
  maintenance_.wake();
  return result;
}

Result<store::TtlDescription> EmbeddedStore::describe_ttl(std::string_view name) {
  NORN_TRY(store::check_table_name(name));
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(name);
  if (table == nullptr) {
    return store::table_unknown(name);
  }
  return table->ttl;
}

Result<void> EmbeddedStore::change_tags(const store::ChangeTagsRequest& request) {
  NORN_TRY(store::check_table_name(request.table));
  return committer_.run<void>(
      [&](WriteGroup& group) { return embedded::change_tags(group, request); });
}

Result<store::Tags> EmbeddedStore::list_tags(std::string_view name) {
  NORN_TRY(store::check_table_name(name));
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(name);
  if (table == nullptr) {
    return store::table_unknown(name);
  }
  return table->tags;
}

Result<store::TableDescription> EmbeddedStore::create_table_with(
    const store::TableSettings& settings, const store::CreateTableRequest& request) {
  NORN_TRY(new_tables_.check_free(request.table));
  return committer_.run<store::TableDescription>(
      [&](WriteGroup& group) { return embedded::create_table(group, request, settings); },
      {.urgency = Urgency::kOrdinary});
}

Result<store::TableSettings> EmbeddedStore::table_settings(std::string_view name) {
  NORN_TRY(store::check_table_name(name));
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(name);
  if (table == nullptr) {
    return store::table_unknown(name);
  }
  return table->settings;
}

Result<void> EmbeddedStore::change_table_settings(std::string_view name,
                                                  const store::ChangeTableSettings& change) {
  NORN_TRY(store::check_table_name(name));
  return committer_.run<void>(
      [&](WriteGroup& group) { return embedded::change_settings(group, name, change); });
}

Result<store::GetResult> EmbeddedStore::get(const store::GetRequest& request) {
  const auto catalog = committer_.catalog();
  NORN_ASSIGN(const auto held, database_->hold());
  return read_item(*database_, *catalog, request);
}

Result<store::PageResult> EmbeddedStore::query(const store::QueryRequest& request) {
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(request.table);
  if (table == nullptr) {
    return store::missing_table(request);
  }
  NORN_ASSIGN(const auto& plan, store::plan_query(table->schema, request));
  NORN_ASSIGN(const auto held, database_->hold());
  return read_page(*database_, *table, plan);
}

Result<store::PageResult> EmbeddedStore::scan(const store::ScanRequest& request) {
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(request.table);
  if (table == nullptr) {
    return store::missing_table(request);
  }
  NORN_ASSIGN(const auto& plan, store::plan_scan(table->schema, request));
  NORN_ASSIGN(const auto held, database_->hold());
  return read_page(*database_, *table, plan);
}

Result<store::BatchGetResult> EmbeddedStore::batch_get(const store::BatchGetRequest& request) {
  const auto catalog = committer_.catalog();
  NORN_ASSIGN(const auto held, database_->hold());
  return read_batch(*database_, *catalog, request);
}

Result<store::TransactGetResult> EmbeddedStore::transact_get(
    const store::TransactGetRequest& request) {
  const auto catalog = committer_.catalog();
  NORN_ASSIGN(const auto held, database_->hold());
  return read_transaction(*database_, *catalog, request);
}

JobTraits EmbeddedStore::traits_of(const ItemWrite& write) const {
  if (is_reserved(write)) {
    return {.urgency = Urgency::kAlways};
  }
  return {.urgency = deletes(write) ? Urgency::kDeletion : Urgency::kOrdinary};
}

// A deletion must be possible with all that belongs to it, such as a note of what is left to
// delete.
JobTraits EmbeddedStore::traits_of_transaction(const std::vector<ItemWrite>& writes) const {
  if (std::ranges::all_of(writes, [this](const ItemWrite& write) { return is_reserved(write); })) {
    return {.urgency = Urgency::kAlways};
  }
  return {.urgency =
              std::ranges::any_of(writes, deletes) ? Urgency::kDeletion : Urgency::kOrdinary};
}

// Each of its writes stands alone.
JobTraits EmbeddedStore::traits_of_batch(const std::vector<ItemWrite>& writes) const {
  JobTraits traits;
  for (const ItemWrite& write : writes) {
    traits.urgency = std::min(traits.urgency, traits_of(write).urgency);
  }
  return traits;
}

bool EmbeddedStore::is_reserved(const ItemWrite& write) const {
  return std::holds_alternative<store::ConditionCheck>(write.request()) ||
         std::ranges::find(reserve_tables_, write.table()) != reserve_tables_.end();
}

Result<store::WriteResult> EmbeddedStore::write(ItemWriteRequest request) {
  NORN_ASSIGN(ItemWrite compiled, compile(*committer_.catalog(), std::move(request)));
  return committer_.run<store::WriteResult>(
      [&](WriteGroup& group) { return write_item(group, compiled, max_collection_bytes_); },
      traits_of(compiled));
}

Result<store::WriteResult> EmbeddedStore::put(const store::PutRequest& request) {
  return write(request);
}

Result<store::WriteResult> EmbeddedStore::update(const store::UpdateRequest& request) {
  return write(request);
}

Result<store::WriteResult> EmbeddedStore::remove(const store::DeleteRequest& request) {
  return write(request);
}

Result<store::BatchWriteResult> EmbeddedStore::batch_write(
    const store::BatchWriteRequest& request) {
  NORN_ASSIGN(auto writes, compile(*committer_.catalog(), request));
  return committer_.run<store::BatchWriteResult>(
      [&](WriteGroup& group) { return write_batch(group, writes, max_collection_bytes_); },
      traits_of_batch(writes));
}

Result<store::TransactWriteResult> EmbeddedStore::transact_write(
    const store::TransactWriteRequest& request) {
  NORN_ASSIGN(auto writes, compile(*committer_.catalog(), request));
  const JobTraits traits = traits_of_transaction(writes);
  Transaction transaction{std::move(writes), request.client_token, ""};
  if (!request.client_token.empty()) {
    transaction.fingerprint = store::fingerprint(request);
  }
  return committer_.run<store::TransactWriteResult>(
      [&](WriteGroup& group) {
        return write_transaction(group, transaction, max_collection_bytes_);
      },
      traits);
}

void EmbeddedStore::submit_item(ItemWriteRequest request, store::WriteCompletion done) {
  auto compiled = compile(*committer_.catalog(), std::move(request));
  if (!compiled) {
    done(std::unexpected(std::move(compiled).error()));
    return;
  }
  const JobTraits traits = traits_of(*compiled);
  committer_.run_async<store::WriteResult>(
      [this, write = std::move(*compiled)](WriteGroup& group) mutable {
        return write_item(group, write, max_collection_bytes_);
      },
      as_reply<store::WriteResult>(std::move(done)), traits);
}

void EmbeddedStore::submit(store::WriteRequest request, store::WriteCompletion done) {
  if (auto* batch = std::get_if<store::BatchWriteRequest>(&request)) {
    auto writes = compile(*committer_.catalog(), *batch);
    if (!writes) {
      done(std::unexpected(std::move(writes).error()));
      return;
    }
    const JobTraits traits = traits_of_batch(*writes);
    committer_.run_async<store::BatchWriteResult>(
        [this, compiled = std::move(*writes)](WriteGroup& group) mutable {
          return write_batch(group, compiled, max_collection_bytes_);
        },
        as_reply<store::BatchWriteResult>(std::move(done)), traits);
    return;
  }
  if (auto* transact = std::get_if<store::TransactWriteRequest>(&request)) {
    auto writes = compile(*committer_.catalog(), *transact);
    if (!writes) {
      done(std::unexpected(std::move(writes).error()));
      return;
    }
    const JobTraits traits = traits_of_transaction(*writes);
    Transaction transaction{std::move(*writes), transact->client_token,
                            store::fingerprint(*transact)};
    committer_.run_async<store::TransactWriteResult>(
        [this, pending = std::move(transaction)](WriteGroup& group) mutable {
          return write_transaction(group, pending, max_collection_bytes_);
        },
        as_reply<store::TransactWriteResult>(std::move(done)), traits);
    return;
  }
  std::visit(
      [&](auto&& item_request) {
        using Request = std::decay_t<decltype(item_request)>;
        if constexpr (std::is_constructible_v<ItemWriteRequest, Request>) {
          submit_item(std::forward<decltype(item_request)>(item_request), std::move(done));
        }
      },
      std::move(request));
}

Result<store::ListStreamsResult> EmbeddedStore::list_streams(
    const store::ListStreamsRequest& request) {
  return embedded::list_streams(*committer_.catalog(), request);
}

Result<store::StreamDescription> EmbeddedStore::describe_stream(
    const store::DescribeStreamRequest& request) {
  NORN_ASSIGN(const auto held, database_->hold());
  return embedded::describe_stream(*database_, *committer_.catalog(), request);
}

Result<store::ReadStreamResult> EmbeddedStore::read_stream(
    const store::ReadStreamRequest& request) {
  NORN_ASSIGN(const auto held, database_->hold());
  return embedded::read_stream(*database_, *committer_.catalog(), clock_.now_ms(), request);
}

Result<Backup> EmbeddedStore::back_up(BackupFolder& folder, const ReportProgress& report) {
  NORN_ASSIGN(const auto held, database_->hold());
  NORN_ASSIGN(const uint32_t layout, stored_layout(*database_));
  const BackupNote note{.layout = layout, .created_ms = clock_.now_ms(), .table = std::nullopt};
  return folder.create(*database_, note, report);
}

Result<Backup> EmbeddedStore::back_up_table(BackupFolder& folder, std::string_view name,
                                            std::string backup_name) {
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(name);
  if (table == nullptr) {
    return store::table_unknown(name);
  }
  NORN_ASSIGN(const auto held, database_->hold());
  NORN_ASSIGN(const store::TableDescription description, describe(*database_, *table));
  const int64_t now_ms = clock_.now_ms();
  const BackupNote note{
      .layout = layout_of(*table->schema),
      .created_ms = now_ms,
      .table = TableNote{.arn = fmt::format("{}/backup/{:014}-{}", description.arn, now_ms,
                                            random_uuid().substr(0, kBackupArnDigits)),
                         .name = std::move(backup_name),
                         .record = encode(*table),
                         .items = description.item_count,
                         .bytes = description.size_bytes}};
  return folder.create(*database_, note, [](const BackupProgress&) { return true; });
}

Result<store::TableDescription> EmbeddedStore::copy_table(
    Database& database, SpaceId source, const store::CreateTableRequest& request) {
  NORN_ASSIGN(Table table, committer_.run<Table>(
                               [&](WriteGroup& group) { return prepare_table(group, request); },
                               {.urgency = Urgency::kOrdinary}));
  auto copied = copy_items(database, source, table);
  if (copied) {
    auto published = committer_.run<store::TableDescription>(
        [&](WriteGroup& group) { return publish_table(group, table); });
    if (published) return describe_table(request.table);
    copied = std::unexpected(std::move(published).error());
  }
  NORN_TRY(committer_.run<void>(
      [&](WriteGroup& group) { return drop_prepared_table(group, table.id, table.index_ids); }));
  return std::unexpected(copied.error());
}

Result<void> EmbeddedStore::copy_items(Database& database, SpaceId source, const Table& table) {
  const KeyRange range = entries_range(source);
  const rocksdb::Slice upper(range.end);
  rocksdb::ReadOptions read;
  read.iterate_upper_bound = &upper;
  read.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> items(
      database.rocks().NewIterator(read, database.items()));
  items->Seek(range.begin);
  while (items->Valid()) {
    std::vector<store::Item> step;
    size_t bytes = 0;
    for (; items->Valid() && bytes < kCopiedAtOnceBytes; items->Next()) {
      NORN_ASSIGN(const auto item, store::Item::decode_view(items->value().ToStringView()));
      bytes += items->value().size();
      step.push_back(store::Item::copy_of(item));
    }
    NORN_TRY(
        committer_.run<void>([&](WriteGroup& group) { return stage_new_items(group, table, step); },
                             {.urgency = Urgency::kOrdinary}));
  }
  if (!items->status().ok()) return std::unexpected(error_of(items->status()));
  return {};
}

Result<std::unique_ptr<store::TableAtTime>> EmbeddedStore::read_now(std::string_view name) {
  const auto catalog = committer_.catalog();
  const Table* table = catalog->find(name);
  if (table == nullptr) return store::table_unknown(name);
  return TableSnapshot::take(*database_, committer_, *table);
}

Result<std::unique_ptr<store::NewTable>> EmbeddedStore::begin_table(
    const store::CreateTableRequest& request) {
  NORN_TRY(store::check_table_name(request.table));
  return new_tables_.begin(request);
}

Result<void> EmbeddedStore::copy_to(const std::filesystem::path& folder) {
  // On the committer's thread, so that nothing is written meanwhile: a group is in it or not.
  return committer_.run<void>(
      [&](WriteGroup& group) -> Result<void> {
        rocksdb::Checkpoint* made = nullptr;
        auto status = rocksdb::Checkpoint::Create(&group.database().rocks(), &made);
        const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
        if (status.ok()) status = checkpoint->CreateCheckpoint(folder.string());
        if (!status.ok()) return std::unexpected(error_of(status));
        return {};
      },
      {.starts_group = true});
}

Result<void> EmbeddedStore::run_maintenance() {
  return maintenance_.run_once();
}

Result<Statistics> EmbeddedStore::statistics() {
  NORN_ASSIGN(const auto hold, database_->hold());
  Statistics statistics = database_->statistics();
  statistics.commits = committer_.statistics();
  return statistics;
}

Result<void> EmbeddedStore::healthy() const {
  return committer_.healthy();
}

}  // namespace norn::embedded
