#pragma once

#include <expected>
#include <memory>
#include <string>
#include <utility>

namespace norn {

// What went wrong, as far as a caller can act on it. The first group has a DynamoDB error type of
// the same name; the second group is what can happen to a store of our own; the third is what an
// app says to the person who asked it (base/faults.h makes those, rest/problem.h renders them).
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
  kCorruption,   // Stored bytes are not what was written.
  kInternal,     // A bug or an unexpected failure of the machine.

  kInvalid,               // What was sent cannot be right; the fault names the field.
  kNotSignedIn,           // Nobody is signed in, or not with these credentials.
  kForbidden,             // They are known, and may not do this.
  kNotFound,              // It is not there, or they may not know that it is.
  kConflict,              // It goes against what is there already.
  kStale,                 // It was changed since; the fault carries the current state.
  kPreconditionRequired,  // A change must say which state it is based on.
  kUnprocessable,         // An idempotency key that was used for something else.
  kTooManyRequests,       // The fault says when to try again.
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
