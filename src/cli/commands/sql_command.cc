#include "cli/commands/sql_command.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>
#include <istream>
#include <optional>
#include <ostream>
#include <variant>

#include "base/json_writer.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/line_editor.h"
#include "cli/sql_statements.h"
#include "cli/table_keys.h"
#include "dynamodb/partiql/parser.h"

namespace norn::cli {
namespace {

namespace partiql = dynamodb::partiql;

constexpr std::string_view kSqlHelp =
    R"(Carries out statements in PartiQL, the SQL of DynamoDB.

Examples
  norn sql "SELECT * FROM calendsync WHERE PK = 'CAL#1'"
  norn sql "SELECT SK, title FROM calendsync WHERE PK = 'CAL#1'" --json
  norn sql "UPDATE shop SET price = 3 WHERE id = 'tea'"
  norn sql <statements.sql                              each ends with ;
  norn sql                                              a shell, on a terminal

A SELECT without the partition key reads the whole table. Names with other characters than letters,
digits and _ are in double quotes: "norn-search", and those of an index: "calendsync"."GSI1". The
first statement of the input that fails ends it.

The shell reads statements until a semicolon. Tab completes tables, attributes and keywords, Ctrl-R
searches the history (which is kept in $XDG_STATE_HOME/norn/sql_history or in
~/.local/state/norn), `tables` lists the tables, and `quit`, Ctrl-D or Ctrl-C leaves it.

Options
  --json              one JSON list for each statement instead of a table
  --dynamodb-json     the same with DynamoDB's types ({"S":"text"})
  --force             write to one of Norn's own tables: they hold accounts, rights and what belongs
                      together, and what is written past the apps can lock people out
  --help              this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

constexpr std::string_view kShellHelp =
    "Statements end with ;. `tables` lists the tables, `quit` or Ctrl-D leaves. `norn sql --help` "
    "has examples.\n";
// Each is asked for its key, so that it can be completed.
constexpr size_t kMaxDescribedTables = 50;
constexpr size_t kMaxNames = 5000;

// What can be told from a statement before it is carried out.
struct Outline {
  bool is_read = false;
  std::string table;                 // Empty if it is not understood.
  std::vector<std::string> columns;  // Of a SELECT; empty means all.
};

Outline outline_of(const std::string& statement) {
  const auto parsed = partiql::parse(statement, {});
  if (!parsed) return {};
  if (const auto* const select = std::get_if<partiql::Select>(&*parsed)) {
    Outline outline{.is_read = true, .table = select->from.table, .columns = {}};
    for (const partiql::Column& column : select->columns) outline.columns.push_back(column.name);
    return outline;
  }
  if (const auto* const insert = std::get_if<partiql::Insert>(&*parsed)) {
    return {.table = insert->into.table, .columns = {}};
  }
  if (const auto* const update = std::get_if<partiql::Update>(&*parsed)) {
    return {.table = update->table.table, .columns = {}};
  }
  if (const auto* const gone = std::get_if<partiql::Delete>(&*parsed)) {
    return {.table = gone->from.table, .columns = {}};
  }
  return {};
}

}  // namespace

SqlCommand::SqlCommand()
    : Command({.name = "sql",
               .group = CommandGroup::kTables,
               .summary = "carry out statements in SQL (PartiQL), or open a shell for them",
               .help = kSqlHelp}) {}

void SqlCommand::declare(CLI::App& app) {
  data_.add_to(app);
  output_.add_to(app);
  app.add_option("statement", statement_);
  app.add_flag("--force", force_);
}

Result<void> SqlCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

Result<int> SqlCommand::run(Console& console) {
  TableDesk desk(data_.options(), console.clock, force_);
  NORN_TRY(desk.open());
  if (!statement_.empty()) {
    NORN_ASSIGN(const auto statements, whole_statements(statement_));
    announce_store(console, desk.location());
    for (const std::string& statement : statements) {
      NORN_TRY(run_statement(desk, console, statement));
    }
    return kExitOk;
  }
  if (console.in_is_terminal) {
    NORN_TRY(run_shell(desk, console));
  } else {
    NORN_TRY(run_input(desk, console));
  }
  return kExitOk;
}

Result<void> SqlCommand::run_statement(TableDesk& desk, Console& console,
                                       const std::string& statement) {
  Outline outline = outline_of(statement);
  if (outline.is_read && outline.columns.empty()) {
    NORN_ASSIGN(const TableKey key, key_of(desk, outline.table));
    for (const KeyAttribute& attribute : key) outline.columns.push_back(attribute.name);
  }
  ItemPrinter printer(console, output_, std::move(outline.columns));
  std::string token;
  do {
    std::string request;
    ObjectWriter writer(request);
    writer.text("Statement", statement);
    if (!token.empty()) writer.text("NextToken", token);
    writer.close();
    const auto reply = desk.call("ExecuteStatement", request);
    if (!reply) return std::unexpected(desk.explained(reply.error(), outline.table));
    simdjson::dom::parser parser;
    simdjson::dom::object page;
    if (parser.parse(*reply).get(page) != simdjson::SUCCESS) {
      return fail(ErrorCode::kUnavailable, "The store gave no answer that is understood.");
    }
    simdjson::dom::array items;
    if (page["Items"].get(items) == simdjson::SUCCESS) {
      for (const simdjson::dom::object item : items) {
        NORN_TRY(printer.print(simdjson::minify(item)));
        for (const auto& field : item) {
          if (names_.size() < kMaxNames) names_.emplace(field.key);
        }
      }
    }
    std::string_view next;
    token = page["NextToken"].get(next) == simdjson::SUCCESS ? std::string(next) : std::string();
  } while (!token.empty());
  printer.finish();
  const bool is_json = output_.json || output_.dynamodb_json;
  if (!is_json && printer.count() == 0) {
    console.out << (outline.is_read ? "There are no such items.\n" : "Done.\n");
  }
  return {};
}

Result<void> SqlCommand::run_input(TableDesk& desk, Console& console) {
  announce_store(console, desk.location());
  StatementSplitter splitter;
  std::string line;
  for (size_t number = 1; std::getline(console.in, line); ++number) {
    splitter.add(line);
    while (const auto statement = splitter.next()) {
      if (auto done = run_statement(desk, console, *statement); !done) {
        Error error = done.error();
        error.message =
            fmt::format("The statement that ends in line {}: {}", number, error.message);
        return std::unexpected(std::move(error));
      }
    }
  }
  if (splitter.rest().empty()) return {};
  return fail(ErrorCode::kInvalid,
              "The last statement does not end with ; and was not carried out.");
}

Result<void> SqlCommand::run_shell(TableDesk& desk, Console& console) {
  announce_store(console, desk.location());
  console.err << kShellHelp << std::flush;
  add_names(desk);
  LineEditor editor(name_list_);
  StatementSplitter splitter;
  while (true) {
    name_list_.assign(names_.begin(), names_.end());
    const auto line = editor.read(splitter.rest().empty() ? "norn> " : "  ... ");
    if (!line) break;
    if (splitter.rest().empty()) {
      const std::string word(trimmed(*line));
      if (word == "quit" || word == "exit" || word == "\\q") return {};
      if (word == "tables" || word == "help") {
        run_typed(desk, console, word);
        continue;
      }
    }
    splitter.add(*line);
    while (const auto statement = splitter.next()) {
      editor.remember(*statement + ";");
      if (!run_typed(desk, console, *statement)) return {};
    }
  }
  console.out << "\n";
  return {};
}

bool SqlCommand::run_typed(TableDesk& desk, Console& console, const std::string& typed) {
  if (typed == "quit" || typed == "exit") return false;
  Result<void> done;
  if (typed == "help") {
    console.out << kShellHelp;
  } else if (typed == "tables") {
    const auto tables = desk.tables();
    if (!tables) done = std::unexpected(tables.error());
    for (const std::string& table : tables.value_or(std::vector<std::string>())) {
      console.out << table << "\n";
    }
  } else {
    done = run_statement(desk, console, typed);
  }
  console.out << std::flush;
  // In a shell, a mistake is not the end.
  if (!done) console.err << fmt::format("norn: {}\n", done.error().message) << std::flush;
  return true;
}

void SqlCommand::add_names(TableDesk& desk) {
  // Without them there is less to complete, and the first statement says what is wrong.
  const auto tables = desk.tables().value_or(std::vector<std::string>());
  for (size_t i = 0; i < tables.size(); ++i) {
    names_.insert(tables[i]);
    if (i >= kMaxDescribedTables) continue;
    for (const KeyAttribute& attribute : key_of(desk, tables[i]).value_or(TableKey())) {
      names_.insert(attribute.name);
    }
  }
}

}  // namespace norn::cli
