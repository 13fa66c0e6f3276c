#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json_writer.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/table_settings.h"

// There are no Kinesis data streams here, so nothing can be delivered to one. DynamoDB answers just
// so for a stream that does not exist: it begins to enable the destination, and then describes it
// as failed. No destination is ever active, so none can be changed or disabled.
namespace norn::dynamodb {
namespace {

using store::TableSettings;

// The latest of those that failed.
constexpr size_t kMaxKeptDestinations = 20;

constexpr std::string_view kEnableConfiguration = "EnableKinesisStreamingConfiguration";
constexpr std::string_view kUpdateConfiguration = "UpdateKinesisStreamingConfiguration";
constexpr std::string_view kPrecisionMember = "ApproximateCreationDateTimePrecision";

Result<store::SettingsOfTables*> settings_for_kinesis(const Context& context) {
  if (context.settings == nullptr) return fail(ErrorCode::kUnknownOperation, "");
  return context.settings;
}

std::unexpected<Error> not_in_valid_state(std::string_view why) {
  return store::validation(fmt::format(
      "Table is not in a valid state to enable Kinesis Streaming Destination: {}", why));
}

Result<void> enable_kinesis(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_kinesis(context));
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  const std::string_view arn = input.text("StreamArn");
  NORN_TRY(tables->change_table_settings(
      table, [&](const auto& /*table*/, TableSettings& settings) -> Result<void> {
        std::vector<std::string>& streams = settings.kinesis_streams;
        std::erase(streams, arn);
        streams.emplace(streams.begin(), arn);
        streams.resize(std::min(streams.size(), kMaxKeptDestinations));
        return {};
      }));
  ObjectWriter object(out);
  object.text("TableName", table);
  object.text("StreamArn", arn);
  object.text("DestinationStatus", "ENABLING");
  ObjectWriter configuration(object.key(kEnableConfiguration));
  const Input asked = input.structure(kEnableConfiguration);
  if (asked.has(kPrecisionMember)) {
    configuration.text(kPrecisionMember, asked.text(kPrecisionMember));
  }
  configuration.close();
  object.close();
  return {};
}

Result<void> describe_kinesis(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_kinesis(context));
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  NORN_ASSIGN(const TableSettings settings, tables->table_settings(table));
  ObjectWriter object(out);
  object.text("TableName", table);
  ListWriter destinations(object.key("KinesisDataStreamDestinations"));
  for (const std::string& arn : settings.kinesis_streams) {
    ObjectWriter destination(destinations.next());
    destination.text("StreamArn", arn);
    destination.text("DestinationStatus", "ENABLE_FAILED");
    // DynamoDB's words for a stream that does not exist.
    destination.text("DestinationStatusDescription",
                     "User does not have a permission to use kinesis stream");
    destination.close();
  }
  destinations.close();
  object.close();
  return {};
}

Result<void> disable_kinesis(const Context& context, const Input& input, std::string& /*out*/) {
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  NORN_TRY(context.store.describe_table(table));
  if (input.has(kEnableConfiguration)) {
    return store::validation(
        "Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters");
  }
  return not_in_valid_state(
      "KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.");
}

Result<void> update_kinesis(const Context& context, const Input& input, std::string& /*out*/) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_kinesis(context));
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  NORN_ASSIGN(const TableSettings settings, tables->table_settings(table));
  if (!input.structure(kUpdateConfiguration).has(kPrecisionMember)) {
    return store::validation(
        "Streaming destination cannot be updated with given parameters: "
        "UpdateKinesisStreamingConfiguration cannot be null or contain only null values");
  }
  const std::string_view arn = input.text("StreamArn");
  if (std::ranges::find(settings.kinesis_streams, arn) == settings.kinesis_streams.end()) {
    return not_in_valid_state(
        fmt::format("No streaming destination with streamArn: {} found for table with tableName: "
                    "{}",
                    arn, table));
  }
  return not_in_valid_state(
      fmt::format("Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE "
                  "state. TableName: {}, kdsArn: {}",
                  table, arn));
}

constexpr Operation kKinesisOperations[] = {
    {"EnableKinesisStreamingDestination", &kEnableKinesisInput, enable_kinesis, Operation::kPool},
    {"DescribeKinesisStreamingDestination", &kTableNameInput, describe_kinesis},
    {"DisableKinesisStreamingDestination", &kDisableKinesisInput, disable_kinesis},
    {"UpdateKinesisStreamingDestination", &kUpdateKinesisInput, update_kinesis},
};

}  // namespace

std::span<const Operation> kinesis_operations() {
  return kKinesisOperations;
}

}  // namespace norn::dynamodb
