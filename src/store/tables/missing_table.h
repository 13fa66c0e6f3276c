#pragma once

#include "base/error.h"
#include "store/requests/item_write.h"
#include "store/requests/read_requests.h"

// The error of a request whose table does not exist. DynamoDB validates a request before it looks
// for the table, so the errors of an invalid request come first.
namespace norn::store {

std::unexpected<Error> missing_table(const ItemWriteRequest& request);
std::unexpected<Error> missing_table(const GetRequest& request);
std::unexpected<Error> missing_table(const QueryRequest& request);
std::unexpected<Error> missing_table(const ScanRequest& request);

}  // namespace norn::store
