#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "store/schema.h"

namespace norn::store {

struct AttributeDefinition {
  std::string name;
  std::string type;  // "S", "N" or "B"; anything else is refused.
};

// Key schemas and definitions come as lists because that is what callers can get wrong in ways
// that must be reported: table_validation.h turns them into a TableSchema.
struct KeyElement {
  std::string name;
  std::string role;  // "HASH" or "RANGE".
};

// Units of which either may be left out.
struct PartialThroughput {
  std::optional<int64_t> read_units = {};
  std::optional<int64_t> write_units = {};
  friend bool operator==(const PartialThroughput&, const PartialThroughput&) = default;
};

// The list that a key schema is made from.
std::vector<KeyElement> key_elements(const KeySchema& key);

struct IndexDefinition {
  std::string name;
  std::vector<KeyElement> key;
  IndexProjection projection;
  std::optional<Throughput> throughput;  // GSIs of a provisioned table.
  std::optional<PartialThroughput> on_demand = {};
  std::optional<PartialThroughput> warm = {};
};

// Labels of a table, which mean nothing to the store.
using Tags = std::map<std::string, std::string, std::less<>>;

struct CreateTableRequest {
  std::string table;
  std::vector<AttributeDefinition> attributes;
  std::vector<KeyElement> key;
  std::vector<IndexDefinition> local_indexes;
  std::vector<IndexDefinition> global_indexes;
  BillingMode billing = BillingMode::kPayPerRequest;
  std::optional<Throughput> throughput;
  std::optional<StreamView> stream;
  bool deletion_protection = false;
  std::optional<TableClass> table_class;
  Tags tags;
  // Settings without an effect: see store/tables/table_settings.h.
  std::optional<PartialThroughput> on_demand;
  std::optional<PartialThroughput> warm;
  std::optional<std::string> encryption_key;  // An id, alias or ARN; empty means AWS's own key.
};

struct UpdateTableRequest {
  std::string table;
  std::vector<AttributeDefinition> attributes;  // Those of a created index.
  // At most one index may be created or deleted per request.
  std::vector<IndexDefinition> create_indexes;
  std::vector<std::string> delete_indexes;
  std::map<std::string, Throughput> index_throughput;
  std::optional<BillingMode> billing;
  std::optional<Throughput> throughput;
  // Turns the stream on (with a view) or off.
  struct StreamChange {
    std::optional<StreamView> view;  // nullopt turns it off.
  };
  std::optional<StreamChange> stream;
  std::optional<bool> deletion_protection;
  std::optional<TableClass> table_class;
  std::optional<PartialThroughput> on_demand;  // -1 clears a limit.
  std::optional<PartialThroughput> warm;
  std::map<std::string, PartialThroughput> index_on_demand;
  std::map<std::string, PartialThroughput> index_warm;
  // Turns encryption with a key on (as in CreateTableRequest) or off.
  struct EncryptionChange {
    std::optional<std::string> key;  // nullopt turns it off.
  };
  std::optional<EncryptionChange> encryption;
};

// When provisioned throughput was changed last; 0 means never.
struct ThroughputTimes {
  int64_t increased_ms = 0;
  int64_t decreased_ms = 0;
};

struct IndexDescription {
  IndexSchema schema;
  std::optional<Throughput> throughput;
  std::string arn;
  uint64_t item_count = 0;
  uint64_t size_bytes = 0;
  ThroughputTimes throughput_times = {};
  PartialThroughput on_demand = {};
  // As asked for, or as it was before; warm_throughput() has what is in force.
  Throughput warm = {};
};

struct TableDescription {
  TableSchema schema;
  std::vector<AttributeDefinition> attributes;
  std::vector<IndexDescription> indexes;  // Parallel to schema.indexes.
  TableStatus status = TableStatus::kActive;
  std::string id;
  std::string arn;
  int64_t created_ms = 0;
  uint64_t item_count = 0;
  uint64_t size_bytes = 0;
  BillingMode billing = BillingMode::kPayPerRequest;
  bool was_on_demand = false;      // Before it was switched to provisioned throughput.
  int64_t on_demand_since_ms = 0;  // When it was switched to that; 0 means when it was created.
  Throughput throughput;
  ThroughputTimes throughput_times;
  PartialThroughput on_demand;
  Throughput warm;                            // As of an index.
  std::optional<std::string> encryption_key;  // An ARN.
  bool deletion_protection = false;
  std::optional<TableClass> table_class;  // As requested; standard if absent.
  std::optional<StreamView> stream;
  std::string stream_arn;  // Of the latest stream; empty when there never was one.
  std::string stream_label;
};

struct ListTablesRequest {
  std::string start_after;       // ExclusiveStartTableName.
  std::optional<int64_t> limit;  // 1 to 100.
};

struct ListTablesResult {
  std::vector<std::string> tables;        // Sorted.
  std::optional<std::string> last_table;  // Where the next page starts; absent at the end.
};

struct UpdateTtlRequest {
  std::string table;
  std::string attribute;
  bool enabled = false;
};

struct TtlDescription {
  bool enabled = false;
  std::string attribute;  // Empty when disabled.
};

// TagResource and UntagResource. Setting a key that exists replaces its value; removing a key that
// does not exist is no error.
struct ChangeTagsRequest {
  std::string table;
  Tags set;
  std::vector<std::string> remove;
};

}  // namespace norn::store
