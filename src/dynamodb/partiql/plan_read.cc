#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "dynamodb/expression_writer.h"
#include "dynamodb/partiql/keys.h"
#include "dynamodb/partiql/plan.h"
#include "dynamodb/partiql/render.h"
#include "store/errors.h"
#include "store/key.h"

namespace norn::dynamodb::partiql {
namespace {

using store::Value;

constexpr size_t kMaxReads = 50;

// A WHERE clause, split for the key of the table or index.
struct Parts {
  std::vector<Value> partitions;           // Empty means a scan.
  std::optional<Predicate> sort;           // For the key condition.
  std::vector<const Predicate*> filters;   // For the store's filter.
  std::vector<const Predicate*> leftover;  // Evaluated here.
};

bool names_key(const Predicate& predicate, const store::KeySchema& key) {
  return std::ranges::any_of(attributes_of(predicate), [&](const std::string& attribute) {
    return store::is_key_attribute(key, attribute);
  });
}

// Chooses the conjunct that leaves the fewest partitions. An equality or IN is done with it; an OR
// has more to say.
Result<const Predicate*> choose_partitions(const std::vector<const Predicate*>& all,
                                           const store::KeyAttribute& attribute, Parts& parts) {
  const Predicate* chosen = nullptr;
  for (const Predicate* predicate : all) {
    NORN_ASSIGN(auto found, candidates(*predicate, attribute.name));
    if (!found || (chosen != nullptr && found->size() >= parts.partitions.size())) continue;
    parts.partitions = std::move(*found);
    chosen = predicate;
  }
  if (parts.partitions.size() > kMaxReads) {
    return store::validation("Too many decomposed read operations for a given query.");
  }
  const bool is_done = chosen != nullptr && (chosen->kind == Predicate::Kind::kCompare ||
                                             chosen->kind == Predicate::Kind::kIn);
  return is_done ? chosen : nullptr;
}

Result<Parts> take_apart(const Select& select, const store::KeySchema& key) {
  Parts parts;
  const std::vector<const Predicate*> all = conjuncts(select.where);
  NORN_ASSIGN(const Predicate* done, choose_partitions(all, key.partition, parts));
  for (const Value& value : parts.partitions) NORN_TRY(check_key_type(key.partition, value));
  if (parts.partitions.empty()) {
    parts.filters = all;
    return parts;
  }
  for (const Predicate* predicate : all) {
    if (predicate == done) continue;
    if (key.sort) {
      NORN_TRY(check_key_type(*key.sort, *predicate));
      if (!parts.sort) {
        parts.sort = sort_condition(*predicate, *key.sort);
        if (parts.sort) continue;
      }
    }
    (names_key(*predicate, key) ? parts.leftover : parts.filters).push_back(predicate);
  }
  return parts;
}

// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.select.html
Result<void> check_order(const Select& select, const store::KeySchema& key, const Parts& parts) {
  if (select.order.empty()) return {};
  if (!select.where) {
    return store::validation("Must have WHERE clause in the statement when using ORDER BY clause.");
  }
  for (const OrderTerm& term : select.order) {
    if (store::is_key_attribute(key, term.attribute)) continue;
    return store::validation(fmt::format(
        "Attribute {} in ORDER BY clause must be part of the primary key", term.attribute));
  }
  if (parts.partitions.empty()) {
    return store::validation(
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER "
        "BY clause.");
  }
  const bool by_partition = std::ranges::any_of(
      select.order, [&](const OrderTerm& term) { return term.attribute == key.partition.name; });
  if (parts.partitions.size() > 1 && !by_partition) {
    return store::validation(
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in "
        "WHERE clause.");
  }
  return {};
}

// Whether a partition is read in ascending order of its sort keys. DynamoDB reads it in descending
// order when ORDER BY has the partition key alone.
bool is_forward(const Select& select, const store::KeySchema& key) {
  for (const OrderTerm& term : select.order) {
    if (key.sort && term.attribute == key.sort->name) return term.ascending;
  }
  return select.order.empty();
}

void order_partitions(const Select& select, const store::KeySchema& key,
                      std::vector<Value>& partitions) {
  for (const OrderTerm& term : select.order) {
    if (term.attribute != key.partition.name) continue;
    std::ranges::sort(partitions, [&](const Value& left, const Value& right) {
      const auto order = store::compare_scalars(left, right);
      return order && (term.ascending ? *order < 0 : *order > 0);
    });
  }
}

std::string projection_text(const Columns& columns, ExpressionWriter& writer) {
  std::vector<std::string> names;
  for (const std::string& attribute : columns.attributes()) names.push_back(writer.name(attribute));
  return fmt::format("{}", fmt::join(names, ", "));
}

// The parameters that queries and scans share.
void fill(store::PageRequest& request, const Select& select, const Parts& parts,
          const Columns& columns, ExpressionWriter writer) {
  request.table = select.from.table;
  request.index = select.from.index;
  request.filter = condition_text(parts.filters, writer);
  request.projection = projection_text(columns, writer);
  request.placeholders = std::move(writer).take();
}

store::QueryRequest make_query(const Select& select, const store::KeySchema& key,
                               const Parts& parts, const Value& partition, const Columns& columns) {
  store::QueryRequest query;
  ExpressionWriter writer;
  const std::string name = writer.name(key.partition.name);
  query.key_condition = fmt::format("{} = {}", name, writer.value(partition));
  if (parts.sort) query.key_condition += " AND " + condition_text(*parts.sort, writer);
  query.forward = is_forward(select, key);
  fill(query, select, parts, columns, std::move(writer));
  return query;
}

Result<const store::IndexSchema*> find_index(const Select& select, const store::TableSchema& schema,
                                             bool consistent) {
  if (select.from.index.empty()) return nullptr;
  const store::IndexSchema* index = schema.find_index(select.from.index);
  if (index == nullptr) return store::validation("The table does not have the specified index");
  if (index->global && consistent) {
    return store::validation(
        "Strongly consistent read is not supported on Global Secondary Indexes");
  }
  return index;
}

// PartiQL does not read an index whose key has several partition or sort attributes.
Result<void> check_single_attributes(const store::IndexSchema* index) {
  if (index == nullptr || !index->key.has_several()) return {};
  return store::validation(
      "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or "
      "multi-attribute RANGE keys.");
}

// The store refuses filters by attributes that an index does not carry; so must what is filtered
// here.
Result<void> check_carried(const std::vector<std::string>& attributes,
                           const store::TableSchema& schema, const store::IndexSchema* index) {
  if (index == nullptr) return {};
  std::vector<std::string> missing = attributes;
  std::erase_if(missing, [&](const std::string& attribute) {
    return store::index_carries(schema, *index, attribute);
  });
  if (missing.empty()) return {};
  return store::invalid_parameter(
      fmt::format("Secondary index {} does not project one or more filter attributes: [{}]",
                  index->name, fmt::join(missing, ", ")));
}

}  // namespace

Result<SelectPlan> plan_select(const Select& select, const store::TableSchema& schema,
                               bool consistent) {
  NORN_ASSIGN(const store::IndexSchema* index, find_index(select, schema, consistent));
  NORN_TRY(check_single_attributes(index));
  const store::KeySchema& key = index != nullptr ? index->key : schema.key;
  NORN_ASSIGN(Parts parts, take_apart(select, key));
  NORN_TRY(check_order(select, key, parts));
  order_partitions(select, key, parts.partitions);
  SelectPlan plan;
  std::vector<std::string> needed;
  if (!parts.leftover.empty()) {
    NORN_ASSIGN(plan.filter, compile(parts.leftover));
    needed = plan.filter->attributes();
    NORN_TRY(check_carried(needed, schema, index));
  }
  plan.columns = Columns(select.columns, needed);
  for (const Value& partition : parts.partitions) {
    plan.reads.emplace_back(make_query(select, key, parts, partition, plan.columns));
  }
  if (plan.reads.empty()) {
    store::ScanRequest scan;
    fill(scan, select, parts, plan.columns, ExpressionWriter());
    plan.reads.emplace_back(std::move(scan));
  }
  for (auto& read : plan.reads) {
    std::visit([&](store::PageRequest& request) { request.consistent = consistent; }, read);
  }
  return plan;
}

Result<std::optional<GetPlan>> plan_get(const Select& select, const store::TableSchema& schema) {
  if (!select.from.index.empty()) {
    NORN_TRY(check_single_attributes(schema.find_index(select.from.index)));
    return std::nullopt;
  }
  Parts ignored;
  NORN_TRY(choose_partitions(conjuncts(select.where), schema.key.partition, ignored));
  KeyUse use = use_of_key(schema.key, select.where, SingleIn::kIsEquality);
  if (!use.complete || !use.rest.empty()) return std::nullopt;
  GetPlan plan;
  plan.key = store::Item::from_map(use.key);
  plan.columns = Columns(select.columns, {});
  ExpressionWriter writer;
  plan.projection = projection_text(plan.columns, writer);
  plan.placeholders = std::move(writer).take();
  return plan;
}

Columns::Columns(std::vector<Column> columns, const std::vector<std::string>& others)
    : columns_(std::move(columns)) {
  if (columns_.empty()) return;
  const auto add = [&](const std::string& attribute) {
    const bool is_new = std::ranges::find(attributes_, attribute) == attributes_.end();
    if (is_new) attributes_.push_back(attribute);
    return is_new;
  };
  for (const Column& column : columns_) {
    add(column.path.attribute);
    changes_items_ = changes_items_ || !column.path.steps.empty();
  }
  for (const std::string& other : others) changes_items_ = add(other) || changes_items_;
}

store::Item Columns::row(store::ItemView item) const {
  store::Map row;
  for (const Column& column : columns_) {
    const std::optional<Value> value = item.value(column.path.attribute);
    if (!value) continue;
    const Value* found = store::follow(*value, column.path.steps);
    if (found != nullptr) row.insert_or_assign(column.name, *found);
  }
  return store::Item::from_map(row);
}

}  // namespace norn::dynamodb::partiql
