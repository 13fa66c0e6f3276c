#include "apps/shared/item_reader.h"

#include <gtest/gtest.h>

namespace norn::apps {
namespace {

using store::List;
using store::Null;
using store::Value;

store::Item item_of(const store::Map& attributes) {
  return store::Item::from_map(attributes);
}

TEST(ItemReader, IdsHaveAnyFormThatCanBeAKeyAndAPath) {
  for (const std::string text :
       {"1", "tree-001", "evt_abc123def456", "Frühstück 1", "...", "a.b"}) {
    EXPECT_TRUE(is_id(text)) << text;
  }
  EXPECT_TRUE(is_id(std::string(128, 'x')));
  for (const std::string& text :
       {std::string(), std::string("."), std::string(".."), std::string("a#b"), std::string("a/b"),
        std::string("a\nb"), std::string(1, '\0'), std::string("\xff"), std::string(129, 'x')}) {
    EXPECT_FALSE(is_id(text)) << text;
  }
}

TEST(ItemReader, ReadsWhatIsThere) {
  const store::Item item =
      item_of({{"text", "a \"quoted\" text"},
               {"integer", Value::number(-15)},
               {"truth", Value::boolean(true)},
               {"texts", store::StringSet::make({"a", "b"})},
               {"integers", store::NumberSet::make({store::Number(1), store::Number(2)})}});
  ItemReader reader(item);
  EXPECT_EQ(reader.text("text"), "a \"quoted\" text");
  EXPECT_EQ(reader.integer("integer"), -15);
  EXPECT_EQ(reader.optional_boolean("truth"), true);
  EXPECT_EQ(reader.texts("texts"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(reader.integers("integers"), (std::vector<int64_t>{1, 2}));
  EXPECT_TRUE(reader.is_sound());
}

TEST(ItemReader, NamesTheFirstFaultOfARequiredAttribute) {
  const store::Item item = item_of({{"null", Null{}}, {"number", Value::number(1)}});
  const auto fault_of = [&](auto read) {
    ItemReader reader(item);
    read(reader);
    return reader.error("thing").error().message;
  };
  EXPECT_EQ(fault_of([](ItemReader& reader) {
              reader.text("absent");
              reader.text("null");
            }),
            "The thing cannot be read: `absent` is missing.");
  EXPECT_EQ(fault_of([](ItemReader& reader) { reader.integer("null"); }),
            "The thing cannot be read: `null` is missing.");
  EXPECT_EQ(fault_of([](ItemReader& reader) { reader.text("number"); }),
            "The thing cannot be read: `number` is not a text.");
  EXPECT_EQ(fault_of([](ItemReader& reader) { reader.require(false, "age"); }),
            "The thing cannot be read: `age` has an invalid value.");
}

TEST(ItemReader, OptionalAttributesThatAreWrongCountAsMissing) {
  const store::Item item = item_of({{"null", Null{}},
                                    {"map", store::Map{}},
                                    {"text", "x"},
                                    {"mixed", List{"a", Value::number(1), Null{}}}});
  const ItemReader reader(item);
  for (const char* name : {"absent", "null", "map"}) {
    EXPECT_EQ(reader.optional_text(name), std::nullopt) << name;
  }
  for (const char* name : {"absent", "null", "map", "text"}) {
    EXPECT_EQ(reader.optional_integer(name), std::nullopt) << name;
    EXPECT_EQ(reader.optional_boolean(name), std::nullopt) << name;
    EXPECT_TRUE(reader.texts(name).empty()) << name;
    EXPECT_TRUE(reader.integers(name).empty()) << name;
  }
  // A list may stand for a set; its other members are left out.
  EXPECT_EQ(reader.texts("mixed"), (std::vector<std::string>{"a"}));
  EXPECT_EQ(reader.integers("mixed"), (std::vector<int64_t>{1}));
  EXPECT_TRUE(reader.is_sound());
}

Result<std::string> name_from(store::ItemView item) {
  ItemReader reader(item);
  std::string name = reader.text("name");
  if (!reader.is_sound()) return reader.error("thing");
  return name;
}

TEST(ItemReader, AListIsReadWithoutItsUnreadableItems) {
  const std::vector<store::Item> items = {item_of({{"name", "a"}}), item_of({{"name", Null{}}}),
                                          item_of({{"name", "c"}})};
  EXPECT_EQ(readable(items, name_from), (std::vector<std::string>{"a", "c"}));
}

}  // namespace
}  // namespace norn::apps
