#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/json_text.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/api/table_input.h"
#include "dynamodb/api/table_render.h"
#include "dynamodb/render.h"
#include "dynamodb/settings/policy_document.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/table_settings.h"

// Tables are created, changed or deleted before the reply is sent. DynamoDB takes a while for that,
// and replies with a transitional state. Ours replies the same, because programs wait for the next
// state, which DescribeTable then returns at once.
namespace norn::dynamodb {
namespace {

using store::IndexStatus;
using store::TableDescription;
using store::TableStatus;

void append_named_table(std::string& out, std::string_view name, const TableDescription& table) {
  ObjectWriter object(out);
  append_table(object.key(name), table);
  object.close();
}

// A table without the vector index that was asked for would be another one.
Result<void> check_no_vectors(const Input& input) {
  if (!input.has("VectorIndexes") && !input.has("VectorIndexUpdates")) return {};
  return store::invalid_parameter("Vector indexes are not supported");
}

Result<TableDescription> create_with_policy(const Context& context, const Input& input,
                                            const store::CreateTableRequest& request) {
  if (!input.has("ResourcePolicy")) return context.store.create_table(request);
  NORN_ASSIGN(std::string policy, canonical_policy(input.text("ResourcePolicy"), PolicyOf::kTable));
  if (context.settings == nullptr) {
    return store::invalid_parameter("ResourcePolicy is not supported");
  }
  store::TableSettings settings;
  settings.policy = store::ResourcePolicy{std::move(policy), context.clock.now_ms()};
  return context.settings->create_table_with(settings, request);
}

Result<void> create_table(const Context& context, const Input& input, std::string& out) {
  NORN_TRY(check_no_vectors(input));
  NORN_ASSIGN(const store::CreateTableRequest request, read_create_table(input));
  NORN_ASSIGN(TableDescription table, create_with_policy(context, input, request));
  table.status = TableStatus::kCreating;
  for (store::IndexDescription& index : table.indexes) {
    index.schema.status = IndexStatus::kCreating;
  }
  append_named_table(out, "TableDescription", table);
  return {};
}

Result<void> describe_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::string name, table_name(input.text("TableName")));
  NORN_ASSIGN(const TableDescription table, context.store.describe_table(name));
  append_named_table(out, "Table", table);
  return {};
}

Result<void> list_tables(const Context& context, const Input& input, std::string& out) {
  store::ListTablesRequest request;
  request.start_after = input.text("ExclusiveStartTableName");
  request.limit = input.integer("Limit");
  NORN_ASSIGN(const store::ListTablesResult page, context.store.list_tables(request));
  ObjectWriter object(out);
  ListWriter names(object.key("TableNames"));
  for (const std::string& name : page.tables) append_json_string(names.next(), name);
  names.close();
  if (page.last_table) object.text("LastEvaluatedTableName", *page.last_table);
  object.close();
  return {};
}

// Adds the indexes of `before` that a request deletes, with the state that they have meanwhile.
void append_deleted_indexes(TableDescription& table, const TableDescription& before,
                            const std::vector<std::string>& deleted) {
  for (const store::IndexDescription& index : before.indexes) {
    const auto has_name = [&](const store::IndexDescription& other) {
      return other.schema.name == index.schema.name;
    };
    if (std::ranges::find(deleted, index.schema.name) == deleted.end()) continue;
    if (std::ranges::any_of(table.indexes, has_name)) continue;
    table.indexes.push_back(index);
    table.indexes.back().schema.status = IndexStatus::kDeleting;
  }
}

Result<void> update_table(const Context& context, const Input& input, std::string& out) {
  NORN_TRY(check_no_vectors(input));
  NORN_ASSIGN(const store::UpdateTableRequest request, read_update_table(input));
  TableDescription before;
  if (!request.delete_indexes.empty()) {
    NORN_ASSIGN(before, context.store.describe_table(request.table));
  }
  NORN_ASSIGN(TableDescription table, context.store.update_table(request));
  append_deleted_indexes(table, before, request.delete_indexes);
  table.status = TableStatus::kUpdating;
  for (store::IndexDescription& index : table.indexes) {
    const bool created = std::ranges::any_of(
        request.create_indexes, [&](const auto& other) { return other.name == index.schema.name; });
    if (created) index.schema.status = IndexStatus::kCreating;
  }
  append_named_table(out, "TableDescription", table);
  return {};
}

Result<void> delete_table(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::string name, table_name(input.text("TableName")));
  NORN_ASSIGN(TableDescription table, context.store.delete_table(name));
  table.status = TableStatus::kDeleting;
  ObjectWriter object(out);
  append_deleted_table(object.key("TableDescription"), table);
  object.close();
  return {};
}

Result<void> update_time_to_live(const Context& context, const Input& input, std::string& out) {
  const Input specification = input.structure("TimeToLiveSpecification");
  store::UpdateTtlRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  request.attribute = specification.text("AttributeName");
  request.enabled = specification.flag("Enabled");
  NORN_TRY(context.store.update_ttl(request));
  ObjectWriter object(out);
  ObjectWriter ttl(object.key("TimeToLiveSpecification"));
  ttl.boolean("Enabled", request.enabled);
  ttl.text("AttributeName", request.attribute);
  ttl.close();
  object.close();
  return {};
}

