#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/requests/table_requests.h"

// Settings that DynamoDB keeps beside a table and that change nothing about its items. A part of
// the contract that not every store has.
namespace norn::store {

struct ResourcePolicy {
  std::optional<std::string> document;  // Nullopt after it was deleted.
  // When it was put or deleted, in milliseconds since 1970. Each change has a greater one.
  int64_t revision = 0;
  friend bool operator==(const ResourcePolicy&, const ResourcePolicy&) = default;
};

enum class InsightsMode : uint8_t { kAccessedAndThrottledKeys, kThrottledKeys };

struct ContributorInsights {
  bool enabled = false;
  InsightsMode mode = InsightsMode::kAccessedAndThrottledKeys;
  int64_t updated_ms = 0;
  friend bool operator==(const ContributorInsights&, const ContributorInsights&) = default;
};

// Of one table. They are deleted with it, and those of an index or stream with that.
struct TableSettings {
  std::optional<ResourcePolicy> policy;  // Nullopt if the table never had one.
  std::map<std::string, ResourcePolicy, std::less<>> stream_policies;  // By the stream's ARN.
  std::optional<ContributorInsights> insights;
  std::map<std::string, ContributorInsights, std::less<>> index_insights;  // By the index's name.
  // The Kinesis streams that were asked for, the latest first. None can be delivered to.
  std::vector<std::string> kinesis_streams;
  friend bool operator==(const TableSettings&, const TableSettings&) = default;
};

// Changes the settings, or returns an error and leaves them as they are.
using ChangeTableSettings = std::function<Result<void>(const TableDescription&, TableSettings&)>;

// Safe to call from any thread.
class SettingsOfTables {
 public:
  virtual ~SettingsOfTables() = default;

  // As Store::create_table; the table has the settings from the beginning.
  virtual Result<TableDescription> create_table_with(const TableSettings& settings,
                                                     const CreateTableRequest& request) = 0;
  // This and the next return kResourceNotFound if there is no such table.
  virtual Result<TableSettings> table_settings(std::string_view table) = 0;
  // Calls `change` on another thread and in one order with all changes of tables; it must neither
  // block nor call the store. What it did is durable when this returns success.
  virtual Result<void> change_table_settings(std::string_view table,
                                             const ChangeTableSettings& change) = 0;
};

}  // namespace norn::store
