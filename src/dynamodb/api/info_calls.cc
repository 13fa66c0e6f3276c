#include <fmt/format.h>

#include "dynamodb/api/table_calls.h"
#include "dynamodb/render.h"
#include "dynamodb/table_name.h"

namespace norn::dynamodb {
namespace {

// The limits of a new AWS account. Nothing is limited here; programs that plan with them must find
// something.
constexpr int64_t kAccountUnits = 80'000;
constexpr int64_t kTableUnits = 40'000;
constexpr int64_t kEndpointMinutes = 24 * 60;

}  // namespace

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

Result<void> describe_continuous_backups(const Context& context, const Input& input,
                                         std::string& out) {
  NORN_ASSIGN(const std::string table, table_name(input.text("TableName")));
  const auto found = context.store.describe_table(table);
  if (!found && found.error().code == ErrorCode::kResourceNotFound) {
    return fail(ErrorCode::kTableNotFound, fmt::format("Table not found: {}", table));
  }
  if (!found) return std::unexpected(found.error());
  ObjectWriter object(out);
  ObjectWriter backups(object.key("ContinuousBackupsDescription"));
  backups.text("ContinuousBackupsStatus", "ENABLED");
  ObjectWriter recovery(backups.key("PointInTimeRecoveryDescription"));
  recovery.text("PointInTimeRecoveryStatus", "DISABLED");
  recovery.close();
  backups.close();
  object.close();
  return {};
}

}  // namespace norn::dynamodb
