#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "store/item.h"
#include "store/requests/write_requests.h"
#include "store/wire/wire.h"

// What the tests of expressions share: items and placeholders from DynamoDB JSON.
namespace norn::store {

inline Item item_of(std::string_view json) {
  Result<Item> item = Item::from_json(json);
  EXPECT_TRUE(item) << json << ": " << (item ? "" : item.error().message);
  return item ? *item : Item();
}

inline Map map_of(std::string_view json) {
  Result<Map> map = map_from_json(json);
  EXPECT_TRUE(map) << json << ": " << (map ? "" : map.error().message);
  return map ? *map : Map();
}

// `names` are pairs: "#a=alpha #b=beta".
inline Placeholders placeholders_of(std::string_view names, std::string_view values) {
  Placeholders placeholders;
  while (!names.empty()) {
    const std::string_view pair = names.substr(0, names.find(' '));
    const size_t equals = pair.find('=');
    placeholders.names.emplace(pair.substr(0, equals), pair.substr(equals + 1));
    names.remove_prefix(std::min(names.size(), pair.size() + 1));
  }
  if (!values.empty()) {
    placeholders.values = map_of(values);
  }
  return placeholders;
}

// The message of a result that must be an error.
template <typename T>
std::string message_of(const Result<T>& result) {
  return result ? "(no error)" : result.error().message;
}

inline std::string repeat(std::string_view text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    out += text;
  }
  return out;
}

}  // namespace norn::store
