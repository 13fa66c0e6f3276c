#include "store/expressions/expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <unordered_set>

#include "base/check.h"
#include "store/errors.h"
#include "store/expressions/reserved_words.h"
#include "store/limits.h"

namespace norn::store {
namespace {

constexpr size_t kMaxListIndex = std::numeric_limits<int32_t>::max();

size_t slot(Fault fault) {
  return static_cast<size_t>(fault);
}

// Whether no path goes below its attribute, and no attribute is named twice.
bool are_distinct_attributes(const std::vector<Path>& paths) {
  std::unordered_set<std::string_view> seen;
  return std::ranges::all_of(paths, [&](const Path& path) {
    return path.steps.empty() && seen.insert(path.attribute).second;
  });
}

}  // namespace

Result<ExpressionParser> ExpressionParser::open(std::string_view text, std::string_view parameter,
                                                PlaceholderUse& placeholders) {
  if (text.empty()) {
    return validation(fmt::format("Invalid {}: The expression can not be empty;", parameter));
  }
  if (text.size() > kMaxExpressionBytes && !placeholders.generated()) {
    return validation(
        fmt::format("Invalid {}: Expression size has exceeded the maximum allowed size; expression "
                    "size: {}",
                    parameter, text.size()));
  }
  return ExpressionParser(text, parameter, placeholders);
}

void ExpressionParser::advance() {
  if (!at_end()) {
    ++at_;
  }
}

bool ExpressionParser::at_symbol(std::string_view symbol) const {
  return token().kind == TokenKind::kSymbol && token().text == symbol;
}

bool ExpressionParser::at_keyword(std::string_view keyword) const {
  return token().kind == TokenKind::kName && equal_ignoring_case(token().text, keyword);
}

bool ExpressionParser::at_call() const {
  return token().kind == TokenKind::kName && tokens_[at_ + 1].text == "(";
}

bool ExpressionParser::take_symbol(std::string_view symbol) {
  const bool there = at_symbol(symbol);
  if (there) {
    advance();
  }
  return there;
}

bool ExpressionParser::take_keyword(std::string_view keyword) {
  const bool there = at_keyword(keyword);
  if (there) {
    advance();
  }
  return there;
}

Result<void> ExpressionParser::expect_symbol(std::string_view symbol) {
  if (!take_symbol(symbol)) {
    return syntax_error();
  }
  return {};
}

std::unexpected<Error> ExpressionParser::syntax_error() const {
  const Token& first = tokens_[at_ == 0 ? 0 : at_ - 1];
  const Token& last = at_ + 1 < tokens_.size() ? tokens_[at_ + 1] : token();
  // Blanks before the end of the expression are no context.
  const Token& shown =
      last.kind == TokenKind::kEnd && tokens_.size() > 1 ? tokens_[tokens_.size() - 2] : last;
  const size_t end = shown.kind == TokenKind::kEnd ? first.begin : shown.end();
  return invalid(fmt::format("Syntax error; token: \"{}\", near: \"{}\"", token().text,
                             text_.substr(first.begin, end - first.begin)));
}

std::unexpected<Error> ExpressionParser::invalid(std::string_view message) const {
  return validation(fmt::format("Invalid {}: {}", parameter_, message));
}

Result<std::string> ExpressionParser::path_name() {
  const Token name = token();
  if (name.kind == TokenKind::kName) {
    advance();
    if (is_reserved_word(name.text)) {
      note(Fault::kReservedWord,
           fmt::format("Attribute name is a reserved keyword; reserved keyword: {}", name.text));
    }
    return std::string(name.text);
  }
  if (name.kind != TokenKind::kNamePlaceholder) {
    return syntax_error();
  }
  advance();
  Result<std::string> resolved = placeholders_.name(name.text, parameter_);
  if (!resolved) {
    note(Fault::kUndefinedName, std::move(resolved).error());
    return std::string(name.text);
  }
  return resolved;
}

Result<size_t> ExpressionParser::path_index() {
  if (token().kind != TokenKind::kNumber) {
    return syntax_error();
  }
  const std::string_view digits = token().text;
  size_t index = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (parsed.ec != std::errc() || index > kMaxListIndex) {
    return invalid(
        fmt::format("List index is not within the allowable range; index: [{}]", digits));
  }
  advance();
  NORN_TRY(expect_symbol("]"));
  return index;
}

Result<Path> ExpressionParser::path() {
  Path path;
  NORN_ASSIGN(path.attribute, path_name());
  while (true) {
    if (take_symbol(".")) {
      NORN_ASSIGN(std::string name, path_name());
      path.steps.emplace_back(std::move(name));
    } else if (take_symbol("[")) {
      NORN_ASSIGN(const size_t index, path_index());
      path.steps.emplace_back(index);
    } else {
      break;
    }
  }
  if (path.steps.size() + 1 > static_cast<size_t>(kMaxNesting)) {
    return invalid(
        fmt::format("The document path has too many nesting elements; nesting levels: {}",
                    path.steps.size() + 1));
  }
  return path;
}

Literal ExpressionParser::value() {
  NORN_CHECK(token().kind == TokenKind::kValuePlaceholder, "the grammar looked at the token");
  const std::string_view placeholder = token().text;
  advance();
  if (const auto known = literals_.find(placeholder); known != literals_.end()) {
    return known->second;
  }
  Result<Value> resolved = placeholders_.value(placeholder, parameter_);
  if (!resolved) {
    note(Fault::kUndefinedValue, std::move(resolved).error());
    return nullptr;
  }
  return literals_.emplace(placeholder, std::make_shared<const Value>(std::move(*resolved)))
      .first->second;
}

Result<void> ExpressionParser::count_operator() {
  if (++operators_ > kMaxExpressionOperators && !generated()) {
    return invalid(
        fmt::format("The expression contains too many operators; operator count: {}", operators_));
  }
  return {};
}

void ExpressionParser::note(Fault fault, std::string_view message) {
  note(fault, invalid(message).error());
}

void ExpressionParser::note(Fault fault, Error error) {
  if (!faults_[slot(fault)]) {
    faults_[slot(fault)] = std::move(error);
  }
}

void ExpressionParser::settle_comparison(std::initializer_list<Fault> ranking) {
  if (Result<void> result = check(ranking); !result) {
    note(Fault::kComparison, std::move(result).error());
  }
}

void ExpressionParser::note_relations(const std::vector<Path>& paths) {
  // Generated expressions may name tens of thousands of attributes, too many to compare all pairs.
  if (are_distinct_attributes(paths)) {
    return;
  }
  for (size_t two = 1; two < paths.size(); ++two) {
    for (size_t one = 0; one < two; ++one) {
      const PathRelation found = relation(paths[one], paths[two]);
      if (found == PathRelation::kApart) {
        continue;
      }
      const bool overlap = found == PathRelation::kOverlap;
      note(overlap ? Fault::kOverlap : Fault::kConflict,
           fmt::format("Two document paths {} with each other; must remove or rewrite one of these "
                       "paths; path one: {}, path two: {}",
                       overlap ? "overlap" : "conflict", to_text(paths[one]), to_text(paths[two])));
      if (overlap) {
        return;
      }
    }
  }
}

Result<void> ExpressionParser::check(std::initializer_list<Fault> ranking) const {
  for (const Fault fault : ranking) {
    if (faults_[slot(fault)]) {
      return std::unexpected(*faults_[slot(fault)]);
    }
  }
  return {};
}

}  // namespace norn::store
