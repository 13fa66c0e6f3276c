#pragma once

#include "base/error.h"
#include "dynamodb/input.h"
#include "store/requests/table_requests.h"

// The requests of CreateTable and UpdateTable. What is checked here is what store::Store cannot see
// any more: which members there were.
namespace norn::dynamodb {

Result<store::CreateTableRequest> read_create_table(const Input& input);
Result<store::UpdateTableRequest> read_update_table(const Input& input);

// Whether all that UpdateTable asks for is something without a meaning here (encryption, limits of
// on-demand tables), so that the table stays as it is.
bool changes_nothing_here(const Input& input);

}  // namespace norn::dynamodb
