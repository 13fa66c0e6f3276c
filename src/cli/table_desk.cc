#include "cli/table_desk.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "apps/all.h"
#include "base/text.h"
#include "cli/operator_desk.h"
#include "dynamodb/api/direct_call.h"
#include "dynamodb/partiql/parser.h"

namespace norn::cli {
namespace {

constexpr std::string_view kTablesCommand = "tables";
// An item has at most 400 KB, and its JSON is a few times as long if there is much to escape.
constexpr size_t kMaxCallBytes = size_t{2} << 20;
// A line of the socket has at most 2 MiB, and escapes make a text longer.
constexpr size_t kPartBytes = size_t{256} << 10;

constexpr std::array<std::string_view, 6> kReadOperations = {
    "ListTables", "DescribeTable", "DescribeTimeToLive", "GetItem", "Query", "Scan"};
constexpr std::array<std::string_view, 2> kWriteOperations = {"PutItem", "DeleteItem"};
constexpr std::string_view kExecuteStatement = "ExecuteStatement";

std::string_view text_member(const simdjson::dom::object& object, std::string_view name) {
  std::string_view text;
  if (object[name].get(text) != simdjson::SUCCESS) return {};
  return text;
}

// The table that a statement writes to; empty if it reads, or is not understood.
std::string table_written_by(std::string_view statement) {
  namespace partiql = dynamodb::partiql;
  const auto parsed = partiql::parse(statement, {});
  if (!parsed) return {};
  if (const auto* const insert = std::get_if<partiql::Insert>(&*parsed)) return insert->into.table;
  if (const auto* const update = std::get_if<partiql::Update>(&*parsed)) return update->table.table;
  if (const auto* const gone = std::get_if<partiql::Delete>(&*parsed)) return gone->from.table;
  return {};
}

// The table that a request writes to; empty if it reads. kUnknownOperation if the operation is none
// of these commands.
Result<std::string> table_written_to(std::string_view operation, std::string_view json) {
  if (std::ranges::count(kReadOperations, operation) > 0) return std::string();
  const bool is_statement = operation == kExecuteStatement;
  if (!is_statement && std::ranges::count(kWriteOperations, operation) == 0) {
    return fail(ErrorCode::kUnknownOperation,
                fmt::format("'{}' is no operation of these commands.", operation));
  }
  simdjson::dom::parser parser;
  simdjson::dom::object request;
  if (parser.parse(json.data(), json.size()).get(request) != simdjson::SUCCESS) {
    return fail(ErrorCode::kSerialization, "The request is not a JSON object.");
  }
  // A statement that cannot be parsed fails; one with parameters could not be looked into.
  if (is_statement && request["Parameters"].error() == simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, "Statements have no parameters here: write the values.");
  }
  if (is_statement) return table_written_by(text_member(request, "Statement"));
  return std::string(text_member(request, "TableName"));
}

Result<void> check_write(const std::string& table, bool is_forced) {
  if (is_forced || !is_table_of_norn(table)) return {};
  return fail(
      ErrorCode::kForbidden,
      fmt::format("Nothing was changed: {} is one of Norn's own tables, and what is written "
                  "past the apps can lock people out or damage what belongs together. Say "
                  "--force if you know what to write.",
                  table));
}

Result<void> send_in_parts(std::string_view text, const SendPart& send) {
  while (!text.empty()) {
    size_t size = std::min(text.size(), kPartBytes);
    while (size < text.size() && continues_character(text[size])) --size;
    NORN_TRY(send(text.substr(0, size)));
    text.remove_prefix(size);
  }
  return {};
}

}  // namespace

