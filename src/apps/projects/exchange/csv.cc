#include "apps/projects/exchange/csv.h"

#include <algorithm>

namespace norn::projects {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

CsvReader::CsvReader(std::string_view text) : text_(text) {
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
  const std::string_view first = text_.substr(0, text_.find('\n'));
  if (first.contains(';') && !first.contains(',')) separator_ = ';';
}

std::string CsvReader::next_cell() {
  std::string cell;
  if (at_ < text_.size() && text_[at_] == '"') {
    ++at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') {
        if (at_ == text_.size() || text_[at_] != '"') break;
        ++at_;
      }
      if (c == '\n') ++line_;
      cell.push_back(c);
    }
  }
  // What another program left behind a closing quote belongs to the cell, too.
  while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') {
    const bool ends_line =
        text_[at_] == '\r' && (at_ + 1 == text_.size() || text_[at_ + 1] == '\n');
    if (!ends_line) cell.push_back(text_[at_]);
    ++at_;
  }
  if (cell.starts_with('\'') && apps::looks_like_formula(cell)) cell.erase(0, 1);
  return cell;
}

std::optional<CsvRow> CsvReader::next() {
  while (at_ < text_.size()) {
    CsvRow row;
    row.line = line_;
    while (true) {
      row.cells.push_back(next_cell());
      if (at_ == text_.size()) break;
      const bool ends_row = text_[at_] == '\n';
      ++at_;
      if (ends_row) {
        ++line_;
        break;
      }
      // A separator is followed by a cell, also at the end.
      if (at_ == text_.size()) {
        row.cells.emplace_back();
        break;
      }
    }
    const bool is_empty = std::ranges::all_of(row.cells, &std::string::empty);
    if (!is_empty) return row;
  }
  return std::nullopt;
}

}  // namespace norn::projects
