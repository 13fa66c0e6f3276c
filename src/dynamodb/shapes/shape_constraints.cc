#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "dynamodb/input.h"
#include "dynamodb/shapes/shape.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/requests/constraints.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;

constexpr size_t kMaxMembers = 32;
constexpr size_t kMinTableName = 3;
constexpr size_t kMaxTableName = 255;
// How much of a value an error shows.
constexpr size_t kMaxShownBytes = 1024;

// Where in the request the walk is. It lives on the stack and costs nothing until it is shown.
struct MemberPath {
  const MemberPath* parent = nullptr;
  std::string_view name;
  size_t index = 0;  // Of a list's element; 0 otherwise.
  bool is_member = true;
};

std::string lower_first(std::string_view name) {
  std::string text(name);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] + 32);
  return text;
}

// "keySchema.1.member.keyType", in newer words "KeySchema.1.member.KeyType".
std::string to_string(const MemberPath& path, Wording wording = Wording::kOlder) {
  const std::string before = path.parent != nullptr ? to_string(*path.parent, wording) : "";
  const bool is_older = wording == Wording::kOlder;
  std::string here = path.is_member   ? (is_older ? lower_first(path.name) : std::string(path.name))
                     : path.index > 0 ? fmt::format("{}.member", path.index)
                                      : fmt::format("{}.member", path.name);
  return before.empty() ? here : before + "." + here;
}

// A value as DynamoDB shows it: [KeySchemaElement(attributeName=pk, keyType=HASH)].
std::string shown(element json, const Shape& shape) {
  std::string text;
  if (json.is_array() && shape.element != nullptr) {
    for (const element item : simdjson::dom::array(json.get_array().value_unsafe())) {
      if (text.size() > kMaxShownBytes) break;
      text.append(text.empty() ? "[" : ", ").append(shown(item, *shape.element));
    }
    return text.empty() ? "[]" : text + "]";
  }
  if (json.is_object() && shape.kind == Kind::kMap && shape.element->kind == Kind::kList) {
    for (const auto& field : simdjson::dom::object(json.get_object().value_unsafe())) {
      if (text.size() > kMaxShownBytes) break;
      text.append(text.empty() ? "{" : ", ").append(field.key).append("=");
      text.append(shown(field.value, *shape.element));
    }
    return text.empty() ? "{}" : text + "}";
  }
  if (json.is_object() && shape.kind == Kind::kStructure) {
    for (const Member& member : shape.members) {
      element value;
      if (json[member.name].get(value) != simdjson::SUCCESS || value.is_null()) continue;
      text.append(text.empty() ? "" : ", ").append(lower_first(member.name));
      text.append("=").append(shown(value, *member.shape));
    }
    return fmt::format("{}({})", shape.class_name, text);
  }
  std::string_view content;
  if (json.get(content) == simdjson::SUCCESS) return std::string(content.substr(0, kMaxShownBytes));
  return simdjson::minify(json).substr(0, kMaxShownBytes);
}

class ConstraintCheck {
 public:
  explicit ConstraintCheck(bool only_older_words) : only_older_words_(only_older_words) {}

  void check(element json, const Shape& shape, const MemberPath& path) {
    switch (shape.kind) {
      case Kind::kStructure:
        members(json, shape, &path);
        break;
      case Kind::kString:
      case Kind::kBlob:
        text(json, shape, path);
        break;
      case Kind::kInteger:
      case Kind::kLong:
        number(json, shape, path);
        break;
      case Kind::kList:
        list(json, shape, path);
        break;
      case Kind::kMap:
        map(json, shape, path);
        break;
      case Kind::kBoolean:
      case Kind::kDouble:
      case Kind::kAttributeValue:
        break;
    }
  }

