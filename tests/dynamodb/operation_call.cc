#include "dynamodb/operation_call.h"

#include <fmt/format.h>

#include <stdexcept>

#include "dynamodb/shapes/shape.h"
#include "store/errors.h"
#include "store/wire/wire.h"

namespace norn::testing {
namespace {

using dynamodb::Operation;

const Operation& find_operation(std::string_view name) {
  for (const auto operations : {dynamodb::table_operations(), dynamodb::backup_operations(),
                                dynamodb::continuous_operations(), dynamodb::transfer_operations(),
                                dynamodb::policy_operations(), dynamodb::insights_operations(),
                                dynamodb::kinesis_operations(), dynamodb::global_table_operations(),
                                dynamodb::stream_operations(), dynamodb::partiql_operations()}) {
    for (const Operation& operation : operations) {
      if (operation.name == name) return operation;
    }
  }
  throw std::invalid_argument(fmt::format("no operation {}", name));
}

}  // namespace

Result<std::string> OperationCaller::call(std::string_view operation, std::string_view json) const {
  const Operation& found = find_operation(operation);
  const simdjson::padded_string text(json);
  simdjson::dom::parser parser;
  const simdjson::dom::element request = parser.parse(text).value();
  NORN_TRY(check_kinds(request, *found.input));
  NORN_TRY(check_constraints(request, *found.input));
  std::string out;
  NORN_TRY(std::get<dynamodb::Run>(found.run)(context_, dynamodb::Input(request), out));
  return out;
}

std::string OperationCaller::reply(std::string_view operation, std::string_view json) const {
  const Result<std::string> result = call(operation, json);
  return result ? *result : "failed: " + result.error().message;
}

std::string OperationCaller::error(std::string_view operation, std::string_view json) const {
  const Result<std::string> result = call(operation, json);
  if (result) return "succeeded: " + *result;
  const auto* const named = dynamic_cast<const store::WireError*>(result.error().detail.get());
  return fmt::format("{}: {}",
                     named != nullptr ? named->type : store::error_type(result.error().code),
                     result.error().message);
}

std::string member_text(std::string_view json, std::string_view name) {
  const std::string start = fmt::format("\"{}\":\"", name);
  const size_t found = json.find(start);
  if (found == std::string_view::npos) return "";
  const std::string_view rest = json.substr(found + start.size());
  return std::string(rest.substr(0, rest.find('"')));
}

std::string quoted(std::string_view text) {
  std::string json = "\"";
  store::append_escaped(json, text);
  return json + "\"";
}

::testing::AssertionResult begins(std::string_view text, std::string_view part) {
  if (text.starts_with(part)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << text << "\n  does not begin with " << part;
}

::testing::AssertionResult has(std::string_view text, std::string_view part) {
  if (text.find(part) != std::string_view::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << text << "\n  does not have " << part;
}

::testing::AssertionResult lacks(std::string_view text, std::string_view part) {
  if (text.find(part) == std::string_view::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << text << "\n  has " << part;
}

}  // namespace norn::testing
