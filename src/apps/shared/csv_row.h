#pragma once

#include <string>
#include <string_view>
#include <vector>

// Comma-separated values (RFC 4180).
//
// A spreadsheet takes a cell that begins with =, +, -, @, a tab or a line break as a formula, which
// can send what is beside it elsewhere. Such a cell is written with an apostrophe in front, which
// makes it text, and read without it. One that begins with an apostrophe and then so gets another
// one, so that every text comes back as it was.
namespace norn::apps {

void append_csv_cell(std::string& out, std::string_view text);
// All cells of a line, and its end.
void append_csv_row(std::string& out, const std::vector<std::string>& cells);
// Whether a text begins like a formula, behind any number of apostrophes.
bool looks_like_formula(std::string_view text);

}  // namespace norn::apps
