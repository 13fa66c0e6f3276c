#include "store/item.h"

#include <gtest/gtest.h>

#include "store/wire/wire.h"

namespace norn::store {
namespace {

Item item_of(std::string_view json) {
  const Result<Item> read = Item::from_json(json);
  EXPECT_TRUE(read.has_value()) << json << ": " << (read ? "" : read.error().message);
  return read.value_or(Item());
}

// One attribute of every type, with a name that needs escapes.
Map every_type() {
  return {
      {"string", Value("text \"quoted\"\n")},
      {"number", Value(Number::parse("-12.50").value())},
      {"binary", Value(Binary{std::string("\0\xff", 2)})},
      {"bool", Value::boolean(true)},
      {"null", Value(Null{})},
      {"map", Value(Map{{"b", Value("1")}, {"a\n", Value(List{})}})},
      {"list", Value(List{Value("x"), Value::number(0), Value(Map{})})},
      {"strings", Value(StringSet::make({"z", "", "\xc3\xa9"}))},
      {"numbers", Value(NumberSet::make({Number(3), Number(-20), Number(100)}))},
      {"binaries", Value(BinarySet::make({Binary{"b"}, Binary{""}}))},
      {"na\"me\\\t", Value("escaped name")},
  };
}

TEST(Item, HasTheBytesThatTheFormatSays) {
  const Item small = item_of(R"({"b":{"N":"7"},"a":{"S":"x"}})");
  const std::string json = R"({"a":{"S":"x"},"b":{"N":"7"}})";
  EXPECT_EQ(small.bytes(), std::string("\x01\x02\0\x05\0\0\0", 7) +
                               std::string("\x02\0\x05\0\x10\0\x13\0", 8) + json);
  EXPECT_EQ(Item().bytes(), std::string("\x01\0\0\0\0\0\0{}", 9));
  EXPECT_EQ(ItemView(), Item().view());
  EXPECT_EQ(Item::from_map({}), Item());
  EXPECT_EQ(item_of("{}"), Item());
}

TEST(Item, KeepsEveryTypeInBothDirections) {
  const Map map = every_type();
  const Item encoded = Item::from_map(map);
  EXPECT_EQ(encoded.to_map(), map);
  EXPECT_EQ(encoded.count(), map.size());
  EXPECT_EQ(encoded.size_bytes(), map_size_bytes(map));
  EXPECT_EQ(encoded.json(), to_json(map));
  EXPECT_EQ(item_of(encoded.json()), encoded);
  EXPECT_TRUE(Item::verify(encoded.bytes()).has_value());
  for (const auto& [name, value] : map) {
    const std::optional<AttributeView> found = encoded.find(name);
    ASSERT_TRUE(found.has_value()) << name;
    EXPECT_EQ(found->name(), name);
    EXPECT_EQ(found->type(), value.type());
    EXPECT_EQ(found->value(), value);
    EXPECT_EQ(found->json(), to_json(value));
    EXPECT_EQ(encoded.value(name), value);
  }
}

TEST(Item, DoesNotFindWhatItDoesNotHave) {
  const Item encoded = Item::from_map(every_type());
  for (const std::string name : {"", "a", "strin", "string2", "zzz", "na\"me", "na\\\"me\\\\\\t"}) {
    EXPECT_FALSE(encoded.contains(name)) << name;
    EXPECT_EQ(encoded.value(name), std::nullopt);
  }
  EXPECT_FALSE(Item().contains("a"));
}

TEST(Item, ShowsPlainStringsWithoutDecoding) {
  const Item encoded =
      item_of(R"({"a":{"S":"plain"},"b":{"S":"q\""},"c":{"N":"1"},"d":{"S":""},"e":{"SS":["x"]}})");
  EXPECT_EQ(encoded.find("a")->plain_string(), "plain");
  EXPECT_EQ(encoded.find("b")->plain_string(), std::nullopt);
  EXPECT_EQ(encoded.find("c")->plain_string(), std::nullopt);
  EXPECT_EQ(encoded.find("d")->plain_string(), "");
  EXPECT_EQ(encoded.find("e")->plain_string(), std::nullopt);
}

TEST(Item, ComesFromTheWireInAnySpelling) {
  const Item expected = item_of(R"({"a":{"N":"1"},"b":{"S":"x"}})");
  for (const std::string text : {R"({"b":{"S":"x"},"a":{"N":"1"}})",
                                 R"( { "b" : {"S":"\u0078"} , "\u0061":{"N":"1.0"} } )"}) {
    EXPECT_EQ(item_of(text), expected);
  }
  for (const std::string text :
       {"", "null", "[]", R"({"a":{}})", R"({"a":{"S":"1"},"a":{"S":"1"}})", R"({"":{"S":"1"}})",
        R"({"a":{"S":"1"}} {})", "{\"\xff\":{\"S\":\"1\"}}"}) {
    const Result<Item> refused = Item::from_json(text);
    ASSERT_FALSE(refused.has_value()) << text;
    EXPECT_EQ(refused.error().code, ErrorCode::kValidation);
  }
  EXPECT_EQ(item_of(R"({"b":{"S":"x"},"a":{"N":"1"}})"), expected) << "after errors";
}

