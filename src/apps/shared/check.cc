#include "apps/shared/check.h"

#include <fmt/format.h>

#include <utility>

#include "apps/shared/item_changes.h"
#include "apps/shared/items.h"

namespace norn::apps {

Result<std::optional<store::Item>> item_at(store::Store& store, const ItemKey& key) {
  store::GetRequest request;
  request.table = key.table;
  request.key = key_of(key.pk, key.sk);
  request.consistent = true;
  NORN_ASSIGN(store::GetResult found, store.get(request));
  return std::move(found.item);
}

ItemKey key_in(const std::string& table, store::ItemView item) {
  return {table, text_of(item, "PK"), text_of(item, "SK")};
}

Result<void> find_twin(store::Store& store, const std::string& table, store::ItemView item,
                       const ItemKey& twin, std::string what, Findings& findings) {
  NORN_ASSIGN(const auto there, item_at(store, twin));
  if (there) return {};
  const ItemKey key = key_in(table, item);
  store::Map attributes = item.to_map();
  attributes.insert_or_assign("PK", twin.pk);
  attributes.insert_or_assign("SK", twin.sk);
  findings.push_back({.key = key,
                      .what = std::move(what),
                      .repair = fmt::format("writes the other half, {} {}", twin.pk, twin.sk),
                      .actions = {put_new(twin.table, store::Item::from_map(attributes)),
                                  is_unchanged(key, item, compared_attributes(item))}});
  return {};
}

Action is_unchanged(const ItemKey& key, store::ItemView item,
                    const std::vector<std::string>& names) {
  Unchanged same = unchanged(item, names);
  store::ConditionCheck check;
  check.table = key.table;
  check.key = key_of(key.pk, key.sk);
  check.condition = "attribute_exists(PK)";
  if (!same.condition.empty()) check.condition += " AND " + same.condition;
  check.placeholders = std::move(same.placeholders);
  return check;
}

Action set_of_unchanged(const ItemKey& key, store::ItemView item, const store::Map& attributes) {
  Unchanged same = unchanged(item, compared_attributes(item));
  store::UpdateRequest update;
  update.table = key.table;
  update.key = key_of(key.pk, key.sk);
  update.condition = "attribute_exists(PK)";
  if (!same.condition.empty()) update.condition += " AND " + same.condition;
  update.placeholders = std::move(same.placeholders);
  size_t number = 0;
  for (const auto& [name, value] : attributes) {
    update.update += fmt::format("{} #set{} = :set{}", number == 0 ? "SET" : ",", number, number);
    update.placeholders.names.emplace(fmt::format("#set{}", number), name);
    update.placeholders.values.emplace(fmt::format(":set{}", number), value);
    ++number;
  }
  return update;
}

}  // namespace norn::apps
