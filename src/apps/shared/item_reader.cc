#include "apps/shared/item_reader.h"

#include <charconv>
#include <utility>

#include "base/faults.h"
#include "base/text.h"

namespace norn::apps {
namespace {

// Values in the JSON of an item.
constexpr std::string_view kNull = R"({"NULL":true})";
constexpr std::string_view kTrue = R"({"BOOL":true})";
constexpr std::string_view kFalse = R"({"BOOL":false})";
constexpr std::string_view kEmptyList = R"({"L":[]})";

constexpr size_t kMaxIdCharacters = 128;

std::optional<std::string> text_in(const store::AttributeView& attribute) {
  if (const auto plain = attribute.plain_string()) return std::string(*plain);
  store::Value value = attribute.value();
  auto* const text = value.get_if<std::string>();
  return text != nullptr ? std::optional(std::move(*text)) : std::nullopt;
}

std::optional<int64_t> integer_in(const store::AttributeView& attribute) {
  // {"N":"15"}; numbers with fractions or exponents take the slower way.
  constexpr std::string_view kBegin = R"({"N":")";
  const std::string_view json = attribute.json();
  if (!json.starts_with(kBegin)) return std::nullopt;
  int64_t integer = 0;
  const char* const last = json.data() + json.size();
  const auto [end, error] = std::from_chars(json.data() + kBegin.size(), last, integer);
  if (error == std::errc() && std::string_view(end, last) == R"("})") return integer;
  const store::Value value = attribute.value();
  const auto* const number = value.get_if<store::Number>();
  if (number == nullptr || !number->to_int64(integer)) return std::nullopt;
  return integer;
}

}  // namespace

bool is_id(std::string_view text) {
  if (text.empty() || text == "." || text == ".." || text.find_first_of("#/") != text.npos) {
    return false;
  }
  return !has_control(text) && count_characters(text) <= kMaxIdCharacters;
}

std::unexpected<Error> ItemReader::error(std::string_view thing) const {
  if (fault_ == nullptr) return norn::fault(ErrorCode::kUnreadable, kItemUnreadable(thing));
  return norn::fault(ErrorCode::kUnreadable, (*fault_)(thing, faulty_attribute_));
}

void ItemReader::add_fault(std::string_view attribute, const Sentence<2>& fault) {
  if (fault_ != nullptr) return;
  fault_ = &fault;
  faulty_attribute_ = attribute;
}

std::optional<store::AttributeView> ItemReader::find_filled(std::string_view name) const {
  auto attribute = item_.find(name);
  if (attribute && attribute->json() == kNull) return std::nullopt;
  return attribute;
}

std::string ItemReader::text(std::string_view name) {
  const auto attribute = find_filled(name);
  auto text = attribute ? text_in(*attribute) : std::nullopt;
  if (!text) add_fault(name, attribute ? kAttributeNotText : kAttributeMissing);
  return std::move(text).value_or("");
}

int64_t ItemReader::integer(std::string_view name) {
  const auto attribute = find_filled(name);
  const auto integer = attribute ? integer_in(*attribute) : std::nullopt;
  if (!integer) add_fault(name, attribute ? kAttributeNotInteger : kAttributeMissing);
  return integer.value_or(0);
}

std::optional<std::string> ItemReader::optional_text(std::string_view name) const {
  const auto attribute = find_filled(name);
  return attribute ? text_in(*attribute) : std::nullopt;
}

std::optional<int64_t> ItemReader::optional_integer(std::string_view name) const {
  const auto attribute = find_filled(name);
  return attribute ? integer_in(*attribute) : std::nullopt;
}

std::optional<bool> ItemReader::optional_boolean(std::string_view name) const {
  const auto attribute = item_.find(name);
  if (!attribute) return std::nullopt;
  if (attribute->json() == kTrue) return true;
  return attribute->json() == kFalse ? std::optional(false) : std::nullopt;
}

std::vector<std::string> ItemReader::texts(std::string_view name) const {
  const auto attribute = find_filled(name);
  if (!attribute || attribute->json() == kEmptyList) return {};
  store::Value value = attribute->value();
  if (const auto* const set = value.get_if<store::StringSet>()) return set->members();
  std::vector<std::string> texts;
  auto* const list = value.get_if<store::List>();
  if (list == nullptr) return texts;
  for (store::Value& member : *list) {
    if (auto* const text = member.get_if<std::string>()) texts.push_back(std::move(*text));
  }
  return texts;
}

std::vector<int64_t> ItemReader::integers(std::string_view name) const {
  const auto attribute = find_filled(name);
  if (!attribute || attribute->json() == kEmptyList) return {};
  const store::Value value = attribute->value();
  std::vector<int64_t> integers;
  const auto add = [&](const store::Number& number) {
    int64_t integer = 0;
    if (number.to_int64(integer)) integers.push_back(integer);
  };
  if (const auto* const set = value.get_if<store::NumberSet>()) {
    for (const store::Number& number : set->members()) add(number);
  } else if (const auto* const list = value.get_if<store::List>()) {
    for (const store::Value& member : *list) {
      if (const auto* const number = member.get_if<store::Number>()) add(*number);
    }
  }
  return integers;
}

std::optional<store::List> ItemReader::filled_list(std::string_view name) const {
  const auto attribute = find_filled(name);
  if (!attribute || attribute->json() == kEmptyList) return std::nullopt;
  store::Value value = attribute->value();
  auto* const list = value.get_if<store::List>();
  return list != nullptr ? std::optional(std::move(*list)) : std::nullopt;
}

}  // namespace norn::apps
