#include "apps/planner/model_reader.h"

#include <utility>

namespace norn::planner {
std::optional<store::AttributeView> ModelReader::find_filled(std::string_view name) const {
  auto attribute = item_.find(name);
  if (attribute && attribute->json() == kNull) return std::nullopt;
  return attribute;
}

std::string ModelReader::read_text(const store::AttributeView& attribute) {
  if (const auto plain = attribute.plain_string()) return std::string(*plain);
  store::Value value = attribute.value();
  auto* const text = value.get_if<std::string>();
  require(text != nullptr);
  return text != nullptr ? std::move(*text) : std::string();
}

int64_t ModelReader::read_integer(const store::AttributeView& attribute) {
  const store::Value value = attribute.value();
  const auto* const number = value.get_if<store::Number>();
  int64_t integer = 0;
  require(number != nullptr && number->to_int64(integer));
  return integer;
}

bool ModelReader::read_boolean(const store::AttributeView& attribute) {
  require(attribute.json() == kTrue || attribute.json() == kFalse);
  return attribute.json() == kTrue;
}

std::string ModelReader::text(std::string_view name) {
  const auto attribute = item_.find(name);
  require(attribute.has_value());
  return attribute ? read_text(*attribute) : std::string();
}

std::optional<std::string> ModelReader::optional_text(std::string_view name) {
  const auto attribute = find_filled(name);
  return attribute ? std::optional(read_text(*attribute)) : std::nullopt;
}

int64_t ModelReader::integer(std::string_view name) {
  const auto attribute = item_.find(name);
  require(attribute.has_value());
  return attribute ? read_integer(*attribute) : 0;
}

std::optional<int64_t> ModelReader::optional_integer(std::string_view name) {
  const auto attribute = find_filled(name);
  return attribute ? std::optional(read_integer(*attribute)) : std::nullopt;
}

bool ModelReader::boolean(std::string_view name) {
  const auto attribute = item_.find(name);
  require(attribute.has_value());
  return attribute && read_boolean(*attribute);
}

bool ModelReader::optional_boolean(std::string_view name) {
  const auto attribute = find_filled(name);
  return attribute && read_boolean(*attribute);
}

std::vector<std::string> ModelReader::texts_of_set(std::string_view name) {
  const auto attribute = find_filled(name);
  if (!attribute) return {};
  const store::Value value = attribute->value();
  const auto* const set = value.get_if<store::StringSet>();
  require(set != nullptr);
  return set != nullptr ? set->members() : std::vector<std::string>();
}

std::vector<int64_t> ModelReader::integers_of_set(std::string_view name) {
  const auto attribute = find_filled(name);
  if (!attribute) return {};
  const store::Value value = attribute->value();
  const auto* const set = value.get_if<store::NumberSet>();
  require(set != nullptr);
  std::vector<int64_t> integers;
  if (set == nullptr) return integers;
  for (const store::Number& number : set->members()) {
    integers.emplace_back();
    require(number.to_int64(integers.back()));
  }
  return integers;
}

std::optional<store::List> ModelReader::filled_list(std::string_view name) {
  const auto attribute = find_filled(name);
  if (!attribute || attribute->json() == kEmptyList) return std::nullopt;
  store::Value value = attribute->value();
  auto* const list = value.get_if<store::List>();
  require(list != nullptr);
  return list != nullptr ? std::optional(std::move(*list)) : std::nullopt;
}

std::vector<std::string> ModelReader::texts_of_list(std::string_view name) {
  std::vector<std::string> texts;
  auto list = filled_list(name);
  if (!list) return texts;
  for (store::Value& value : *list) {
    auto* const text = value.get_if<std::string>();
    require(text != nullptr);
    if (text != nullptr) texts.push_back(std::move(*text));
  }
  return texts;
}

}  // namespace norn::planner
