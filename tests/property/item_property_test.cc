#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "dynamodb/exchange/item_line.h"
#include "store/item.h"
#include "store/wire/wire.h"

// Whatever an item holds, its encoded form gives it back, and there is one encoded form only.
namespace norn::store {
namespace {

// Valid UTF-8 with many characters that JSON escapes and that sort unlike their escapes.
rc::Gen<std::string> texts() {
  const auto pieces = rc::gen::element<std::string>(
      "a", "b", "\"", "\\", "\n", "\t", "!", std::string(1, '\0'), "\x1f", "\x7f", "/", "u0000",
      "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "plain text of some length");
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(pieces),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) {
                          text += part;
                        }
                        return text;
                      });
}

rc::Gen<std::string> names() {
  return rc::gen::map(texts(), [](std::string text) { return text.empty() ? "name" : text; });
}

rc::Gen<Number> numbers() {
  return rc::gen::map(
      rc::gen::pair(rc::gen::arbitrary<int64_t>(), rc::gen::inRange(-100, 100)),
      [](const std::pair<int64_t, int>& parts) {
        return Number::parse(std::to_string(parts.first) + "e" + std::to_string(parts.second))
            .value();
      });
}

rc::Gen<Binary> binaries() {
  return rc::gen::map(rc::gen::arbitrary<std::string>(),
                      [](std::string bytes) { return Binary{std::move(bytes)}; });
}

template <typename T>
rc::Gen<Value> sets(rc::Gen<T> members) {
  return rc::gen::map(rc::gen::nonEmpty(rc::gen::container<std::vector<T>>(std::move(members))),
                      [](std::vector<T> list) { return Value(Set<T>::make(std::move(list))); });
}

template <typename T>
rc::Gen<Value> as_values(rc::Gen<T> contents) {
  return rc::gen::map(std::move(contents), [](T content) { return Value(std::move(content)); });
}

rc::Gen<Map> maps(int levels);

rc::Gen<Value> values(int levels) {
  const auto flat = rc::gen::oneOf(
      as_values(texts()), as_values(numbers()), as_values(binaries()),
      rc::gen::map(rc::gen::arbitrary<bool>(), [](bool b) { return Value::boolean(b); }),
      rc::gen::just(Value(Null{})), sets(texts()), sets(numbers()), sets(binaries()));
  if (levels == 0) {
    return flat;
  }
  const auto lists = rc::gen::scale(
      0.3, rc::gen::container<List>(rc::gen::lazy([levels] { return values(levels - 1); })));
  return rc::gen::weightedOneOf<Value>(
      {{4, flat}, {1, as_values(lists)}, {1, as_values(maps(levels - 1))}});
}

rc::Gen<Map> maps(int levels) {
  return rc::gen::scale(
      0.3, rc::gen::container<Map>(names(), rc::gen::lazy([levels] { return values(levels); })));
}

RC_GTEST_PROP(ItemProperty, ItemsGiveBackWhatTheyHold, ()) {
  const Map map = *maps(3);
  const Item item = Item::from_map(map);
  RC_ASSERT(item.to_map() == map);
  RC_ASSERT(item.count() == map.size());
  RC_ASSERT(item.size_bytes() == map_size_bytes(map));
  RC_ASSERT(item.json() == to_json(map));
  RC_ASSERT(Item::verify(item.bytes()).has_value());
  RC_ASSERT(Item::decode(item.bytes()).value() == item);
  for (const auto& [name, value] : map) {
    RC_ASSERT(item.value(name) == value);
    RC_ASSERT(item.find(name)->type() == value.type());
  }
}

RC_GTEST_PROP(ItemProperty, TheWireGivesTheSameBytes, ()) {
  const Map map = *maps(3);
  const Item item = Item::from_map(map);
  const Result<Item> read = Item::from_json(item.json());
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->bytes() == item.bytes());
  RC_ASSERT(map_from_json(item.json()).value() == map);
}

// Whether plain JSON can express it.
bool is_plain(const Value& value) {
  if (const auto* const list = value.get_if<List>()) {
    return std::ranges::all_of(*list, is_plain);
  }
  if (const auto* const map = value.get_if<Map>()) {
    return std::ranges::all_of(*map, [](const auto& member) { return is_plain(member.second); });
  }
  return value.type() < Type::kStringSet && value.type() != Type::kBinary;
}

RC_GTEST_PROP(ItemProperty, LinesOfFilesGiveTheSameItem, ()) {
  const Map map = *maps(3);
  const Item item = Item::from_map(map);
  std::string line;
  RC_ASSERT(exchange::append_line(line, item, exchange::LineForm::kDynamodbJson).has_value());
  RC_ASSERT(line.find('\n') == line.size() - 1);
  exchange::LineParser typed(exchange::LineForm::kDynamodbJson);
  RC_ASSERT(typed.parse(line).value() == item);
  RC_ASSERT(typed.parse(item.json()).value() == item);
  RC_ASSERT(typed.parse(" {\t\"Item\" : " + std::string(item.json()) + " } ").value() == item);

  std::string plain;
  const bool is_written =
      exchange::append_line(plain, item, exchange::LineForm::kPlain).has_value();
  RC_ASSERT(is_written == is_plain(Value(map)));
  if (!is_written) return;
  RC_ASSERT(plain.find('\n') == plain.size() - 1);
  RC_ASSERT(exchange::LineParser(exchange::LineForm::kPlain).parse(plain).value() == item);
}

RC_GTEST_PROP(ItemProperty, ValuesHaveOneText, ()) {
  const Value left = *values(2);
  const Value right = *values(2);
  RC_ASSERT((to_json(left) == to_json(right)) == (left == right));
  RC_ASSERT(value_from_canonical(to_json(left)).value() == left);
  RC_ASSERT(value_from_json(to_json(left)).value() == left);
}

RC_GTEST_PROP(ItemProperty, SubsetsAreItemsOfTheirOwn, ()) {
  const Map map = *maps(2);
  Map kept;
  std::vector<std::string> wanted = {"missing"};
  for (const auto& [name, value] : map) {
    if (*rc::gen::arbitrary<bool>()) {
      kept.emplace(name, value);
      wanted.insert(wanted.begin(), name);
    }
  }
  RC_ASSERT(Item::subset(Item::from_map(map), wanted) == Item::from_map(kept));
}

}  // namespace
}  // namespace norn::store
