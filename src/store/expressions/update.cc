#include "store/expressions/update.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "store/errors.h"
#include "store/expressions/update_tree.h"
#include "store/limits.h"

namespace norn::store {
namespace {

using OperandKind = UpdateOperand::Kind;
using Action = UpdateAction::Kind;

// The effect of one action, decided by the item before the update.
struct Change {
  const Path* path = nullptr;
  std::optional<Value> value;  // The new value at the path; nullopt removes it.
};

std::unexpected<Error> bad_path() {
  return validation("The document path provided in the update expression is invalid for update");
}

const Value* find(const Map& item, const Path& path) {
  const auto found = item.find(path.attribute);
  return found != item.end() ? follow(found->second, path.steps) : nullptr;
}

// Computes changes from the item as it was, which it never alters.
class Evaluator {
 public:
  Evaluator(const Map& before, bool generated) : before_(before), generated_(generated) {}

  // nullopt when there is nothing to change.
  Result<std::optional<Change>> change(const UpdateAction& action);

 private:
  // The update's results may be copies of large values many times over. Once they take twice the
  // size of an item, the new item is too large in any case; its exact size is checked later.
  static constexpr size_t kMaxCopiedBytes = 2 * kMaxItemBytes;

  std::unexpected<Error> wrong_type() const;
  Result<Value> evaluate(const UpdateOperand& operand);
  Result<Value> copy(const Value& value);
  Result<void> spend(const Value& value);
  Result<Value> sum(const UpdateOperand& operand);
  Result<Value> append(const UpdateOperand& operand);
  Result<Value> add(const Value* existing, const Value& addend);
  Result<void> check_parent(const Path& path) const;

