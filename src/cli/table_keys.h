#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/table_desk.h"

// The keys of a table and how they are written on the command line: pk=USER#1, sk^=ENTRY#.
namespace norn::cli {

struct KeyAttribute {
  std::string name;
  std::string type;  // "S", "N" or "B".
};

// The key of a table or an index: the partition key, and the sort key if there is one.
using TableKey = std::vector<KeyAttribute>;

// Returns kNotFound, with a list of those that there are, if there is no such table or index.
Result<TableKey> key_of(TableDesk& desk, std::string_view table, std::string_view index = {});

// A condition of the command line, such as sk^=ENTRY#.
struct KeyWord {
  std::string name;
  std::string comparison;  // "=", "<", "<=", ">", ">=" or "^=" (begins with).
  std::string value;
};
Result<KeyWord> parse_key_word(std::string_view word);

// The key of one item as DynamoDB JSON, from NAME=VALUE for each attribute of the key, or from one
// word that is DynamoDB JSON itself. The errors say how to write it.
Result<std::string> item_key_json(const TableKey& key, const std::vector<std::string>& words);

// A KeyConditionExpression with its names and values as JSON objects.
struct KeyCondition {
  std::string expression;
  std::string names;
  std::string values;
};
Result<KeyCondition> key_condition(const TableKey& key, const std::vector<std::string>& words);

}  // namespace norn::cli
