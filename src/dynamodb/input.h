#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace norn::dynamodb {

// A structure of a request whose kinds have been checked (shape.h), so that reading a member cannot
// fail. A null member counts as absent. Valid as long as the parsed document.
class Input {
 public:
  Input() = default;  // Without members.
  explicit Input(simdjson::dom::element structure) : json_(structure) {}

  std::optional<simdjson::dom::element> find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name).has_value(); }

  // An absent member is an empty text, or a structure without members.
  std::string_view text(std::string_view name) const;
  std::optional<int64_t> integer(std::string_view name) const;  // A fraction is cut off.
  std::optional<int64_t> time_ms(std::string_view name) const;  // Of seconds since 1970.
  std::optional<bool> boolean(std::string_view name) const;     // "true" is true, too.
  bool flag(std::string_view name) const { return boolean(name).value_or(false); }
  Input structure(std::string_view name) const;

  // Calls `visit(element)` for every element of a list, until it returns an error. (The array is
  // copied because the loop would not keep alive what value_unsafe() refers to.)
  template <typename Visit>
  auto each(std::string_view name, Visit visit) const -> decltype(visit(simdjson::dom::element())) {
    if (const auto list = find(name)) {
      for (const simdjson::dom::element element :
           simdjson::dom::array(list->get_array().value_unsafe())) {
        if (auto result = visit(element); !result) return result;
      }
    }
    return {};
  }
  // Calls `visit(key, element)` for every member of a map, until it returns an error.
  template <typename Visit>
  auto each_member(std::string_view name, Visit visit) const
      -> decltype(visit(std::string_view(), simdjson::dom::element())) {
    if (const auto map = find(name)) {
      for (const auto& field : simdjson::dom::object(map->get_object().value_unsafe())) {
        if (field.value.is_null()) continue;
        if (auto result = visit(field.key, field.value); !result) return result;
      }
    }
    return {};
  }
  size_t count(std::string_view name) const;  // Of the elements of a list or map.

 private:
  std::optional<simdjson::dom::element> json_;
};

}  // namespace norn::dynamodb