  const Map& before_;
  bool generated_;
  size_t copied_bytes_ = 0;
};

std::unexpected<Error> Evaluator::wrong_type() const {
  return validation(generated_ ? "Type mismatch for attribute to update"
                               : "An operand in the update expression has an incorrect data type");
}

Result<void> Evaluator::spend(const Value& value) {
  copied_bytes_ += value.size_bytes();
  if (copied_bytes_ > kMaxCopiedBytes) {
    return validation("Item size to update has exceeded the maximum allowed size");
  }
  return {};
}

Result<Value> Evaluator::copy(const Value& value) {
  NORN_TRY(spend(value));
  return value;
}

Result<Value> Evaluator::evaluate(const UpdateOperand& operand) {
  switch (operand.kind) {
    case OperandKind::kLiteral:
      return copy(*operand.literal);
    case OperandKind::kPlus:
    case OperandKind::kMinus:
      return sum(operand);
    case OperandKind::kListAppend:
      return append(operand);
    case OperandKind::kIfNotExists:
      if (const Value* found = find(before_, operand.arguments[0].path)) {
        return copy(*found);
      }
      return evaluate(operand.arguments[1]);
    case OperandKind::kPath:
      break;
  }
  const Value* found = find(before_, operand.path);
  if (found == nullptr) {
    return validation(
        "The provided expression refers to an attribute that does not exist in the item");
  }
  return copy(*found);
}

Result<Value> Evaluator::sum(const UpdateOperand& operand) {
  NORN_ASSIGN(const Value left, evaluate(operand.arguments[0]));
  if (left.type() != Type::kNumber) {
    return wrong_type();
  }
  NORN_ASSIGN(const Value right, evaluate(operand.arguments[1]));
  if (right.type() != Type::kNumber) {
    return wrong_type();
  }
  const auto& first = left.as<Number>();
  const auto& second = right.as<Number>();
  NORN_ASSIGN(const Number result,
              operand.kind == OperandKind::kPlus ? first.plus(second) : first.minus(second));
  return Value(result);
}

Result<Value> Evaluator::append(const UpdateOperand& operand) {
  NORN_ASSIGN(Value first, evaluate(operand.arguments[0]));
  List* list = first.get_if<List>();
  if (list == nullptr) {
    return wrong_type();
  }
  NORN_ASSIGN(Value second, evaluate(operand.arguments[1]));
  List* tail = second.get_if<List>();
  if (tail == nullptr) {
    return wrong_type();
  }
  std::ranges::move(*tail, std::back_inserter(*list));
  return first;
}

Result<Value> Evaluator::add(const Value* existing, const Value& addend) {
  if (existing == nullptr) {
    return copy(addend);
  }
  if (existing->type() != addend.type()) {
    return wrong_type();
  }
  if (const auto* number = existing->get_if<Number>()) {
    NORN_ASSIGN(const Number result, number->plus(addend.as<Number>()));
    return Value(result);
  }
  NORN_TRY(spend(addend));
  if (const auto* strings = existing->get_if<StringSet>()) {
    return Value(strings->united(addend.as<StringSet>()));
  }
  if (const auto* numbers = existing->get_if<NumberSet>()) {
    return Value(numbers->united(addend.as<NumberSet>()));
  }
  return Value(existing->as<BinarySet>().united(addend.as<BinarySet>()));
}

// A set without the members of another; nullopt if it becomes empty.
std::optional<Value> subtract(const Value& existing, const Value& removed) {
  const auto left = [&]<typename T>(const Set<T>& set) -> std::optional<Value> {
    Set<T> rest = set.without(removed.as<Set<T>>());
    return rest.empty() ? std::nullopt : std::optional<Value>(std::move(rest));
  };
  if (const auto* strings = existing.get_if<StringSet>()) {
    return left(*strings);
  }
  if (const auto* numbers = existing.get_if<NumberSet>()) {
    return left(*numbers);
  }
  return left(existing.as<BinarySet>());
}

// The parent of the path's last step must exist, and be a map or a list as the step requires.
Result<void> Evaluator::check_parent(const Path& path) const {
  if (path.steps.empty()) {
    return {};
  }
  Path parent = path;
  parent.steps.pop_back();
  const Value* found = find(before_, parent);
  const bool index = std::holds_alternative<size_t>(path.steps.back());
  if (found == nullptr || found->type() != (index ? Type::kList : Type::kMap)) {
    return bad_path();
  }
  return {};
}

Result<std::optional<Change>> Evaluator::change(const UpdateAction& action) {
  Change change{&action.path, std::nullopt};
  if (action.kind == Action::kSet) {
    NORN_ASSIGN(change.value, evaluate(action.operand));
  }
  NORN_TRY(check_parent(action.path));
  const Value* existing = find(before_, action.path);
  if (action.kind == Action::kAdd) {
    NORN_ASSIGN(change.value, add(existing, *action.operand.literal));
  } else if (action.kind != Action::kSet && existing == nullptr) {
    return std::nullopt;
  } else if (action.kind == Action::kDelete) {
    if (existing->type() != action.operand.literal->type()) {
      return wrong_type();
    }
    change.value = subtract(*existing, *action.operand.literal);
  }
  if (change.value &&
      static_cast<int>(action.path.steps.size()) + change.value->depth() >= kMaxNesting) {
    return validation(std::string(kNestingMessage));
  }
  return change;
}

// Follows all but the last step of a path that has one. It was checked that the parent exists.
Value& parent_of(Map& item, const Path& path) {
  Value* at = &item.find(path.attribute)->second;
  for (size_t i = 0; i + 1 < path.steps.size(); ++i) {
    if (const auto* name = std::get_if<std::string>(&path.steps[i])) {
      at = &at->get_if<Map>()->find(*name)->second;
    } else {
      at = &(*at->get_if<List>())[std::get<size_t>(path.steps[i])];
    }
  }
  return *at;
}

void put(Map& item, const Path& path, Value value) {
  if (path.steps.empty()) {
    item.insert_or_assign(path.attribute, std::move(value));
    return;
  }
  Value& parent = parent_of(item, path);
  if (const auto* name = std::get_if<std::string>(&path.steps.back())) {
    parent.get_if<Map>()->insert_or_assign(*name, std::move(value));
    return;
  }
  List& list = *parent.get_if<List>();
  const size_t index = std::get<size_t>(path.steps.back());
  if (index < list.size()) {
    list[index] = std::move(value);
  } else {
    list.push_back(std::move(value));
  }
}

void remove(Map& item, const Path& path) {
  if (path.steps.empty()) {
    item.erase(path.attribute);
    return;
  }
  Value& parent = parent_of(item, path);
  if (const auto* name = std::get_if<std::string>(&path.steps.back())) {
    parent.get_if<Map>()->erase(*name);
    return;
  }
  List& list = *parent.get_if<List>();
  list.erase(list.begin() + static_cast<ptrdiff_t>(std::get<size_t>(path.steps.back())));
}

}  // namespace

Result<Update> Update::parse(std::string_view text, const KeySchema& key,
                             PlaceholderUse& placeholders) {
  NORN_ASSIGN(UpdateTree tree, parse_update(text, placeholders));
  const auto check_key = [&](const std::string& attribute) -> Result<void> {
    if (std::ranges::any_of(tree.actions, [&](const UpdateAction& action) {
          return action.path.attribute == attribute;
        })) {
      return item_fault(
          fmt::format("One or more parameter values were invalid: Cannot update attribute {}. This "
                      "attribute is part of the key",
                      attribute));
    }
    return {};
  };
  NORN_TRY(check_key(key.partition.name));
  if (key.sort) {
    NORN_TRY(check_key(key.sort->name));
  }
  return Update(std::make_shared<const UpdateTree>(std::move(tree)));
}

Result<Map> Update::apply(Map before) const {
  std::vector<Change> changes;
  Evaluator evaluator(before, tree_->generated);
  for (const UpdateAction& action : tree_->actions) {
    NORN_ASSIGN(std::optional<Change> change, evaluator.change(action));
    if (change) {
      changes.push_back(std::move(*change));
    }
  }
  // Values go in first and in the order of their paths: then elements past the end of a list are
  // appended in the order of their indexes, and all other indexes stay valid. Removals go from the
  // last path to the first, for the same reason.
  std::ranges::sort(changes, {}, [](const Change& change) -> const Path& { return *change.path; });
  for (Change& change : changes) {
    if (change.value) {
      put(before, *change.path, std::move(*change.value));
      change.path = nullptr;
    }
  }
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    if (change->path != nullptr) {
      remove(before, *change->path);
    }
  }
  return before;
}

bool Update::only_removes() const {
  return std::ranges::all_of(tree_->actions, [](const UpdateAction& action) {
    return action.kind == Action::kRemove || action.kind == Action::kDelete;
  });
}

std::vector<Path> Update::touched() const {
  std::vector<Path> paths;
  std::ranges::transform(tree_->actions, std::back_inserter(paths), &UpdateAction::path);
  return paths;
}

}  // namespace norn::store
