#include "dynamodb/exchange/item_line.h"

#include <fmt/format.h>

#include <utility>

#include "base/ascii.h"
#include "base/json_text.h"
#include "store/limits.h"
#include "store/wire/dom.h"
#include "store/wire/wire.h"

namespace norn::exchange {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::string_view kItemStart = R"({"Item":)";

// The JSON of values without their types.
struct PlainText {
  std::string& out;

  Result<void> operator()(const std::string& text) const {
    append_json_string(out, text);
    return {};
  }
  Result<void> operator()(const store::Number& number) const {
    number.append_to(out);
    return {};
  }
  Result<void> operator()(bool value) const {
    out.append(value ? "true" : "false");
    return {};
  }
  Result<void> operator()(const store::Null& /*null*/) const {
    out.append("null");
    return {};
  }
  Result<void> operator()(const store::Map& map) const {
    out.push_back('{');
    bool first = true;
    for (const auto& [name, value] : map) {
      if (!std::exchange(first, false)) out.push_back(',');
      append_json_string(out, name);
      out.push_back(':');
      NORN_TRY(value.visit(*this));
    }
    out.push_back('}');
    return {};
  }
  Result<void> operator()(const store::List& list) const {
    out.push_back('[');
    bool first = true;
    for (const store::Value& value : list) {
      if (!std::exchange(first, false)) out.push_back(',');
      NORN_TRY(value.visit(*this));
    }
    out.push_back(']');
    return {};
  }
  Result<void> operator()(const store::Binary& /*binary*/) const { return lost("a binary"); }
  Result<void> operator()(const store::StringSet& /*set*/) const { return lost("a set"); }
  Result<void> operator()(const store::NumberSet& /*set*/) const { return lost("a set"); }
  Result<void> operator()(const store::BinarySet& /*set*/) const { return lost("a set"); }

  static std::unexpected<Error> lost(std::string_view what) {
    return fail(ErrorCode::kInvalid,
                fmt::format("{} has no form in json-lines, where it would be lost", what));
  }
};

std::unexpected<Error> not_json(simdjson::error_code error) {
  return fail(ErrorCode::kInvalid,
              fmt::format("this is no JSON object: {}", simdjson::error_message(error)));
}

std::unexpected<Error> wrong(std::string message) {
  return fail(ErrorCode::kInvalid, std::move(message));
}

std::string_view without_spaces(std::string_view text) {
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1);
}

// RFC 8259, section 6. The parser of numbers takes more (+1, 01, .5).
bool is_json_number(std::string_view text) {
  const auto digits = [&text] {
    size_t count = 0;
    while (!text.empty() && is_digit(text.front())) {
      text.remove_prefix(1);
      ++count;
    }
    return count;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool zero = text.starts_with('0');
  const size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return text.empty();
}

Result<store::Map> plain_map(ondemand::object object, int depth);

Result<store::Value> plain_number(ondemand::value json) {
  const std::string_view text = without_spaces(json.raw_json_token());
  if (!is_json_number(text)) return wrong(fmt::format("'{}' is no number", text));
  NORN_ASSIGN(const store::Number number, store::Number::parse(text));
  return store::Value(number);
}

Result<store::Value> plain_value(ondemand::value json, int depth) {
  if (depth > store::kMaxNesting) {
    return wrong(fmt::format("it is nested more than {} levels deep", store::kMaxNesting));
  }
  ondemand::json_type type{};
  if (const auto error = json.type().get(type)) return not_json(error);
  switch (type) {
    case ondemand::json_type::object: {
      ondemand::object object;
      if (const auto error = json.get_object().get(object)) return not_json(error);
      NORN_ASSIGN(store::Map map, plain_map(object, depth));
      return store::Value(std::move(map));
    }
    case ondemand::json_type::array: {
      ondemand::array array;
      if (const auto error = json.get_array().get(array)) return not_json(error);
      store::List list;
      for (auto element : array) {
        ondemand::value value;
        if (const auto error = element.get(value)) return not_json(error);
        NORN_ASSIGN(store::Value member, plain_value(value, depth + 1));
        list.push_back(std::move(member));
      }
      return store::Value(std::move(list));
    }
    case ondemand::json_type::string: {
      std::string_view text;
      if (const auto error = json.get_string().get(text)) return not_json(error);
      return store::Value(text);
    }
    case ondemand::json_type::number:
      return plain_number(json);
    case ondemand::json_type::boolean: {
      bool value = false;
      if (const auto error = json.get_bool().get(value)) return not_json(error);
      return store::Value::boolean(value);
    }
    case ondemand::json_type::null: {
      bool is_null = false;
      if (const auto error = json.is_null().get(is_null)) return not_json(error);
      if (!is_null) return not_json(simdjson::INCORRECT_TYPE);
      return store::Value(store::Null{});
    }
  }
  return not_json(simdjson::INCORRECT_TYPE);
}

Result<store::Map> plain_map(ondemand::object object, int depth) {
  store::Map map;
  for (auto member : object) {
    ondemand::field field;
    if (const auto error = std::move(member).get(field)) return not_json(error);
    std::string_view name;
    if (const auto error = field.unescaped_key().get(name)) return not_json(error);
    std::string key(name);
    NORN_ASSIGN(store::Value value, plain_value(field.value(), depth + 1));
    const auto [place, is_new] = map.emplace(std::move(key), std::move(value));
    if (!is_new) return wrong(fmt::format("'{}' is there twice", place->first));
  }
  return map;
}

}  // namespace

