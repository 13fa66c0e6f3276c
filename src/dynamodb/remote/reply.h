#pragma once

#include <simdjson.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace norn::dynamodb {

// Calls `visit(element)` for the elements of a list until one returns an error. A value that is no
// list has none.
template <typename Visit>
Result<void> each_element(simdjson::dom::element list, Visit visit) {
  simdjson::dom::array elements;
  if (list.get_array().get(elements) != simdjson::SUCCESS) return {};
  for (const simdjson::dom::element element : elements) {
    NORN_TRY(visit(element));
  }
  return {};
}

// An object in a reply. Members that are absent, null or of an unexpected kind count as absent,
// because engines differ in what they omit. Valid as long as the reply.
class RemoteObject {
 public:
  RemoteObject() = default;  // Without members.
  explicit RemoteObject(simdjson::dom::element json) : json_(json) {}

  std::optional<simdjson::dom::element> find(std::string_view name) const;
  std::string_view text(std::string_view name) const;  // Empty if absent.
  std::optional<int64_t> integer(std::string_view name) const;
  std::optional<double> number(std::string_view name) const;
  bool flag(std::string_view name) const;  // False if absent.
  RemoteObject object(std::string_view name) const;

  // Calls `visit(element)` for the elements of a list until one returns an error.
  template <typename Visit>
  Result<void> each(std::string_view name, Visit visit) const {
    const auto list = find(name);
    if (!list) return {};
    return each_element(*list, visit);
  }
  // The same for the members of an object: `visit(name, element)`.
  template <typename Visit>
  Result<void> each_member(std::string_view name, Visit visit) const {
    const auto found = find(name);
    simdjson::dom::object members;
    if (!found || found->get_object().get(members) != simdjson::SUCCESS) return {};
    for (const simdjson::dom::key_value_pair member : members) {
      NORN_TRY(visit(member.key, member.value));
    }
    return {};
  }

 private:
  std::optional<simdjson::dom::element> json_;
};

// A whole reply: owns what its objects refer to.
class RemoteReply {
 public:
  // Fails when `body` is not a JSON object.
  static Result<RemoteReply> parse(std::string_view body);

  RemoteObject root() const { return RemoteObject(root_); }

 private:
  RemoteReply() : parser_(std::make_unique<simdjson::dom::parser>()) {}

  std::unique_ptr<simdjson::dom::parser> parser_;  // Elements point into it, so it must not move.
  simdjson::dom::element root_;
};

}  // namespace norn::dynamodb
