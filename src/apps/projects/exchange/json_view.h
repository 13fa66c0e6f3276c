#pragma once

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

// Members of JSON that another program wrote: what is missing, null or of another type reads as
// nothing.
namespace norn::projects {

using Json = simdjson::dom::element;

inline std::optional<Json> json_member(const Json& object, std::string_view name) {
  Json value;
  if (object[name].get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  return value;
}

inline std::string text_in(const Json& object, std::string_view name) {
  std::string_view text;
  const auto value = json_member(object, name);
  if (!value || value->get(text) != simdjson::SUCCESS) return "";
  return std::string(text);
}

// A number or a text, as a text: how ids are written.
inline std::string key_in(const Json& object, std::string_view name) {
  const auto value = json_member(object, name);
  int64_t number = 0;
  if (value && value->get(number) == simdjson::SUCCESS) return std::to_string(number);
  return text_in(object, name);
}

inline int64_t integer_in(const Json& object, std::string_view name) {
  const auto value = json_member(object, name);
  int64_t number = 0;
  return value && value->get(number) == simdjson::SUCCESS ? number : 0;
}

inline double number_in(const Json& object, std::string_view name) {
  const auto value = json_member(object, name);
  double number = 0;
  return value && value->get(number) == simdjson::SUCCESS ? number : 0;
}

inline bool flag_in(const Json& object, std::string_view name) {
  const auto value = json_member(object, name);
  bool flag = false;
  return value && value->get(flag) == simdjson::SUCCESS && flag;
}

// More members of a list are not read.
constexpr size_t kMaxJsonMembers = 25'000;

// Calls `visit` for each object of a list.
template <typename Visit>
void each_in(const Json& object, std::string_view name, const Visit& visit) {
  const auto value = json_member(object, name);
  simdjson::dom::array list;
  if (!value || value->get(list) != simdjson::SUCCESS) return;
  size_t count = 0;
  for (const Json one : list) {
    if (++count > kMaxJsonMembers) return;
    if (one.is_object()) visit(one);
  }
}

// Calls `visit` for each text or number of a list, as a text.
template <typename Visit>
void each_key_in(const Json& object, std::string_view name, const Visit& visit) {
  const auto value = json_member(object, name);
  simdjson::dom::array list;
  if (!value || value->get(list) != simdjson::SUCCESS) return;
  size_t count = 0;
  for (const Json one : list) {
    if (++count > kMaxJsonMembers) return;
    std::string_view text;
    int64_t number = 0;
    if (one.get(text) == simdjson::SUCCESS) visit(std::string(text));
    if (one.get(number) == simdjson::SUCCESS) visit(std::to_string(number));
  }
}

}  // namespace norn::projects
