#pragma once

#include "base/error.h"
#include "store/requests/item_write.h"
#include "store/requests/read_requests.h"

// The error of a request whose table does not exist. DynamoDB looks at what a request says before
// it looks for the table, so a request that is wrong in itself is told so first.
namespace norn::store {

std::unexpected<Error> missing_table(const ItemWriteRequest& request);
std::unexpected<Error> missing_table(const GetRequest& request);
std::unexpected<Error> missing_table(const QueryRequest& request);
std::unexpected<Error> missing_table(const ScanRequest& request);

}  // namespace norn::store
