#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/cli11.h"
#include "cli/command.h"
#include "store/value.h"

// How commands print items: as a table for people, or as one JSON document.
namespace norn::cli {

struct ItemFlags {
  bool json = false;
  bool dynamodb_json = false;  // Implies JSON.

  void add_to(CLI::App& command);
};

// Prints items as they come, in bounded memory: a list in JSON, or tables of some rows each.
class ItemPrinter {
 public:
  // `first` are the columns to begin with: the key.
  ItemPrinter(Console& console, const ItemFlags& flags, std::vector<std::string> first = {})
      : console_(console), flags_(flags), first_(std::move(first)) {}

  // DynamoDB JSON of an item.
  Result<void> print(std::string_view item);
  // To be called once, when all items were printed.
  void finish();
  size_t count() const { return count_; }

 private:
  void print_table();

  Console& console_;
  const ItemFlags flags_;
  const std::vector<std::string> first_;
  std::vector<store::Map> waiting_;  // Rows of the next table.
  size_t count_ = 0;
};

// JSON of an item, in the form that the flags ask for.
std::string item_json(const ItemFlags& flags, const store::Map& item);

// One item by itself: an object in JSON, or one line per attribute.
Result<void> print_item(Console& console, const ItemFlags& flags, std::string_view item);

}  // namespace norn::cli