Result<void> describe_time_to_live(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  NORN_ASSIGN(const store::TtlDescription description, context.store.describe_ttl(table));
  ObjectWriter object(out);
  ObjectWriter ttl(object.key("TimeToLiveDescription"));
  ttl.text("TimeToLiveStatus", description.enabled ? "ENABLED" : "DISABLED");
  if (description.enabled) ttl.text("AttributeName", description.attribute);
  ttl.close();
  object.close();
  return {};
}

// DynamoDB answers a change of tags with an empty body, without even {}.

// The store's error with DynamoDB's words for a table that is not there, misspelt as they are.
Error named_by(std::string_view arn, Error error) {
  if (error.code == ErrorCode::kResourceNotFound) {
    error.message = fmt::format("Requested resource not found: ResourcArn: {} not found", arn);
  }
  return error;
}

Result<void> tag_resource(const Context& context, const Input& input, std::string& /*out*/) {
  const std::string_view arn = input.text("ResourceArn");
  store::ChangeTagsRequest request;
  NORN_ASSIGN(request.table, tagged_table(arn));
  NORN_ASSIGN(request.set, read_tags(input));
  if (request.set.empty()) {
    return store::validation("Atleast one Tag needs to be provided as Input.");
  }
  if (auto changed = context.store.change_tags(request); !changed) {
    return std::unexpected(named_by(arn, std::move(changed).error()));
  }
  return {};
}

Result<void> untag_resource(const Context& context, const Input& input, std::string& /*out*/) {
  store::ChangeTagsRequest request;
  NORN_ASSIGN(request.table, tagged_table(input.text("ResourceArn")));
  NORN_TRY(input.each("TagKeys", [&](simdjson::dom::element key) -> Result<void> {
    request.remove.emplace_back(key.get_string().value_unsafe());
    return {};
  }));
  if (request.remove.empty()) {
    return store::validation("Atleast one Tag Key needs to be provided as Input.");
  }
  auto changed = context.store.change_tags(request);
  if (!changed && changed.error().code == ErrorCode::kResourceNotFound) {
    return store::table_not_found(request.table);
  }
  return changed;
}

Result<void> list_tags_of_resource(const Context& context, const Input& input, std::string& out) {
  const std::string_view arn = input.text("ResourceArn");
  NORN_ASSIGN(const std::string table, tagged_table(arn));
  auto tags = context.store.list_tags(table);
  if (!tags) return std::unexpected(named_by(arn, std::move(tags).error()));
  ObjectWriter object(out);
  ListWriter list(object.key("Tags"));
  for (const auto& [key, value] : *tags) {
    ObjectWriter tag(list.next());
    tag.text("Key", key);
    tag.text("Value", value);
    tag.close();
  }
  list.close();
  object.close();
  return {};
}

// The limits of a new AWS account. Nothing is limited here; programs that plan with them must find
// something.
constexpr int64_t kAccountUnits = 80'000;
constexpr int64_t kTableUnits = 40'000;
constexpr int64_t kEndpointMinutes = 24 * 60;

Result<void> describe_limits(const Context& /*context*/, const Input& /*input*/, std::string& out) {
  ObjectWriter object(out);
  object.integer("AccountMaxReadCapacityUnits", kAccountUnits);
  object.integer("AccountMaxWriteCapacityUnits", kAccountUnits);
  object.integer("TableMaxReadCapacityUnits", kTableUnits);
  object.integer("TableMaxWriteCapacityUnits", kTableUnits);
  object.close();
  return {};
}

// Clients that discover endpoints shall go on calling the one they have found already.
Result<void> describe_endpoints(const Context& /*context*/, const Input& /*input*/, Answer answer) {
  ObjectWriter object(answer.body());
  ListWriter endpoints(object.key("Endpoints"));
  ObjectWriter endpoint(endpoints.next());
  endpoint.text("Address", answer.request().header("host").value_or("localhost"));
  endpoint.integer("CachePeriodInMinutes", kEndpointMinutes);
  endpoint.close();
  endpoints.close();
  object.close();
  answer.succeed();
  return {};
}

constexpr Operation kTableOperations[] = {
    {"CreateTable", &kCreateTableInput, create_table, Operation::kPool},
    {"DescribeTable", &kTableNameInput, describe_table},
    {"ListTables", &kListTablesInput, list_tables},
    {"UpdateTable", &kUpdateTableInput, update_table, Operation::kPool},
    {"DeleteTable", &kTableNameInput, delete_table, Operation::kPool},
    {"UpdateTimeToLive", &kUpdateTimeToLiveInput, update_time_to_live, Operation::kPool},
    {"DescribeTimeToLive", &kTableNameInput, describe_time_to_live},
    {"TagResource", &kTagResourceInput, tag_resource, Operation::kPool},
    {"UntagResource", &kUntagResourceInput, untag_resource, Operation::kPool},
    {"ListTagsOfResource", &kListTagsOfResourceInput, list_tags_of_resource},
    {"DescribeLimits", &kNoInput, describe_limits},
    {"DescribeEndpoints", &kNoInput, describe_endpoints},
};

}  // namespace

std::span<const Operation> table_operations() {
  return kTableOperations;
}

}  // namespace norn::dynamodb
