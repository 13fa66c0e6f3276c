#include "store/requests/read_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "store/errors.h"
#include "store/item.h"
#include "store/limits.h"
#include "store/requests/constraints.h"

namespace norn::store {
namespace {

std::unexpected<Error> invalid_start(const Error& reason) {
  return validation("The provided starting key is invalid: " + reason.message);
}

Result<Key> key_within(const KeySchema& schema, ItemView start) {
  std::vector<std::string> names;
  schema.each([&](const KeyAttribute& attribute) { names.push_back(attribute.name); });
  return key_of_request(schema, Item::subset(start, names));
}

// ExclusiveStartKey as a position. It must have exactly the key attributes of what is read and of
// the table, and for a query be a key that the query could have returned.
Result<PagePosition> read_position(const ReadPlan& plan, ItemView start) {
  const std::vector<std::string> names = key_attribute_names(*plan.schema, plan.index);
  if (start.count() != names.size() ||
      !std::all_of(names.begin(), names.end(),
                   [&](const std::string& name) { return start.contains(name); })) {
    return validation("The provided starting key is invalid");
  }
  Result<Key> key = key_within(plan.key(), start);
  Result<Key> table_key = key_within(plan.schema->key, start);
  if (!key || !table_key) {
    return validation("The provided starting key is invalid");
  }
  return PagePosition{std::move(*key), std::move(*table_key)};
}

Result<PagePosition> start_of_query(const ReadPlan& plan, ItemView start) {
  NORN_ASSIGN(PagePosition position, read_position(plan, start));
  const KeyCondition& condition = *plan.key_condition;
  if (!condition.holds_for_sort(position.key)) {
    return validation("The provided starting key does not match the range key predicate");
  }
  if (position.key.partition != condition.partition) {
    const bool names_whole_key = condition.sort &&
                                 condition.sort->kind == SortCondition::Kind::kEqual &&
                                 condition.sort_prefix.size() + 1 == plan.key().sort_count();
    if (names_whole_key) {
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

// DynamoDB words some errors of queries and scans differently.
enum class Reading { kQuery, kScan };

Result<void> check_select(const PageRequest& request, Reading reading) {
  if (!request.projection.empty() && request.select != Select::kAuto &&
      request.select != Select::kSpecificAttributes) {
    const std::string_view what = request.select == Select::kAllAttributes ? "ALL_ATTRIBUTES"
                                  : request.select == Select::kCount       ? "only the Count"
                                                                     : "ALL_PROJECTED_ATTRIBUTES";
    return validation(fmt::format(
        "{}Cannot specify the {} when choosing to get {}",
        reading == Reading::kQuery ? "1 validation error detected: " : "",
        request.placeholders.generated ? "AttributesToGet" : "ProjectionExpression", what));
  }
  if (request.select == Select::kSpecificAttributes && request.projection.empty()) {
    return validation(
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
        "SPECIFIC_ATTRIBUTES");
  }
  if (request.select == Select::kAllProjectedAttributes && request.index.empty()) {
    return validation("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  }
  return {};
}

Result<const IndexSchema*> index_to_read(const TableSchema& schema, const PageRequest& request) {
  if (request.index.empty()) {
    return nullptr;
  }
  const IndexSchema* index = schema.find_index(request.index);
  if (index == nullptr || index->status == IndexStatus::kDeleting) {
    return validation(
        fmt::format("The table does not have the specified index: {}", request.index));
  }
  if (index->global && request.consistent) {
    return validation("Consistent reads are not supported on global secondary indexes");
  }
  if (index->status == IndexStatus::kCreating) {
    return validation(
        fmt::format("Cannot read from backfilling global secondary index: {}", request.index));
  }
  return index;
}

// Key attributes have no parts to ask for.
Result<void> check_key_paths(const TableSchema& schema, const std::vector<Path>& paths) {
  for (const Path& path : paths) {
    if (path.steps.empty()) {
      continue;
    }
    const bool of_table = is_key_attribute(schema.key, path.attribute);
    const bool of_index = std::any_of(
        schema.indexes.begin(), schema.indexes.end(),
        [&](const IndexSchema& index) { return is_key_attribute(index.key, path.attribute); });
    if (of_table || of_index) {
      return validation(
          fmt::format("Key attributes must be scalars; list random access '[]' and map lookup '.' "
                      "are not allowed: {}: {}",
                      of_table ? "Key" : "IndexKey", path.attribute));
    }
  }
  return {};
}

std::vector<std::string> not_carried(const ReadPlan& plan, std::vector<std::string> attributes) {
  std::erase_if(attributes, [&](const std::string& attribute) {
    return index_carries(*plan.schema, *plan.index, attribute);
  });
  return attributes;
}

std::vector<std::string> attributes_of(const Projection& projection) {
  std::vector<std::string> attributes;
  for (const Path& path : projection.paths()) {
    if (std::find(attributes.begin(), attributes.end(), path.attribute) == attributes.end()) {
      attributes.push_back(path.attribute);
    }
  }
  return attributes;
}

// An index returns the attributes that it carries. A local one can fetch the rest from the table; a
// global one cannot.
Result<void> decide_fetching(const PageRequest& request, Reading reading, ReadPlan& plan) {
  const IndexSchema& index = *plan.index;
  if (index.projection.kind == ProjectionKind::kAll) {
    return {};
  }
  if (request.select == Select::kAllAttributes) {
    if (index.global) {
      return invalid_parameter(
          fmt::format("Select type ALL_ATTRIBUTES is not supported for global secondary index {} "
                      "because its projection type is not ALL",
                      index.name));
    }
    plan.fetch_whole_items = true;
  }
  if (plan.projection) {
    const std::vector<std::string> missing = not_carried(plan, attributes_of(*plan.projection));
    if (!missing.empty() && index.global) {
      return invalid_parameter(fmt::format("Global secondary index {} does not project [{}]",
                                           index.name, fmt::join(missing, ", ")));
    }
    plan.fetch_whole_items = plan.fetch_whole_items || !missing.empty();
  }
  if (reading == Reading::kQuery && plan.filter && !plan.fetch_whole_items) {
    const std::vector<std::string> missing = not_carried(plan, plan.filter->attributes());
    if (!missing.empty()) {
      return invalid_parameter(
          fmt::format("Secondary index {} does not project one or more filter attributes: [{}]",
                      index.name, fmt::join(missing, ", ")));
    }
  }
  return {};
}

Result<void> check_filter_attributes(const ReadPlan& plan, std::string_view parameter) {
  for (const std::string& attribute : plan.filter->attributes()) {
    if (is_key_attribute(plan.key(), attribute)) {
      return validation(
          fmt::format("{} can only contain non-primary key attributes: Primary key attribute: {}",
                      parameter, attribute));
    }
  }
  return {};
}

Result<void> check_segments(const ScanRequest& request) {
  Constraints constraints;
  if (request.total_segments) {
    constraints.at_least(*request.total_segments, 1, "totalSegments")
        .at_most(*request.total_segments, kMaxSegments, "totalSegments");
  }
  if (request.segment) {
    constraints.at_least(*request.segment, 0, "segment")
        .at_most(*request.segment, kMaxSegments - 1, "segment");
  }
  NORN_TRY(constraints.check());
  if (request.segment && !request.total_segments) {
    return validation(
        "The TotalSegments parameter is required but was not present in the request when Segment "
        "parameter is present");
  }
  if (request.total_segments && !request.segment) {
    return validation(
        "The Segment parameter is required but was not present in the request when parameter "
        "TotalSegments is present");
  }
  if (request.segment && *request.segment >= *request.total_segments) {
    return validation(
        fmt::format("The Segment parameter is zero-based and must be less than parameter "
                    "TotalSegments: Segment: {} is not less than TotalSegments: {}",
                    *request.segment, *request.total_segments));
  }
  return {};
}

// The checks that need no table.
Result<void> check_page_request(const PageRequest& request, Reading reading) {
  if (request.limit && *request.limit < 1) {
    Constraints constraints;
    if (reading == Reading::kScan) {
      constraints.at_least(*request.limit, 1, "limit");
    } else {  // DynamoDB has newer words here.
      constraints.add(
          "Value at 'Limit' failed to satisfy constraint: Member must have value greater than or "
          "equal to 1");
    }
    return constraints.check();
  }
  return check_select(request, reading);
}

ReadPlan new_plan(std::shared_ptr<const TableSchema> schema, const IndexSchema* index,
                  const PageRequest& request) {
  ReadPlan plan;
  plan.schema = std::move(schema);
  plan.index = index;
  plan.limit = request.limit;
  plan.count_only = request.select == Select::kCount;
  plan.json_items = request.json_items;
  plan.consistency = request.consistent ? ReadConsistency::kStrong : ReadConsistency::kEventual;
  return plan;
}

// The filter and projection, which queries and scans have in common.
Result<void> parse_expressions(const PageRequest& request, PlaceholderUse& placeholders,
                               ReadPlan& plan) {
  if (!request.filter.empty()) {
    NORN_ASSIGN(plan.filter, Condition::parse(request.filter, "FilterExpression", placeholders));
  }
  if (!request.projection.empty()) {
    NORN_ASSIGN(plan.projection, Projection::parse(request.projection, placeholders));
  }
  NORN_TRY(placeholders.check_all_used());
  if (plan.projection) {
    NORN_TRY(check_key_paths(*plan.schema, plan.projection->paths()));
  }
  return {};
}

}  // namespace

Result<ReadPlan> plan_query(std::shared_ptr<const TableSchema> schema,
                            const QueryRequest& request) {
  NORN_TRY(check_page_request(request, Reading::kQuery));
  PlaceholderUse placeholders(request.placeholders);
  NORN_TRY(placeholders.check_shape(!request.key_condition.empty() || !request.filter.empty() ||
                                    !request.projection.empty()));
  if (request.key_condition.empty()) {
    return validation(
        "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
        "request.");
  }
  NORN_ASSIGN(const IndexSchema* index, index_to_read(*schema, request));
  ReadPlan plan = new_plan(std::move(schema), index, request);
  plan.forward = request.forward;
  NORN_ASSIGN(plan.key_condition,
              KeyCondition::parse(request.key_condition, plan.key(), placeholders));
  NORN_TRY(parse_expressions(request, placeholders, plan));
  if (request.start_after) {
    NORN_ASSIGN(plan.start_after, start_of_query(plan, *request.start_after));
  }
  if (plan.filter) {
    NORN_TRY(check_filter_attributes(
        plan, request.placeholders.generated ? "QueryFilter" : "Filter Expression"));
  }
  if (plan.index != nullptr) {
    NORN_TRY(decide_fetching(request, Reading::kQuery, plan));
  }
  if (plan.filter) {
    NORN_TRY(check_key_paths(*plan.schema, plan.filter->paths()));
  }
  return plan;
}

Result<ReadPlan> plan_scan(std::shared_ptr<const TableSchema> schema, const ScanRequest& request) {
  NORN_TRY(check_page_request(request, Reading::kScan));
  NORN_TRY(check_segments(request));
  PlaceholderUse placeholders(request.placeholders);
  NORN_TRY(placeholders.check_shape(!request.filter.empty() || !request.projection.empty()));
  NORN_ASSIGN(const IndexSchema* index, index_to_read(*schema, request));
  ReadPlan plan = new_plan(std::move(schema), index, request);
  if (request.total_segments) {
    plan.segment = static_cast<uint32_t>(*request.segment);
    plan.total_segments = static_cast<uint32_t>(*request.total_segments);
  }
  NORN_TRY(parse_expressions(request, placeholders, plan));
  if (request.start_after) {
    NORN_ASSIGN(plan.start_after, start_of_scan(plan, *request.start_after));
  }
  if (plan.filter) {
    NORN_TRY(check_key_paths(*plan.schema, plan.filter->paths()));
  }
  if (plan.index != nullptr) {
    NORN_TRY(decide_fetching(request, Reading::kScan, plan));
  }
  return plan;
}

Item GetPlan::project(Item item) const {
  return projection ? projection->apply(item) : std::move(item);
}

Result<GetPlan> plan_get(std::shared_ptr<const TableSchema> schema, ItemView key,
                         const std::string& projection, const Placeholders& placeholders) {
  Result<GetPlan> plan(std::in_place);
  plan->schema = std::move(schema);
  PlaceholderUse use(placeholders);
  NORN_TRY(use.check_shape(!projection.empty()));
  if (!projection.empty()) {
    NORN_ASSIGN(plan->projection, Projection::parse(projection, use));
    NORN_TRY(use.check_all_used());
    NORN_TRY(check_key_paths(*plan->schema, plan->projection->paths()));
  }
  NORN_ASSIGN(plan->key, key_of_request(plan->schema->key, key));
  return plan;
}

}  // namespace norn::store
