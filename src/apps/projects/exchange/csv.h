#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Comma-separated values (RFC 4180).
//
// A spreadsheet takes a cell that begins with =, +, -, @, a tab or a line break as a formula, which
// can send what is beside it elsewhere. Such a cell is written with an apostrophe in front, which
// makes it text, and read without it. One that begins with an apostrophe and then so gets another
// one, so that every text comes back as it was.
namespace norn::projects {

void append_csv_cell(std::string& out, std::string_view text);
// All cells of a line, and its end.
void append_csv_row(std::string& out, const std::vector<std::string>& cells);

struct CsvRow {
  size_t line = 0;  // On which it begins, from 1.
  std::vector<std::string> cells;
};

// Reads row by row. The text has to stay while it is read.
class CsvReader {
 public:
  // Cells are separated by commas, or by semicolons if the first line has these and no comma, as
  // spreadsheets write them in some countries.
  explicit CsvReader(std::string_view text);

  // The next row that is not empty; nullopt at the end. Whatever the text is, it is read as some
  // rows: a quote that is not closed ends with the text.
  std::optional<CsvRow> next();

 private:
  std::string next_cell();

  std::string_view text_;
  size_t at_ = 0;
  size_t line_ = 1;
  char separator_ = ',';
};

}  // namespace norn::projects
