#include "dynamodb/transfers/csv.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "store/number.h"
#include "store/value.h"
#include "store/wire/wire.h"

namespace norn::dynamodb {
namespace {

constexpr char kQuote = '"';

std::unexpected<Error> wrong_line(std::string message) {
  return fail(ErrorCode::kInvalid, std::move(message));
}

// Takes a quoted value from the beginning of `rest`.
Result<std::string> take_quoted(std::string_view& rest) {
  std::string value;
  rest.remove_prefix(1);
  while (true) {
    const size_t quote = rest.find(kQuote);
    if (quote == std::string_view::npos) return wrong_line("a quoted value has no end");
    value.append(rest.substr(0, quote));
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with(kQuote)) return value;
    value.push_back(kQuote);
    rest.remove_prefix(1);
  }
}

}  // namespace

Result<std::vector<std::string>> split_csv_line(std::string_view line, char delimiter) {
  if (!simdjson::validate_utf8(line)) return wrong_line("it is not in UTF-8");
  std::vector<std::string> values;
  std::string_view rest = line;
  while (true) {
    if (rest.starts_with(kQuote)) {
      NORN_ASSIGN(std::string value, take_quoted(rest));
      values.push_back(std::move(value));
      if (!rest.empty() && rest.front() != delimiter) {
        return wrong_line("something follows the end of a quoted value");
      }
    } else {
      const std::string_view value = rest.substr(0, rest.find(delimiter));
      if (value.find(kQuote) != std::string_view::npos) {
        return wrong_line("a value with a double quote has to be quoted, and the quote doubled");
      }
      values.emplace_back(value);
      rest.remove_prefix(value.size());
    }
    if (rest.empty()) return values;
    rest.remove_prefix(1);
  }
}

Result<void> CsvItems::set_header(std::vector<std::string> names) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty()) return wrong_line("a name in the header is empty");
    if (!seen.insert(name).second) {
      return wrong_line(fmt::format("the header has '{}' twice", name));
    }
  }
  names_ = std::move(names);
  return {};
}

Result<store::Value> CsvItems::value(const std::string& name, std::string text) const {
  const auto key = std::ranges::find(keys_, name, &store::AttributeDefinition::name);
  if (key == keys_.end() || key->type == "S") return store::Value(std::move(text));
  if (key->type == "N") {
    auto number = store::Number::parse(text);
    if (!number) return wrong_line(fmt::format("the value of '{}' is no number", name));
    return store::Value(*number);
  }
  auto bytes = store::base64_decode(text);
  if (!bytes) return wrong_line(fmt::format("the value of '{}' is no base64", name));
  return store::Value(store::Binary{*std::move(bytes)});
}

Result<store::Item> CsvItems::item(std::string_view line) const {
  NORN_ASSIGN(std::vector<std::string> values, split_csv_line(line, delimiter_));
  if (values.size() != names_.size()) {
    return wrong_line(
        fmt::format("it has {} values, and the header {} names", values.size(), names_.size()));
  }
  store::Map map;
  for (size_t i = 0; i < values.size(); ++i) {
    NORN_ASSIGN(store::Value one, value(names_[i], std::move(values[i])));
    map.emplace(names_[i], std::move(one));
  }
  // By way of the wire's own reader, which knows all rules of names and values.
  return store::Item::from_json(store::to_json(map));
}

}  // namespace norn::dynamodb
