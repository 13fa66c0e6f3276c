#include "dynamodb/legacy/legacy_updates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <utility>
#include <vector>

#include "dynamodb/legacy/legacy_members.h"
#include "store/errors.h"
#include "store/value.h"
#include "store/wire/dom.h"

namespace norn::dynamodb {
namespace {

using store::Type;
using store::Value;

bool is_set(Type type) {
  return type == Type::kStringSet || type == Type::kNumberSet || type == Type::kBinarySet;
}

// The clauses of an update expression.
struct UpdateClauses {
  std::vector<std::string> set;
  std::vector<std::string> remove;
  std::vector<std::string> add;
  std::vector<std::string> remove_members;
};

Result<void> add(std::string_view attribute, Value value, ExpressionWriter& writer,
                 UpdateClauses& clauses) {
  const Type type = value.type();
  if (type != Type::kNumber && type != Type::kList && !is_set(type)) {
    return store::invalid_parameter(
        fmt::format("ADD action is not supported for the type {}", type_name(type)));
  }
  const std::string name = writer.name(attribute);
  if (type != Type::kList) {
    clauses.add.push_back(fmt::format("{} {}", name, writer.value(std::move(value))));
    return {};
  }
  // Unlike the expression's ADD, this one appends to lists.
  const std::string none = writer.value(store::List());
  clauses.set.push_back(fmt::format("{} = list_append(if_not_exists({}, {}), {})", name, name, none,
                                    writer.value(std::move(value))));
  return {};
}

Result<void> remove_members(std::string_view attribute, Value value, ExpressionWriter& writer,
                            UpdateClauses& clauses) {
  if (!is_set(value.type())) {
    return store::invalid_parameter(fmt::format(
        "DELETE action with value is not supported for the type {}", type_name(value.type())));
  }
  const std::string name = writer.name(attribute);
  clauses.remove_members.push_back(fmt::format("{} {}", name, writer.value(std::move(value))));
  return {};
}

Result<void> write_update(std::string_view attribute, const Input& update, ExpressionWriter& writer,
                          UpdateClauses& clauses) {
  NORN_TRY(check_attribute_name(attribute));
  const std::string_view action = update.text("Action");
  const auto json = update.find("Value");
  if (!json) {
    if (action != "DELETE") {
      return store::invalid_parameter(
          "Only DELETE action is allowed when no attribute value is specified");
    }
    clauses.remove.push_back(writer.name(attribute));
    return {};
  }
  NORN_ASSIGN(Value value, store::value_from_dom(*json));
  if (action == "ADD") return add(attribute, std::move(value), writer, clauses);
  if (action == "DELETE") return remove_members(attribute, std::move(value), writer, clauses);
  const std::string name = writer.name(attribute);
  clauses.set.push_back(fmt::format("{} = {}", name, writer.value(std::move(value))));
  return {};
}

void append_clause(std::string& expression, std::string_view keyword,
                   const std::vector<std::string>& actions) {
  if (actions.empty()) return;
  if (!expression.empty()) expression.push_back(' ');
  expression += fmt::format("{} {}", keyword, fmt::join(actions, ", "));
}

}  // namespace

Result<std::string> attribute_updates_expression(const Input& input, ExpressionWriter& writer) {
  UpdateClauses clauses;
  for (const auto& [attribute, update] : legacy_members(input, "AttributeUpdates")) {
    NORN_TRY(write_update(attribute, update, writer, clauses));
  }
  std::string expression;
  append_clause(expression, "SET", clauses.set);
  append_clause(expression, "REMOVE", clauses.remove);
  append_clause(expression, "ADD", clauses.add);
  append_clause(expression, "DELETE", clauses.remove_members);
  return expression;
}

}  // namespace norn::dynamodb
