#include "cli/exit_code.h"

namespace norn::cli {

int exit_code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::kNotFound:
    case ErrorCode::kResourceNotFound:
    case ErrorCode::kTableNotFound:
      return kExitNotFound;
    case ErrorCode::kConditionalCheckFailed:
    case ErrorCode::kTransactionCanceled:
    case ErrorCode::kTransactionConflict:
    case ErrorCode::kTransactionInProgress:
    case ErrorCode::kDuplicateItem:
    case ErrorCode::kConflict:
    case ErrorCode::kStale:
    case ErrorCode::kForbidden:
    case ErrorCode::kAccessDenied:
      return kExitRefused;
    case ErrorCode::kResourceInUse:  // The folder, by another process; or a table that is changing.
    case ErrorCode::kUnavailable:
    case ErrorCode::kThrottled:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kRequestLimitExceeded:
      return kExitUnavailable;
    default:
      return kExitFailed;
  }
}

ErrorCode error_code_of_exit(int exit_code) {
  switch (exit_code) {
    case kExitNotFound:
      return ErrorCode::kNotFound;
    case kExitRefused:
      return ErrorCode::kConflict;
    case kExitUnavailable:
      return ErrorCode::kUnavailable;
    default:
      return ErrorCode::kInvalid;
  }
}

}  // namespace norn::cli
