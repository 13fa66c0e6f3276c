#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"

// Every error of the store's contract is made here, in DynamoDB's words.
namespace norn::store {

// Attached to kConditionalCheckFailed: the item as it stood, when the request asked for it.
struct ConditionFailure final : ErrorDetail {
  std::optional<Item> item;
};

// Why one action of a transaction was not done. `code` is the wire's ("None",
// "ConditionalCheckFailed", "ItemCollectionSizeLimitExceeded", "TransactionConflict",
// "ValidationError", ...).
struct CancellationReason {
  std::string code = "None";
  std::string message;
  std::optional<Item> item;
};

// Attached to kTransactionCanceled: one reason per action, in the order of the request.
struct Cancellation final : ErrorDetail {
  std::vector<CancellationReason> reasons;
};

// Attached to the kValidation errors that depend on the schema of the table (a key attribute that
// is missing, of the wrong type or too long, a key condition that does not fit). A transaction with
// such an action is cancelled with a reason for it; other invalid actions refuse the whole request.
struct ItemFault final : ErrorDetail {};

// Attached to the kValidation errors that refuse a whole transaction although only one action is
// wrong, and although the fault shows only when that action meets its item.
struct RequestFault final : ErrorDetail {};

// The wire's name of an error code, e.g. "ConditionalCheckFailedException".
std::string_view error_type(ErrorCode code);

std::unexpected<Error> validation(std::string message);
// "One or more parameter values were invalid: " + message.
std::unexpected<Error> invalid_parameter(std::string_view message);
// The same, for faults that carry ItemFault.
std::unexpected<Error> item_fault(std::string message);
bool is_item_fault(const Error& error);
std::unexpected<Error> request_fault(std::string message);
bool is_request_fault(const Error& error);
std::unexpected<Error> conditional_check_failed(std::optional<Item> item);
std::unexpected<Error> transaction_canceled(std::vector<CancellationReason> reasons);
std::unexpected<Error> table_not_found(std::string_view table);  // For reads and writes of items.
std::unexpected<Error> table_unknown(std::string_view table);    // For table operations.
std::unexpected<Error> table_in_use(std::string message);

// The reason of one action that failed with `error` inside a transaction.
CancellationReason reason_of(const Error& error);

}  // namespace norn::store
