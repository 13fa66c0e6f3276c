#include "cli/page_reader.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "base/json_writer.h"
#include "cli/plain_json.h"

namespace norn::cli {
namespace {

constexpr int64_t kMaxPageItems = 1000;

// The members of two JSON objects in one; either may be empty.
std::string merged_objects(std::string_view one, std::string_view two) {
  if (one.size() <= 2) return std::string(two);
  if (two.size() <= 2) return std::string(one);
  return fmt::format("{},{}", one.substr(0, one.size() - 1), two.substr(1));
}

// --names and --values without spaces around their braces; empty if they are not given.
Result<std::string> read_object(std::string_view option, const std::string& json) {
  if (json.empty()) return std::string();
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(json).get(object) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, fmt::format("{} is not a JSON object.", option));
  }
  return simdjson::minify(object);
}

// Whether each value is already an object with a type: {":p":{"S":"text"}}.
bool has_types(const std::string& json) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(json).get(object) != simdjson::SUCCESS) return false;
  return std::ranges::all_of(object, [](const simdjson::dom::key_value_pair& member) {
    simdjson::dom::object value;
    return member.value.get(value) == simdjson::SUCCESS && value.size() == 1 &&
           store::type_from_name((*value.begin()).key).has_value();
  });
}

Result<std::string> read_values(const std::string& json) {
  NORN_ASSIGN(std::string values, read_object("--values", json));
  if (values.empty() || has_types(values)) return values;
  return typed_from_plain(values);
}

// The request without the start of its page and its limit, not closed.
Result<std::string> request_prefix(const ReadRequest& request, const ReadFlags& flags) {
  NORN_ASSIGN(const std::string names, read_object("--names", flags.names));
  NORN_ASSIGN(const std::string values, read_values(flags.values));
  std::string json;
  ObjectWriter writer(json);
  writer.text("TableName", request.table);
  if (!flags.index.empty()) writer.text("IndexName", flags.index);
  if (!request.key_expression.empty()) {
    writer.text("KeyConditionExpression", request.key_expression);
  }
  if (!flags.filter.empty()) writer.text("FilterExpression", flags.filter);
  const std::string all_names = merged_objects(request.key_names, names);
  if (!all_names.empty()) writer.key("ExpressionAttributeNames").append(all_names);
  const std::string all_values = merged_objects(request.key_values, values);
  if (!all_values.empty()) writer.key("ExpressionAttributeValues").append(all_values);
  if (flags.consistent) writer.boolean("ConsistentRead", true);
  if (request.reverse) writer.boolean("ScanIndexForward", false);
  return json;
}

}  // namespace

void ReadFlags::add_to(CLI::App& command) {
  command.add_option("--index", index);
  command.add_option("--filter", filter);
  command.add_option("--names", names);
  command.add_option("--values", values);
  command.add_option("--limit", limit)
      ->check(CLI::Range(int64_t{0}, std::numeric_limits<int64_t>::max()));
  command.add_flag("--consistent", consistent);
}

Result<void> print_pages(TableDesk& desk, const ReadRequest& request, const ReadFlags& flags,
                         ItemPrinter& printer) {
  NORN_ASSIGN(const std::string prefix, request_prefix(request, flags));
  std::string start;
  int64_t left = flags.limit == 0 ? std::numeric_limits<int64_t>::max() : flags.limit;
  while (true) {
    std::string json = prefix;
    json += fmt::format(R"(,"Limit":{})",
                        flags.filter.empty() ? std::min(left, kMaxPageItems) : kMaxPageItems);
    if (!start.empty()) json += fmt::format(R"(,"ExclusiveStartKey":{})", start);
    json += "}";
    const auto reply = desk.call(request.operation, json);
    if (!reply) return std::unexpected(desk.explained(reply.error(), request.table));
    simdjson::dom::parser parser;
    simdjson::dom::object page;
    simdjson::dom::array items;
    if (parser.parse(*reply).get(page) != simdjson::SUCCESS ||
        page["Items"].get(items) != simdjson::SUCCESS) {
      return fail(ErrorCode::kUnavailable, "The store gave no answer that is understood.");
    }
    for (const simdjson::dom::element item : items) {
      NORN_TRY(printer.print(simdjson::minify(item)));
      if (--left == 0) return {};
    }
    simdjson::dom::element last;
    if (page["LastEvaluatedKey"].get(last) != simdjson::SUCCESS) return {};
    start = simdjson::minify(last);
  }
}

}  // namespace norn::cli
