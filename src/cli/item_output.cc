#include "cli/item_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>
#include <set>

#include "cli/plain_json.h"
#include "cli/printable.h"
#include "cli/text_table.h"
#include "store/wire/wire.h"

namespace norn::cli {
namespace {

constexpr size_t kRowsOfTable = 500;
constexpr size_t kMaxTerminalCell = 36;

}  // namespace

std::string item_json(const ItemFlags& flags, const store::Map& item) {
  if (flags.dynamodb_json) return store::to_json(item);
  std::string json;
  append_plain_json(json, item);
  return json;
}

void ItemFlags::add_to(CLI::App& command) {
  command.add_flag("--json", json);
  command.add_flag("--dynamodb-json", dynamodb_json);
}

Result<void> ItemPrinter::print(std::string_view item) {
  NORN_ASSIGN(store::Map attributes, store::map_from_json(item));
  if (flags_.json || flags_.dynamodb_json) {
    console_.out << (count_ == 0 ? "[\n" : ",\n") << printable(item_json(flags_, attributes));
  } else {
    waiting_.push_back(std::move(attributes));
    if (waiting_.size() == kRowsOfTable) print_table();
  }
  ++count_;
  if (console_.out) return {};
  return fail(ErrorCode::kUnavailable, "The output cannot be written.");
}

void ItemPrinter::finish() {
  if (flags_.json || flags_.dynamodb_json) {
    console_.out << (count_ == 0 ? "[]\n" : "\n]\n");
  } else {
    print_table();
  }
  console_.out << std::flush;
}

void ItemPrinter::print_table() {
  if (waiting_.empty()) return;
  std::vector<std::string> titles = first_;
  std::set<std::string> others;
  for (const store::Map& item : waiting_) {
    for (const auto& [name, value] : item) {
      if (std::ranges::count(first_, name) == 0) others.insert(name);
    }
  }
  titles.insert(titles.end(), others.begin(), others.end());
  std::vector<std::string> shown;
  for (const std::string& title : titles) shown.push_back(printable(title));
  TextTable table(std::move(shown));
  for (const store::Map& item : waiting_) {
    std::vector<std::string> cells;
    for (const std::string& name : titles) {
      const auto found = item.find(name);
      cells.push_back(found == item.end() ? "" : cell_text(found->second));
    }
    table.add(std::move(cells));
  }
  console_.out << table.text(console_.out_is_terminal ? kMaxTerminalCell : 0);
  waiting_.clear();
}

Result<void> print_item(Console& console, const ItemFlags& flags, std::string_view item) {
  NORN_ASSIGN(const store::Map attributes, store::map_from_json(item));
  if (flags.json || flags.dynamodb_json) {
    console.out << printable(item_json(flags, attributes)) << "\n";
    return {};
  }
  size_t width = 0;
  for (const auto& [name, value] : attributes) width = std::max(width, printable(name).size());
  for (const auto& [name, value] : attributes) {
    console.out << fmt::format("{:<{}}  {}\n", printable(name), width, cell_text(value));
  }
  return {};
}

}  // namespace norn::cli
