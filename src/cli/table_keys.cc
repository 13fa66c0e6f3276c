#include "cli/table_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>

#include "base/json_writer.h"

namespace norn::cli {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

std::string member_text(const object& parent, std::string_view name) {
  std::string_view text;
  if (parent[name].get(text) != simdjson::SUCCESS) return {};
  return std::string(text);
}

TableKey read_key(const object& table, const object& owner) {
  TableKey key;
  array schema;
  array definitions;
  if (owner["KeySchema"].get(schema) != simdjson::SUCCESS) return key;
  for (const object attribute : schema) {
    key.push_back({.name = member_text(attribute, "AttributeName"), .type = "S"});
  }
  if (table["AttributeDefinitions"].get(definitions) != simdjson::SUCCESS) return key;
  for (const object definition : definitions) {
    const auto found =
        std::ranges::find(key, member_text(definition, "AttributeName"), &KeyAttribute::name);
    if (found != key.end()) found->type = member_text(definition, "AttributeType");
  }
  return key;
}

Result<TableKey> index_key(const object& table, std::string_view name) {
  std::vector<std::string> names;
  for (const char* const kind : {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"}) {
    array indexes;
    if (table[kind].get(indexes) != simdjson::SUCCESS) continue;
    for (const object index : indexes) {
      names.push_back(member_text(index, "IndexName"));
      if (names.back() == name) return read_key(table, index);
    }
  }
  const std::string others =
      names.empty() ? "It has none." : fmt::format("It has: {}.", fmt::join(names, ", "));
  return fail(ErrorCode::kNotFound, fmt::format("The table {} has no index {}. {}",
                                                member_text(table, "TableName"), name, others));
}

// "PK=VALUE SK=VALUE", to show how a key is written.
std::string key_pattern(const TableKey& key) {
  std::string pattern;
  for (const KeyAttribute& attribute : key) {
    pattern += fmt::format("{}{}=VALUE", pattern.empty() ? "" : " ", attribute.name);
  }
  return pattern;
}

std::unexpected<Error> wrong_key(const TableKey& key, std::string_view what) {
  return fail(ErrorCode::kInvalid, fmt::format("{} Write the key as {}.", what, key_pattern(key)));
}

Result<const KeyAttribute*> find_attribute(const TableKey& key, const std::string& name) {
  const auto found = std::ranges::find(key, name, &KeyAttribute::name);
  if (found != key.end()) return &*found;
  return wrong_key(key, fmt::format("'{}' is no attribute of the key.", name));
}

void append_value(std::string& out, const std::string& type, const std::string& value) {
  ObjectWriter typed(out);
  typed.text(type, value);
  typed.close();
}

}  // namespace

Result<TableKey> key_of(TableDesk& desk, std::string_view table, std::string_view index) {
  std::string request;
  ObjectWriter writer(request);
  writer.text("TableName", table);
  writer.close();
  const auto reply = desk.call("DescribeTable", request);
  if (!reply) return std::unexpected(desk.explained(reply.error(), table));
  simdjson::dom::parser parser;
  object described;
  if (parser.parse(*reply)["Table"].get(described) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnavailable, "The store gave no answer that is understood.");
  }
  if (!index.empty()) return index_key(described, index);
  return read_key(described, described);
}

Result<KeyWord> parse_key_word(std::string_view word) {
  const size_t at = word.find_first_of("=<>^");
  if (at == std::string_view::npos || at == 0) {
    return fail(ErrorCode::kInvalid,
                fmt::format("'{}' is no condition. Write NAME=VALUE, NAME^=PREFIX, or one of <, "
                            "<=, > and >= between them (in quotes, because of the shell).",
                            word));
  }
  KeyWord parsed{.name = std::string(word.substr(0, at)), .comparison = {}, .value = {}};
  const bool has_two = word.size() > at + 1 && word[at] != '=' && word[at + 1] == '=';
  parsed.comparison = word.substr(at, has_two ? 2 : 1);
  if (parsed.comparison == "^") {
    return fail(ErrorCode::kInvalid, fmt::format("'{}': write NAME^=PREFIX.", word));
  }
  parsed.value = word.substr(at + parsed.comparison.size());
  return parsed;
}

Result<std::string> item_key_json(const TableKey& key, const std::vector<std::string>& words) {
  if (words.size() == 1 && words.front().starts_with('{')) return words.front();
  if (words.size() != key.size()) {
    return wrong_key(key, fmt::format("The key of this table has {} attribute{}, and {} given.",
                                      key.size(), key.size() == 1 ? "" : "s",
                                      words.size() == 1 ? std::string("one was")
                                                        : fmt::format("{} were", words.size())));
  }
  std::string json;
  ObjectWriter writer(json);
  std::vector<std::string> seen;
  for (const std::string& word : words) {
    NORN_ASSIGN(const KeyWord parsed, parse_key_word(word));
    NORN_ASSIGN(const KeyAttribute* const attribute, find_attribute(key, parsed.name));
    if (parsed.comparison != "=" || std::ranges::count(seen, parsed.name) > 0) {
      return wrong_key(key, fmt::format("'{}' names no single item.", word));
    }
    seen.push_back(parsed.name);
    append_value(writer.escaped_key(parsed.name), attribute->type, parsed.value);
  }
  writer.close();
  return json;
}

Result<KeyCondition> key_condition(const TableKey& key, const std::vector<std::string>& words) {
  KeyCondition condition;
  ObjectWriter names(condition.names);
  ObjectWriter values(condition.values);
  for (size_t i = 0; i < words.size(); ++i) {
    NORN_ASSIGN(const KeyWord word, parse_key_word(words[i]));
    NORN_ASSIGN(const KeyAttribute* const attribute, find_attribute(key, word.name));
    if (i > 0) condition.expression += " AND ";
    condition.expression += word.comparison == "^="
                                ? fmt::format("begins_with(#key{0}, :key{0})", i)
                                : fmt::format("#key{0} {1} :key{0}", i, word.comparison);
    names.text(fmt::format("#key{}", i), word.name);
    append_value(values.key(fmt::format(":key{}", i)), attribute->type, word.value);
  }
  names.close();
  values.close();
  if (words.empty()) return wrong_key(key, "Which items?");
  return condition;
}

}  // namespace norn::cli
