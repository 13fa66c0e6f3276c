#include "base/faults.h"

#include <memory>

#include "base/sentences.h"

namespace norn {
namespace {

Fault changed_meanwhile(std::string_view thing, std::string current, std::string etag) {
  Fault detail;
  detail.said = kStaleVersion(thing);
  detail.current = std::move(current);
  detail.etag = std::move(etag);
  return detail;
}

}  // namespace

Said said_by(const Error& error) {
  const Fault* const fault = fault_of(error);
  return fault != nullptr ? fault->said : kOtherReason(error.message);
}

std::unexpected<Error> fault(ErrorCode code, Fault detail) {
  std::string message = detail.said.text();
  return std::unexpected(
      Error{code, std::move(message), std::make_shared<const Fault>(std::move(detail))});
}

std::unexpected<Error> fault(ErrorCode code, Said said) {
  return field_fault(code, "", std::move(said));
}

std::unexpected<Error> field_fault(ErrorCode code, std::string_view field, Said said) {
  Fault detail;
  detail.said = std::move(said);
  detail.field = field;
  return fault(code, std::move(detail));
}

std::unexpected<Error> invalid(std::string_view field, Said said) {
  return field_fault(ErrorCode::kInvalid, field, std::move(said));
}

std::unexpected<Error> not_found(Said said) {
  return fault(ErrorCode::kNotFound, std::move(said));
}

std::unexpected<Error> not_signed_in(Said said) {
  return fault(ErrorCode::kNotSignedIn, std::move(said));
}

std::unexpected<Error> forbidden(Said said) {
  return fault(ErrorCode::kForbidden, std::move(said));
}

std::unexpected<Error> conflict(Said said) {
  return fault(ErrorCode::kConflict, std::move(said));
}

std::unexpected<Error> conflict(std::string_view field, Said said) {
  return field_fault(ErrorCode::kConflict, field, std::move(said));
}

std::unexpected<Error> stale(std::string_view thing, std::string current, std::string etag) {
  return fault(ErrorCode::kStale, changed_meanwhile(thing, std::move(current), std::move(etag)));
}

std::unexpected<Error> version_conflict(std::string_view thing, std::string current,
                                        std::string etag) {
  return fault(ErrorCode::kConflict, changed_meanwhile(thing, std::move(current), std::move(etag)));
}

std::unexpected<Error> too_many_requests(Said said, int64_t retry_after_s) {
  Fault detail;
  detail.said = std::move(said);
  detail.retry_after_s = retry_after_s;
  return fault(ErrorCode::kTooManyRequests, std::move(detail));
}

}  // namespace norn
