#include "property/random_expressions.h"

#include <utility>

#include "property/random_values.h"
#include "support/builders.h"

namespace norn::testing {

using namespace store;

namespace {

const std::vector<std::string> kComparators = {"=", "<>", "<", "<=", ">", ">="};
const std::vector<std::string> kPaths = {"v0",    "v1",     "v2",   "g",      "h",    "b",
                                         "m",     "m.x",    "m.y",  "l",      "l[0]", "l[1]",
                                         "m.x.y", "l[0].x", "v0.x", "expires"};
const std::vector<std::string> kTypeNames = {"S",  "N", "B", "SS",   "NS",
                                             "BS", "M", "L", "NULL", "BOOL"};

}  // namespace

std::string RandomExpressions::value(Value value) {
  std::string name = ":p" + std::to_string(placeholders_.values.size());
  placeholders_.values[name] = std::move(value);
  return name;
}

std::string RandomExpressions::path() {
  if (random_.chance(10)) return schema_.key.partition.name;
  std::string path = random_.pick(kPaths);
  if (path.size() == 2 && random_.chance(20)) {
    std::string name = "#n" + path;
    placeholders_.names[name] = path;
    return name;
  }
  return path;
}

std::string RandomExpressions::comparison() {
  const auto operand = [this] {
    switch (random_.below(8)) {
      case 0:
        return path();
      case 1:
        return "size(" + path() + ")";
      case 2:
      case 3:
        return value(random_number(random_));
      default:
        return value(random_value(random_, 1));
    }
  };
  switch (random_.below(6)) {
    case 0:
      return path() + " BETWEEN " + value(num(random_.between(-3, 0))) + " AND " +
             value(num(random_.between(0, 3)));
    case 1:
      return path() + " IN (" + operand() + ", " + operand() + ")";
    default:
      return path() + " " + random_.pick(kComparators) + " " + operand();
  }
}

std::string RandomExpressions::function() {
  switch (random_.below(5)) {
    case 0:
      return "attribute_exists(" + path() + ")";
    case 1:
      return "attribute_not_exists(" + path() + ")";
    case 2:
      return "attribute_type(" + path() + ", " + value(Value(random_.pick(kTypeNames))) + ")";
    case 3:
      return "begins_with(" + path() + ", " + value(Value("a")) + ")";
    default:
      return "contains(" + path() + ", " + value(random_value(random_, 0)) + ")";
  }
}

std::string RandomExpressions::condition(int depth) {
  switch (random_.below(depth > 0 ? 7 : 4)) {
    case 0:
    case 1:
      return comparison();
    case 2:
    case 3:
      return function();
    case 4:
      return "NOT (" + condition(depth - 1) + ")";
    case 5:
      return "(" + condition(depth - 1) + ") AND (" + condition(depth - 1) + ")";
    default:
      return "(" + condition(depth - 1) + ") OR (" + condition(depth - 1) + ")";
  }
}

std::vector<std::string> RandomExpressions::targets() {
  std::vector<std::string> result;
  for (const char* name : {"v0", "v1", "v2", "g", "h", "b"}) {
    if (random_.chance(25)) result.emplace_back(name);
  }
  if (random_.chance(25)) result.push_back(random_.chance(50) ? "m.x" : "m");
  if (random_.chance(25)) result.push_back(random_.chance(50) ? "l[1]" : "l");
  if (random_.chance(10)) result.emplace_back("expires");
  if (random_.chance(2)) result.push_back(path());
  if (result.empty()) result.emplace_back("v0");
  return result;
}

std::string RandomExpressions::set_action(const std::string& target) {
  for (const KeyAttribute& attribute : kIndexAttributes) {
    // Keys of indexes mostly get a value that fits, or nothing could be written at all.
    if (target == attribute.name && random_.chance(90)) {
      return target + " = " + value(random_key_value(random_, attribute.type, kIndexChoices));
    }
  }
  // Few of these, because most do not fit the item as it happens to be.
  switch (random_.below(20)) {
    case 0:
      return target + " = " + path();
    case 1:
      return target + " = if_not_exists(" + path() + ", " + value(random_value(random_, 1)) + ")";
    case 2:
      return target + " = if_not_exists(" + target + ", " + value(num(0)) + ") + " +
             value(random_number(random_));
    case 3:
      return "l = list_append(l, " + value(list({random_value(random_, 0)})) + ")";
    case 4:
      return target + " = " + path() + " - " + value(random_number(random_));
    default:
      return target + " = " + value(random_value(random_, 2));
  }
}

std::string RandomExpressions::update() {
  std::string set;
  std::string removed;
  std::string added;
  std::string deleted;
  const auto append = [](std::string& clause, const char* keyword, const std::string& action) {
    clause += (clause.empty() ? std::string(keyword) + " " : ", ") + action;
  };
  for (const std::string& target : targets()) {
    switch (random_.below(8)) {
      case 0:
      case 1:
        append(removed, " REMOVE", target);
        break;
      case 2:
        append(added, " ADD",
               target + " " +
                   value(random_.chance(50) ? random_number(random_) : random_set(random_)));
        break;
      case 3:
        append(deleted, " DELETE", target + " " + value(random_set(random_)));
        break;
      default:
        append(set, " SET", set_action(target));
        break;
    }
  }
  if (random_.chance(1)) append(set, " SET", schema_.key.partition.name + " = " + value(num(1)));
  return set + removed + added + deleted;
}

std::string RandomExpressions::projection() {
  std::string result = random_.pick(kPlainAttributes);
  if (random_.chance(50)) result += ", " + schema_.key.partition.name;
  if (random_.chance(50)) result += ", g";
  if (random_.chance(20)) result += ", " + path();
  return result;
}

Value RandomExpressions::key_value(const KeyAttribute& attribute) {
  if (random_.chance(1)) return random_value(random_, 0);
  if (attribute.name == schema_.key.partition.name) {
    return random_key_value(random_, attribute.type, partition_choices(schema_));
  }
  const bool is_sort = schema_.key.sort && attribute.name == schema_.key.sort->name;
  return random_key_value(random_, attribute.type, is_sort ? kSortChoices : kIndexChoices);
}

std::string RandomExpressions::key_condition(const KeySchema& key) {
  std::string result = key.partition.name + " = " + value(key_value(key.partition));
  for (const KeyAttribute& attribute : key.more_partition) {
    result += " AND " + attribute.name + " = " + value(key_value(attribute));
  }
  if (!key.sort || random_.chance(50)) return result;
  const KeyAttribute* last = &*key.sort;
  for (const KeyAttribute& attribute : key.more_sort) {
    if (random_.chance(50)) break;
    result += " AND " + last->name + " = " + value(key_value(*last));
    last = &attribute;
  }
  return result + narrowing(*last);
}

std::string RandomExpressions::narrowing(const KeyAttribute& attribute) {
  const std::string sort = " AND " + attribute.name;
  switch (random_.below(4)) {
    case 0: {
      Value low = key_value(attribute);
      Value high = key_value(attribute);
      if (compare_scalars(low, high) == std::strong_ordering::greater && random_.chance(95)) {
        std::swap(low, high);
      }
      return sort + " BETWEEN " + value(std::move(low)) + " AND " + value(std::move(high));
    }
    case 1:
      if (attribute.type != Type::kNumber || random_.chance(5)) {
        return " AND begins_with(" + attribute.name + ", " + value(key_value(attribute)) + ")";
      }
      [[fallthrough]];
    default: {
      std::string comparator = random_.pick(kComparators);
      if (comparator == "<>" && random_.chance(90)) comparator = "=";
      return sort + " " + comparator + " " + value(key_value(attribute));
    }
  }
}

Placeholders RandomExpressions::placeholders() {
  if (random_.chance(1)) placeholders_.values[":unused"] = null();
  if (random_.chance(1) && !placeholders_.values.empty()) {
    placeholders_.values.erase(placeholders_.values.begin());
  }
  return std::move(placeholders_);
}

}  // namespace norn::testing
