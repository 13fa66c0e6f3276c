#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/error.h"
#include "base/json_writer.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/api/table_input.h"
#include "dynamodb/settings/policy_document.h"
#include "dynamodb/shapes/shapes.h"
#include "store/backups.h"
#include "store/errors.h"
#include "store/table_settings.h"
#include "store/tables/table_validation.h"

// Resource policies are kept and described. They decide nothing: each caller of the API may do
// everything, as docs/compatibility.md says.
namespace norn::dynamodb {
namespace {

using store::ResourcePolicy;
using store::TableSettings;

constexpr std::string_view kStreamOfTable = "/stream/";
constexpr std::string_view kBackupOfTable = "/backup/";
constexpr std::string_view kNoPolicy = "NO_POLICY";

// What has the policy: a table, or one of its streams.
struct PolicyTarget {
  std::string table;
  std::string stream_label;  // Empty for the table itself.

  PolicyOf kind() const { return stream_label.empty() ? PolicyOf::kTable : PolicyOf::kStream; }
  std::string stream_arn() const { return store::stream_arn(table, stream_label); }
};

Result<PolicyTarget> policy_target(std::string_view arn) {
  const size_t stream = arn.find(kStreamOfTable);
  if (arn.find(kBackupOfTable) != std::string_view::npos) {
    return store::invalid_parameter(
        fmt::format("Provided Arn is not a DynamoDB resource arn: {}", arn));
  }
  PolicyTarget target;
  NORN_ASSIGN(target.table, tagged_table(arn.substr(0, stream)));
  if (stream == std::string_view::npos) return target;
  target.stream_label = arn.substr(stream + kStreamOfTable.size());
  if (target.stream_label.empty()) {
    return store::invalid_parameter(fmt::format("Invalid resource Arn: {}", arn));
  }
  return target;
}

Result<store::SettingsOfTables*> settings_for_policies(const Context& context) {
  if (context.settings == nullptr) return fail(ErrorCode::kUnknownOperation, "");
  return context.settings;
}

std::unexpected<Error> policy_not_found(std::string_view what) {
  return store::wire_error(
      ErrorCode::kResourceNotFound, "PolicyNotFoundException",
      fmt::format("Resource-based policy not found for the provided ResourceArn: {}", what));
}

// A stream outlives its table, so it is looked for by itself.
Result<void> check_stream_of_target(const Context& context, const PolicyTarget& target) {
  if (target.kind() == PolicyOf::kTable) return {};
  const auto stream = context.store.describe_stream(
      {.arn = target.stream_arn(), .start_after_shard = {}, .limit = std::nullopt});
  if (stream) return {};
  if (stream.error().code != ErrorCode::kResourceNotFound) return std::unexpected(stream.error());
  NORN_TRY(context.store.describe_table(target.table));
  return fail(ErrorCode::kResourceNotFound,
              fmt::format("Requested resource not found: Stream: {} not found for Table: {}",
                          target.stream_label, target.table));
}

const ResourcePolicy* find_policy(const TableSettings& settings, const PolicyTarget& target) {
  if (target.kind() == PolicyOf::kTable) return settings.policy ? &*settings.policy : nullptr;
  const auto found = settings.stream_policies.find(target.stream_arn());
  return found == settings.stream_policies.end() ? nullptr : &found->second;
}

void set_policy(TableSettings& settings, const PolicyTarget& target, ResourcePolicy policy) {
  if (target.kind() == PolicyOf::kTable) {
    settings.policy = std::move(policy);
  } else {
    settings.stream_policies.insert_or_assign(target.stream_arn(), std::move(policy));
  }
}

// Whether the policy is the one that the caller bases its change on, if it says which.
Result<void> check_expected_revision(const Input& input, const PolicyTarget& target,
                                     const ResourcePolicy* policy) {
  if (!input.has("ExpectedRevisionId")) return {};
  const std::string_view expected = input.text("ExpectedRevisionId");
  const bool exists = policy != nullptr && policy->document;
  if (!exists && expected == kNoPolicy) return {};
  if (!exists) {
    return policy_not_found(
        fmt::format("Requested update for policy with revision id {}, but table {} has no "
                    "associated policy.",
                    expected, target.table));
  }
  if (expected == kNoPolicy) {
    return policy_not_found(
        fmt::format("Requested policy update expecting none to be present for table {}, but a "
                    "policy exists with revision id {}.",
                    target.table, policy->revision));
  }
  if (expected == fmt::to_string(policy->revision)) return {};
  return policy_not_found(
      fmt::format("Requested update for policy with revision id {}, but the policy associated to "
                  "target table {} has revision id {}.",
                  expected, target.table, policy->revision));
}

int64_t next_revision(const Clock& clock, const ResourcePolicy* before) {
  return std::max(clock.now_ms(), before == nullptr ? 0 : before->revision + 1);
}

Result<void> put_resource_policy(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_policies(context));
  NORN_ASSIGN(const PolicyTarget target, policy_target(input.text("ResourceArn")));
  NORN_ASSIGN(const std::string document, canonical_policy(input.text("Policy"), target.kind()));
  NORN_TRY(check_stream_of_target(context, target));
  int64_t revision = 0;
  const auto put = [&](const auto& /*table*/, TableSettings& settings) -> Result<void> {
    const ResourcePolicy* const before = find_policy(settings, target);
    NORN_TRY(check_expected_revision(input, target, before));
    if (before != nullptr && before->document == document) {
      revision = before->revision;
      return {};
    }
    revision = next_revision(context.clock, before);
    set_policy(settings, target, {document, revision});
    return {};
  };
  NORN_TRY(tables->change_table_settings(target.table, put));
  ObjectWriter object(out);
  object.text("RevisionId", fmt::to_string(revision));
  object.close();
  return {};
}

Result<void> get_resource_policy(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_policies(context));
  const std::string_view arn = input.text("ResourceArn");
  NORN_ASSIGN(const PolicyTarget target, policy_target(arn));
  NORN_TRY(check_stream_of_target(context, target));
  const auto settings = tables->table_settings(target.table);
  if (!settings && (target.kind() == PolicyOf::kTable ||
                    settings.error().code != ErrorCode::kResourceNotFound)) {
    return std::unexpected(settings.error());
  }
  const ResourcePolicy* const policy = settings ? find_policy(*settings, target) : nullptr;
  if (policy == nullptr || !policy->document) return policy_not_found(arn);
  ObjectWriter object(out);
  object.text("Policy", shown_policy(*policy->document));
  object.text("RevisionId", fmt::to_string(policy->revision));
  object.close();
  return {};
}

