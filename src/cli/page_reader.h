#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "cli/command.h"
#include "cli/item_output.h"
#include "cli/table_desk.h"

// What `norn query` and `norn scan` have in common: a filter, and reading page after page.
namespace norn::cli {

struct ReadFlags {
  std::string index;
  std::string filter;
  std::string names;   // JSON: {"#n":"name"}
  std::string values;  // JSON: {":v":"value"}, plain or with types.
  int64_t limit = 0;   // 0: all.
  bool consistent = false;

  void add_to(CLI::App& command);
};

// A read without its paging.
struct ReadRequest {
  std::string_view operation;  // "Query" or "Scan".
  std::string table;
  std::string key_expression = {};  // Of a query.
  std::string key_names = {};  // JSON objects, which --names and --values add to; may be empty.
  std::string key_values = {};
  bool reverse = false;
};

// Prints all items that it finds, up to the limit.
Result<void> print_pages(TableDesk& desk, const ReadRequest& request, const ReadFlags& flags,
                         ItemPrinter& printer);

}  // namespace norn::cli