Result<void> append_line(std::string& out, store::ItemView item, LineForm form) {
  if (form == LineForm::kDynamodbJson) {
    out.append(kItemStart).append(item.json()).append("}\n");
    return {};
  }
  for (size_t i = 0; i < item.count(); ++i) {
    const store::AttributeView attribute = item.attribute(i);
    out.push_back(i == 0 ? '{' : ',');
    append_json_string(out, attribute.name());
    out.push_back(':');
    if (auto written = attribute.value().visit(PlainText{out}); !written) {
      return wrong(fmt::format("attribute '{}': {}. Use --format dynamodb-json.", attribute.name(),
                               written.error().message));
    }
  }
  if (item.count() == 0) out.push_back('{');
  out.append("}\n");
  return {};
}

Result<store::Item> LineParser::parse(std::string_view line) {
  if (without_spaces(line).empty()) return not_json(simdjson::EMPTY);  // There is nothing to copy.
  return form_ == LineForm::kPlain ? parse_plain(line) : parse_typed(line);
}

Result<store::Item> LineParser::parse_typed(std::string_view line) {
  line = without_spaces(line);
  // The usual line needs no second parser.
  if (line.starts_with(kItemStart) && line.ends_with('}')) {
    const std::string_view inner =
        line.substr(kItemStart.size(), line.size() - kItemStart.size() - 1);
    if (auto item = store::Item::from_json(inner)) return item;
  }
  simdjson::dom::element root;
  if (const auto error = typed_.parse(line.data(), line.size()).get(root)) return not_json(error);
  simdjson::dom::object object;
  if (const auto error = root.get(object)) return not_json(error);
  simdjson::dom::element wrapped;
  const bool is_wrapped = object["Item"].get(wrapped) == simdjson::SUCCESS && wrapped.is_object();
  if (is_wrapped && object.size() == 1) {
    auto item = store::item_from_dom(wrapped);
    if (item) return item;
    // An item with one attribute, which is called Item.
    if (auto bare = store::item_from_dom(root)) return bare;
    return item;
  }
  auto bare = store::item_from_dom(root);
  if (bare) return bare;
  if (is_wrapped) return wrong("it has other members beside \"Item\"");
  if (object["NewImage"].error() == simdjson::SUCCESS ||
      object["Keys"].error() == simdjson::SUCCESS) {
    return wrong("this is a change of an incremental export, and not an item");
  }
  return wrong(
      fmt::format("{} (an item is {{\"Item\":{{\"name\":{{\"S\":\"text\"}}}}}}; plain "
                  "JSON is read with --format json-lines)",
                  bare.error().message));
}

Result<store::Item> LineParser::parse_plain(std::string_view line) {
  const simdjson::padded_string padded(line);
  ondemand::document document;
  if (const auto error = plain_.iterate(padded).get(document)) return not_json(error);
  ondemand::object object;
  if (const auto error = document.get_object().get(object)) return not_json(error);
  NORN_ASSIGN(const store::Map map, plain_map(object, 0));
  const char* rest = nullptr;
  if (document.current_location().get(rest) == simdjson::SUCCESS) {
    return wrong("something follows the object");
  }
  NORN_TRY(store::check_nesting(map));
  // By way of the wire's own reader, which knows all rules of names and values.
  return store::Item::from_json(store::to_json(map));
}

}  // namespace norn::exchange
