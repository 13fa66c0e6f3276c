#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "dynamodb/remote/reply.h"
#include "store/requests/read_requests.h"
#include "store/requests/stream_requests.h"
#include "store/requests/table_requests.h"
#include "store/requests/write_requests.h"

// The replies of DynamoDB's operations as the store's results. A reply without a required member is
// a fault of the engine: kInternal.
namespace norn::dynamodb {

enum class CapacityOf : uint8_t { kReads, kWrites };

Result<store::WriteResult> read_write_result(const RemoteObject& root);
Result<store::GetResult> read_get_result(const RemoteObject& root);
Result<store::PageResult> read_page_result(const RemoteObject& root);
// `count` is the number of requested items.
Result<store::TransactGetResult> read_transact_get_result(const RemoteObject& root, size_t count);
Result<store::TransactWriteResult> read_transact_write_result(const RemoteObject& root);

// The parts of a batch's reply, added to what earlier replies of the same batch had.
Result<void> add_batch_items(const RemoteObject& root, std::map<std::string, store::ItemList>& to);
void add_capacities(const RemoteObject& root, CapacityOf what,
                    std::map<std::string, store::ConsumedCapacity>& to);
Result<void> add_collections(const RemoteObject& root, store::ItemCollections& to);
Result<store::BatchWriteRequest> read_unprocessed_items(const RemoteObject& root);
// `request` has the projections and so on of its tables.
Result<store::BatchGetRequest> read_unprocessed_keys(const RemoteObject& root,
                                                     const store::BatchGetRequest& request);

Result<store::TableDescription> read_table(const RemoteObject& table);
Result<store::ListTablesResult> read_table_names(const RemoteObject& root);
store::TtlDescription read_ttl(const RemoteObject& description);

Result<store::ListStreamsResult> read_streams(const RemoteObject& root);
Result<store::StreamDescription> read_stream_description(const RemoteObject& root);
Result<std::vector<store::StreamRecord>> read_records(const RemoteObject& root);

}  // namespace norn::dynamodb
