#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace norn::cli {

// Rows of text in columns that are as wide as their widest cell, with two spaces between them, for
// people.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> titles) : titles_(std::move(titles)) {}

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  // Numbers, which end below one another.
  void align_right(size_t column) { right_.push_back(column); }
  // `max_cell` cuts longer cells, with an ellipsis; 0 leaves them whole.
  std::string text(size_t max_cell = 0) const;

 private:
  const std::vector<std::string> titles_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<size_t> right_;
};

}  // namespace norn::cli
