#include "store/expressions/expression_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "store/errors.h"
#include "store/limits.h"

namespace norn::store {
namespace {

// "#" or ":" and then letters, digits and underscores.
bool is_placeholder(std::string_view key, char sign) {
  return key.size() > 1 && key.size() <= kMaxPlaceholderBytes && key[0] == sign &&
         std::ranges::all_of(key.substr(1), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

template <typename Entries>
Result<void> check_keys(const Entries& entries, char sign, std::string_view parameter) {
  for (const auto& [key, content] : entries) {
    if (!is_placeholder(key, sign)) {
      return validation(
          fmt::format("{} contains invalid key: Syntax error; key: \"{}\"", parameter, key));
    }
  }
  return {};
}

template <typename Entries>
Result<void> check_used(const Entries& entries, const std::set<std::string, std::less<>>& used,
                        std::string_view parameter) {
  std::vector<std::string_view> unused;
  for (const auto& [key, content] : entries) {
    if (!used.contains(key)) {
      unused.push_back(key);
    }
  }
  if (unused.empty()) {
    return {};
  }
  return validation(fmt::format("Value provided in {} unused in expressions: keys: {{{}}}",
                                parameter, fmt::join(unused, ", ")));
}

Result<void> check_names(const std::map<std::string, std::string, std::less<>>& names) {
  size_t bytes = 0;
  for (const auto& [key, name] : names) {
    if (name.empty() || name.size() > kMaxAttributeNameBytes) {
      return validation(
          fmt::format("ExpressionAttributeNames contains invalid value: Attribute names must have "
                      "1 to {} bytes for key {}",
                      kMaxAttributeNameBytes, key));
    }
    bytes += key.size() + name.size();
  }
  if (bytes > kMaxExpressionNamesBytes) {
    return validation("ExpressionAttributeNames exceeds max size");
  }
  return {};
}

}  // namespace

Result<std::string> PlaceholderUse::name(std::string_view placeholder, std::string_view parameter) {
  const auto found = placeholders_.names.find(placeholder);
  if (found == placeholders_.names.end()) {
    return validation(
        fmt::format("Invalid {}: An expression attribute name used in the document path is not "
                    "defined; attribute name: {}",
                    parameter, placeholder));
  }
  used_.emplace(placeholder);
  return found->second;
}

Result<Value> PlaceholderUse::value(std::string_view placeholder, std::string_view parameter) {
  const auto found = placeholders_.values.find(placeholder);
  if (found == placeholders_.values.end()) {
    return validation(fmt::format(
        "Invalid {}: An expression attribute value used in expression is not defined; attribute "
        "value: {}",
        parameter, placeholder));
  }
  used_.emplace(placeholder);
  return found->second;
}

Result<void> PlaceholderUse::check_shape(bool has_expressions) const {
  if (!has_expressions) {
    if (!placeholders_.names.empty()) {
      return validation("ExpressionAttributeNames can only be specified when using expressions");
    }
    if (!placeholders_.values.empty()) {
      return validation("ExpressionAttributeValues can only be specified when using expressions");
    }
    return {};
  }
  if (generated()) {
    return {};
  }
  NORN_TRY(check_keys(placeholders_.names, '#', "ExpressionAttributeNames"));
  NORN_TRY(check_names(placeholders_.names));
  NORN_TRY(check_keys(placeholders_.values, ':', "ExpressionAttributeValues"));
  if (map_size_bytes(placeholders_.values) > kMaxExpressionValuesBytes) {
    return validation("ExpressionAttributeValues exceeds max size");
  }
  return {};
}

Result<void> PlaceholderUse::check_all_used() const {
  NORN_TRY(check_used(placeholders_.names, used_, "ExpressionAttributeNames"));
  return check_used(placeholders_.values, used_, "ExpressionAttributeValues");
}

}  // namespace norn::store
