#pragma once

#include <map>
#include <string_view>

#include "base/error.h"
#include "dynamodb/input.h"
#include "store/errors.h"
#include "store/limits.h"

namespace norn::dynamodb {

// The members of one of the older parameters, which are by attribute. Of two for one attribute the
// last counts, as with most readers of JSON.
using LegacyMembers = std::map<std::string_view, Input>;

inline LegacyMembers legacy_members(const Input& input, std::string_view parameter) {
  LegacyMembers members;
  const auto found = input.find(parameter);
  if (!found) return members;
  for (const auto& field : simdjson::dom::object(found->get_object().value_unsafe())) {
    if (!field.value.is_null()) members.insert_or_assign(field.key, Input(field.value));
  }
  return members;
}

inline Result<void> check_attribute_name(std::string_view name) {
  if (name.empty()) return store::invalid_parameter("Attribute name must not be empty");
  if (name.size() > store::kMaxAttributeNameBytes) {
    return store::invalid_parameter("Attribute name is too large, must be less than 65536 bytes");
  }
  return {};
}

}  // namespace norn::dynamodb
