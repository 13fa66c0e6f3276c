#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json_writer.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/exchange/table_definition.h"
#include "dynamodb/render.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/table_settings.h"

// Contributor insights are kept and described. Nothing is counted: there is no CloudWatch here, so
// no list of its rules is returned, either.
namespace norn::dynamodb {
namespace {

using store::ContributorInsights;
using store::InsightsMode;
using store::TableDescription;
using store::TableSettings;

constexpr int64_t kMaxListedInsights = 100;

Result<store::SettingsOfTables*> settings_for_insights(const Context& context) {
  if (context.settings == nullptr) return fail(ErrorCode::kUnknownOperation, "");
  return context.settings;
}

std::string_view mode_name(InsightsMode mode) {
  return mode == InsightsMode::kThrottledKeys ? "THROTTLED_KEYS" : "ACCESSED_AND_THROTTLED_KEYS";
}

InsightsMode read_mode(const Input& input) {
  return input.text("ContributorInsightsMode") == "THROTTLED_KEYS"
             ? InsightsMode::kThrottledKeys
             : InsightsMode::kAccessedAndThrottledKeys;
}

// Only global indexes have them.
Result<void> check_index(const TableDescription& table, std::string_view index) {
  if (index.empty()) return {};
  const store::IndexSchema* const schema = table.schema.find_index(index);
  if (schema != nullptr && schema->global) return {};
  return fail(ErrorCode::kResourceNotFound,
              fmt::format("Requested resource not found: Index: {} not found for table: {}", index,
                          table.schema.name));
}

// Of the table, or of the index that has a name.
const ContributorInsights* find_insights(const TableSettings& settings, std::string_view index) {
  if (index.empty()) return settings.insights ? &*settings.insights : nullptr;
  const auto found = settings.index_insights.find(index);
  return found == settings.index_insights.end() ? nullptr : &found->second;
}

// The members that name the table and the index, and say how its insights are.
void append_insights(ObjectWriter& object, std::string_view table, std::string_view index,
                     std::string_view status) {
  object.text("TableName", table);
  if (!index.empty()) object.text("IndexName", index);
  object.text("ContributorInsightsStatus", status);
}

struct InsightsChange {
  std::string_view status;  // As the reply says it: DynamoDB takes a while for a change.
  std::optional<InsightsMode> mode;
};

Result<InsightsChange> change_insights(const TableDescription& table, std::string_view index,
                                       std::optional<InsightsMode> enabled, int64_t now_ms,
                                       TableSettings& settings) {
  NORN_TRY(check_index(table, index));
  const store::IndexSchema* const schema = table.schema.find_index(index);
  if (schema != nullptr && schema->status != store::IndexStatus::kActive) {
    return store::validation(
        "Table or Index is not in a valid state to update Key Access Insights: IndexStatus must "
        "be ACTIVE to enable ContributorInsights.");
  }
  const ContributorInsights* const before = find_insights(settings, index);
  if (before == nullptr && !enabled) return InsightsChange{"DISABLED", std::nullopt};
  ContributorInsights after = before == nullptr ? ContributorInsights{} : *before;
  after.enabled = enabled.has_value();
  after.mode = enabled.value_or(after.mode);
  if (before != nullptr && after == *before) {
    return InsightsChange{after.enabled ? "ENABLED" : "DISABLED", after.mode};
  }
  after.updated_ms = now_ms;
  if (index.empty()) {
    settings.insights = after;
  } else {
    settings.index_insights.insert_or_assign(std::string(index), after);
  }
  return InsightsChange{after.enabled ? "ENABLING" : "DISABLING", after.mode};
}

Result<void> update_contributor_insights(const Context& context, const Input& input,
                                         std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_insights(context));
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  const std::string_view index = input.text("IndexName");
  std::optional<InsightsMode> enabled;
  if (input.text("ContributorInsightsAction") == "ENABLE") enabled = read_mode(input);
  InsightsChange change;
  NORN_TRY(tables->change_table_settings(
      table, [&](const TableDescription& description, TableSettings& settings) -> Result<void> {
        NORN_ASSIGN(change,
                    change_insights(description, index, enabled, context.clock.now_ms(), settings));
        return {};
      }));
  ObjectWriter object(out);
  append_insights(object, table, index, change.status);
  if (change.mode) object.text("ContributorInsightsMode", mode_name(*change.mode));
  object.close();
  return {};
}

Result<void> describe_contributor_insights(const Context& context, const Input& input,
                                           std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_insights(context));
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  const std::string_view index = input.text("IndexName");
  NORN_ASSIGN(const TableDescription description, context.store.describe_table(table));
  NORN_TRY(check_index(description, index));
  NORN_ASSIGN(const TableSettings settings, tables->table_settings(table));
  const ContributorInsights* const insights = find_insights(settings, index);
  const bool enabled = insights != nullptr && insights->enabled;
  ObjectWriter object(out);
  append_insights(object, table, index, enabled ? "ENABLED" : "DISABLED");
  if (insights != nullptr) {
    append_seconds(object.key("LastUpdateDateTime"), insights->updated_ms);
    object.text("ContributorInsightsMode", mode_name(insights->mode));
  }
  object.close();
  return {};
}

