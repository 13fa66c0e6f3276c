#include "cli/text_table.h"

#include <algorithm>

#include "base/text.h"

namespace norn::cli {
namespace {

std::string cut_cell(std::string_view text, size_t max_cell) {
  if (max_cell == 0 || count_characters(text) <= max_cell) return std::string(text);
  return std::string(first_characters(text, max_cell - 1)) + "…";
}

}  // namespace

std::string TextTable::text(size_t max_cell) const {
  std::vector<std::vector<std::string>> lines;
  lines.push_back(titles_);
  lines.insert(lines.end(), rows_.begin(), rows_.end());
  std::vector<size_t> widths(titles_.size(), 0);
  for (auto& line : lines) {
    line.resize(titles_.size());
    for (size_t column = 0; column < line.size(); ++column) {
      line[column] = cut_cell(line[column], max_cell);
      widths[column] = std::max(widths[column], count_characters(line[column]));
    }
  }
  std::string out;
  for (const auto& line : lines) {
    std::string row;
    for (size_t column = 0; column < line.size(); ++column) {
      const std::string padding(widths[column] - count_characters(line[column]), ' ');
      const bool is_right = std::ranges::count(right_, column) > 0;
      if (column > 0) row += "  ";
      row += is_right ? padding + line[column] : line[column] + padding;
    }
    row.erase(row.find_last_not_of(' ') + 1);
    out += row + "\n";
  }
  return out;
}

}  // namespace norn::cli
