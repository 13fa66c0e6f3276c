#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"
#include "store/requests/table_requests.h"

// Files of comma-separated values, as DynamoDB imports them: an item in each line. A value may be
// in double quotes, and a double quote in it is doubled.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataImport.Format.html
namespace norn::dynamodb {

// The values of a line.
Result<std::vector<std::string>> split_csv_line(std::string_view line, char delimiter);

// The items of a file.
class CsvItems {
 public:
  // The attributes of keys have the types of their definitions, all others are strings.
  CsvItems(char delimiter, std::vector<store::AttributeDefinition> keys)
      : delimiter_(delimiter), keys_(std::move(keys)) {}

  // The names of the attributes, in the order of the values. Refuses empty ones, and those that are
  // there twice.
  Result<void> set_header(std::vector<std::string> names);
  Result<store::Item> item(std::string_view line) const;

 private:
  Result<store::Value> value(const std::string& name, std::string text) const;

  const char delimiter_;
  const std::vector<store::AttributeDefinition> keys_;
  std::vector<std::string> names_;
};

}  // namespace norn::dynamodb