struct ListedInsights {
  std::string table;
  std::string index;  // Empty for the table itself, which comes before its indexes.
  InsightsMode mode = InsightsMode::kAccessedAndThrottledKeys;
};

// The token of the page after this one: where it ended. No name of a table has a slash.
std::string insights_token(const ListedInsights& last) {
  return fmt::format("{}/{}", last.table, last.index);
}

bool is_after(const ListedInsights& one, std::string_view token) {
  const size_t slash = std::min(token.find('/'), token.size());
  const std::string_view table = token.substr(0, slash);
  const std::string_view index = token.substr(std::min(slash + 1, token.size()));
  return one.table != table ? one.table > table : one.index > index;
}

void list_insights(const std::string& table, const TableSettings& settings,
                   std::vector<ListedInsights>& listed) {
  if (settings.insights && settings.insights->enabled) {
    listed.push_back({table, "", settings.insights->mode});
  }
  for (const auto& [index, insights] : settings.index_insights) {
    if (insights.enabled) listed.push_back({table, index, insights.mode});
  }
}

Result<std::vector<ListedInsights>> enabled_insights(const Context& context, const Input& input,
                                                     store::SettingsOfTables& tables) {
  std::vector<ListedInsights> listed;
  if (input.has("TableName")) {
    NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
    NORN_ASSIGN(const TableSettings settings, tables.table_settings(table));
    list_insights(table, settings, listed);
    return listed;
  }
  NORN_ASSIGN(const std::vector<std::string> names, exchange::all_tables(context.store, ""));
  for (const std::string& table : names) {
    // It may have been deleted meanwhile, or have no settings yet.
    const auto settings = tables.table_settings(table);
    if (settings) list_insights(table, *settings, listed);
  }
  return listed;
}

Result<void> list_contributor_insights(const Context& context, const Input& input,
                                       std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_insights(context));
  NORN_ASSIGN(std::vector<ListedInsights> listed, enabled_insights(context, input, *tables));
  if (input.has("NextToken")) {
    const std::string_view start = input.text("NextToken");
    std::erase_if(listed, [&](const ListedInsights& one) { return !is_after(one, start); });
  }
  const int64_t asked = input.integer("MaxResults").value_or(kMaxListedInsights);
  const auto limit = static_cast<size_t>(std::clamp<int64_t>(asked, 1, kMaxListedInsights));
  const bool has_more = listed.size() > limit;
  if (has_more) listed.resize(limit);
  ObjectWriter object(out);
  ListWriter summaries(object.key("ContributorInsightsSummaries"));
  for (const ListedInsights& one : listed) {
    ObjectWriter summary(summaries.next());
    append_insights(summary, one.table, one.index, "ENABLED");
    summary.text("ContributorInsightsMode", mode_name(one.mode));
    summary.close();
  }
  summaries.close();
  if (has_more) object.text("NextToken", insights_token(listed.back()));
  object.close();
  return {};
}

constexpr Operation kInsightsOperations[] = {
    {"UpdateContributorInsights", &kUpdateContributorInsightsInput, update_contributor_insights,
     Operation::kPool},
    {"DescribeContributorInsights", &kDescribeContributorInsightsInput,
     describe_contributor_insights},
    {"ListContributorInsights", &kListContributorInsightsInput, list_contributor_insights,
     Operation::kPool},
};

}  // namespace

std::span<const Operation> insights_operations() {
  return kInsightsOperations;
}

}  // namespace norn::dynamodb
