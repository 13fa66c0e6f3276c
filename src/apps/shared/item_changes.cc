#include "apps/shared/item_changes.h"

#include <fmt/format.h>

#include <utility>

#include "apps/shared/items.h"

namespace norn::apps {
namespace {

constexpr std::string_view kIsThere = "attribute_exists(PK)";
constexpr std::string_view kIsMissing = "attribute_not_exists(PK)";

Action check_of(std::string table, store::Item key, std::string_view condition) {
  store::ConditionCheck check;
  check.table = std::move(table);
  check.key = std::move(key);
  check.condition = condition;
  return check;
}

}  // namespace

Edit edit(std::string table, store::ItemView old, const store::Item& next,
          const std::vector<std::string>& names) {
  Unchanged same = unchanged(old, names);
  store::UpdateRequest request;
  request.table = std::move(table);
  request.key = store::Item::subset(old, {"PK", "SK"});
  request.condition = fmt::format("{} AND {}", kIsThere, same.condition);
  request.placeholders = std::move(same.placeholders);
  store::Map result = old.to_map();
  std::string set;
  std::string remove;
  for (size_t i = 0; i < names.size(); ++i) {
    const auto before = old.find(names[i]);
    const auto after = next.find(names[i]);
    if (before && after && before->json() == after->json()) continue;
    if (!before && !after) continue;
    const std::string name = fmt::format("#n{}", i);
    request.placeholders.names.emplace(name, names[i]);
    result.erase(names[i]);
    if (!after) {
      remove += fmt::format("{}{}", remove.empty() ? " REMOVE " : ", ", name);
      continue;
    }
    const std::string value = fmt::format(":n{}", i);
    set += fmt::format("{}{} = {}", set.empty() ? "SET " : ", ", name, value);
    request.placeholders.values.emplace(value, after->value());
    result.emplace(names[i], after->value());
  }
  request.update = set + remove;
  return {std::move(request), store::Item::from_map(result)};
}

Action put_new(std::string table, store::Item item) {
  store::PutRequest put;
  put.table = std::move(table);
  put.item = std::move(item);
  put.condition = kIsMissing;
  return put;
}

Action put_any(std::string table, store::Item item) {
  store::PutRequest put;
  put.table = std::move(table);
  put.item = std::move(item);
  return put;
}

Action remove_unchanged(std::string table, store::ItemView old,
                        const std::vector<std::string>& names) {
  Unchanged same = unchanged(old, names);
  store::DeleteRequest request;
  request.table = std::move(table);
  request.key = store::Item::subset(old, {"PK", "SK"});
  request.condition = std::move(same.condition);
  request.placeholders = std::move(same.placeholders);
  return request;
}

Action remove_unchanged(std::string table, store::ItemView old) {
  return remove_unchanged(std::move(table), old, compared_attributes(old));
}

Action remove_any(std::string table, store::ItemView key) {
  store::DeleteRequest request;
  request.table = std::move(table);
  request.key = store::Item::subset(key, {"PK", "SK"});
  return request;
}

Action is_there(std::string table, store::Item key) {
  return check_of(std::move(table), std::move(key), kIsThere);
}

Action is_missing(std::string table, store::Item key) {
  return check_of(std::move(table), std::move(key), kIsMissing);
}

}  // namespace norn::apps
