#include "dynamodb/remote/remote_store.h"

#include <utility>

#include "base/ids.h"
#include "dynamodb/remote/replies.h"
#include "dynamodb/remote/requests.h"

namespace norn::dynamodb {
namespace {

// A batch of reads that holds this much is answered with the rest left over: 16 MB are as much as
// a caller has to expect, and one more item may have 400 KB.
constexpr size_t kMaxCollectedBytes = 15UL * 1024 * 1024;

size_t collected_bytes(const store::BatchGetResult& result) {
  size_t bytes = 0;
  for (const auto& [table, items] : result.items) {
    for (const store::ItemView item : items) bytes += item.size_bytes();
  }
  return bytes;
}

// Whether doing the write twice is doing it once.
Repeat repeat_of(const auto& write) {
  const bool once_or_twice =
      write.condition.empty() && write.return_values == store::ReturnValues::kNone;
  return once_or_twice ? Repeat::kAlways : Repeat::kUnlessSent;
}

Result<store::PageResult> read_page(const RemoteReply& reply, const store::PageRequest& request) {
  NORN_ASSIGN(store::PageResult page, read_page_result(reply.root()));
  if (request.json_items == nullptr) return page;
  for (const store::ItemView item : page.items) {
    if (item.bytes().data() != page.items[0].bytes().data()) request.json_items->push_back(',');
    request.json_items->append(item.json());
  }
  page.items.clear();
  return page;
}

}  // namespace

Result<store::GetResult> RemoteStore::get(const store::GetRequest& request) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("GetItem", to_request(request)));
  return read_get_result(reply.root());
}

Result<store::PageResult> RemoteStore::query(const store::QueryRequest& request) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("Query", to_request(request)));
  return read_page(reply, request);
}

Result<store::PageResult> RemoteStore::scan(const store::ScanRequest& request) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("Scan", to_request(request)));
  return read_page(reply, request);
}

Result<store::BatchGetResult> RemoteStore::batch_get(const store::BatchGetRequest& request) {
  store::BatchGetResult result;
  store::BatchGetRequest rest = request;
  Backoff backoff = client_.backoff();
  while (true) {
    NORN_ASSIGN(const RemoteReply reply, client_.call("BatchGetItem", to_request(rest)));
    NORN_TRY(add_batch_items(reply.root(), result.items));
    add_capacities(reply.root(), CapacityOf::kReads, result.capacity);
    NORN_ASSIGN(rest, read_unprocessed_keys(reply.root(), request));
    if (rest.tables.empty()) return result;
    if (collected_bytes(result) > kMaxCollectedBytes || !backoff.wait()) break;
  }
  result.unprocessed = std::move(rest);
  return result;
}

Result<store::TransactGetResult> RemoteStore::transact_get(
    const store::TransactGetRequest& request) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("TransactGetItems", to_request(request)));
  return read_transact_get_result(reply.root(), request.gets.size());
}

Result<store::WriteResult> RemoteStore::put(const store::PutRequest& request) {
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("PutItem", to_request(request), repeat_of(request)));
  return read_write_result(reply.root());
}

Result<store::WriteResult> RemoteStore::update(const store::UpdateRequest& request) {
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("UpdateItem", to_request(request), Repeat::kUnlessSent));
  return read_write_result(reply.root());
}

Result<store::WriteResult> RemoteStore::remove(const store::DeleteRequest& request) {
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("DeleteItem", to_request(request), repeat_of(request)));
  return read_write_result(reply.root());
}

Result<store::BatchWriteResult> RemoteStore::batch_write(const store::BatchWriteRequest& request) {
  store::BatchWriteResult result;
  store::BatchWriteRequest rest = request;
  Backoff backoff = client_.backoff();
  while (true) {
    NORN_ASSIGN(const RemoteReply reply, client_.call("BatchWriteItem", to_request(rest)));
    add_capacities(reply.root(), CapacityOf::kWrites, result.capacity);
    NORN_TRY(add_collections(reply.root(), result.item_collections));
    NORN_ASSIGN(rest, read_unprocessed_items(reply.root()));
    if (rest.writes.empty()) return result;
    if (!backoff.wait()) break;
  }
  result.unprocessed = std::move(rest);
  return result;
}

Result<store::TransactWriteResult> RemoteStore::transact_write(
    const store::TransactWriteRequest& request) {
  const std::string token = request.client_token.empty() ? random_uuid() : request.client_token;
  NORN_ASSIGN(const RemoteReply reply,
              client_.call("TransactWriteItems", to_request(request, token)));
  return read_transact_write_result(reply.root());
}

Result<store::ListStreamsResult> RemoteStore::list_streams(
    const store::ListStreamsRequest& request) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("ListStreams", to_request(request)));
  return read_streams(reply.root());
}

Result<store::StreamDescription> RemoteStore::describe_stream(
    const store::DescribeStreamRequest& request) {
  NORN_ASSIGN(const RemoteReply reply, client_.call("DescribeStream", to_request(request)));
  return read_stream_description(reply.root());
}

Result<store::ReadStreamResult> RemoteStore::read_stream(const store::ReadStreamRequest& request) {
  return read_remote_stream(client_, iterators_, request);
}

}  // namespace norn::dynamodb
