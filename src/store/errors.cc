#include "store/errors.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace norn::store {

std::string_view error_type(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValidation:
      return "ValidationException";
    case ErrorCode::kConditionalCheckFailed:
      return "ConditionalCheckFailedException";
    case ErrorCode::kTransactionCanceled:
      return "TransactionCanceledException";
    case ErrorCode::kTransactionConflict:
      return "TransactionConflictException";
    case ErrorCode::kTransactionInProgress:
      return "TransactionInProgressException";
    case ErrorCode::kIdempotentParameterMismatch:
      return "IdempotentParameterMismatchException";
    case ErrorCode::kItemCollectionSizeLimitExceeded:
      return "ItemCollectionSizeLimitExceededException";
    case ErrorCode::kLimitExceeded:
      return "LimitExceededException";
    case ErrorCode::kResourceInUse:
      return "ResourceInUseException";
    case ErrorCode::kResourceNotFound:
      return "ResourceNotFoundException";
    case ErrorCode::kTableNotFound:
      return "TableNotFoundException";
    case ErrorCode::kTrimmedDataAccess:
      return "TrimmedDataAccessException";
    case ErrorCode::kExpiredIterator:
      return "ExpiredIteratorException";
    case ErrorCode::kThrottled:
      return "ThrottlingException";
    case ErrorCode::kProvisionedThroughputExceeded:
      return "ProvisionedThroughputExceededException";
    case ErrorCode::kRequestLimitExceeded:
      return "RequestLimitExceeded";
    case ErrorCode::kDuplicateItem:
      return "DuplicateItemException";
    case ErrorCode::kSerialization:
      return "SerializationException";
    case ErrorCode::kUnknownOperation:
      return "UnknownOperationException";
    case ErrorCode::kAccessDenied:
      return "AccessDeniedException";
    case ErrorCode::kMissingAuthenticationToken:
      return "MissingAuthenticationTokenException";
    case ErrorCode::kIncompleteSignature:
      return "IncompleteSignatureException";
    case ErrorCode::kInvalidSignature:
      return "InvalidSignatureException";
    case ErrorCode::kUnrecognizedClient:
      return "UnrecognizedClientException";
    case ErrorCode::kStorageFull:
    case ErrorCode::kUnavailable:
    case ErrorCode::kCorruption:
    case ErrorCode::kInternal:
    case ErrorCode::kInvalid:  // From here on: of apps, which no store returns.
    case ErrorCode::kNotSignedIn:
    case ErrorCode::kForbidden:
    case ErrorCode::kNotFound:
    case ErrorCode::kConflict:
    case ErrorCode::kStale:
    case ErrorCode::kPreconditionRequired:
    case ErrorCode::kUnprocessable:
    case ErrorCode::kUnreadable:
    case ErrorCode::kTooManyRequests:
      return "InternalServerError";
  }
  return "InternalServerError";
}

std::unexpected<Error> validation(std::string message) {
  return fail(ErrorCode::kValidation, std::move(message));
}

std::unexpected<Error> invalid_parameter(std::string_view message) {
  return validation(fmt::format("One or more parameter values were invalid: {}", message));
}

std::unexpected<Error> item_fault(std::string message) {
  return std::unexpected(
      Error{ErrorCode::kValidation, std::move(message), std::make_shared<const ItemFault>()});
}

bool is_item_fault(const Error& error) {
  return dynamic_cast<const ItemFault*>(error.detail.get()) != nullptr;
}

std::unexpected<Error> request_fault(std::string message) {
  return std::unexpected(
      Error{ErrorCode::kValidation, std::move(message), std::make_shared<const RequestFault>()});
}

bool is_request_fault(const Error& error) {
  return dynamic_cast<const RequestFault*>(error.detail.get()) != nullptr;
}

std::unexpected<Error> conditional_check_failed(std::optional<Item> item) {
  auto detail = std::make_shared<ConditionFailure>();
  detail->item = std::move(item);
  return std::unexpected(Error{ErrorCode::kConditionalCheckFailed, "The conditional request failed",
                               std::move(detail)});
}

std::unexpected<Error> transaction_canceled(std::vector<CancellationReason> reasons) {
  std::string codes;
  for (const CancellationReason& reason : reasons) {
    if (!codes.empty()) {
      codes += ", ";
    }
    codes += reason.code;
  }
  auto detail = std::make_shared<Cancellation>();
  detail->reasons = std::move(reasons);
  return std::unexpected(Error{
      ErrorCode::kTransactionCanceled,
      fmt::format(
          "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
          codes),
      std::move(detail)});
}

std::unexpected<Error> table_not_found(std::string_view /*table*/) {
  // DynamoDB does not name the table here; SDKs compare the text.
  return fail(ErrorCode::kResourceNotFound, "Requested resource not found");
}

std::unexpected<Error> table_unknown(std::string_view table) {
  return fail(ErrorCode::kResourceNotFound,
              fmt::format("Requested resource not found: Table: {} not found", table));
}

std::unexpected<Error> table_in_use(std::string message) {
  return fail(ErrorCode::kResourceInUse, std::move(message));
}

CancellationReason reason_of(const Error& error) {
  CancellationReason reason;
  reason.message = error.message;
  switch (error.code) {
    case ErrorCode::kConditionalCheckFailed:
      reason.code = "ConditionalCheckFailed";
      if (const auto* failure = dynamic_cast<const ConditionFailure*>(error.detail.get())) {
        reason.item = failure->item;
      }
      break;
    case ErrorCode::kValidation:
      reason.code = "ValidationError";
      break;
    case ErrorCode::kItemCollectionSizeLimitExceeded:
      reason.code = "ItemCollectionSizeLimitExceeded";
      break;
    case ErrorCode::kTransactionConflict:
      reason.code = "TransactionConflict";
      break;
    case ErrorCode::kThrottled:
      reason.code = "ThrottlingError";
      break;
    default:
      // Not an action's own fault: engines answer such errors for the whole request.
      reason.code = error_type(error.code);
      break;
  }
  return reason;
}

}  // namespace norn::store
