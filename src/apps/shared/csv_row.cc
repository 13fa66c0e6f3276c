#include "apps/shared/csv_row.h"

namespace norn::apps {

bool looks_like_formula(std::string_view text) {
  const size_t first = text.find_first_not_of('\'');
  return first != std::string_view::npos &&
         std::string_view("=+-@\t\r\n").find(text[first]) != std::string_view::npos;
}

void append_csv_cell(std::string& out, std::string_view text) {
  const bool is_quoted = text.find_first_of(",;\"\r\n\t") != std::string_view::npos ||
                         text.starts_with(' ') || text.ends_with(' ');
  if (is_quoted) out.push_back('"');
  if (looks_like_formula(text)) out.push_back('\'');
  for (const char c : text) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  if (is_quoted) out.push_back('"');
}

void append_csv_row(std::string& out, const std::vector<std::string>& cells) {
  for (size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out.push_back(',');
    append_csv_cell(out, cells[i]);
  }
  out += "\r\n";
}

}  // namespace norn::apps
