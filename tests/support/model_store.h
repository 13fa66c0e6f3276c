#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "store/requests/item_write.h"
#include "store/requests/read_plan.h"
#include "store/store.h"

namespace norn::testing {

// A total order of keys: partitions by value, then sort values.
struct KeyOrder {
  bool operator()(const store::Key& left, const store::Key& right) const;
};

// The store's contract in the simplest way that can work: items in a std::map, one mutex, and
// indexes computed by looking at every item when they are read. What a request means comes from
// src/store; that an engine finds, orders and keeps items and index entries correctly is checked by
// comparing it with this. Table and index changes are done when the call returns.
class ModelStore final : public store::Store {
 public:
  explicit ModelStore(const Clock& clock) : clock_(clock) {}

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

  Result<store::ListStreamsResult> list_streams(const store::ListStreamsRequest& request) override;
  Result<store::StreamDescription> describe_stream(
      const store::DescribeStreamRequest& request) override;
  Result<store::ReadStreamResult> read_stream(const store::ReadStreamRequest& request) override;

  // Deletes the items whose time has come in all tables with TTL.
  void expire_due();

 private:
  using Items = std::map<store::Key, store::Item, KeyOrder>;

  struct Table {
    store::TableDescription description;  // Counters are filled in when it is asked for.
    // Replaced as a whole when the table changes, so that plans keep the one they were made with.
    std::shared_ptr<const store::TableSchema> schema;
    Items items;
    store::TtlDescription ttl;
    store::Tags tags;
    std::string open_stream;  // ARN; empty when changes are not recorded.
  };

  // A stream has one shard. Its records outlive its table.
  struct Stream {
    store::StreamDescription description;
    uint64_t start = 0;            // A sequence before all records.
    uint64_t trimmed_through = 0;  // The last sequence that was dropped for its age.
    uint64_t last = 0;             // The last sequence written.
    std::optional<int64_t> closed_ms;
    std::vector<store::StreamRecord> records;
  };

  struct Token {
    std::string fingerprint;
    int64_t used_ms = 0;
  };

  // A write that has been decided but not yet stored.
  struct Pending {
    store::ItemWrite write;
    std::optional<store::Item> before;
    store::ItemWrite::Outcome outcome;
  };

  // One entry of what a query or scan reads.
  struct Entry {
    store::Key key;
    store::Key table_key;
    const store::Item* item = nullptr;
  };

  // All of these expect the mutex to be held.
  Result<Table*> find(std::string_view table);             // For reads and writes of items.
  Result<Table*> find_for_change(std::string_view table);  // For table operations.
  store::TableDescription describe(const Table& table) const;
  void open_stream(Table& table, store::StreamView view);
  void close_stream(Table& table);
  void trim_streams();
  Result<Stream*> find_stream(const std::string& arn);

  Result<std::vector<store::ItemWrite>> compile(const store::BatchWriteRequest& request);
  // An action that does not fit its table's schema cancels the transaction with a reason.
  Result<std::vector<store::ItemWrite>> compile(const store::TransactWriteRequest& request);
  // What a transaction whose token was used costs.
  store::TransactWriteResult done_before(const std::vector<store::ItemWrite>& writes) const;
  Result<Pending> decide(store::ItemWrite write);
  Result<store::WriteResult> write_one(store::ItemWriteRequest request);
  void commit(const Pending& pending);
  void store_item(Table& table, const store::Key& key, const std::optional<store::Item>& after,
                  bool by_ttl);
  store::ItemCollection collection_of(const store::ItemWrite& write) const;
  store::ItemCollections collections_of(const std::vector<Pending>& decided) const;
  uint64_t collection_bytes(const Table& table, const store::Value& partition) const;

  Result<store::PageResult> read_page(const Table& table, const store::ReadPlan& plan) const;
  static std::vector<Entry> entries_of(const Table& table, const store::ReadPlan& plan);

  const Clock& clock_;
  std::mutex mutex_;  // Guards everything below.
  std::map<std::string, Table, std::less<>> tables_;
  std::map<std::string, Stream, std::less<>> streams_;  // By ARN.
  std::map<std::string, Token> tokens_;
  uint64_t last_sequence_ = 0;
  uint64_t last_table_number_ = 0;
};

}  // namespace norn::testing
