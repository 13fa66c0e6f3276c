#include "support/lagging_index_store.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/check.h"

namespace norn::testing {

using namespace store;

LaggingIndexStore::LaggingIndexStore(Store& primary, Store& replica, std::optional<uint64_t> seed)
    : primary_(primary), replica_(replica) {
  if (seed) random_.emplace(*seed);
}

void LaggingIndexStore::catch_up() {
  const std::lock_guard lock(mutex_);
  let_through(changes_.size());
}

void LaggingIndexStore::catch_up(size_t count) {
  const std::lock_guard lock(mutex_);
  let_through(std::min(count, changes_.size()));
}

size_t LaggingIndexStore::waiting() const {
  const std::lock_guard lock(mutex_);
  return changes_.size();
}

void LaggingIndexStore::drift() {
  if (!random_) return;
  let_through(std::uniform_int_distribution<size_t>(0, changes_.size())(*random_));
}

void LaggingIndexStore::let_through(size_t count) {
  for (size_t i = 0; i < count; ++i) {
    Change change = std::move(changes_.front());
    changes_.pop_front();
    Result<WriteResult> done;
    if (change.image) {
      PutRequest put;
      put.table = change.table;
      put.item = std::move(*change.image);
      done = replica_.put(put);
    } else {
      DeleteRequest remove;
      remove.table = change.table;
      remove.key = std::move(change.key);
      done = replica_.remove(remove);
    }
    NORN_CHECK(done.has_value(), "what the primary took, the replica takes");
  }
}

Result<void> LaggingIndexStore::remember(const std::vector<Touched>& touched) {
  for (const Touched& item : touched) {
    NORN_ASSIGN(const TableDescription table, primary_.describe_table(item.table));
    std::vector<std::string> names = {table.schema.key.partition.name};
    if (table.schema.key.sort) names.push_back(table.schema.key.sort->name);
    GetRequest get;
    get.table = item.table;
    get.key = Item::subset(item.item_or_key, names);
    get.consistent = true;
    NORN_ASSIGN(GetResult found, primary_.get(get));
    changes_.push_back({item.table, std::move(get.key), std::move(found.item)});
  }
  return {};
}

Result<bool> LaggingIndexStore::is_global(const std::string& table, const std::string& index) {
  if (index.empty()) return false;
  const Result<TableDescription> description = primary_.describe_table(table);
  // Unknown tables and indexes are the primary's to refuse.
  if (!description) return false;
  const IndexSchema* schema = description->schema.find_index(index);
  return schema != nullptr && schema->global;
}

template <typename Reply, typename Write>
Result<Reply> LaggingIndexStore::write(const std::vector<Touched>& touched, Write&& apply) {
  const std::lock_guard lock(mutex_);
  drift();
  NORN_ASSIGN(Reply reply, apply());
  NORN_TRY(remember(touched));
  return reply;
}

Result<TableDescription> LaggingIndexStore::create_table(const CreateTableRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(TableDescription description, primary_.create_table(request));
  NORN_TRY(replica_.create_table(request));
  return description;
}

Result<TableDescription> LaggingIndexStore::describe_table(std::string_view table) {
  return primary_.describe_table(table);
}

Result<ListTablesResult> LaggingIndexStore::list_tables(const ListTablesRequest& request) {
  return primary_.list_tables(request);
}

Result<TableDescription> LaggingIndexStore::update_table(const UpdateTableRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(TableDescription description, primary_.update_table(request));
  NORN_TRY(replica_.update_table(request));
  return description;
}

Result<TableDescription> LaggingIndexStore::delete_table(std::string_view table) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(TableDescription description, primary_.delete_table(table));
  std::erase_if(changes_, [table](const Change& change) { return change.table == table; });
  NORN_TRY(replica_.delete_table(table));
  return description;
}

Result<TtlDescription> LaggingIndexStore::update_ttl(const UpdateTtlRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(TtlDescription description, primary_.update_ttl(request));
  NORN_TRY(replica_.update_ttl(request));
  return description;
}

Result<TtlDescription> LaggingIndexStore::describe_ttl(std::string_view table) {
  return primary_.describe_ttl(table);
}

Result<void> LaggingIndexStore::change_tags(const ChangeTagsRequest& request) {
  return primary_.change_tags(request);
}

Result<Tags> LaggingIndexStore::list_tags(std::string_view table) {
  return primary_.list_tags(table);
}

Result<GetResult> LaggingIndexStore::get(const GetRequest& request) {
  return primary_.get(request);
}

Result<PageResult> LaggingIndexStore::query(const QueryRequest& request) {
  const std::lock_guard lock(mutex_);
  drift();
  NORN_ASSIGN(const bool lagging, is_global(request.table, request.index));
  return lagging ? replica_.query(request) : primary_.query(request);
}

Result<PageResult> LaggingIndexStore::scan(const ScanRequest& request) {
  const std::lock_guard lock(mutex_);
  drift();
  NORN_ASSIGN(const bool lagging, is_global(request.table, request.index));
  return lagging ? replica_.scan(request) : primary_.scan(request);
}

Result<BatchGetResult> LaggingIndexStore::batch_get(const BatchGetRequest& request) {
  return primary_.batch_get(request);
}

Result<TransactGetResult> LaggingIndexStore::transact_get(const TransactGetRequest& request) {
  return primary_.transact_get(request);
}

Result<WriteResult> LaggingIndexStore::put(const PutRequest& request) {
  return write<WriteResult>({{request.table, request.item}}, [&] { return primary_.put(request); });
}

Result<WriteResult> LaggingIndexStore::update(const UpdateRequest& request) {
  return write<WriteResult>({{request.table, request.key}},
                            [&] { return primary_.update(request); });
}

Result<WriteResult> LaggingIndexStore::remove(const DeleteRequest& request) {
  return write<WriteResult>({{request.table, request.key}},
                            [&] { return primary_.remove(request); });
}

Result<BatchWriteResult> LaggingIndexStore::batch_write(const BatchWriteRequest& request) {
  std::vector<Touched> touched;
  for (const auto& write : request.writes) {
    if (const auto* put = std::get_if<BatchWriteRequest::Put>(&write)) {
      touched.push_back({put->table, put->item});
    } else {
      const auto& remove = std::get<BatchWriteRequest::Delete>(write);
      touched.push_back({remove.table, remove.key});
    }
  }
  return this->write<BatchWriteResult>(touched, [&] { return primary_.batch_write(request); });
}

Result<TransactWriteResult> LaggingIndexStore::transact_write(const TransactWriteRequest& request) {
  std::vector<Touched> touched;
  for (const TransactWriteRequest::Action& action : request.actions) {
    if (const auto* put = std::get_if<PutRequest>(&action)) {
      touched.push_back({put->table, put->item});
    } else if (const auto* update = std::get_if<UpdateRequest>(&action)) {
      touched.push_back({update->table, update->key});
    } else if (const auto* remove = std::get_if<DeleteRequest>(&action)) {
      touched.push_back({remove->table, remove->key});
    }
  }
  return write<TransactWriteResult>(touched, [&] { return primary_.transact_write(request); });
}

Result<ListStreamsResult> LaggingIndexStore::list_streams(const ListStreamsRequest& request) {
  return primary_.list_streams(request);
}

Result<StreamDescription> LaggingIndexStore::describe_stream(const DescribeStreamRequest& request) {
  return primary_.describe_stream(request);
}

Result<ReadStreamResult> LaggingIndexStore::read_stream(const ReadStreamRequest& request) {
  return primary_.read_stream(request);
}

}  // namespace norn::testing
