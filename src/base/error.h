#pragma once

#include <expected>
#include <memory>
#include <string>
#include <utility>

namespace norn {

// The kinds of errors that callers distinguish. The first group has DynamoDB's error types of the
// same name, the second has failures of the embedded store, and the third has errors of apps, which
// are addressed to a person (base/faults.h makes them, rest/problem.h renders them).
enum class ErrorCode {
  kValidation,
  kConditionalCheckFailed,
  kTransactionCanceled,
  kTransactionConflict,
  kTransactionInProgress,
  kIdempotentParameterMismatch,
  kItemCollectionSizeLimitExceeded,
  kLimitExceeded,
  kResourceInUse,
  kResourceNotFound,
  kTableNotFound,
  kTrimmedDataAccess,
  kExpiredIterator,
  kThrottled,
  kProvisionedThroughputExceeded,
  kRequestLimitExceeded,
  kDuplicateItem,
  kSerialization,
  kUnknownOperation,
  kAccessDenied,
  kMissingAuthenticationToken,
  kIncompleteSignature,
  kInvalidSignature,
  kUnrecognizedClient,

  kStorageFull,  // The disk is full: nothing was written; try again when there is space.
  kUnavailable,  // The store takes no writes (a failed sync, or it is closing).
  kCorruption,   // Stored bytes differ from those that were written.
  kInternal,     // A bug or an unexpected failure of the machine.

  kInvalid,               // The request is invalid; the fault names the field.
  kNotSignedIn,           // No credentials, or invalid ones.
  kForbidden,             // The caller is known, but may not do this.
  kNotFound,              // It does not exist, or the caller may not know that it does.
  kConflict,              // It contradicts the present state.
  kStale,                 // It was changed meanwhile; the fault carries the current state.
  kPreconditionRequired,  // A change has to name the state that it is based on.
  kUnprocessable,         // The idempotency key was used for another request.
  kUnreadable,            // An item that another program wrote lacks what is needed to show it.
  kTooManyRequests,       // The fault has the time to wait before a retry.
};

// Facts beyond the message, for callers that can use them: see store/errors.h.
struct ErrorDetail {
  virtual ~ErrorDetail() = default;
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;  // For a person: what was wrong with which value, and what to do.
  // Shared because errors are copied (one failed commit answers many requests) and never changed.
  std::shared_ptr<const ErrorDetail> detail;
};

template <typename T>
using Result = std::expected<T, Error>;

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected(Error{code, std::move(message), nullptr});
}

}  // namespace norn

#define NORN_JOIN_INNER(a, b) a##b
#define NORN_JOIN(a, b) NORN_JOIN_INNER(a, b)

// Returns the error of `expression` (a Result<void>) from the enclosing function.
#define NORN_TRY(expression)                                   \
  do {                                                         \
    if (auto norn_result_ = (expression); !norn_result_) {     \
      return std::unexpected(std::move(norn_result_).error()); \
    }                                                          \
  } while (false)

// Declares `variable` with the value of `expression` (a Result<T>), or returns its error.
#define NORN_ASSIGN(variable, expression) \
  NORN_ASSIGN_INNER(NORN_JOIN(norn_result_, __LINE__), variable, expression)
#define NORN_ASSIGN_INNER(result, variable, expression) \
  auto result = (expression);                           \
  if (!result) {                                        \
    return std::unexpected(std::move(result).error());  \
  }                                                     \
  variable = std::move(*result)
