#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"
#include "store/requests/read_requests.h"
#include "store/requests/stream_requests.h"
#include "store/requests/table_requests.h"
#include "store/requests/write_requests.h"

namespace norn::store {

using WriteRequest =
    std::variant<PutRequest, UpdateRequest, DeleteRequest, BatchWriteRequest, TransactWriteRequest>;
using WriteReply = std::variant<WriteResult, BatchWriteResult, TransactWriteResult>;
using WriteCompletion = std::function<void(Result<WriteReply>)>;

// THE contract: DynamoDB's data model as an interface. Apps and the wire API are written against
// it and never look behind it.
//
// For every implementation:
// - All methods may be called from any thread at any time; arguments are only read during the call
//   (`submit` takes its request over).
// - A write that returned success is durable and visible to every later read of the table itself.
//   Global secondary indexes may show it later; local ones at once.
// - A request is atomic: a failed one changed nothing. (Batches are the documented exception: each
// of
//   their puts and deletes stands alone.)
// - Absence is not an error: `get` of a missing item is success without an item.
// - A store on a disk may refuse writes with kStorageFull before the disk is quite full; what
//   deletes is refused last.
// - An error carries DynamoDB's type in its code and DynamoDB's wording in its message; details
//   (the item of a failed condition, the reasons of a cancelled transaction) are in
//   store/errors.h.
class Store {
 public:
  virtual ~Store() = default;

  // Tables. Creation, changes and deletion may go on after the call returns: `describe_table`
  // returns the status.
  virtual Result<TableDescription> create_table(const CreateTableRequest& request) = 0;
  virtual Result<TableDescription> describe_table(std::string_view table) = 0;
  virtual Result<ListTablesResult> list_tables(const ListTablesRequest& request) = 0;
  virtual Result<TableDescription> update_table(const UpdateTableRequest& request) = 0;
  virtual Result<TableDescription> delete_table(std::string_view table) = 0;
  virtual Result<TtlDescription> update_ttl(const UpdateTtlRequest& request) = 0;
  virtual Result<TtlDescription> describe_ttl(std::string_view table) = 0;
  virtual Result<void> change_tags(const ChangeTagsRequest& request) = 0;
  virtual Result<Tags> list_tags(std::string_view table) = 0;

  // Reads.
  virtual Result<GetResult> get(const GetRequest& request) = 0;
  virtual Result<PageResult> query(const QueryRequest& request) = 0;
  virtual Result<PageResult> scan(const ScanRequest& request) = 0;
  virtual Result<BatchGetResult> batch_get(const BatchGetRequest& request) = 0;
  virtual Result<TransactGetResult> transact_get(const TransactGetRequest& request) = 0;

  // Writes.
  virtual Result<WriteResult> put(const PutRequest& request) = 0;
  virtual Result<WriteResult> update(const UpdateRequest& request) = 0;
  virtual Result<WriteResult> remove(const DeleteRequest& request) = 0;
  virtual Result<BatchWriteResult> batch_write(const BatchWriteRequest& request) = 0;
  virtual Result<TransactWriteResult> transact_write(const TransactWriteRequest& request) = 0;

  // Any of the five writes without waiting: `done` is called exactly once, possibly on another
  // thread and possibly before `submit` returns; it must not block. The default calls the
  // blocking method.
  virtual void submit(WriteRequest request, WriteCompletion done);

  // Streams. A consumer lists the shards of a stream, reads each from a position, and keeps the
  // position it has reached, from which it continues after a crash.
  virtual Result<ListStreamsResult> list_streams(const ListStreamsRequest& request) = 0;
  virtual Result<StreamDescription> describe_stream(const DescribeStreamRequest& request) = 0;
  virtual Result<ReadStreamResult> read_stream(const ReadStreamRequest& request) = 0;
};

}  // namespace norn::store
