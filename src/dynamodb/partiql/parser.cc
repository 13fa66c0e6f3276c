#include "dynamodb/partiql/parser.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "dynamodb/partiql/changes.h"
#include "dynamodb/partiql/terms.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"

namespace norn::dynamodb::partiql {
namespace {

constexpr std::string_view kLeftOver = "Unexpected token after expression";

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
