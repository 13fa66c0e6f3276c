#include "property/random_values.h"

#include <string>
#include <utility>

#include "support/builders.h"

namespace norn::testing {

using namespace store;
using namespace std::string_literals;

namespace {

const std::vector<std::string> kTexts = {"b"s,     "a"s,  "a\0"s, "ab"s,       "\0"s,
                                         "a\xff"s, "10"s, "9"s,   "\xc3\xa9"s, "zz"s};
// Binary may be any bytes; strings are UTF-8.
const std::vector<std::string> kStrings = {"b"s, "a"s,  "a\0"s, "ab"s,       "\0"s,
                                           "Z"s, "10"s, "9"s,   "\xc3\xa9"s, "\xf0\x9f\x98\x80"s};
const std::vector<std::string> kNumbers = {"1",   "-1",      "0",      "10",   "9",
                                           "2.5", "-2.5e20", "1e-100", "1e20", "3"};

const Value& number_at(size_t index) {
  static const std::vector<Value> numbers = [] {
    std::vector<Value> result;
    for (const std::string& text : kNumbers) result.push_back(num(text));
    return result;
  }();
  return numbers[index];
}

}  // namespace

Value random_key_value(RandomSource& random, Type type, size_t choices) {
  const size_t index = random.below(choices);
  switch (type) {
    case Type::kNumber:
      return number_at(index);
    case Type::kBinary:
      return bin(kTexts[index]);
    default:
      return Value(kStrings[index]);
  }
}

Value random_number(RandomSource& random) {
  return random.chance(70) ? num(random.between(-3, 3)) : number_at(random.below(kNumbers.size()));
}

Value random_set(RandomSource& random) {
  const size_t size = 1 + random.below(3);
  std::vector<std::string> members;
  for (size_t i = 0; i < size; ++i) members.push_back(kStrings[random.below(4)]);
  switch (random.below(3)) {
    case 0:
      return string_set(std::move(members));
    case 1:
      return binary_set(std::move(members));
    default: {
      std::vector<Number> numbers;
      for (size_t i = 0; i < size; ++i) numbers.push_back(Number(random.between(-2, 2)));
      return Value(NumberSet::make(std::move(numbers)));
    }
  }
}

Value random_value(RandomSource& random, int depth) {
  switch (random.below(depth > 0 ? 9 : 7)) {
    case 0:
    case 1:
      return random_number(random);
    case 2:
      return Value(random.chance(10) ? ""s : kStrings[random.below(kStrings.size())]);
    case 3:
      return bin(kTexts[random.below(kTexts.size())]);
    case 4:
      return Value::boolean(random.chance(50));
    case 5:
      return null();
    case 6:
      return random_set(random);
    case 7: {
      Map members;
      for (const char* name : {"x", "y", "z"}) {
        if (random.chance(60)) members[name] = random_value(random, depth - 1);
      }
      return Value(std::move(members));
    }
    default: {
      List members;
      for (size_t size = random.below(4); members.size() < size;) {
        members.push_back(random_value(random, depth - 1));
      }
      return Value(std::move(members));
    }
  }
}

size_t partition_choices(const TableSchema& schema) {
  return schema.key.sort ? 3 : 10;
}

Map random_key(RandomSource& random, const TableSchema& schema) {
  Map key;
  key[schema.key.partition.name] =
      random_key_value(random, schema.key.partition.type, partition_choices(schema));
  if (schema.key.sort) {
    key[schema.key.sort->name] = random_key_value(random, schema.key.sort->type, kSortChoices);
  }
  if (random.chance(1)) key[schema.key.partition.name] = random_value(random, 1);
  if (random.chance(1)) key["v0"] = random_value(random, 0);
  if (random.chance(1)) key.erase(key.begin());
  return key;
}

Map random_item(RandomSource& random, const TableSchema& schema, int64_t now_s) {
  Map item = random_key(random, schema);
  for (const KeyAttribute& attribute : kIndexAttributes) {
    if (!random.chance(60)) continue;
    item[attribute.name] = random.chance(2)
                               ? random_value(random, 1)
                               : random_key_value(random, attribute.type, kIndexChoices);
  }
  for (const std::string& name : kPlainAttributes) {
    if (random.chance(35)) item[name] = random_value(random, 2);
  }
  // Mostly documents, so that paths into them lead somewhere.
  if (random.chance(50)) item["m"] = map({{"x", random_value(random, 1)}});
  if (random.chance(50)) item["l"] = list({random_value(random, 1), random_value(random, 0)});
  if (random.chance(25)) {
    item[kTtlAttribute] =
        random.chance(10) ? random_value(random, 0) : num(now_s + random.between(-50, 200));
  }
  return item;
}

}  // namespace norn::testing
