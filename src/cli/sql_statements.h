#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// SQL (PartiQL) as it is typed: lines that become statements, and words that are completed.
namespace norn::cli {

// Cuts lines into statements, which end with a semicolon. One in quotes or in a comment (-- to the
// end of the line) ends nothing.
class StatementSplitter {
 public:
  // Adds a line, without its line break.
  void add(std::string_view line);
  // The next statement that is complete, without its semicolon and comments; nullopt if more lines
  // are needed.
  std::optional<std::string> next();
  // What has been added and is not complete, without spaces around it.
  std::string rest() const;
  void clear();

 private:
  std::string text_;
  char quote_ = '\0';  // The one that is open at the end of `text_`.
  std::vector<std::string> complete_;
};

// The statements of a text, of which the last one needs no semicolon. Returns kInvalid if a quote
// is not closed, or there is no statement.
Result<std::vector<std::string>> whole_statements(std::string_view text);

// The word that ends at `cursor`: a name, a keyword, or a name in double quotes that is still open.
std::string_view word_before(std::string_view line, size_t cursor);

// The words that begin as `word` does: keywords in any case of letters, names as they are.
std::vector<std::string> completions_of(std::string_view word,
                                        const std::vector<std::string>& names);

// A table or an attribute as a statement needs it: in quotes if it is not a plain word.
std::string sql_name(std::string_view name);

}  // namespace norn::cli
