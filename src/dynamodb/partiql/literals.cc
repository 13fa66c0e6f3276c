#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "dynamodb/partiql/terms.h"
#include "store/errors.h"
#include "store/limits.h"

// Values as statements write them. `path` is the reader's path in the value, for errors:
// "root.a[1]".
namespace norn::dynamodb::partiql {
namespace {

using store::Value;

// The digits behind the point less the exponent must fit 32 bits, which is what the numbers of
// DynamoDB's parser can hold; whether the number itself is in range comes later.
bool has_readable_scale(std::string_view number) {
  const size_t exponent_at = number.find_first_of("eE");
  if (exponent_at == std::string_view::npos) return true;
  std::string_view digits = number.substr(exponent_at + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int32_t exponent = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (read.ec != std::errc()) return false;
  const size_t point = number.find('.');
  const size_t fraction = point < exponent_at ? exponent_at - point - 1 : 0;
  const int64_t scale = static_cast<int64_t>(fraction) - exponent;
  return scale >= std::numeric_limits<int32_t>::min() &&
         scale <= std::numeric_limits<int32_t>::max();
}

std::unexpected<Error> unsupported_member() {
  return store::validation(
      "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags");
}

bool is_number(const Value& value) {
  return value.type() == store::Type::kNumber;
}
bool is_string(const Value& value) {
  return value.type() == store::Type::kString;
}

}  // namespace

Result<Value> Terms::value() {
  if (reader_.peek().kind == TokenKind::kParameter) return take_parameter();
  return literal("root", 0);
}

Value Terms::take_parameter() {
  reader_.take();
  const size_t index = used_parameters_++;
  return index < parameters_.size() ? parameters_[index] : Value();
}

Result<void> Terms::check_parameters() const {
  if (used_parameters_ == parameters_.size()) return {};
  return store::validation("Number of parameters in request and statement don't match.");
}

Result<Value> Terms::literal(const std::string& path, int depth) {
  if (depth >= store::kMaxNesting) {
    return store::validation(
        fmt::format("Nesting Levels have exceeded supported limits under {}", path));
  }
  const Token& token = reader_.peek();
  const auto unsupported = [&](std::string_view what) {
    return store::validation(
        fmt::format("Unsupported data type: {} under key {} at {}", what, path, to_text(token.at)));
  };
  if (token.kind == TokenKind::kParameter) return unsupported("Parameter");
  if (token.kind == TokenKind::kString) return Value(reader_.take().text);
  if (token.kind == TokenKind::kNumber || reader_.at_symbol("-") || reader_.at_symbol("+")) {
    return number_literal(path);
  }
  if (reader_.take_word("true")) return Value::boolean(true);
  if (reader_.take_word("false")) return Value::boolean(false);
  if (reader_.take_word("null")) return Value(store::Null{});
  if (reader_.take_symbol("[")) return list_literal(path, depth);
  if (reader_.take_symbol("{")) return tuple_literal(path, depth);
  if (reader_.take_symbol("<<")) return bag_literal(path, depth);
  if (reader_.at_call()) return unsupported(token.text);
  if (reader_.at_name()) return unsupported("VariableReference");
  return unexpected_term();
}

Result<Value> Terms::number_literal(const std::string& path) {
  bool negative = false;
  while (reader_.at_symbol("-") || reader_.at_symbol("+")) {
    negative ^= reader_.take().text == "-";
  }
  if (reader_.peek().kind != TokenKind::kNumber) return unexpected_term();
  const std::string text = reader_.take().text;
  if (!has_readable_scale(text)) return not_well_formed("");
  const Result<store::Number> number = store::Number::parse(text);
  if (!number) {
    return store::validation(fmt::format("{} under {}", number.error().message, path));
  }
  return Value(negative ? number->negated() : *number);
}

Result<Value> Terms::list_literal(const std::string& path, int depth) {
  store::List list;
  if (reader_.take_symbol("]")) return Value(std::move(list));
  do {
    NORN_ASSIGN(Value element, literal(fmt::format("{}[{}]", path, list.size()), depth + 1));
    list.push_back(std::move(element));
  } while (reader_.take_symbol(","));
  if (!reader_.take_symbol("]")) return unexpected_term();
  return Value(std::move(list));
}

Result<Value> Terms::tuple_literal(const std::string& path, int depth) {
  store::Map map;
  if (reader_.take_symbol("}")) return Value(std::move(map));
  do {
    if (reader_.peek().kind != TokenKind::kString) return unexpected_term();
    const std::string name = reader_.take().text;
    if (!reader_.take_symbol(":")) return unexpected_term();
    NORN_ASSIGN(Value member, literal(fmt::format("{}.{}", path, name), depth + 1));
    map.insert_or_assign(name, std::move(member));
  } while (reader_.take_symbol(","));
  if (!reader_.take_symbol("}")) return unexpected_term();
  return Value(std::move(map));
}

// A bag is a set of strings or numbers.
Result<Value> Terms::bag_literal(const std::string& path, int depth) {
  if (reader_.at_symbol(">>")) return store::validation("Empty bags are not supported");
  store::List members;
  std::vector<std::string> written;
  do {
    // Only what can be a member is read as one, so that bags cannot nest.
    const TokenKind kind = reader_.peek().kind;
    if (kind != TokenKind::kString && kind != TokenKind::kNumber && kind != TokenKind::kParameter &&
        !reader_.at_symbol("-") && !reader_.at_symbol("+")) {
      return unsupported_member();
    }
    written.push_back(reader_.peek().text);
    NORN_ASSIGN(Value member, literal(fmt::format("{}[{}]", path, members.size()), depth));
    members.push_back(std::move(member));
  } while (reader_.take_symbol(","));
  if (!reader_.take_symbol(">>")) return unexpected_term();
  const auto duplicates = [&](std::string_view ending) {
    return store::invalid_parameter(fmt::format("Input collection [{}] contains duplicates{}",
                                                fmt::join(written, ", "), ending));
  };
  if (std::ranges::all_of(members, is_string)) {
    std::vector<std::string> strings;
    for (const Value& member : members) strings.push_back(member.as<std::string>());
    store::StringSet set = store::StringSet::make(std::move(strings));
    if (set.members().size() != members.size()) return duplicates(".");
    return Value(std::move(set));
  }
  if (std::ranges::all_of(members, is_number)) {
    std::vector<store::Number> numbers;
    for (const Value& member : members) numbers.push_back(member.as<store::Number>());
    store::NumberSet set = store::NumberSet::make(std::move(numbers));
    if (set.members().size() != members.size()) return duplicates("! under " + path);
    return Value(std::move(set));
  }
  return unsupported_member();
}

}  // namespace norn::dynamodb::partiql
