#include "dynamodb/exchange/table_definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/json_writer.h"
#include "dynamodb/api/table_render.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/remote/replies.h"
#include "dynamodb/remote/reply.h"

namespace norn::exchange {
namespace {

constexpr size_t kMaxDefinitionBytes = size_t{1} << 20;
constexpr std::chrono::milliseconds kTablePause{50};
constexpr int kMaxTablePauses = 6'000;  // Five minutes.

store::CreateTableRequest request_of(const store::TableDescription& table) {
  store::CreateTableRequest request;
  request.table = table.schema.name;
  request.attributes = table.attributes;
  request.key = store::key_elements(table.schema.key);
  request.billing = table.billing;
  const bool is_provisioned = table.billing == store::BillingMode::kProvisioned;
  if (is_provisioned) request.throughput = table.throughput;
  if (table.on_demand != store::PartialThroughput{}) request.on_demand = table.on_demand;
  for (const store::IndexDescription& index : table.indexes) {
    store::IndexDefinition definition{.name = index.schema.name,
                                      .key = store::key_elements(index.schema.key),
                                      .projection = index.schema.projection,
                                      .throughput = std::nullopt};
    if (is_provisioned && index.schema.global) definition.throughput = index.throughput;
    if (index.on_demand != store::PartialThroughput{}) definition.on_demand = index.on_demand;
    (index.schema.global ? request.global_indexes : request.local_indexes)
        .push_back(std::move(definition));
  }
  request.stream = table.stream;
  request.deletion_protection = table.deletion_protection;
  request.table_class = table.table_class;
  return request;
}

bool is_usable(const store::TableDescription& table) {
  return table.status == store::TableStatus::kActive &&
         std::ranges::all_of(table.schema.indexes, [](const store::IndexSchema& index) {
           return index.status == store::IndexStatus::kActive;
         });
}

}  // namespace

Result<TableDefinition> definition_of(store::Store& store, const store::TableDescription& table) {
  TableDefinition definition{.table = request_of(table), .ttl = {}};
  NORN_ASSIGN(definition.ttl, store.describe_ttl(table.schema.name));
  NORN_ASSIGN(definition.table.tags, store.list_tags(table.schema.name));
  return definition;
}

Result<std::string> describe(store::Store& store, const store::TableDescription& table) {
  NORN_ASSIGN(const TableDefinition definition, definition_of(store, table));
  std::string out;
  ObjectWriter object(out);
  dynamodb::append_table(object.key("Table"), table);
  ObjectWriter ttl(object.key("TimeToLiveDescription"));
  ttl.text("TimeToLiveStatus", definition.ttl.enabled ? "ENABLED" : "DISABLED");
  if (definition.ttl.enabled) ttl.text("AttributeName", definition.ttl.attribute);
  ttl.close();
  ListWriter tags(object.key("Tags"));
  for (const auto& [key, value] : definition.table.tags) {
    ObjectWriter tag(tags.next());
    tag.text("Key", key);
    tag.text("Value", value);
    tag.close();
  }
  tags.close();
  object.close();
  out.push_back('\n');
  return out;
}

Result<TableDefinition> read_definition(const std::filesystem::path& path) {
  NORN_ASSIGN(const std::string text, read_small_file(path, kMaxDefinitionBytes));
  const auto wrong = [&](std::string_view what) {
    return fail(ErrorCode::kInvalid, fmt::format("{}: {}", path.string(), what));
  };
  const auto reply = dynamodb::RemoteReply::parse(text);
  if (!reply) return wrong("this is no JSON object");
  const dynamodb::RemoteObject root = reply->root();
  const dynamodb::RemoteObject described = root.find("Table") ? root.object("Table") : root;
  auto table = dynamodb::read_table(described);
  if (!table) return wrong(table.error().message);
  if (table->schema.key.partition.name.empty()) {
    return wrong("it describes no table: a KeySchema is missing");
  }
  // A description has the billing in its summary, a request beside the rest.
  if (described.text("BillingMode") == store::to_name(store::BillingMode::kPayPerRequest)) {
    table->billing = store::BillingMode::kPayPerRequest;
  }
  TableDefinition definition{.table = request_of(*table), .ttl = {}};
  definition.ttl = dynamodb::read_ttl(root.object("TimeToLiveDescription"));
  NORN_TRY(root.each("Tags", [&](simdjson::dom::element json) -> Result<void> {
    const dynamodb::RemoteObject tag(json);
    definition.table.tags.emplace(tag.text("Key"), tag.text("Value"));
    return {};
  }));
  return definition;
}

Result<std::optional<store::TableDescription>> find_table(store::Store& store,
                                                          const std::string& table) {
  auto found = store.describe_table(table);
  if (found) return std::optional(std::move(*found));
  if (found.error().code == ErrorCode::kTableNotFound ||
      found.error().code == ErrorCode::kResourceNotFound) {
    return std::nullopt;
  }
  return std::unexpected(found.error());
}

Result<store::TableDescription> create_and_wait(store::Store& store,
                                                const store::CreateTableRequest& table) {
  NORN_TRY(store.create_table(table));
  for (int pause = 0; pause < kMaxTablePauses; ++pause) {
    NORN_ASSIGN(auto there, find_table(store, table.table));
    if (there && is_usable(*there)) return *std::move(there);
    std::this_thread::sleep_for(kTablePause);
  }
  return fail(
      ErrorCode::kUnavailable,
      fmt::format("The table {} did not become ready. Look at it, and try again.", table.table));
}

Result<void> turn_ttl_on(store::Store& store, const std::string& table,
                         const store::TtlDescription& ttl) {
  if (!ttl.enabled) return {};
  NORN_ASSIGN(const auto now, store.describe_ttl(table));
  if (now.enabled) return {};
  NORN_TRY(store.update_ttl({.table = table, .attribute = ttl.attribute, .enabled = true}));
  return {};
}

Result<std::vector<std::string>> all_tables(store::Store& store, std::string_view prefix) {
  std::vector<std::string> tables;
  store::ListTablesRequest request;
  while (true) {
    NORN_ASSIGN(const auto page, store.list_tables(request));
    for (const std::string& table : page.tables) {
      if (table.starts_with(prefix)) tables.push_back(table);
    }
    if (!page.last_table) return tables;
    request.start_after = *page.last_table;
  }
}

}  // namespace norn::exchange
