#include "store/requests/page_start.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "store/errors.h"

namespace norn::store {
namespace {

std::unexpected<Error> invalid_start(const Error& reason) {
  return validation("The provided starting key is invalid: " + reason.message);
}

Result<Key> key_within(const KeySchema& schema, ItemView start) {
  std::vector<std::string> names{schema.partition.name};
  if (schema.sort) {
    names.push_back(schema.sort->name);
  }
  return key_of_request(schema, Item::subset(start, names));
}

Result<PagePosition> read_position(const ReadPlan& plan, ItemView start) {
  const std::vector<std::string> names = key_attribute_names(*plan.schema, plan.index);
  if (start.count() != names.size() ||
      !std::all_of(names.begin(), names.end(),
                   [&](const std::string& name) { return start.contains(name); })) {
    return validation("The provided starting key is invalid");
  }
  NORN_ASSIGN(Key key, key_within(plan.key(), start));
  Result<Key> table_key = key_within(plan.schema->key, start);
  if (!table_key) {
    return invalid_start(table_key.error());
  }
  return PagePosition{std::move(key), std::move(*table_key)};
}

}  // namespace

Result<PagePosition> start_of_query(const ReadPlan& plan, ItemView start) {
  NORN_ASSIGN(PagePosition position, read_position(plan, start));
  const KeyCondition& condition = *plan.key_condition;
  if (condition.sort && !condition.sort->holds(*position.key.sort)) {
    return validation("The provided starting key does not match the range key predicate");
  }
  if (position.key.partition != condition.partition) {
    if (condition.sort && condition.sort->kind == SortCondition::Kind::kEqual) {
      return validation("The query can return at most one row and cannot be restarted");
    }
    return validation(
        "The provided starting key is outside query boundaries based on provided conditions");
  }
  return position;
}

Result<PagePosition> start_of_scan(const ReadPlan& plan, ItemView start) {
  if (plan.index != nullptr) {
    return read_position(plan, start);
  }
  Result<Key> key = key_of_request(plan.schema->key, start);
  if (!key) {
    return invalid_start(key.error());
  }
  return PagePosition{*key, *key};
}

}  // namespace norn::store
