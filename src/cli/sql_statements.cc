#include "cli/sql_statements.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/text.h"
#include "dynamodb/partiql/lexer.h"

namespace norn::cli {
namespace {

// Those that a statement for DynamoDB can have.
constexpr std::array<std::string_view, 30> kSqlWords = {
    "AND",  "ASC",    "BETWEEN", "BY",    "DELETE",      "DESC",        "EXISTS",  "FALSE",
    "FROM", "IN",     "INSERT",  "INTO",  "IS",          "LIST_APPEND", "MISSING", "MODIFIED",
    "NOT",  "NULL",   "OR",      "ORDER", "REMOVE",      "RETURNING",   "SELECT",  "SET",
    "TRUE", "UPDATE", "VALUE",   "WHERE", "begins_with", "contains"};

bool is_name_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '.' || c == '$' || byte >= 0x80;
}

bool begins_alike(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         ascii_lower(text.substr(0, prefix.size())) == ascii_lower(prefix);
}

}  // namespace

void StatementSplitter::add(std::string_view line) {
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote_ != '\0') {
      if (c == quote_) quote_ = '\0';  // A doubled quote closes and opens it again.
    } else if (c == '\'' || c == '"') {
      quote_ = c;
    } else if (c == '-' && line.substr(i).starts_with("--")) {
      break;
    } else if (c == ';') {
      std::string statement(trimmed(text_));
      text_.clear();
      if (!statement.empty()) complete_.push_back(std::move(statement));
      continue;
    }
    text_ += c;
  }
  text_ += '\n';
}

std::optional<std::string> StatementSplitter::next() {
  if (complete_.empty()) return std::nullopt;
  std::string statement = std::move(complete_.front());
  complete_.erase(complete_.begin());
  return statement;
}

std::string StatementSplitter::rest() const {
  return std::string(trimmed(text_));
}

void StatementSplitter::clear() {
  text_.clear();
  quote_ = '\0';
  complete_.clear();
}

Result<std::vector<std::string>> whole_statements(std::string_view text) {
  StatementSplitter splitter;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    splitter.add(text.substr(begin, end - begin));
    begin = end + 1;
  }
  splitter.add(";");
  if (!splitter.rest().empty()) {
    return fail(ErrorCode::kInvalid, "A quote of the statement is not closed. Nothing was done.");
  }
  std::vector<std::string> statements;
  while (auto statement = splitter.next()) statements.push_back(*std::move(statement));
  if (statements.empty()) {
    return fail(ErrorCode::kInvalid, "There is no statement. Write one as in SELECT * FROM shop.");
  }
  return statements;
}

std::string_view word_before(std::string_view line, size_t cursor) {
  const std::string_view before = line.substr(0, cursor);
  if (std::ranges::count(before, '"') % 2 == 1) return before.substr(before.rfind('"'));
  size_t begin = before.size();
  while (begin > 0 && is_name_character(before[begin - 1])) --begin;
  return before.substr(begin);
}

std::vector<std::string> completions_of(std::string_view word,
                                        const std::vector<std::string>& names) {
  std::vector<std::string> found;
  const bool is_quoted = word.starts_with('"');
  const std::string_view begin = is_quoted ? word.substr(1) : word;
  for (const std::string& name : names) {
    if (!name.starts_with(begin)) continue;
    found.push_back(is_quoted ? '"' + name + '"' : sql_name(name));
  }
  if (!word.empty() && !is_quoted) {
    // In the letters that were begun with.
    const bool is_lower = std::islower(static_cast<unsigned char>(word.front())) != 0;
    for (const std::string_view keyword : kSqlWords) {
      if (!begins_alike(keyword, word)) continue;
      found.push_back(is_lower ? ascii_lower(keyword) : std::string(keyword));
    }
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

std::string sql_name(std::string_view name) {
  const bool is_word = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                       std::ranges::all_of(name, [](char c) {
                         return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                       });
  if (is_word && !dynamodb::partiql::is_keyword(name)) return std::string(name);
  return '"' + std::string(name) + '"';
}

}  // namespace norn::cli
