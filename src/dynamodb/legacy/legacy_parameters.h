#pragma once

#include "base/error.h"
#include "dynamodb/input.h"
#include "store/requests/read_requests.h"
#include "store/requests/write_requests.h"

// The parameters that requests had before there were expressions: Expected, AttributeUpdates,
// KeyConditions, QueryFilter, ScanFilter, AttributesToGet and ConditionalOperator. They are
// rewritten as expressions, so that there is one evaluator.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html
namespace norn::dynamodb {

// Fills the expressions and placeholders of `request` from the older parameters of `input`, or does
// nothing when there are none. To be called when the expressions and placeholders of `input` have
// been read: a query may have KeyConditions beside expressions; other mixtures are refused.
Result<void> apply_legacy(const Input& input, store::PutRequest& request);
Result<void> apply_legacy(const Input& input, store::DeleteRequest& request);
Result<void> apply_legacy(const Input& input, store::UpdateRequest& request);
Result<void> apply_legacy(const Input& input, store::GetRequest& request);
Result<void> apply_legacy(const Input& input, store::QueryRequest& request);
Result<void> apply_legacy(const Input& input, store::ScanRequest& request);
// `input` is what BatchGetItem has for one table.
Result<void> apply_legacy(const Input& input, store::BatchGetRequest::Table& request);

}  // namespace norn::dynamodb
