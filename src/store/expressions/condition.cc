#include "store/expressions/condition.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "store/expressions/condition_tree.h"
#include "store/item.h"

namespace norn::store {
namespace {

using Kind = ConditionNode::Kind;

// Unlike string_view::find this is linear whatever the texts.
bool has_substring(std::string_view text, std::string_view part) {
  return part.empty() || memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

// What size() says. Of a string it is the length that Java sees.
std::optional<size_t> size_of(const Value& value) {
  switch (value.type()) {
    case Type::kString:
      return count_utf16_units(value.as<std::string>());
    case Type::kBinary:
      return value.as<Binary>().bytes.size();
    case Type::kMap:
      return value.as<Map>().size();
    case Type::kList:
      return value.as<List>().size();
    case Type::kStringSet:
      return value.as<StringSet>().members().size();
    case Type::kNumberSet:
      return value.as<NumberSet>().members().size();
    case Type::kBinarySet:
      return value.as<BinarySet>().members().size();
    case Type::kNumber:
    case Type::kBool:
    case Type::kNull:
      return std::nullopt;
  }
  return std::nullopt;
}

bool satisfies(Kind kind, std::strong_ordering order) {
  switch (kind) {
    case Kind::kLess:
      return order < 0;
    case Kind::kLessOrEqual:
      return order <= 0;
    case Kind::kGreater:
      return order > 0;
    default:
      return order >= 0;
  }
}

// Whether `part` is a piece, a member or an element of `whole`.
bool contains_value(const Value& whole, const Value& part) {
  if (const auto* list = whole.get_if<List>()) {
    return std::ranges::find(*list, part) != list->end();
  }
  if (const auto* text = part.get_if<std::string>()) {
    if (const auto* set = whole.get_if<StringSet>()) {
      return set->contains(*text);
    }
    const auto* string = whole.get_if<std::string>();
    return string != nullptr && has_substring(*string, *text);
  }
  if (const auto* binary = part.get_if<Binary>()) {
    if (const auto* set = whole.get_if<BinarySet>()) {
      return set->contains(*binary);
    }
    const auto* bytes = whole.get_if<Binary>();
    return bytes != nullptr && has_substring(bytes->bytes, binary->bytes);
  }
  const auto* number = part.get_if<Number>();
  const auto* set = whole.get_if<NumberSet>();
  return number != nullptr && set != nullptr && set->contains(*number);
}

// Evaluates a condition on one item. Attributes are decoded only when a comparison needs more than
// their type or plain text, and once at most.
class ConditionEvaluation {
 public:
  explicit ConditionEvaluation(std::optional<ItemView> item) : item_(item) {}

  bool holds(const ConditionNode& node);

 private:
  bool compares(const ConditionNode& node);
  bool is_in(const ConditionNode& node);
  bool is_between(const ConditionNode& node);
  bool begins_with(const ConditionNode& node);
  bool contains(const ConditionNode& node);

  bool equal(const ConditionOperand& left, const ConditionOperand& right);
  std::optional<std::strong_ordering> order(const ConditionOperand& left,
                                            const ConditionOperand& right);

  // nullopt when there is nothing at the operand's path, or nothing that has a size.
  std::optional<Type> type(const ConditionOperand& operand);
  // The content of an operand whose type is kString.
  std::string_view text(const ConditionOperand& operand);
  // An operand that has a type.
  Value size_value(const ConditionOperand& operand);
  const Value& value(const ConditionOperand& operand, Value& size_storage);

  std::optional<AttributeView> attribute(const Path& path) const;
  // The decoded value at the path; nullptr if there is none.
  const Value* decoded(const Path& path);

  std::optional<ItemView> item_;
  std::map<std::string_view, std::optional<Value>> decoded_;  // By attribute.
};

bool ConditionEvaluation::holds(const ConditionNode& node) {
  const auto is_true = [this](const auto& child) { return holds(*child); };
  switch (node.kind) {
    case Kind::kAnd:
      return std::ranges::all_of(node.children, is_true);
    case Kind::kOr:
      return std::ranges::any_of(node.children, is_true);
    case Kind::kNot:
      return !holds(*node.children.front());
    case Kind::kEqual:
    case Kind::kNotEqual:
    case Kind::kLess:
    case Kind::kLessOrEqual:
    case Kind::kGreater:
    case Kind::kGreaterOrEqual:
      return compares(node);
    case Kind::kBetween:
      return is_between(node);
    case Kind::kIn:
      return is_in(node);
    case Kind::kAttributeExists:
      return type(node.operands[0]).has_value();
    case Kind::kAttributeNotExists:
      return !type(node.operands[0]).has_value();
    case Kind::kAttributeType: {
      const auto found = type(node.operands[0]);
      return found && type_name(*found) == text(node.operands[1]);
    }
    case Kind::kBeginsWith:
      return begins_with(node);
    case Kind::kContains:
      return contains(node);
  }
  return false;
}

bool ConditionEvaluation::compares(const ConditionNode& node) {
  const ConditionOperand& left = node.operands[0];
  const ConditionOperand& right = node.operands[1];
  if (node.kind == Kind::kEqual) {
    return equal(left, right);
  }
  if (node.kind == Kind::kNotEqual) {
    // A missing attribute differs from every value, but one without a size compares with none.
    const bool sizeless = (left.size && !type(left)) || (right.size && !type(right));
    return !sizeless && !equal(left, right);
  }
  const auto found = order(left, right);
  return found && satisfies(node.kind, *found);
}

bool ConditionEvaluation::is_in(const ConditionNode& node) {
  return std::any_of(node.operands.begin() + 1, node.operands.end(),
                     [&](const auto& member) { return equal(node.operands[0], member); });
}

bool ConditionEvaluation::is_between(const ConditionNode& node) {
  const auto low = order(node.operands[0], node.operands[1]);
  if (!low || *low < 0) {
    return false;
  }
  const auto high = order(node.operands[0], node.operands[2]);
  return high && *high <= 0;
}

bool ConditionEvaluation::begins_with(const ConditionNode& node) {
  const ConditionOperand& whole = node.operands[0];
  const ConditionOperand& prefix = node.operands[1];
  const auto found = type(whole);
  if (!found || found != type(prefix)) {
    return false;
  }
  if (found == Type::kString) {
    return text(whole).starts_with(text(prefix));
  }
  if (found != Type::kBinary) {
    return false;
  }
  Value size;
  const auto& bytes = value(whole, size).as<Binary>().bytes;
  return bytes.starts_with(value(prefix, size).as<Binary>().bytes);
}

bool ConditionEvaluation::contains(const ConditionNode& node) {
  const ConditionOperand& whole = node.operands[0];
  const ConditionOperand& part = node.operands[1];
  const auto whole_type = type(whole);
  const auto part_type = type(part);
  if (!whole_type || !part_type) {
    return false;
  }
  if (whole_type == Type::kString) {
    return part_type == Type::kString && has_substring(text(whole), text(part));
  }
  Value whole_size;
  Value part_size;
  return contains_value(value(whole, whole_size), value(part, part_size));
}

bool ConditionEvaluation::equal(const ConditionOperand& left, const ConditionOperand& right) {
  const auto found = type(left);
  if (!found || found != type(right)) {
    return false;
  }
  if (found == Type::kString) {
    return text(left) == text(right);
  }
  Value left_size;
  Value right_size;
  return value(left, left_size) == value(right, right_size);
}

std::optional<std::strong_ordering> ConditionEvaluation::order(const ConditionOperand& left,
                                                               const ConditionOperand& right) {
  const auto found = type(left);
  if (!found || found != type(right)) {
    return std::nullopt;
  }
  if (found == Type::kString) {
    return text(left) <=> text(right);
  }
  Value left_size;
  Value right_size;
  return compare_scalars(value(left, left_size), value(right, right_size));
}

std::optional<Type> ConditionEvaluation::type(const ConditionOperand& operand) {
  const auto* path = std::get_if<Path>(&operand.source);
  if (operand.size) {
    const Value* sized = path != nullptr ? decoded(*path) : std::get<Literal>(operand.source).get();
    return sized != nullptr && size_of(*sized) ? std::optional(Type::kNumber) : std::nullopt;
  }
  if (path == nullptr) {
    return operand.literal()->type();
  }
  if (path->steps.empty()) {
    const auto found = attribute(*path);
    return found ? std::optional(found->type()) : std::nullopt;
  }
  const Value* found = decoded(*path);
  return found != nullptr ? std::optional(found->type()) : std::nullopt;
}

std::string_view ConditionEvaluation::text(const ConditionOperand& operand) {
  if (const Value* literal = operand.literal()) {
    return literal->as<std::string>();
  }
  const Path& path = *operand.path();
  if (path.steps.empty()) {
    const auto found = attribute(path);
    if (const auto plain = found->plain_string()) {
      return *plain;
    }
  }
  return decoded(path)->as<std::string>();
}

Value ConditionEvaluation::size_value(const ConditionOperand& operand) {
  const auto* path = std::get_if<Path>(&operand.source);
  const Value* sized = path != nullptr ? decoded(*path) : std::get<Literal>(operand.source).get();
  return Value::number(static_cast<int64_t>(*size_of(*sized)));
}

const Value& ConditionEvaluation::value(const ConditionOperand& operand, Value& size_storage) {
  if (operand.size) {
    size_storage = size_value(operand);
    return size_storage;
  }
  if (const Value* literal = operand.literal()) {
    return *literal;
  }
  const Value* found = decoded(*operand.path());
  NORN_CHECK(found != nullptr, "the operand has a type, so there is a value");
  return *found;
}

std::optional<AttributeView> ConditionEvaluation::attribute(const Path& path) const {
  return item_ ? item_->find(path.attribute) : std::nullopt;
}

const Value* ConditionEvaluation::decoded(const Path& path) {
  auto known = decoded_.find(path.attribute);
  if (known == decoded_.end()) {
    const auto found = attribute(path);
    known = decoded_.emplace(path.attribute, found ? std::optional(found->value()) : std::nullopt)
                .first;
  }
  return known->second ? follow(*known->second, path.steps) : nullptr;
}

void collect(const ConditionNode& node, std::vector<Path>& paths) {
  for (const auto& child : node.children) {
    collect(*child, paths);
  }
  for (const ConditionOperand& operand : node.operands) {
    if (const auto* path = std::get_if<Path>(&operand.source)) {
      paths.push_back(*path);
    }
  }
}

}  // namespace

Result<Condition> Condition::parse(std::string_view text, std::string_view parameter,
                                   PlaceholderUse& placeholders) {
  NORN_ASSIGN(std::shared_ptr<const ConditionNode> root,
              parse_condition(text, parameter, placeholders));
  return Condition(std::move(root));
}

bool Condition::holds(std::optional<ItemView> item) const {
  return ConditionEvaluation(item).holds(*root_);
}

std::vector<std::string> Condition::attributes() const {
  std::set<std::string> attributes;
  for (Path& path : paths()) {
    attributes.insert(std::move(path.attribute));
  }
  return {attributes.begin(), attributes.end()};
}

std::vector<Path> Condition::paths() const {
  std::vector<Path> paths;
  collect(*root_, paths);
  return paths;
}

}  // namespace norn::store