  void members(element json, const Shape& shape, const MemberPath* parent) {
    NORN_CHECK(shape.members.size() <= kMaxMembers, "the table of an operation's members fits");
    std::array<std::optional<element>, kMaxMembers> found;
    for (const auto& field : simdjson::dom::object(json.get_object().value_unsafe())) {
      if (field.value.is_null()) continue;
      for (size_t i = 0; i < shape.members.size(); ++i) {
        // Of several the last counts, as in Input::find.
        if (shape.members[i].name == field.key) found[i] = field.value;
      }
    }
    for (size_t i = 0; i < shape.members.size(); ++i) {
      const MemberPath path{parent, shape.members[i].name};
      if (found[i]) {
        check(*found[i], *shape.members[i].shape, path);
      } else if (shape.members[i].required) {
        missing(path);
      }
    }
  }

  bool is_missing_a_member() const { return is_missing_a_member_; }

  Result<void> result(bool first_only) const {
    store::Constraints reported;
    const auto alone = std::ranges::find_if(violations_, &Violation::is_alone);
    const auto nameless = std::ranges::find(violations_, Wording::kNameless, &Violation::wording);
    if (alone != violations_.end()) {
      reported.add(alone->text);
    } else if (first_only && !violations_.empty()) {
      reported.add((nameless != violations_.end() ? nameless : violations_.begin())->text);
    } else {
      for (const Violation& violation : violations_) reported.add(violation.text);
    }
    return reported.check();
  }

 private:
  struct Violation {
    std::string text;
    Wording wording = Wording::kOlder;
    bool is_alone = false;
  };

  void text(element json, const Shape& shape, const MemberPath& path) {
    const std::string_view content = json.get_string().value_unsafe();
    const std::string_view value = content.substr(0, kMaxShownBytes);
    if (!shape.pattern.empty() && is_arn(content)) return;  // Names may be given as ARNs.
    if (shape.empty_alone && content.empty()) {
      violated("", Wording::kNewer, path, "Member must have length greater than or equal to 1");
      violations_.back().is_alone = !only_older_words_;
      return;
    }
    if (!shape.one_of.empty() && std::ranges::find(shape.one_of, content) == shape.one_of.end()) {
      const bool is_older = only_older_words_ || shape.one_of_newer.empty();
      violated(value, shape.wording, path,
               fmt::format("Member must satisfy enum value set: [{}]",
                           fmt::join(is_older ? shape.one_of : shape.one_of_newer, ", ")));
    }
    if (!shape.pattern.empty() && !store::is_resource_name(content)) {
      violated(value, shape.wording, path,
               fmt::format("Member must satisfy regular expression pattern: {}", shape.pattern));
    }
    length(json, content.size(), shape, path);
  }

  void number(element json, const Shape& shape, const MemberPath& path) {
    int64_t content = 0;
    double fraction = 0;
    if (json.get(content) != simdjson::SUCCESS) {
      if (json.get(fraction) != simdjson::SUCCESS) return;
      content = fraction >= 9e18    ? std::numeric_limits<int64_t>::max()
                : fraction <= -9e18 ? std::numeric_limits<int64_t>::min()
                                    : static_cast<int64_t>(fraction);
    }
    const std::string value = fmt::to_string(content);
    if (content < shape.value.min) {
      violated(value, shape.wording, path,
               fmt::format("Member must have value greater than or equal to {}", shape.value.min));
    }
    if (content > shape.value.max) {
      violated(value, shape.wording, path,
               fmt::format("Member must have value less than or equal to {}", shape.value.max));
    }
  }

  void list(element json, const Shape& shape, const MemberPath& path) {
    const auto array = json.get_array().value_unsafe();
    length(json, array.size(), shape, path);
    size_t index = 0;
    for (const element item : array) {
      const MemberPath here{&path, {}, ++index, false};
      if (item.is_null()) {
        missing(here);
      } else {
        check(item, *shape.element, here);
      }
    }
  }

  void map(element json, const Shape& shape, const MemberPath& path) {
    const auto object = json.get_object().value_unsafe();
    length(json, object.size(), shape, path);
    if (shape.element->kind == Kind::kAttributeValue) return;
    for (const auto& field : object) {
      const MemberPath here{&path, field.key, 0, false};
      if (shape.table_keys) table_key(json, field.key, path);
      if (field.value.is_null()) {
        missing(here);
        continue;
      }
      if (shape.element->kind == Kind::kList) value_length(json, field.value, shape, here);
      check(field.value, *shape.element, here);
    }
  }

