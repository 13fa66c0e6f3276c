#include "dynamodb/partiql/parser.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "dynamodb/partiql/ast.h"
#include "dynamodb/partiql/terms.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"

namespace norn::dynamodb::partiql {
namespace {

// DynamoDB's complaint about a term that stands where a path to change or a table must be.
constexpr std::string_view kNoPath = "Expected identifier for simple path";
constexpr std::string_view kLeftOver = "Unexpected token after expression";

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

// Reads the SET and REMOVE clauses of an UPDATE; there must be one.
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

std::string column_name(const store::Path& path) {
  std::string name = path.attribute;
  for (const store::Path::Step& step : path.steps) {
    if (const auto* member = std::get_if<std::string>(&step)) {
      name = *member;
    } else {
      name += fmt::format("[{}]", std::get<size_t>(step));
    }
  }
  return name;
}

class Parser {
 public:
  Parser(std::vector<Token> tokens, std::span<const store::Value> parameters)
      : terms_(std::move(tokens), parameters), reader_(terms_.reader()) {}

  Result<Statement> statement();

 private:
  Result<Statement> any_statement();
  Result<Select> select();
  Result<Statement> insert();
  Result<Statement> update();
  Result<Statement> update_from();
  Result<Statement> remove();
  Result<Statement> exists();

  Result<Target> target(std::string_view complaint);
  Result<void> refuse_alias() const;
  Result<void> columns(Select& select);
  Result<void> order(Select& select);
  Result<store::Map> tuple();
  Result<std::optional<Predicate>> where();
  Result<std::optional<Returning>> returning();
  Result<void> end() const;

