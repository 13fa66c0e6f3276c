#include "dynamodb/shapes/shapes.h"
#include "dynamodb/shapes/shapes_common.h"

// Global tables of 2017, and the auto scaling of replicas.
namespace norn::dynamodb {
namespace {

constexpr Shape kScaledTableName{
    .kind = Kind::kString, .pattern = "[a-zA-Z0-9_.-]+", .names_table = true};
constexpr Shape kUnitsOfReplica{.kind = Kind::kLong, .value = {.min = 1}};
constexpr Shape kAnyInteger{.kind = Kind::kInteger};
constexpr Shape kAnyDouble{.kind = Kind::kDouble};

constexpr Member kTargetTrackingMembers[] = {
    {"DisableScaleIn", &kBooleanShape},
    {"ScaleInCooldown", &kAnyInteger},
    {"ScaleOutCooldown", &kAnyInteger},
    {"TargetValue", &kAnyDouble, true},
};
constexpr Shape kTargetTracking{
    .kind = Kind::kStructure,
    .class_name = "AutoScalingTargetTrackingScalingPolicyConfigurationUpdate",
    .members = kTargetTrackingMembers};
constexpr Shape kScalingPolicyName{.kind = Kind::kString, .length = {1, 256}};
constexpr Member kScalingPolicyMembers[] = {
    {"PolicyName", &kScalingPolicyName},
    {"TargetTrackingScalingPolicyConfiguration", &kTargetTracking, true},
};
constexpr Shape kScalingPolicy{.kind = Kind::kStructure,
                               .class_name = "AutoScalingPolicyUpdate",
                               .members = kScalingPolicyMembers};
constexpr Shape kScalingRole{.kind = Kind::kString, .length = {1, 1600}};
constexpr Member kAutoScalingMembers[] = {
    {"MinimumUnits", &kUnitsOfReplica},       {"MaximumUnits", &kUnitsOfReplica},
    {"AutoScalingDisabled", &kBooleanShape},  {"AutoScalingRoleArn", &kScalingRole},
    {"ScalingPolicyUpdate", &kScalingPolicy},
};
constexpr Shape kAutoScaling{.kind = Kind::kStructure,
                             .class_name = "AutoScalingSettingsUpdate",
                             .members = kAutoScalingMembers};
constexpr Member kScaledIndexMembers[] = {
    {"IndexName", &kNameShape},
    {"ProvisionedWriteCapacityAutoScalingUpdate", &kAutoScaling},
};
constexpr Shape kScaledIndex{.kind = Kind::kStructure,
                             .class_name = "GlobalSecondaryIndexAutoScalingUpdate",
                             .members = kScaledIndexMembers};
constexpr Shape kScaledIndexes{.kind = Kind::kList, .element = &kScaledIndex, .length = {.min = 1}};
constexpr Member kScaledReplicaIndexMembers[] = {
    {"IndexName", &kNameShape},
    {"ProvisionedReadCapacityAutoScalingUpdate", &kAutoScaling},
};
constexpr Shape kScaledReplicaIndex{.kind = Kind::kStructure,
                                    .class_name = "ReplicaGlobalSecondaryIndexAutoScalingUpdate",
                                    .members = kScaledReplicaIndexMembers};
constexpr Shape kScaledReplicaIndexes{.kind = Kind::kList, .element = &kScaledReplicaIndex};
constexpr Member kScaledReplicaMembers[] = {
    {"RegionName", &kStringShape, true},
    {"ReplicaGlobalSecondaryIndexUpdates", &kScaledReplicaIndexes},
    {"ReplicaProvisionedReadCapacityAutoScalingUpdate", &kAutoScaling},
};
constexpr Shape kScaledReplica{.kind = Kind::kStructure,
                               .class_name = "ReplicaAutoScalingUpdate",
                               .members = kScaledReplicaMembers};
constexpr Shape kScaledReplicas{
    .kind = Kind::kList, .element = &kScaledReplica, .length = {.min = 1}};
constexpr Member kUpdateReplicaScalingMembers[] = {
    {"GlobalSecondaryIndexUpdates", &kScaledIndexes},
    {"TableName", &kScaledTableName},
    {"ProvisionedWriteCapacityAutoScalingUpdate", &kAutoScaling},
    {"ReplicaUpdates", &kScaledReplicas},
};

constexpr Member kGlobalTableMembers[] = {{"GlobalTableName", &kNameShape, true}};
constexpr Member kReplicaMembers[] = {{"RegionName", &kStringShape}};
constexpr Shape kReplica{
    .kind = Kind::kStructure, .class_name = "Replica", .members = kReplicaMembers};
constexpr Shape kReplicas{.kind = Kind::kList, .element = &kReplica};
constexpr Member kCreateGlobalTableMembers[] = {
    {"GlobalTableName", &kNameShape, true},
    {"ReplicationGroup", &kReplicas, true},
};
constexpr Member kListGlobalTablesMembers[] = {
    {"ExclusiveStartGlobalTableName", &kNameShape},
    {"Limit", &kPositiveShape},
    {"RegionName", &kStringShape},
};
constexpr Member kReplicaActionMembers[] = {{"RegionName", &kStringShape, true}};
constexpr Shape kCreateReplica{.kind = Kind::kStructure,
                               .class_name = "CreateReplicaAction",
                               .members = kReplicaActionMembers};
constexpr Shape kDeleteReplica{.kind = Kind::kStructure,
                               .class_name = "DeleteReplicaAction",
                               .members = kReplicaActionMembers};
constexpr Member kReplicaUpdateMembers[] = {
    {"Create", &kCreateReplica},
    {"Delete", &kDeleteReplica},
};
constexpr Shape kReplicaUpdate{
    .kind = Kind::kStructure, .class_name = "ReplicaUpdate", .members = kReplicaUpdateMembers};
constexpr Shape kReplicaUpdates{.kind = Kind::kList, .element = &kReplicaUpdate};
constexpr Member kUpdateGlobalTableMembers[] = {
    {"GlobalTableName", &kNameShape, true},
    {"ReplicaUpdates", &kReplicaUpdates, true},
};
constexpr std::string_view kGlobalBillingModes[] = {"PROVISIONED", "PAY_PER_REQUEST"};
constexpr Shape kGlobalBillingMode{.kind = Kind::kString, .one_of = kGlobalBillingModes};
// What is in their lists is of replicas, which there are none of.
constexpr Member kUpdateGlobalSettingsMembers[] = {
    {"GlobalTableName", &kNameShape, true},
    {"GlobalTableBillingMode", &kGlobalBillingMode},
    {"GlobalTableProvisionedWriteCapacityUnits", &kUnitsOfReplica},
    {"GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate", &kAutoScaling},
};

}  // namespace

constinit const Shape kUpdateReplicaScalingInput =
    input_shape("UpdateTableReplicaAutoScalingInput", kUpdateReplicaScalingMembers);
constinit const Shape kCreateGlobalTableInput =
    input_shape("CreateGlobalTableInput", kCreateGlobalTableMembers);
constinit const Shape kGlobalTableNameInput =
    input_shape("DescribeGlobalTableInput", kGlobalTableMembers);
constinit const Shape kListGlobalTablesInput =
    input_shape("ListGlobalTablesInput", kListGlobalTablesMembers);
constinit const Shape kUpdateGlobalTableInput =
    input_shape("UpdateGlobalTableInput", kUpdateGlobalTableMembers);
constinit const Shape kUpdateGlobalTableSettingsInput =
    input_shape("UpdateGlobalTableSettingsInput", kUpdateGlobalSettingsMembers);

}  // namespace norn::dynamodb
