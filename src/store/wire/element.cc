#include "store/wire/element.h"

#include <fmt/format.h>

#include "store/errors.h"
#include "store/wire/wire.h"

namespace norn::store {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

std::string to_string(const WirePlace* place) {
  if (place == nullptr) {
    return "";
  }
  std::string text = to_string(place->parent);
  if (place->is_index) {
    return fmt::format("{}[{}]", text, place->index);
  }
  return text.empty() ? std::string(place->name) : fmt::format("{}.{}", text, place->name);
}

std::string_view kind_of(element json) {
  switch (json.type()) {
    case element_type::ARRAY:
      return "an array";
    case element_type::OBJECT:
      return "an object";
    case element_type::STRING:
      return "a string";
    case element_type::BOOL:
      return "a boolean";
    case element_type::NULL_VALUE:
      return "null";
    default:
      return "a number";
  }
}

// The members as DynamoDB shows them: [a, b, a].
std::string listing(simdjson::dom::array array) {
  std::string out;
  for (const element member : array) {
    out.append(out.empty() ? "[" : ", ").append(member.get_string().value_unsafe());
  }
  return out.append("]");
}

Result<Value> read_string_set(element json, const WirePlace* place) {
  NORN_ASSIGN(const simdjson::dom::array array, read_array(json, "SS", place));
  std::vector<std::string> members;
  for (const element member : array) {
    NORN_ASSIGN(const std::string_view content, read_text(member, "A member of SS", place));
    members.emplace_back(content);
  }
  if (members.empty()) {
    return invalid_parameter("An string set  may not be empty");
  }
  const size_t count = members.size();
  StringSet set = StringSet::make(std::move(members));
  if (set.members().size() != count) {
    return invalid_parameter(
        fmt::format("Input collection {} contains duplicates.", listing(array)));
  }
  return Value(std::move(set));
}

Result<Value> read_number_set(element json, const WirePlace* place) {
  NORN_ASSIGN(const simdjson::dom::array array, read_array(json, "NS", place));
  std::vector<Number> members;
  for (const element member : array) {
    NORN_ASSIGN(const std::string_view content, read_text(member, "A member of NS", place));
    NORN_ASSIGN(const Number parsed, Number::parse(content));
    members.push_back(parsed);
  }
  if (members.empty()) {
    return invalid_parameter("An number set  may not be empty");
  }
  const size_t count = members.size();
  NumberSet set = NumberSet::make(std::move(members));
  if (set.members().size() != count) {
    return validation("Input collection contains duplicates");
  }
  return Value(std::move(set));
}

Result<Value> read_binary_set(element json, const WirePlace* place) {
  NORN_ASSIGN(const simdjson::dom::array array, read_array(json, "BS", place));
  std::vector<Binary> members;
  for (const element member : array) {
    NORN_ASSIGN(std::string decoded, read_bytes(member, "A member of BS", place));
    members.push_back({std::move(decoded)});
  }
  if (members.empty()) {
    return invalid_parameter("Binary sets should not be empty");
  }
  const size_t count = members.size();
  BinarySet set = BinarySet::make(std::move(members));
  if (set.members().size() != count) {
    return invalid_parameter(
        fmt::format("Input collection {}of type BS contains duplicates.", listing(array)));
  }
  return Value(std::move(set));
}

}  // namespace

// DynamoDB answers these with a SerializationException that names Java classes.
std::unexpected<Error> wrong_kind(std::string_view what, const WirePlace* place,
                                  std::string_view expected, element found) {
  return validation(fmt::format("{}{}{}{} must be {}, but it is {}", what,
                                place != nullptr ? " of attribute '" : "", to_string(place),
                                place != nullptr ? "'" : "", expected, kind_of(found)));
}

Result<std::string_view> read_text(element json, std::string_view what, const WirePlace* place) {
  std::string_view content;
  if (json.get(content) != simdjson::SUCCESS) {
    return wrong_kind(what, place, "a string", json);
  }
  return content;
}

Result<std::string> read_bytes(element json, std::string_view what, const WirePlace* place) {
  NORN_ASSIGN(const std::string_view encoded, read_text(json, what, place));
  Result<std::string> decoded = base64_decode(encoded);
  if (!decoded) {
    return validation(
        fmt::format("{} ({} of attribute '{}')", decoded.error().message, what, to_string(place)));
  }
  return decoded;
}

Result<simdjson::dom::array> read_array(element json, std::string_view what,
                                        const WirePlace* place) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) {
    return wrong_kind(what, place, "an array", json);
  }
  return array;
}

Result<Value> read_set(Type type, element json, const WirePlace* place) {
  switch (type) {
    case Type::kStringSet:
      return read_string_set(json, place);
    case Type::kNumberSet:
      return read_number_set(json, place);
    default:
      return read_binary_set(json, place);
  }
}

}  // namespace norn::store
