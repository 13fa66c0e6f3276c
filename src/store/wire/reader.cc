#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <list>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/errors.h"
#include "store/limits.h"
#include "store/value.h"
#include "store/wire/dom.h"
#include "store/wire/text.h"
#include "store/wire/wire.h"

// From the wire to canonical text in one walk over the parsed JSON: what arrives is validated and
// written at once, and no tree of Values is built (but for sets, which must be sorted). Values for
// expressions are then decoded from the canonical text, so that there is one validation only.
namespace norn::store {

namespace {

// Where in the document a walk is, for errors. It lives on the stack and costs nothing until it is
// shown.
struct WirePath {
  const WirePath* parent = nullptr;
  std::string_view name;
  size_t index = 0;
  bool is_index = false;
};

using simdjson::dom::element;
using simdjson::dom::element_type;

std::string to_string(const WirePath* path) {
  if (path == nullptr) {
    return "";
  }
  std::string text = to_string(path->parent);
  if (path->is_index) {
    return fmt::format("{}[{}]", text, path->index);
  }
  return text.empty() ? std::string(path->name) : fmt::format("{}.{}", text, path->name);
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

// `what` is not of the JSON kind that it must be. A null `path` means the document itself. DynamoDB
// answers these with a SerializationException that names Java classes.
std::unexpected<Error> wrong_kind(std::string_view what, const WirePath* path,
                                  std::string_view expected, element found) {
  return validation(fmt::format("{}{}{}{} must be {}, but it is {}", what,
                                path != nullptr ? " of attribute '" : "", to_string(path),
                                path != nullptr ? "'" : "", expected, kind_of(found)));
}

// The content of a string. The view is valid as long as the document.
Result<std::string_view> read_text(element json, std::string_view what, const WirePath* path) {
  std::string_view content;
  if (json.get(content) != simdjson::SUCCESS) {
    return wrong_kind(what, path, "a string", json);
  }
  return content;
}

// The bytes of a base64 string.
Result<std::string> read_bytes(element json, std::string_view what, const WirePath* path) {
  NORN_ASSIGN(const std::string_view encoded, read_text(json, what, path));
  Result<std::string> decoded = base64_decode(encoded);
  if (!decoded) {
    return validation(
        fmt::format("{} ({} of attribute '{}')", decoded.error().message, what, to_string(path)));
  }
  return decoded;
}

Result<simdjson::dom::array> read_array(element json, std::string_view what, const WirePath* path) {
  simdjson::dom::array array;
  if (json.get(array) != simdjson::SUCCESS) {
    return wrong_kind(what, path, "an array", json);
  }
  return array;
}

// The members as DynamoDB shows them: [a, b, a].
std::string listing(simdjson::dom::array array) {
  std::string out;
  for (const element member : array) {
    out.append(out.empty() ? "[" : ", ").append(member.get_string().value_unsafe());
  }
  return out.append("]");
}

Result<Value> read_string_set(element json, const WirePath* path) {
  NORN_ASSIGN(const simdjson::dom::array array, read_array(json, "SS", path));
  std::vector<std::string> members;
  for (const element member : array) {
    NORN_ASSIGN(const std::string_view content, read_text(member, "A member of SS", path));
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

Result<Value> read_number_set(element json, const WirePath* path) {
  NORN_ASSIGN(const simdjson::dom::array array, read_array(json, "NS", path));
  std::vector<Number> members;
  for (const element member : array) {
    NORN_ASSIGN(const std::string_view content, read_text(member, "A member of NS", path));
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

Result<Value> read_binary_set(element json, const WirePath* path) {
  NORN_ASSIGN(const simdjson::dom::array array, read_array(json, "BS", path));
  std::vector<Binary> members;
  for (const element member : array) {
    NORN_ASSIGN(std::string decoded, read_bytes(member, "A member of BS", path));
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

// A whole set of `type`: SS, NS or BS.
Result<Value> read_set(Type type, element json, const WirePath* path) {
  switch (type) {
    case Type::kStringSet:
      return read_string_set(json, path);
    case Type::kNumberSet:
      return read_number_set(json, path);
    default:
      return read_binary_set(json, path);
  }
}

Result<void> check_name(std::string_view name) {
  if (name.empty()) {
    return invalid_parameter("Attribute name must not be empty");
  }
  if (name.size() > kMaxAttributeNameBytes) {
    return invalid_parameter("Attribute name is too large, must be less than 65536 bytes");
  }
  return {};
}

// The members of a JSON object in canonical order.
class SortedMembers {
 public:
  struct Member {
    std::string_view escaped_name;
    std::string_view name;
    element value;
  };

  static Result<SortedMembers> make(simdjson::dom::object object) {
    SortedMembers sorted;
    sorted.members_.reserve(object.size());
    for (const auto& field : object) {
      NORN_TRY(check_name(field.key));
      sorted.members_.push_back({sorted.escaped(field.key), field.key, field.value});
    }
    const auto by_name = [](const Member& left, const Member& right) {
      return left.escaped_name < right.escaped_name;
    };
    std::sort(sorted.members_.begin(), sorted.members_.end(), by_name);
    const auto twice = std::adjacent_find(
        sorted.members_.begin(), sorted.members_.end(),
        [](const Member& left, const Member& right) { return left.name == right.name; });
    if (twice != sorted.members_.end()) {
      return invalid_parameter(
          fmt::format("Attribute name occurs more than once: {}", twice->name));
    }
    return sorted;
  }

  const std::vector<Member>& members() const { return members_; }

 private:
  std::string_view escaped(std::string_view name) {
    if (find_escape(name) == name.size()) {
      return name;
    }
    std::string& text = escaped_names_.emplace_back();
    append_escaped(text, name);
    return text;
  }

  std::vector<Member> members_;
  std::list<std::string> escaped_names_;  // A list, because views of its strings are kept.
};

// Appends canonical text to `out`. Every method returns the size of what it has appended, by
// DynamoDB's accounting.
class Canonicalizer {
 public:
  explicit Canonicalizer(std::string& out) : out_(out) {}

  Result<size_t> value(element json, int level, const WirePath* path) {
    if (level > kMaxNesting) {
      return validation(std::string(kNestingMessage));
    }
    simdjson::dom::object object;
    if (json.get(object) != simdjson::SUCCESS) {
      return wrong_kind("The value", path, "an object", json);
    }
    int datatypes = 0;
    size_t size = 0;
    for (const auto& field : object) {
      const std::optional<Type> type = type_from_name(field.key);
      if (!type || field.value.is_null()) {
        continue;  // DynamoDB takes no notice of members that it does not know or that are null.
      }
      ++datatypes;
      out_.append("{\"").append(field.key).append("\":");
      NORN_ASSIGN(size, content(*type, field.value, level, path));
      out_.push_back('}');
    }
    if (datatypes == 0) {
      return validation(
          "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    }
    if (datatypes > 1) {
      return validation(
          "Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
          "the supported datatypes");
    }
    return size;
  }

  // `offsets` gets an entry for every member, unless it is null.
  Result<size_t> members(simdjson::dom::object object, int level, const WirePath* path,
                         std::vector<AttributeOffsets>* offsets) {
    NORN_ASSIGN(const SortedMembers sorted, SortedMembers::make(object));
    size_t size = 0;
    out_.push_back('{');
    bool first = true;
    for (const auto& member : sorted.members()) {
      out_.append(first ? "\"" : ",\"");
      first = false;
      const size_t name_at = out_.size();
      out_.append(member.escaped_name).append("\":");
      if (offsets != nullptr) {
        offsets->push_back({name_at, out_.size()});
      }
      const WirePath here{path, member.name};
      NORN_ASSIGN(const size_t value_size, value(member.value, level, &here));
      size += member.name.size() + value_size;
    }
    out_.push_back('}');
    return size;
  }

 private:
  Result<size_t> content(Type type, element json, int level, const WirePath* path) {
    switch (type) {
      case Type::kString:
        return string(json, path);
      case Type::kNumber:
        return number(json, path);
      case Type::kBinary:
        return binary(json, path);
      case Type::kBool:
        return boolean(json, path);
      case Type::kNull:
        return null(json, path);
      case Type::kMap:
        return map(json, level, path);
      case Type::kList:
        return list(json, level, path);
      case Type::kStringSet:
      case Type::kNumberSet:
      case Type::kBinarySet:
        return set(type, json, path);
    }
    return fail(ErrorCode::kInternal, "unknown attribute type");
  }

  Result<size_t> string(element json, const WirePath* path) {
    NORN_ASSIGN(const std::string_view content, read_text(json, "S", path));
    out_.push_back('"');
    append_escaped(out_, content);
    out_.push_back('"');
    return content.size();
  }

  Result<size_t> number(element json, const WirePath* path) {
    NORN_ASSIGN(const std::string_view content, read_text(json, "N", path));
    NORN_ASSIGN(const Number parsed, Number::parse(content));
    out_.push_back('"');
    parsed.append_to(out_);
    out_.push_back('"');
    return parsed.size_bytes();
  }

  Result<size_t> binary(element json, const WirePath* path) {
    NORN_ASSIGN(const std::string decoded, read_bytes(json, "B", path));
    out_.push_back('"');
    out_.append(json.get_string().value_unsafe());  // Valid base64 is canonical.
    out_.push_back('"');
    return decoded.size();
  }

  Result<size_t> boolean(element json, const WirePath* path) {
    bool content = false;
    if (json.get(content) != simdjson::SUCCESS) {
      return wrong_kind("BOOL", path, "a boolean", json);
    }
    out_.append(content ? "true" : "false");
    return 1;
  }

  Result<size_t> null(element json, const WirePath* path) {
    bool content = false;
    if (json.get(content) != simdjson::SUCCESS) {
      return wrong_kind("NULL", path, "a boolean", json);
    }
    if (!content) {
      return invalid_parameter("Null attribute value types must have the value of true");
    }
    out_.append("true");
    return 1;
  }

  Result<size_t> map(element json, int level, const WirePath* path) {
    simdjson::dom::object object;
    if (json.get(object) != simdjson::SUCCESS) {
      return wrong_kind("M", path, "an object", json);
    }
    NORN_ASSIGN(const size_t size, members(object, level + 1, path, nullptr));
    return kContainerBytes + object.size() * kElementBytes + size;
  }

  Result<size_t> list(element json, int level, const WirePath* path) {
    NORN_ASSIGN(const simdjson::dom::array array, read_array(json, "L", path));
    size_t size = kContainerBytes;
    size_t index = 0;
    out_.push_back('[');
    for (const element member : array) {
      if (index > 0) {
        out_.push_back(',');
      }
      const WirePath here{path, {}, index++, true};
      NORN_ASSIGN(const size_t value_size, value(member, level + 1, &here));
      size += kElementBytes + value_size;
    }
    out_.push_back(']');
    return size;
  }

  Result<size_t> set(Type type, element json, const WirePath* path) {
    NORN_ASSIGN(const Value set, read_set(type, json, path));
    append_value_content(out_, set);
    return set.size_bytes();
  }

  std::string& out_;
};

Result<void> canonicalize(element document, CanonicalAttributes& out) {
  out.json.clear();
  out.offsets.clear();
  simdjson::dom::object object;
  if (document.get(object) != simdjson::SUCCESS) {
    return wrong_kind("The item", nullptr, "an object", document);
  }
  NORN_ASSIGN(out.size_bytes, Canonicalizer(out.json).members(object, 1, nullptr, &out.offsets));
  return {};
}

// Parses `wire` and hands the document to `use`, which must be done with it when it returns.
template <typename Use>
Result<void> with_document(std::string_view wire, Use use) {
  thread_local simdjson::dom::parser kept;
  std::optional<simdjson::dom::parser> fresh;
  simdjson::dom::parser& parser = wire.size() <= kMaxKeptBufferBytes ? kept : fresh.emplace();
  element document;
  const auto error = parser.parse(wire.data(), wire.size()).get(document);
  if (error == simdjson::DEPTH_ERROR) {
    return validation(std::string(kNestingMessage));
  }
  if (error != simdjson::SUCCESS) {
    return validation(
        fmt::format("The attributes are not valid JSON: {}", simdjson::error_message(error)));
  }
  return use(document);
}

}  // namespace

Result<void> canonicalize_attributes(std::string_view wire, CanonicalAttributes& out) {
  return with_document(wire, [&](element document) { return canonicalize(document, out); });
}

Result<void> canonicalize_value(std::string_view wire, std::string& out) {
  return with_document(wire, [&](element document) -> Result<void> {
    NORN_TRY(Canonicalizer(out).value(document, 1, nullptr));
    return {};
  });
}

Result<Value> value_from_json(std::string_view json) {
  std::string canonical;
  NORN_TRY(canonicalize_value(json, canonical));
  return decode_value(canonical);
}

Result<Map> map_from_json(std::string_view json) {
  CanonicalAttributes canonical;
  NORN_TRY(canonicalize_attributes(json, canonical));
  return decode_map(canonical.json);
}

Result<Value> value_from_dom(element json) {
  std::string canonical;
  NORN_TRY(Canonicalizer(canonical).value(json, 1, nullptr));
  return decode_value(canonical);
}

Result<Map> map_from_dom(element json) {
  CanonicalAttributes canonical;
  NORN_TRY(canonicalize(json, canonical));
  return decode_map(canonical.json);
}

Result<Item> item_from_dom(element json) {
  thread_local CanonicalAttributes kept;
  NORN_TRY(canonicalize(json, kept));
  Result<Item> item = Item::from_canonical(kept);
  if (kept.json.capacity() > kMaxKeptBufferBytes) {
    kept = {};
  }
  return item;
}

}  // namespace norn::store
