#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/csv_row.h"

// Reading comma-separated values; apps/shared/csv_row.h writes them.
namespace norn::projects {

using apps::append_csv_cell;
using apps::append_csv_row;

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
