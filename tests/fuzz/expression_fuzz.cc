#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "store/expressions/condition.h"
#include "store/expressions/expression_names.h"
#include "store/expressions/key_condition.h"
#include "store/expressions/projection.h"
#include "store/expressions/update.h"
#include "store/wire/wire.h"

// Every kind of expression from any text. The first two bytes choose which placeholders exist and
// which key the table has; the rest is the expression. Nothing may crash or hang, and whatever a
// projection or an update makes of an item must be an item again.
namespace norn::store {
namespace {

constexpr std::array<std::string_view, 4> kItems = {
    "{}",
    R"({"PK":{"S":"p"},"SK":{"S":"s"},"a":{"N":"1"},"b":{"SS":["x","y"]},"c":{"L":[]}})",
    R"({"PK":{"S":"p"},"a":{"M":{"a":{"N":"-1.5"},"b":{"L":[{"S":"x"},{"M":{"c":{"B":"AAE="}}}]}}},
        "b":{"S":"a\"\nb"},"c":{"BOOL":true},"na.me":{"NULL":true}})",
    R"({"PK":{"N":"7"},"a":{"L":[{"N":"1"},{"N":"2"},{"SS":["x"]},{"L":[{"N":"9E125"}]}]},
        "b":{"NS":["1","2"]},"c":{"BS":["AQ=="]},"na.me":{"S":"x"}})",
};

constexpr std::string_view kValues = R"({
  ":s":{"S":"x"}, ":n":{"N":"1"}, ":b":{"B":"AAE="}, ":t":{"BOOL":true}, ":l":{"L":[{"N":"1"}]},
  ":m":{"M":{"a":{"S":"x"}}}, ":x":{"SS":["x"]}, ":y":{"NS":["1"]}
})";

Map map_of(std::string_view json) {
  Result<Map> map = map_from_json(json);
  NORN_CHECK(map.has_value(), "the fixed values are valid");
  return *map;
}

std::vector<Item> make_items() {
  std::vector<Item> items;
  for (const std::string_view json : kItems) {
    items.push_back(Item::from_map(map_of(json)));
  }
  return items;
}

Placeholders make_placeholders(uint8_t chosen) {
  static const Map values = map_of(kValues);
  Placeholders placeholders;
  if ((chosen & 1U) != 0) {
    placeholders.names = {{"#n", "na.me"}, {"#a", "a"}, {"#k", "PK"}};
  }
  if ((chosen & 2U) != 0) {
    placeholders.values = values;
  }
  return placeholders;
}

KeySchema make_key(uint8_t chosen) {
  KeySchema key{{"PK", chosen % 2 == 0 ? Type::kString : Type::kNumber}, std::nullopt};
  if (chosen % 3 != 0) {
    key.sort = KeyAttribute{"SK", chosen % 3 == 1 ? Type::kString : Type::kBinary};
  }
  return key;
}

void check_item(const Item& item) {
  NORN_CHECK(Item::verify(item.bytes()).has_value(), "a result must be a valid item");
}

void try_condition(std::string_view text, std::string_view parameter,
                   const Placeholders& placeholders, const std::vector<Item>& items) {
  PlaceholderUse use(placeholders);
  const Result<Condition> condition = Condition::parse(text, parameter, use);
  if (!condition) {
    return;
  }
  condition->attributes();
  condition->holds(std::nullopt);
  for (const Item& item : items) {
    const bool held = condition->holds(item);
    NORN_CHECK(held == condition->holds(item), "evaluation must be repeatable");
  }
}

void try_projection(std::string_view text, const Placeholders& placeholders,
                    const std::vector<Item>& items) {
  PlaceholderUse use(placeholders);
  const Result<Projection> projection = Projection::parse(text, use);
  if (!projection) {
    return;
  }
  for (const Item& item : items) {
    const Item projected = projection->apply(item);
    check_item(projected);
    NORN_CHECK(projected.size_bytes() <= item.size_bytes(), "a projection is a part of its item");
  }
}

void try_update(std::string_view text, const KeySchema& key, const Placeholders& placeholders,
                const std::vector<Item>& items) {
  PlaceholderUse use(placeholders);
  const Result<Update> update = Update::parse(text, key, use);
  if (!update) {
    return;
  }
  const Projection touched(update->touched());
  for (const Item& item : items) {
    const Result<Map> after = update->apply(item.to_map());
    if (after) {
      const Item updated = Item::from_map(*after);
      check_item(updated);
      check_item(touched.apply(updated));
      check_item(touched.apply(item));
    }
  }
}

void try_key_condition(std::string_view text, const KeySchema& key,
                       const Placeholders& placeholders, const std::vector<Item>& items) {
  PlaceholderUse use(placeholders);
  const Result<KeyCondition> condition = KeyCondition::parse(text, key, use);
  if (!condition || !condition->sort) {
    return;
  }
  for (const Item& item : items) {
    if (const auto sort = item.value("SK")) {
      condition->sort->holds(*sort);
    }
  }
}

}  // namespace
}  // namespace norn::store

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace norn::store;
  if (size < 2) {
    return 0;
  }
  static const std::vector<Item> items = make_items();
  const Placeholders placeholders = make_placeholders(data[0]);
  const KeySchema key = make_key(data[1]);
  const std::string_view text(reinterpret_cast<const char*>(data + 2), size - 2);
  try_condition(text, "ConditionExpression", placeholders, items);
  try_condition(text, "FilterExpression", placeholders, items);
  try_projection(text, placeholders, items);
  try_update(text, key, placeholders, items);
  try_key_condition(text, key, placeholders, items);
  return 0;
}