TEST(Item, UsesWideOffsetsFrom64KiBOfJsonOn) {
  // {"a":{"S":"..."},"b":{"S":"y"}} has 28 bytes beside its text.
  for (const size_t json_size : {65534U, 65535U, 65536U, 65537U, 3'000'000U}) {
    const Map map = {{"a", Value(std::string(json_size - 28, 'x'))}, {"b", Value("y")}};
    const Item encoded = Item::from_map(map);
    ASSERT_EQ(encoded.json().size(), json_size);
    EXPECT_EQ(encoded.bytes()[0], json_size < 65536 ? 1 : 2);
    EXPECT_EQ(encoded.to_map(), map);
    EXPECT_EQ(encoded.value("b"), Value("y"));
    EXPECT_EQ(item_of(encoded.json()), encoded);
    EXPECT_TRUE(Item::verify(encoded.bytes()).has_value());
  }
}

TEST(Item, SubsetsAreWhatFromMapGives) {
  const Map map = every_type();
  const Item whole = Item::from_map(map);
  for (const auto& [name, value] : map) {
    const Item expected = Item::from_map({{name, value}, {"string", map.at("string")}});
    EXPECT_EQ(Item::subset(whole, {"string", name, "missing", name}), expected) << name;
    EXPECT_EQ(Item::subset(whole, {name}).size_bytes(), name.size() + value.size_bytes()) << name;
  }
  EXPECT_EQ(Item::subset(whole, {}), Item());
  EXPECT_EQ(Item::subset(whole, {"missing"}), Item());
  std::vector<std::string> names;
  for (const auto& [name, value] : map) {
    names.push_back(name);
  }
  EXPECT_EQ(Item::subset(whole, names), whole);
}

TEST(Item, DecodingRefusesEveryCutOffItem) {
  const Item whole = Item::from_map(every_type());
  const std::string& bytes = whole.bytes();
  EXPECT_EQ(Item::decode(bytes).value(), whole);
  EXPECT_EQ(Item::decode_view(bytes).value(), whole.view());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(Item::verify(bytes.substr(0, size)).has_value()) << size;
  }
  for (const size_t size : {0U, 1U, 6U, 7U, 20U}) {
    const Result<Item> refused = Item::decode(bytes.substr(0, size));
    ASSERT_FALSE(refused.has_value()) << size;
    EXPECT_EQ(refused.error().code, ErrorCode::kCorruption);
  }
}

// As it was written when 1.5 took two bytes and no more.
Item formerly_sized(const Item& item, size_t fewer) {
  std::string bytes = item.bytes();
  // Format 1: the size comes behind the format and two bytes of count.
  bytes[3] = static_cast<char>(bytes[3] - static_cast<char>(fewer));
  return Item::decode(std::move(bytes)).value();
}

TEST(Item, PartsHaveTheSizeThatTheyHaveInTheWhole) {
  const Item whole = item_of(
      R"({"a":{"N":"1.5"},"b":{"L":[{"N":"3.14159"},{"NS":["1","2.5"]}]},"c":{"S":"1.5"}})");
  const Item former = formerly_sized(whole, 3);
  EXPECT_EQ(former.size_bytes(), whole.size_bytes() - 3);
  EXPECT_EQ(former.view(), whole.view());
  const struct {
    std::vector<std::string> names;
    size_t fewer;
  } rows[] = {{{"a"}, 1}, {{"b"}, 2}, {{"c"}, 0}, {{"a", "b", "c"}, 3}, {{}, 0}};
  for (const auto& row : rows) {
    EXPECT_EQ(Item::part_of(whole, row.names), Item::subset(whole, row.names));
    const Item part = Item::part_of(former, row.names);
    EXPECT_EQ(part.size_bytes(), Item::subset(whole, row.names).size_bytes() - row.fewer);
    EXPECT_TRUE(Item::verify(part.bytes()).has_value());
  }
}

TEST(Item, VerifyingTakesSizesOfFormerTimesAndNoOthers) {
  const Item whole = item_of(R"({"a":{"N":"1.5"},"b":{"N":"-2.5"},"c":{"N":"10"}})");
  for (const size_t fewer : {0U, 1U, 2U, 3U}) {
    EXPECT_EQ(Item::verify(formerly_sized(whole, fewer).bytes()).has_value(),
              fewer == 0 || fewer == 2)
        << fewer;
  }
}

TEST(Item, VerifyingFindsEveryChangedByteThatChangesTheForm) {
  const Item whole = item_of(R"({"a":{"N":"10"},"b":{"SS":["x","y"]}})");
  size_t accepted = 0;
  for (size_t at = 0; at < whole.bytes().size(); ++at) {
    for (int change = 1; change < 256; ++change) {
      std::string bytes = whole.bytes();
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      if (Item::verify(bytes).has_value()) {
        // Another letter or digit is another valid item, and then it is a canonical one.
        ++accepted;
        EXPECT_EQ(Item::from_map(ItemView::trusted(bytes).to_map()).bytes(), bytes);
      }
    }
  }
  EXPECT_GT(accepted, 0U);
}

TEST(ItemList, HoldsItemsInOrder) {
  const Item first = item_of(R"({"a":{"S":"1"}})");
  const Item second = Item::from_map(every_type());
  ItemList list;
  EXPECT_TRUE(list.empty());
  list.append(first);
  list.append(second);
  list.append(Item());
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0], first.view());
  EXPECT_EQ(list[1], second.view());
  EXPECT_EQ(list[2].count(), 0U);
  std::vector<std::string> jsons;
  for (const ItemView view : list) {
    jsons.emplace_back(view.json());
  }
  EXPECT_EQ(jsons, (std::vector<std::string>{std::string(first.json()), std::string(second.json()),
                                             "{}"}));
  list.clear();
  EXPECT_TRUE(list.empty());
}

}  // namespace
}  // namespace norn::store