// Returns the revision that was deleted. When it is deleted already, DynamoDB returns that of the
// deletion, and nothing when there never was one.
Result<void> delete_resource_policy(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(store::SettingsOfTables* const tables, settings_for_policies(context));
  NORN_ASSIGN(const PolicyTarget target, policy_target(input.text("ResourceArn")));
  NORN_TRY(check_stream_of_target(context, target));
  std::optional<int64_t> revision;
  const auto remove = [&](const auto& /*table*/, TableSettings& settings) -> Result<void> {
    const ResourcePolicy* const before = find_policy(settings, target);
    NORN_TRY(check_expected_revision(input, target, before));
    if (before == nullptr) return {};
    revision = before->revision;
    if (before->document) {
      set_policy(settings, target, {std::nullopt, next_revision(context.clock, before)});
    }
    return {};
  };
  NORN_TRY(tables->change_table_settings(target.table, remove));
  ObjectWriter object(out);
  if (revision) object.text("RevisionId", fmt::to_string(*revision));
  object.close();
  return {};
}

constexpr Operation kPolicyOperations[] = {
    {"PutResourcePolicy", &kPutResourcePolicyInput, put_resource_policy, Operation::kPool},
    {"GetResourcePolicy", &kGetResourcePolicyInput, get_resource_policy},
    {"DeleteResourcePolicy", &kDeleteResourcePolicyInput, delete_resource_policy, Operation::kPool},
};

}  // namespace

std::span<const Operation> policy_operations() {
  return kPolicyOperations;
}

}  // namespace norn::dynamodb
