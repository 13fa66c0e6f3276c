#include "dynamodb/partiql/changes.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "store/errors.h"

namespace norn::dynamodb::partiql {
namespace {

bool is_set(const store::Value& value) {
  return value.type() == store::Type::kStringSet || value.type() == store::Type::kNumberSet ||
         value.type() == store::Type::kBinarySet;
}

Result<void> parse_list_append(Terms& terms, Assignment& assignment) {
  TokenReader& reader = terms.reader();
  const Token function = reader.take();
  reader.take();
  assignment.kind = Assignment::Kind::kListAppend;
  do {
    NORN_ASSIGN(Operand operand, terms.operand());
    assignment.operands.push_back(std::move(operand));
  } while (reader.take_symbol(","));
  if (!reader.take_symbol(")")) return terms.unexpected_term();
  if (assignment.operands.size() != 2) {
    return store::validation(
        fmt::format("LIST_APPEND must have exactly two arguments at {}", to_text(function.at)));
  }
  return {};
}

// SET s = set_add(s, <<...>>) is what an update expression writes as ADD s :set.
Result<void> parse_set_function(Terms& terms, Assignment& assignment) {
  TokenReader& reader = terms.reader();
  const Token function = reader.take();
  const bool add = same_word(function.text, "set_add");
  if (!add && !same_word(function.text, "set_delete")) {
    return store::validation(
        fmt::format("Unrecognized function: {} at {}", function.text, to_text(function.at)));
  }
  reader.take();
  assignment.kind = add ? Assignment::Kind::kSetAdd : Assignment::Kind::kSetDelete;
  const std::string_view name = add ? "SET_ADD" : "SET_DELETE";
  std::vector<Operand> arguments;
  do {
    NORN_ASSIGN(Operand operand, terms.operand());
    arguments.push_back(std::move(operand));
  } while (reader.take_symbol(","));
  if (!reader.take_symbol(")")) return terms.unexpected_term();
  if (arguments.size() != 2) {
    return store::validation(
        fmt::format("{} must have exactly two arguments at {}", name, to_text(function.at)));
  }
  if (arguments[0].path() == nullptr || *arguments[0].path() != assignment.target) {
    return store::validation(
        fmt::format("The first argument to {} must equal the assignment value at {}", name,
                    to_text(function.at)));
  }
  const store::Value* set = arguments[1].value();
  if (set == nullptr || !is_set(*set)) {
    return store::validation(
        fmt::format("The second argument to {} must be a value with type SET at {}", name,
                    to_text(arguments[0].at)));
  }
  assignment.operands.push_back(std::move(arguments[1]));
  return {};
}

Result<Assignment> parse_assignment(Terms& terms) {
  TokenReader& reader = terms.reader();
  Assignment assignment;
  NORN_ASSIGN(assignment.target, terms.path(kNoPath));
  if (!reader.take_symbol("=")) return terms.unexpected_term();
  if (reader.at_call()) {
    if (same_word(reader.peek().text, "list_append")) {
      NORN_TRY(parse_list_append(terms, assignment));
    } else {
      NORN_TRY(parse_set_function(terms, assignment));
    }
    return assignment;
  }
  NORN_ASSIGN(Operand left, terms.operand());
  assignment.operands.push_back(std::move(left));
  const bool plus = reader.take_symbol("+");
  if (plus || reader.take_symbol("-")) {
    assignment.kind = plus ? Assignment::Kind::kPlus : Assignment::Kind::kMinus;
    NORN_ASSIGN(Operand right, terms.operand());
    assignment.operands.push_back(std::move(right));
  }
  return assignment;
}

}  // namespace

Result<void> parse_changes(Terms& terms, Update& update) {
  TokenReader& reader = terms.reader();
  while (true) {
    if (reader.take_word("set")) {
      do {
        NORN_ASSIGN(Assignment assignment, parse_assignment(terms));
        update.assignments.push_back(std::move(assignment));
      } while (reader.take_symbol(","));
    } else if (reader.take_word("remove")) {
      do {
        NORN_ASSIGN(store::Path path, terms.path(kNoPath));
        update.removals.push_back(std::move(path));
      } while (reader.take_symbol(","));
    } else if (update.assignments.empty() && update.removals.empty()) {
      return not_well_formed("Expected data manipulation");
    } else {
      return {};
    }
  }
}

}  // namespace norn::dynamodb::partiql
