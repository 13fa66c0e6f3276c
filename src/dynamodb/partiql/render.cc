#include "dynamodb/partiql/render.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "store/expressions/update.h"

namespace norn::dynamodb::partiql {
namespace {

using PredicateKind = Predicate::Kind;

bool is_chain(const Predicate& predicate) {
  return predicate.kind == PredicateKind::kAnd || predicate.kind == PredicateKind::kOr;
}

// Parentheses around everything would be refused as redundant.
std::string child_text(const Predicate& child, ExpressionWriter& writer) {
  std::string text = condition_text(child, writer);
  return is_chain(child) ? fmt::format("({})", text) : text;
}

std::vector<std::string> operand_texts(const Predicate& predicate, ExpressionWriter& writer) {
  std::vector<std::string> texts;
  for (const Operand& operand : predicate.operands) texts.push_back(operand_text(operand, writer));
  return texts;
}

std::string assigned_text(const Assignment& assignment, ExpressionWriter& writer) {
  std::string left = operand_text(assignment.operands.front(), writer);
  switch (assignment.kind) {
    case Assignment::Kind::kPlus:
      return fmt::format("{} + {}", left, operand_text(assignment.operands[1], writer));
    case Assignment::Kind::kMinus:
      return fmt::format("{} - {}", left, operand_text(assignment.operands[1], writer));
    case Assignment::Kind::kListAppend:
      return fmt::format("list_append({}, {})", left, operand_text(assignment.operands[1], writer));
    default:
      return left;
  }
}

void add_attributes(const Predicate& predicate, std::vector<std::string>& attributes) {
  for (const Predicate& child : predicate.children) add_attributes(child, attributes);
  for (const Operand& operand : predicate.operands) {
    const auto* path = std::get_if<store::Path>(&operand.source);
    if (path != nullptr && std::ranges::find(attributes, path->attribute) == attributes.end()) {
      attributes.push_back(path->attribute);
    }
  }
}

}  // namespace

std::string path_text(const store::Path& path, ExpressionWriter& writer) {
  std::string text = writer.name(path.attribute);
  for (const store::Path::Step& step : path.steps) {
    if (const auto* name = std::get_if<std::string>(&step)) {
      text += fmt::format(".{}", writer.name(*name));
    } else {
      text += fmt::format("[{}]", std::get<size_t>(step));
    }
  }
  return text;
}

std::string operand_text(const Operand& operand, ExpressionWriter& writer) {
  const auto* path = std::get_if<store::Path>(&operand.source);
  std::string text = path != nullptr ? path_text(*path, writer)
                                     : writer.value(std::get<store::Value>(operand.source));
  return operand.size ? fmt::format("size({})", text) : text;
}

std::string condition_text(const Predicate& predicate, ExpressionWriter& writer) {
  switch (predicate.kind) {
    case PredicateKind::kAnd:
    case PredicateKind::kOr: {
      std::vector<std::string> parts;
      for (const Predicate& child : predicate.children) parts.push_back(child_text(child, writer));
      return fmt::format(
          "{}", fmt::join(parts, predicate.kind == PredicateKind::kAnd ? " AND " : " OR "));
    }
    case PredicateKind::kNot:
      return fmt::format("NOT {}", child_text(predicate.children.front(), writer));
    default:
      break;
  }
  const std::vector<std::string> operands = operand_texts(predicate, writer);
  switch (predicate.kind) {
    case PredicateKind::kCompare:
      return fmt::format("{} {} {}", operands[0], predicate.name, operands[1]);
    case PredicateKind::kBetween:
      return fmt::format("{} BETWEEN {} AND {}", operands[0], operands[1], operands[2]);
    case PredicateKind::kIn:
      return fmt::format("{} IN ({})", operands[0],
                         fmt::join(operands.begin() + 1, operands.end(), ", "));
    default:
      return fmt::format("{}({})", predicate.name, fmt::join(operands, ", "));
  }
}

std::string condition_text(std::span<const Predicate* const> predicates, ExpressionWriter& writer) {
  if (predicates.size() == 1) return condition_text(*predicates.front(), writer);
  std::vector<std::string> parts;
  for (const Predicate* predicate : predicates) parts.push_back(child_text(*predicate, writer));
  return fmt::format("{}", fmt::join(parts, " AND "));
}

std::string update_text(const Update& update, ExpressionWriter& writer) {
  std::vector<std::string> sets;
  std::vector<std::string> additions;
  std::vector<std::string> deletions;
  std::vector<std::string> removals;
  for (const Assignment& assignment : update.assignments) {
    std::string target = path_text(assignment.target, writer);
    std::string assigned = assigned_text(assignment, writer);
    if (assignment.kind == Assignment::Kind::kSetAdd) {
      additions.push_back(fmt::format("{} {}", target, assigned));
    } else if (assignment.kind == Assignment::Kind::kSetDelete) {
      deletions.push_back(fmt::format("{} {}", target, assigned));
    } else {
      sets.push_back(fmt::format("{} = {}", target, assigned));
    }
  }
  for (const store::Path& path : update.removals) removals.push_back(path_text(path, writer));
  std::string text;
  const auto add_clause = [&](std::string_view keyword, const std::vector<std::string>& actions) {
    if (actions.empty()) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", keyword, fmt::join(actions, ", "));
  };
  add_clause("SET", sets);
  add_clause("REMOVE", removals);
  add_clause("ADD", additions);
  add_clause("DELETE", deletions);
  return text;
}

std::vector<std::string> attributes_of(const Predicate& predicate) {
  std::vector<std::string> attributes;
  add_attributes(predicate, attributes);
  return attributes;
}

Result<store::Condition> compile(std::span<const Predicate* const> predicates) {
  ExpressionWriter writer;
  const std::string text = condition_text(predicates, writer);
  const store::Placeholders placeholders = std::move(writer).take();
  store::PlaceholderUse use(placeholders);
  return in_statement(store::Condition::parse(text, "ConditionExpression", use));
}

Result<void> check_condition(const std::optional<Predicate>& predicate) {
  if (!predicate) return {};
  const Predicate* const only = &*predicate;
  NORN_TRY(compile(std::span(&only, 1)));
  return {};
}

Result<void> check_update(const Update& update, const store::KeySchema& key) {
  ExpressionWriter writer;
  const std::string text = update_text(update, writer);
  const store::Placeholders placeholders = std::move(writer).take();
  store::PlaceholderUse use(placeholders);
  NORN_TRY(in_statement(store::Update::parse(text, key, use)));
  return {};
}

Error in_words_of_statements(Error error) {
  if (error.code != ErrorCode::kValidation) return error;
  if (error.message == store::kNestingMessage) {
    error.message = error.message.substr(0, error.message.find(':'));
    return error;
  }
  for (const std::string_view parameter :
       {"ConditionExpression", "FilterExpression", "KeyConditionExpression", "UpdateExpression",
        "ProjectionExpression"}) {
    const std::string prefix = fmt::format("Invalid {}: ", parameter);
    if (error.message.starts_with(prefix)) {
      error.message.erase(0, prefix.size());
      break;
    }
  }
  return error;
}

}  // namespace norn::dynamodb::partiql
