#include "cli/plain_json.h"

#include <fmt/format.h>
#include <simdjson.h>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/printable.h"
#include "store/wire/wire.h"

namespace norn::cli {
namespace {

constexpr int kMaxDepth = 32;  // Of DynamoDB.

// Writes a value of any of the ten types.
struct PlainWriter {
  std::string& out;

  void operator()(const std::string& text) const { append_json_string(out, text); }
  void operator()(const store::Number& number) const { out += number.to_string(); }
  void operator()(const store::Binary& binary) const {
    append_json_string(out, store::base64_encode(binary.bytes));
  }
  void operator()(bool value) const { out += value ? "true" : "false"; }
  void operator()(const store::Null&) const { out += "null"; }
  void operator()(const store::Map& map) const {
    ObjectWriter object(out);
    for (const auto& [name, value] : map) append_plain_json(object.escaped_key(name), value);
    object.close();
  }
  void operator()(const store::List& list) const { write_list(list); }
  template <typename T>
  void operator()(const store::Set<T>& set) const {
    write_list(set.members());
  }

 private:
  template <typename T>
  void write_list(const std::vector<T>& members) const {
    ListWriter list(out);
    for (const T& member : members) append_plain_json(list.next(), store::Value(member));
    list.close();
  }
};

using PlainValue = simdjson::ondemand::value;

std::unexpected<Error> not_json(std::string_view why) {
  return fail(ErrorCode::kInvalid, fmt::format("This is not a JSON object: {}.", why));
}

Result<void> append_typed(std::string& out, PlainValue value, int depth);

Result<void> append_typed_members(std::string& out, simdjson::ondemand::object object, int depth) {
  ObjectWriter writer(out);
  for (auto field : object) {
    std::string_view name;
    PlainValue value;
    auto error = field.unescaped_key().get(name);
    if (error != simdjson::SUCCESS) return not_json(simdjson::error_message(error));
    const std::string key(name);
    error = field.value().get(value);
    if (error != simdjson::SUCCESS) return not_json(simdjson::error_message(error));
    NORN_TRY(append_typed(writer.escaped_key(key), value, depth));
  }
  writer.close();
  return {};
}

Result<void> append_typed_list(std::string& out, simdjson::ondemand::array array, int depth) {
  ListWriter list(out);
  for (auto element : array) {
    PlainValue value;
    if (const auto error = element.get(value); error != simdjson::SUCCESS) {
      return not_json(simdjson::error_message(error));
    }
    NORN_TRY(append_typed(list.next(), value, depth));
  }
  list.close();
  return {};
}

// A number or a word as it is written, without the spaces after it.
std::string_view scalar_token(PlainValue& value) {
  return trimmed(value.raw_json_token());
}

Result<void> append_typed(std::string& out, PlainValue value, int depth) {
  if (depth > kMaxDepth) return not_json("it is nested too deeply");
  simdjson::ondemand::json_type type{};
  if (const auto error = value.type().get(type); error != simdjson::SUCCESS) {
    return not_json(simdjson::error_message(error));
  }
  ObjectWriter writer(out);
  switch (type) {
    case simdjson::ondemand::json_type::object: {
      simdjson::ondemand::object object;
      if (value.get_object().get(object) != simdjson::SUCCESS) return not_json("an object in it");
      NORN_TRY(append_typed_members(writer.key("M"), object, depth + 1));
      break;
    }
    case simdjson::ondemand::json_type::array: {
      simdjson::ondemand::array array;
      if (value.get_array().get(array) != simdjson::SUCCESS) return not_json("a list in it");
      NORN_TRY(append_typed_list(writer.key("L"), array, depth + 1));
      break;
    }
    case simdjson::ondemand::json_type::string: {
      std::string_view text;
      if (value.get_string().get(text) != simdjson::SUCCESS) return not_json("a text in it");
      writer.text("S", text);
      break;
    }
    case simdjson::ondemand::json_type::number:
      writer.text("N", scalar_token(value));
      break;
    case simdjson::ondemand::json_type::boolean: {
      bool truth = false;
      if (value.get_bool().get(truth) != simdjson::SUCCESS) return not_json("a word in it");
      writer.boolean("BOOL", truth);
      break;
    }
    case simdjson::ondemand::json_type::null:
      if (scalar_token(value) != "null") return not_json("a word in it");
      writer.boolean("NULL", true);
      break;
  }
  writer.close();
  return {};
}

}  // namespace

void append_plain_json(std::string& out, const store::Value& value) {
  value.visit(PlainWriter{out});
}

void append_plain_json(std::string& out, const store::Map& item) {
  PlainWriter{out}(item);
}

Result<std::string> typed_from_plain(std::string_view json) {
  // This one checks the whole text; the parser below only what it reads.
  simdjson::dom::parser checker;
  simdjson::dom::element whole;
  const auto checked = checker.parse(json.data(), json.size()).get(whole);
  // Numbers with more digits than a machine has are fine: they are kept as texts.
  if (checked != simdjson::SUCCESS && checked != simdjson::NUMBER_ERROR) {
    return not_json(simdjson::error_message(checked));
  }
  const simdjson::padded_string padded(json);
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  simdjson::ondemand::object object;
  if (parser.iterate(padded).get(document) != simdjson::SUCCESS ||
      document.get_object().get(object) != simdjson::SUCCESS) {
    return not_json("it has to begin with {");
  }
  std::string typed;
  NORN_TRY(append_typed_members(typed, object, 1));
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
    return not_json("there is something behind it");
  }
  return typed;
}

std::string cell_text(const store::Value& value) {
  if (const auto* const text = value.get_if<std::string>()) {
    if (!has_control(*text)) return *text;
  }
  std::string json;
  append_plain_json(json, value);
  return printable(json);
}

}  // namespace norn::cli
