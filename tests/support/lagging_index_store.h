#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace norn::testing {

// A store whose global secondary indexes are behind its table, as DynamoDB's may be at any time:
// what is written to `primary` reaches the indexes, which are read from `replica`, only when
// `catch_up` says so. Code that passes its tests on this store does not rely on fresh indexes.
//
// Both stores must start without tables and be used through this one only. Items that expire are
// deleted by each of the two stores for itself.
class LaggingIndexStore final : public store::Store {
 public:
  // With a seed, every call first lets a random number of waiting changes through.
  LaggingIndexStore(store::Store& primary, store::Store& replica,
                    std::optional<uint64_t> seed = std::nullopt);

  // Lets all changes through, or the oldest `count`.
  void catch_up();
  void catch_up(size_t count);
  size_t waiting() const;

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

 private:
  // An item that a write touched: its key, or the whole item, which holds the key.
  struct Touched {
    std::string table;
    store::Item item_or_key;
  };
  // The item as it was when the write was done; nullopt when it was gone.
  struct Change {
    std::string table;
    store::Item key;
    std::optional<store::Item> image;
  };

  // These expect the mutex to be held.
  void drift();
  void let_through(size_t count);
  Result<void> remember(const std::vector<Touched>& touched);
  Result<bool> is_global(const std::string& table, const std::string& index);

  template <typename Reply, typename Write>
  Result<Reply> write(const std::vector<Touched>& touched, Write&& apply);

  store::Store& primary_;
  store::Store& replica_;
  // Held over a write and the look at what it wrote, so that changes wait in the order of writes.
  mutable std::mutex mutex_;
  std::optional<std::mt19937_64> random_;
  std::deque<Change> changes_;
};

}  // namespace norn::testing
