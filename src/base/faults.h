#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

// The errors of apps, addressed to the person who sent the request. A message is a whole sentence:
// what is wrong with which value, and what to do.
namespace norn {

// The detail of an error that is made here.
struct Fault final : ErrorDetail {
  std::string field;          // The member of the body, or the parameter: "kind.end".
  std::string code;           // Which rule was broken, for programs: "overlap".
  std::string taken;          // The things that conflict with the request, as a JSON list.
  std::string current;        // The present state of a thing that was changed meanwhile, as JSON,
  std::string etag;           // and the ETag of that state.
  int64_t retry_after_s = 0;  // With kTooManyRequests.
};

// The fault of an error; nullptr when it has none.
inline const Fault* fault_of(const Error& error) {
  return dynamic_cast<const Fault*>(error.detail.get());
}

inline std::unexpected<Error> fault(ErrorCode code, std::string message, Fault detail) {
  return std::unexpected(
      Error{code, std::move(message), std::make_shared<const Fault>(std::move(detail))});
}

inline std::unexpected<Error> field_fault(ErrorCode code, std::string_view field,
                                          std::string message) {
  Fault detail;
  detail.field = field;
  return fault(code, std::move(message), std::move(detail));
}

// "title": "The title must have 1 to 500 characters."
inline std::unexpected<Error> invalid(std::string_view field, std::string message) {
  return field_fault(ErrorCode::kInvalid, field, std::move(message));
}

// `what` is "calendar" or "entry". Missing things and things that the caller may not see get the
// same error.
inline std::unexpected<Error> not_found(std::string_view what) {
  return fail(ErrorCode::kNotFound,
              "There is no such " + std::string(what) + ", or you may not see it.");
}

inline std::unexpected<Error> not_signed_in(std::string message) {
  return fail(ErrorCode::kNotSignedIn, std::move(message));
}

inline std::unexpected<Error> forbidden(std::string message) {
  return fail(ErrorCode::kForbidden, std::move(message));
}

inline std::unexpected<Error> conflict(std::string message) {
  return fail(ErrorCode::kConflict, std::move(message));
}

// The same for a conflict about one field: an e-mail address that is taken.
inline std::unexpected<Error> conflict(std::string_view field, std::string message) {
  return field_fault(ErrorCode::kConflict, field, std::move(message));
}

// `what` is "calendar" or "entry"; `current` is its state as JSON.
inline std::unexpected<Error> stale(std::string_view what, std::string current, std::string etag) {
  Fault detail;
  detail.current = std::move(current);
  detail.etag = std::move(etag);
  return fault(ErrorCode::kStale,
               "The " + std::string(what) +
                   " was changed since you read it. Look at its current state, which is in "
                   "`current`, and send your change again with its ETag.",
               std::move(detail));
}

// The same for things that count their versions: their designs call it a conflict.
inline std::unexpected<Error> version_conflict(std::string_view what, std::string current,
                                               std::string etag) {
  Fault detail;
  detail.current = std::move(current);
  detail.etag = std::move(etag);
  return fault(ErrorCode::kConflict,
               "The " + std::string(what) +
                   " was changed since you read it. Look at its current state, which is in "
                   "`current`, and send your change again with its ETag.",
               std::move(detail));
}

inline std::unexpected<Error> too_many_requests(std::string message, int64_t retry_after_s) {
  Fault detail;
  detail.retry_after_s = retry_after_s;
  return fault(ErrorCode::kTooManyRequests, std::move(message), std::move(detail));
}

}  // namespace norn