  Terms terms_;
  TokenReader& reader_;
};

Result<Statement> Parser::statement() {
  NORN_ASSIGN(Statement statement, any_statement());
  NORN_TRY(end());
  NORN_TRY(terms_.check_parameters());
  return statement;
}

Result<Statement> Parser::any_statement() {
  if (reader_.take_word("select")) return select();
  if (reader_.take_word("insert")) return insert();
  if (reader_.take_word("update")) return update();
  if (reader_.take_word("from")) return update_from();
  if (reader_.take_word("delete")) return remove();
  if (reader_.at_word("exists") && reader_.at_call()) return exists();
  return not_well_formed("Expected data manipulation");
}

Result<void> Parser::end() const {
  if (reader_.at_end()) return {};
  return not_well_formed(kLeftOver);
}

Result<Target> Parser::target(std::string_view complaint) {
  if (!reader_.at_name())
    return complaint.empty() ? terms_.unexpected_term() : not_well_formed(complaint);
  std::vector<std::string> names;
  do {
    if (!reader_.at_name()) return not_well_formed("Invalid path dot component");
    names.push_back(reader_.take().text);
  } while (reader_.take_symbol("."));
  for (const std::string& name : names) {
    if (name.empty()) return store::validation("Path component cannot be an empty string");
  }
  if (names.size() > 2) {
    return store::validation("A path may contain at most 2 components in the FROM clause");
  }
  NORN_ASSIGN(std::string table, table_name(names[0]));
  return Target{std::move(table), names.size() == 2 ? names[1] : std::string()};
}

Result<void> Parser::refuse_alias() const {
  if (reader_.at_name() || reader_.at_word("as")) {
    return store::validation("Aliasing is not supported");
  }
  return {};
}

Result<Select> Parser::select() {
  Select select;
  NORN_TRY(columns(select));
  if (!reader_.take_word("from")) return not_well_formed("Unexpected token in query");
  NORN_ASSIGN(select.from, target(""));
  NORN_TRY(refuse_alias());
  NORN_ASSIGN(select.where, where());
  NORN_TRY(order(select));
  for (const std::string_view clause : {"LIMIT", "OFFSET", "GROUP", "HAVING"}) {
    if (!reader_.take_word(clause)) continue;
    return store::validation(
        fmt::format("Unsupported clause: {} at {}", clause, to_text(reader_.peek().at)));
  }
  return select;
}

Result<void> Parser::columns(Select& select) {
  if (reader_.take_symbol("*")) return {};
  do {
    if (reader_.at_call()) {
      return store::validation(
          fmt::format("Unexpected path component at {}", to_text(reader_.peek().at)));
    }
    if (!reader_.at_name()) return terms_.unexpected_term();
    NORN_ASSIGN(store::Path path, terms_.path(""));
    std::string name = column_name(path);
    select.columns.push_back(Column{std::move(path), std::move(name)});
    if (reader_.at_word("as")) return refuse_alias();
  } while (reader_.take_symbol(","));
  return {};
}

Result<void> Parser::order(Select& select) {
  if (!reader_.take_word("order")) return {};
  if (!reader_.take_word("by")) return not_well_formed("Unexpected keyword");
  do {
    if (!reader_.at_name()) return terms_.unexpected_term();
    OrderTerm term{reader_.take().text, true};
    if (reader_.take_word("desc")) {
      term.ascending = false;
    } else {
      reader_.take_word("asc");
    }
    select.order.push_back(std::move(term));
  } while (reader_.take_symbol(","));
  return {};
}

Result<std::optional<Predicate>> Parser::where() {
  if (!reader_.take_word("where")) return std::nullopt;
  NORN_ASSIGN(Predicate predicate, terms_.condition());
  return predicate;
}

Result<Statement> Parser::insert() {
  if (!reader_.take_word("into")) return not_well_formed("Unexpected keyword");
  Insert insert;
  NORN_ASSIGN(insert.into, target(kNoPath));
  if (!insert.into.index.empty()) {
    return store::validation("FROM clause may only contain a single table name");
  }
  if (!reader_.take_word("value")) {
    return reader_.at_name() ? not_well_formed(kLeftOver) : terms_.unexpected_term();
  }
  NORN_ASSIGN(insert.item, tuple());
  return insert;
}

// The item of an INSERT. Its members may be parameters, which other tuples cannot hold.
Result<store::Map> Parser::tuple() {
  if (reader_.peek().kind == TokenKind::kParameter) {
    NORN_ASSIGN(store::Value value, terms_.value());
    if (const auto* map = value.get_if<store::Map>()) return *map;
    return store::validation("Unsupported data type in VALUE clause");
  }
  if (!reader_.take_symbol("{")) return terms_.unexpected_term();
  store::Map map;
  if (reader_.take_symbol("}")) return map;
  do {
    if (reader_.peek().kind != TokenKind::kString) return terms_.unexpected_term();
    std::string name = reader_.take().text;
    if (!reader_.take_symbol(":")) return terms_.unexpected_term();
    NORN_ASSIGN(store::Value member, terms_.value());
    map.insert_or_assign(std::move(name), std::move(member));
  } while (reader_.take_symbol(","));
  if (!reader_.take_symbol("}")) return terms_.unexpected_term();
  return map;
}

Result<Statement> Parser::update() {
  Update update;
  NORN_ASSIGN(update.table, target(kNoPath));
  NORN_TRY(refuse_alias());
  NORN_TRY(parse_changes(terms_, update));
  NORN_ASSIGN(update.where, where());
  NORN_ASSIGN(update.returning, returning());
  return update;
}

// FROM table WHERE ... SET ...: the other order of an UPDATE.
Result<Statement> Parser::update_from() {
  Update update;
  NORN_ASSIGN(update.table, target(""));
  NORN_TRY(refuse_alias());
  NORN_ASSIGN(update.where, where());
  NORN_TRY(parse_changes(terms_, update));
  NORN_ASSIGN(update.returning, returning());
  return update;
}

Result<std::optional<Returning>> Parser::returning() {
  if (!reader_.take_word("returning")) return std::nullopt;
  const bool all = reader_.take_word("all");
  if (!all && !reader_.take_word("modified")) return not_well_formed("Expected ALL or MODIFIED");
  const bool old = reader_.take_word("old");
  if (!old && !reader_.take_word("new")) return not_well_formed("Expected OLD or NEW");
  if (!reader_.take_symbol("*")) return terms_.unexpected_term();
  if (all) return old ? Returning::kAllOld : Returning::kAllNew;
  return old ? Returning::kModifiedOld : Returning::kModifiedNew;
}

Result<Statement> Parser::remove() {
  if (!reader_.take_word("from")) return not_well_formed("Unexpected keyword");
  Delete statement;
  NORN_ASSIGN(statement.from, target(kNoPath));
  NORN_TRY(refuse_alias());
  NORN_ASSIGN(statement.where, where());
  NORN_ASSIGN(statement.returning, returning());
  if (!statement.returning || *statement.returning == Returning::kAllOld) return statement;
  const bool modified = *statement.returning != Returning::kAllNew;
  const bool old = *statement.returning == Returning::kModifiedOld;
  return store::validation(
      fmt::format("Invalid returning clause: RETURNING {} {} *. Only RETURNING ALL OLD * is "
                  "allowed in DELETE statements.",
                  modified ? "MODIFIED" : "ALL", old ? "OLD" : "NEW"));
}

Result<Statement> Parser::exists() {
  reader_.take();
  reader_.take();
  if (!reader_.take_word("select")) return terms_.unexpected_term();
  NORN_ASSIGN(Select select, this->select());
  if (!reader_.take_symbol(")")) return terms_.unexpected_term();
  return Exists{std::move(select)};
}

}  // namespace

Result<Statement> parse(std::string_view statement, std::span<const store::Value> parameters) {
  NORN_ASSIGN(std::vector<Token> tokens, tokenize(statement));
  return Parser(std::move(tokens), parameters).statement();
}

const Target& target_of(const Statement& statement) {
  struct Visitor {
    const Target& operator()(const Select& select) const { return select.from; }
    const Target& operator()(const Insert& insert) const { return insert.into; }
    const Target& operator()(const Update& update) const { return update.table; }
    const Target& operator()(const Delete& remove) const { return remove.from; }
    const Target& operator()(const Exists& exists) const { return exists.select.from; }
  };
  return std::visit(Visitor{}, statement);
}

}  // namespace norn::dynamodb::partiql
