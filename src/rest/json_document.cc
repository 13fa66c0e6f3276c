#include "rest/json_document.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/faults.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

using simdjson::dom::element;

// No request has a reason for more, and everything that walks a document is safe with this.
constexpr size_t kMaxDepth = 64;
constexpr size_t kMinCapacity = 64;

Result<void> check_members(element value);

Result<void> check_object(simdjson::dom::object object) {
  std::vector<std::string_view> names;
  for (const auto& member : object) {
    names.push_back(member.key);
    NORN_TRY(check_members(member.value));
  }
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice == names.end()) return {};
  if (twice->size() > kMaxToldBytes) return invalid("", kLongMemberTwice);
  return invalid(*twice, kMemberTwice(*twice));
}

// RFC 8259, 4: it is undefined which of two members of the same name counts, so both are refused.
Result<void> check_members(element value) {
  if (value.is_object()) return check_object(simdjson::dom::object(value));
  if (!value.is_array()) return {};
  const simdjson::dom::array list(value);
  for (const element item : list) NORN_TRY(check_members(item));
  return {};
}

}  // namespace

Result<simdjson::dom::object> parse_object(simdjson::dom::parser& parser, std::string_view text) {
  if (parser.allocate(std::max(text.size(), kMinCapacity), kMaxDepth) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInternal, "There is no memory for the body of a request.");
  }
  element document;
  const auto error = parser.parse(text.data(), text.size()).get(document);
  if (error == simdjson::DEPTH_ERROR) {
    return fault(ErrorCode::kInvalid, kBodyTooDeep(kMaxDepth - 1));
  }
  if (error == simdjson::NUMBER_ERROR) {
    return fault(ErrorCode::kInvalid, kBodyNumberInvalid);
  }
  if (error != simdjson::SUCCESS) {
    return fault(ErrorCode::kInvalid, kBodyNotJson);
  }
  simdjson::dom::object object;
  if (document.get_object().get(object) != simdjson::SUCCESS) {
    return fault(ErrorCode::kInvalid, kBodyNotObject);
  }
  NORN_TRY(check_members(document));
  return object;
}

}  // namespace norn::rest