  void table_key(element map, std::string_view key, const MemberPath& path) {
    if (is_arn(key)) return;
    if (key.size() >= kMinTableName && key.size() <= kMaxTableName &&
        store::is_resource_name(key)) {
      return;
    }
    violated(shown(map, {}), Wording::kOlder, path,
             fmt::format("Map keys must satisfy constraint: [Member must have length less than or "
                         "equal to {}, Member must have length greater than or equal to {}, Member "
                         "must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]",
                         kMaxTableName, kMinTableName));
  }

  void value_length(element map, element list, const Shape& shape, const MemberPath& path) {
    const auto size = static_cast<int64_t>(list.get_array().value_unsafe().size());
    if (size > shape.value_length.max && !only_older_words_) {
      violated(
          "", Wording::kNewer, path,
          fmt::format("Member must have length less than or equal to {}", shape.value_length.max));
      return;
    }
    if (size >= shape.value_length.min && size <= shape.value_length.max) return;
    violated(shown(map, shape), Wording::kOlder, *path.parent,
             fmt::format("Map value must satisfy constraint: [Member must have length less than or "
                         "equal to {}, Member must have length greater than or equal to {}]",
                         shape.value_length.max, shape.value_length.min));
  }

  void length(element json, size_t length, const Shape& shape, const MemberPath& path) {
    const auto min = static_cast<size_t>(shape.length.min);
    const auto max = static_cast<size_t>(shape.length.max);
    if (length >= min && length <= max) return;
    violated(shown(json, shape), shape.wording, path,
             length < min ? fmt::format("Member must have length greater than or equal to {}", min)
                          : fmt::format("Member must have length less than or equal to {}", max));
  }

  void missing(const MemberPath& path) {
    is_missing_a_member_ = true;
    violations_.push_back(
        {fmt::format("Value null at '{}' failed to satisfy constraint: Member must not be null",
                     to_string(path))});
  }

  void violated(std::string_view value, Wording wording, const MemberPath& path,
                std::string_view constraint) {
    if (only_older_words_) wording = Wording::kOlder;
    const std::string where = to_string(path, wording);
    std::string text = "Failed";
    if (wording == Wording::kOlder) text = fmt::format("Value '{}' at '{}' failed", value, where);
    if (wording == Wording::kNewer) text = fmt::format("Value at '{}' failed", where);
    text += fmt::format(" to satisfy constraint: {}", constraint);
    violations_.push_back({std::move(text), wording});
  }

  const bool only_older_words_;
  bool is_missing_a_member_ = false;
  std::vector<Violation> violations_;
};

Result<void> check_table_name(element json, const Shape& shape) {
  for (const Member& member : shape.members) {
    if (!member.shape->names_table) continue;
    const auto name = Input(json).find(member.name);
    if (!name) {
      return store::validation(fmt::format(
          "The parameter '{}' is required but was not present in the request", member.name));
    }
    const std::string_view text = name->get_string().value_unsafe();
    const bool own_limits = member.shape->length.min > 0;  // Reported with all other violations.
    if (!own_limits && !is_arn(text) &&
        (text.size() < kMinTableName || text.size() > kMaxTableName)) {
      return store::validation(fmt::format(
          "{} must be at least 3 characters long and at most 255 characters long", member.name));
    }
  }
  return {};
}

}  // namespace

Result<void> check_constraints(element json, const Shape& shape) {
  NORN_TRY(check_table_name(json, shape));
  ConstraintCheck check(/*only_older_words=*/false);
  check.members(json, shape, nullptr);
  if (!check.is_missing_a_member()) return check.result(shape.reports_first);
  ConstraintCheck older(/*only_older_words=*/true);
  older.members(json, shape, nullptr);
  return older.result(/*first_only=*/false);
}

}  // namespace norn::dynamodb