OperatorCommands table_commands(store::Store& store, const Clock& clock) {
  const auto carry_out = [&store, &clock](rest::JsonInput& request,
                                          const SendPart& send) -> Result<std::string> {
    NORN_ASSIGN(const std::string operation, request.text("operation"));
    NORN_ASSIGN(const std::string json, request.secret("request", kMaxCallBytes));
    NORN_ASSIGN(const bool is_forced, request.boolean("force"));
    NORN_TRY(request.finish());
    NORN_ASSIGN(const std::string table, table_written_to(operation, json));
    NORN_TRY(check_write(table, is_forced));
    NORN_ASSIGN(const std::string reply, dynamodb::call_directly({store, clock}, operation, json));
    NORN_TRY(send_in_parts(reply, send));
    return std::string();
  };
  return {{std::string(kTablesCommand), carry_out}};
}

bool is_table_of_norn(std::string_view table) {
  const auto tables = apps::tables_of(apps::all_apps(), {});
  return std::ranges::any_of(
      tables, [&](const apps::Table& own) { return table.ends_with(own.schema.table); });
}

Result<void> TableDesk::open() {
  if (options_.remote_store) {
    NORN_ASSIGN(Data data, open_data(options_, clock_));
    here_ = std::make_unique<Data>(std::move(data));
    location_ = here_->location;
    return {};
  }
  NORN_ASSIGN(folder_, existing_data_folder(options_));
  location_ = folder_.string();
  return {};
}

Result<std::string> TableDesk::call(std::string_view operation, std::string_view json) {
  const std::string request = OperatorRequest(kTablesCommand)
                                  .text("operation", operation)
                                  .text("request", json)
                                  .boolean("force", force_)
                                  .json();
  if (here_) return call_here(request);
  std::string reply;
  const auto receive = [&reply](std::string_view part) -> Result<void> {
    reply += part;
    return {};
  };
  NORN_ASSIGN(const auto answered, ask_server(folder_, request, receive));
  if (answered) {
    has_server_ = true;
    return reply;
  }
  if (has_server_) return fail(ErrorCode::kUnavailable, "The server has stopped. Try it again.");
  NORN_ASSIGN(Data data, open_data(options_, clock_));
  here_ = std::make_unique<Data>(std::move(data));
  return call_here(request);
}

Result<std::string> TableDesk::call_here(std::string_view request) {
  std::string reply;
  const auto receive = [&reply](std::string_view part) -> Result<void> {
    reply += part;
    return {};
  };
  NORN_TRY(carry_out_control(table_commands(here_->store(), clock_), request, receive));
  return reply;
}

Result<std::vector<std::string>> TableDesk::tables() {
  std::vector<std::string> names;
  std::string last;
  do {
    std::string request;
    ObjectWriter object(request);
    if (!last.empty()) object.text("ExclusiveStartTableName", last);
    object.close();
    NORN_ASSIGN(const std::string reply, call("ListTables", request));
    simdjson::dom::parser parser;
    simdjson::dom::object page;
    simdjson::dom::array list;
    if (parser.parse(reply).get(page) != simdjson::SUCCESS ||
        page["TableNames"].get(list) != simdjson::SUCCESS) {
      return fail(ErrorCode::kUnavailable, "The store gave no answer that is understood.");
    }
    for (const simdjson::dom::element name : list) {
      names.emplace_back(name.get_string().value_unsafe());
    }
    last = text_member(page, "LastEvaluatedTableName");
  } while (!last.empty());
  return names;
}

Error TableDesk::explained(const Error& error, std::string_view table) {
  const bool is_missing = error.code == ErrorCode::kNotFound ||
                          error.code == ErrorCode::kResourceNotFound ||
                          error.code == ErrorCode::kTableNotFound;
  if (!is_missing) return error;
  const auto names = tables();
  if (!names || (!table.empty() && std::ranges::count(*names, table) > 0)) return error;
  const std::string which =
      table.empty() ? error.message : fmt::format("There is no table {} in {}.", table, location_);
  const std::string others = names->empty()
                                 ? "There are no tables: `norn deploy` creates Norn's."
                                 : fmt::format("The tables are: {}.", fmt::join(*names, ", "));
  return {ErrorCode::kNotFound, fmt::format("{} {}", which, others), nullptr};
}

}  // namespace norn::cli
