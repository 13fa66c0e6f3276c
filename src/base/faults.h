#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/sentence.h"

// The errors of apps, addressed to the person who sent the request: whole sentences
// (base/sentence.h) that say what is wrong with which value, and what to do.
namespace norn {

// The detail of an error that is made here.
struct Fault final : ErrorDetail {
  Said said;                  // Its English text is the message of the error.
  std::string field;          // The member of the body, or the parameter: "kind.end".
  std::string taken;          // The things that conflict with the request, as a JSON list.
  std::string current;        // The present state of a thing that was changed meanwhile, as JSON,
  std::string etag;           // and the ETag of that state.
  int64_t retry_after_s = 0;  // With kTooManyRequests.
};

// The fault of an error; nullptr when it has none, as errors of the store.
inline const Fault* fault_of(const Error& error) {
  return dynamic_cast<const Fault*>(error.detail.get());
}

// Whether the error says that sentence.
inline bool says(const Error& error, const SentenceText& sentence) {
  const Fault* const fault = fault_of(error);
  return fault != nullptr && fault->said.code() == sentence.code;
}

// The sentence of an error, to be said within another one.
Said said_by(const Error& error);

std::unexpected<Error> fault(ErrorCode code, Fault detail);
std::unexpected<Error> fault(ErrorCode code, Said said);
std::unexpected<Error> field_fault(ErrorCode code, std::string_view field, Said said);

// "title": "The title must have 1 to 500 characters."
std::unexpected<Error> invalid(std::string_view field, Said said);
// Missing things and things that the caller may not see get the same error.
std::unexpected<Error> not_found(Said said);
std::unexpected<Error> not_signed_in(Said said);
std::unexpected<Error> forbidden(Said said);
std::unexpected<Error> conflict(Said said);
// The same for a conflict about one field: an e-mail address that is taken.
std::unexpected<Error> conflict(std::string_view field, Said said);

// `thing` is "calendar" or "entry"; `current` is its state as JSON.
std::unexpected<Error> stale(std::string_view thing, std::string current, std::string etag);
// The same for things that count their versions: their designs call it a conflict.
std::unexpected<Error> version_conflict(std::string_view thing, std::string current,
                                        std::string etag);

std::unexpected<Error> too_many_requests(Said said, int64_t retry_after_s);

}  // namespace norn
