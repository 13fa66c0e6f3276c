#include "dynamodb/shapes/shapes.h"
#include "dynamodb/shapes/shapes_common.h"

#include "store/continuous_backups.h"
#include "store/limits.h"

namespace norn::dynamodb {
namespace {

constexpr std::string_view kNamePattern = "[a-zA-Z0-9_.-]+";

constexpr Shape kFlag{.kind = Kind::kBoolean};
constexpr Shape kWhole{.kind = Kind::kLong};
constexpr Shape kUnits{.kind = Kind::kLong, .value = {.min = 1}};
constexpr Shape kKeyName{.kind = Kind::kString, .length = {1, store::kMaxKeyNameBytes}};
constexpr Shape kIndexName{.kind = Kind::kString, .length = {3, 255}, .pattern = kNamePattern};

constexpr std::string_view kAttributeTypes[] = {"B", "N", "S"};
constexpr Shape kAttributeType{.kind = Kind::kString, .one_of = kAttributeTypes};
constexpr Member kAttributeDefinitionMembers[] = {
    {"AttributeName", &kKeyName, true},
    {"AttributeType", &kAttributeType, true},
};
constexpr Shape kAttributeDefinition{.kind = Kind::kStructure,
                                     .class_name = "AttributeDefinition",
                                     .members = kAttributeDefinitionMembers};
constexpr Shape kAttributeDefinitions{.kind = Kind::kList, .element = &kAttributeDefinition};

constexpr std::string_view kKeyTypes[] = {"HASH", "RANGE"};
constexpr Shape kKeyType{.kind = Kind::kString, .one_of = kKeyTypes};
constexpr Member kKeySchemaElementMembers[] = {
    {"AttributeName", &kKeyName, true},
    {"KeyType", &kKeyType, true},
};
constexpr Shape kKeySchemaElement{.kind = Kind::kStructure,
                                  .class_name = "KeySchemaElement",
                                  .members = kKeySchemaElementMembers};
constexpr Shape kKeySchema{.kind = Kind::kList, .element = &kKeySchemaElement, .length = {1, 2}};
// How many elements are too many is not said by a constraint.
constexpr Shape kGlobalKeySchema{
    .kind = Kind::kList, .element = &kKeySchemaElement, .length = {.min = 1}};

constexpr std::string_view kBillingModes[] = {"PROVISIONED", "PAY_PER_REQUEST"};
constexpr Shape kBillingMode{.kind = Kind::kString, .one_of = kBillingModes};
constexpr Member kThroughputMembers[] = {
    {"WriteCapacityUnits", &kUnits, true},
    {"ReadCapacityUnits", &kUnits, true},
};
constexpr Shape kThroughput{
    .kind = Kind::kStructure, .class_name = "ProvisionedThroughput", .members = kThroughputMembers};
constexpr Shape kLimitOrNone{.kind = Kind::kLong, .value = {.min = -1}};
constexpr Member kOnDemandMembers[] = {
    {"MaxReadRequestUnits", &kLimitOrNone},
    {"MaxWriteRequestUnits", &kLimitOrNone},
};
constexpr Shape kOnDemand{
    .kind = Kind::kStructure, .class_name = "OnDemandThroughput", .members = kOnDemandMembers};
constexpr Member kWarmMembers[] = {
    {"ReadUnitsPerSecond", &kWhole},
    {"WriteUnitsPerSecond", &kWhole},
};
constexpr Shape kWarm{
    .kind = Kind::kStructure, .class_name = "WarmThroughput", .members = kWarmMembers};

constexpr std::string_view kProjectionTypes[] = {"ALL", "INCLUDE", "KEYS_ONLY"};
constexpr Shape kProjectionType{.kind = Kind::kString, .one_of = kProjectionTypes};
constexpr Shape kNonKeyAttributes{
    .kind = Kind::kList, .element = &kKeyName, .length = {1, store::kMaxNonKeyAttributesPerIndex}};
constexpr Member kProjectionMembers[] = {
    {"ProjectionType", &kProjectionType},
    {"NonKeyAttributes", &kNonKeyAttributes},
};
constexpr Shape kProjectionShape{
    .kind = Kind::kStructure, .class_name = "Projection", .members = kProjectionMembers};

constexpr Member kLocalIndexMembers[] = {
    {"IndexName", &kIndexName, true},
    {"KeySchema", &kKeySchema, true},
    {"Projection", &kProjectionShape, true},
};
constexpr Shape kLocalIndex{
    .kind = Kind::kStructure, .class_name = "LocalSecondaryIndex", .members = kLocalIndexMembers};
constexpr Shape kLocalIndexes{.kind = Kind::kList, .element = &kLocalIndex};

constexpr Member kGlobalIndexMembers[] = {
    {"IndexName", &kIndexName, true},        {"KeySchema", &kGlobalKeySchema, true},
    {"Projection", &kProjectionShape, true}, {"ProvisionedThroughput", &kThroughput},
    {"OnDemandThroughput", &kOnDemand},      {"WarmThroughput", &kWarm},
};
constexpr Shape kGlobalIndex{
    .kind = Kind::kStructure, .class_name = "GlobalSecondaryIndex", .members = kGlobalIndexMembers};
constexpr Shape kGlobalIndexes{.kind = Kind::kList, .element = &kGlobalIndex};

constexpr Member kUpdateIndexMembers[] = {
    {"IndexName", &kIndexName, true},
    {"ProvisionedThroughput", &kThroughput},
    {"OnDemandThroughput", &kOnDemand},
    {"WarmThroughput", &kWarm},
};
constexpr Shape kUpdateIndex{.kind = Kind::kStructure,
                             .class_name = "UpdateGlobalSecondaryIndexAction",
                             .members = kUpdateIndexMembers};
constexpr Member kCreateIndexMembers[] = {
    {"Projection", &kProjectionShape, true}, {"IndexName", &kIndexName, true},
    {"ProvisionedThroughput", &kThroughput}, {"KeySchema", &kGlobalKeySchema, true},
    {"OnDemandThroughput", &kOnDemand},      {"WarmThroughput", &kWarm},
};
constexpr Shape kCreateIndex{.kind = Kind::kStructure,
                             .class_name = "CreateGlobalSecondaryIndexAction",
                             .members = kCreateIndexMembers};
constexpr Member kDeleteIndexMembers[] = {{"IndexName", &kIndexName, true}};
constexpr Shape kDeleteIndex{.kind = Kind::kStructure,
                             .class_name = "DeleteGlobalSecondaryIndexAction",
                             .members = kDeleteIndexMembers};
constexpr Member kIndexUpdateMembers[] = {
    {"Update", &kUpdateIndex},
    {"Create", &kCreateIndex},
    {"Delete", &kDeleteIndex},
};
constexpr Shape kIndexUpdate{.kind = Kind::kStructure,
                             .class_name = "GlobalSecondaryIndexUpdate",
                             .members = kIndexUpdateMembers};
constexpr Shape kIndexUpdates{.kind = Kind::kList, .element = &kIndexUpdate};

constexpr std::string_view kStreamViews[] = {"OLD_IMAGE", "KEYS_ONLY", "NEW_AND_OLD_IMAGES",
                                             "NEW_IMAGE"};
constexpr Shape kStreamView{.kind = Kind::kString, .one_of = kStreamViews};
constexpr Member kStreamMembers[] = {
    {"StreamEnabled", &kFlag, true},
    {"StreamViewType", &kStreamView},
};
constexpr Shape kStream{
    .kind = Kind::kStructure, .class_name = "StreamSpecification", .members = kStreamMembers};

constexpr std::string_view kEncryptionTypes[] = {"AES256", "KMS"};
constexpr Shape kEncryptionType{.kind = Kind::kString, .one_of = kEncryptionTypes};
constexpr Member kEncryptionMembers[] = {
    {"Enabled", &kFlag},
    {"SSEType", &kEncryptionType},
    {"KMSMasterKeyId", &kStringShape},
};
constexpr Shape kEncryption{
    .kind = Kind::kStructure, .class_name = "SSESpecification", .members = kEncryptionMembers};

// Keys and values are checked with their meaning, in other words than those for constraints.
constexpr Member kTagMembers[] = {{"Key", &kStringShape}, {"Value", &kStringShape}};
constexpr Shape kTag{.kind = Kind::kStructure, .class_name = "Tag", .members = kTagMembers};
constexpr Shape kTags{.kind = Kind::kList, .element = &kTag};
constexpr Shape kTagKeys{.kind = Kind::kList, .element = &kStringShape};

constexpr Member kTimeToLiveMembers[] = {
    {"AttributeName", &kKeyName, true},
    {"Enabled", &kFlag, true},
};
constexpr Shape kTimeToLive{.kind = Kind::kStructure,
                            .class_name = "TimeToLiveSpecification",
                            .members = kTimeToLiveMembers};

constexpr Shape kTableName{.kind = Kind::kString, .pattern = kNamePattern, .names_table = true};
constexpr Shape kNewTableName{
    .kind = Kind::kString, .length = {3, 255}, .pattern = kNamePattern, .names_table = true};

// TableClass has no constraint here: DynamoDB words its error about it differently.
constexpr Member kCreateTableMembers[] = {
    {"AttributeDefinitions", &kAttributeDefinitions, true},
    {"TableName", &kNewTableName},
    {"BillingMode", &kBillingMode},
    {"ProvisionedThroughput", &kThroughput},
    {"KeySchema", &kKeySchema, true},
    {"LocalSecondaryIndexes", &kLocalIndexes},
    {"GlobalSecondaryIndexes", &kGlobalIndexes},
    {"StreamSpecification", &kStream},
    {"SSESpecification", &kEncryption},
    {"Tags", &kTags},
    {"TableClass", &kStringShape},
    {"DeletionProtectionEnabled", &kFlag},
    {"WarmThroughput", &kWarm},
    {"ResourcePolicy", &kStringShape},
    {"OnDemandThroughput", &kOnDemand},
};
// Those of AWS are fewer. It has no constraint on the class, either.
constexpr Member kTableCreationMembers[] = {
    {"TableName", &kNameShape, true},
    {"AttributeDefinitions", &kAttributeDefinitions, true},
    {"KeySchema", &kKeySchema, true},
    {"BillingMode", &kBillingMode},
    {"ProvisionedThroughput", &kThroughput},
    {"OnDemandThroughput", &kOnDemand},
    {"SSESpecification", &kEncryption},
    {"GlobalSecondaryIndexes", &kGlobalIndexes},
    {"LocalSecondaryIndexes", &kLocalIndexes},
    {"StreamSpecification", &kStream},
    {"Tags", &kTags},
    {"TableClass", &kStringShape},
    {"DeletionProtectionEnabled", &kFlag},
};
constexpr Member kUpdateTableMembers[] = {
    {"AttributeDefinitions", &kAttributeDefinitions},
    {"TableName", &kTableName},
    {"ProvisionedThroughput", &kThroughput},
    {"BillingMode", &kBillingMode},
    {"GlobalSecondaryIndexUpdates", &kIndexUpdates},
    {"StreamSpecification", &kStream},
    {"SSESpecification", &kEncryption},
    {"TableClass", &kStringShape},
    {"DeletionProtectionEnabled", &kFlag},
    {"OnDemandThroughput", &kOnDemand},
    {"WarmThroughput", &kWarm},
};
constexpr Member kTableNameMembers[] = {{"TableName", &kTableName}};
constexpr Shape kStartTable{.kind = Kind::kString, .length = {3, 255}, .pattern = kNamePattern};
constexpr Member kListTablesMembers[] = {
    {"Limit", &kPageSizeShape},
    {"ExclusiveStartTableName", &kStartTable},
};
constexpr Member kUpdateTimeToLiveMembers[] = {
    {"TableName", &kTableName},
    {"TimeToLiveSpecification", &kTimeToLive, true},
};
constexpr Member kTagResourceMembers[] = {
    {"ResourceArn", &kStringShape, true},
    {"Tags", &kTags, true},
};
constexpr Member kUntagResourceMembers[] = {
    {"ResourceArn", &kStringShape, true},
    {"TagKeys", &kTagKeys, true},
};
constexpr Member kListTagsOfResourceMembers[] = {
    {"ResourceArn", &kStringShape, true},
    {"NextToken", &kStringShape},
};

constexpr Shape kBackupName{.kind = Kind::kString, .length = {3, 255}, .pattern = kNamePattern};
constexpr Shape kBackupArn{.kind = Kind::kString, .length = {37, 1024}};
constexpr Shape kSeconds{.kind = Kind::kDouble};
constexpr std::string_view kBackupTypes[] = {"USER", "SYSTEM", "AWS_BACKUP", "ALL"};
constexpr Shape kBackupType{.kind = Kind::kString, .one_of = kBackupTypes};
constexpr Member kCreateBackupMembers[] = {
    {"TableName", &kTableName},
    {"BackupName", &kBackupName, true},
};
constexpr Member kBackupArnMembers[] = {{"BackupArn", &kBackupArn, true}};
constexpr Member kListBackupsMembers[] = {
    {"TableName", &kNameShape},
    {"Limit", &kPageSizeShape},
    {"TimeRangeLowerBound", &kSeconds},
    {"TimeRangeUpperBound", &kSeconds},
    {"ExclusiveStartBackupArn", &kBackupArn},
    {"BackupType", &kBackupType},
};
constexpr Member kRestoreTableFromBackupMembers[] = {
    {"TargetTableName", &kNameShape, true},
    {"BackupArn", &kBackupArn, true},
    {"BillingModeOverride", &kBillingMode},
    {"GlobalSecondaryIndexOverride", &kGlobalIndexes},
    {"LocalSecondaryIndexOverride", &kLocalIndexes},
    {"ProvisionedThroughputOverride", &kThroughput},
    {"OnDemandThroughputOverride", &kOnDemand},
    {"SSESpecificationOverride", &kEncryption},
};

constexpr Shape kRecoveryDays{.kind = Kind::kInteger,
                              .value = {.min = 1, .max = store::kMaxRecoveryDays}};
constexpr Member kRecoveryMembers[] = {
    {"PointInTimeRecoveryEnabled", &kFlag, true},
    {"RecoveryPeriodInDays", &kRecoveryDays},
};
constexpr Shape kRecovery{.kind = Kind::kStructure,
                          .class_name = "PointInTimeRecoverySpecification",
                          .members = kRecoveryMembers};
constexpr Member kUpdateContinuousBackupsMembers[] = {
    {"TableName", &kTableName},
    {"PointInTimeRecoverySpecification", &kRecovery, true},
};
constexpr Member kRestoreTableToPointInTimeMembers[] = {
    {"TargetTableName", &kNameShape, true},
    {"SourceTableArn", &kStringShape},
    {"SourceTableName", &kNameShape},
    {"UseLatestRestorableTime", &kFlag},
    {"RestoreDateTime", &kSeconds},
    {"BillingModeOverride", &kBillingMode},
    {"GlobalSecondaryIndexOverride", &kGlobalIndexes},
    {"LocalSecondaryIndexOverride", &kLocalIndexes},
    {"ProvisionedThroughputOverride", &kThroughput},
    {"OnDemandThroughputOverride", &kOnDemand},
    {"SSESpecificationOverride", &kEncryption},
};

}  // namespace

constinit const Shape kCreateTableInput = input_shape("CreateTableInput", kCreateTableMembers);
constinit const Shape kTableCreationParameters =
    input_shape("TableCreationParameters", kTableCreationMembers);
constinit const Shape kUpdateTableInput = input_shape("UpdateTableInput", kUpdateTableMembers);
constinit const Shape kListTablesInput = input_shape("ListTablesInput", kListTablesMembers);
constinit const Shape kTableNameInput = input_shape("DescribeTableInput", kTableNameMembers);
constinit const Shape kUpdateTimeToLiveInput =
    input_shape("UpdateTimeToLiveInput", kUpdateTimeToLiveMembers);
constinit const Shape kTagResourceInput = input_shape("TagResourceInput", kTagResourceMembers);
constinit const Shape kUntagResourceInput =
    input_shape("UntagResourceInput", kUntagResourceMembers);
constinit const Shape kListTagsOfResourceInput =
    input_shape("ListTagsOfResourceInput", kListTagsOfResourceMembers);
constinit const Shape kCreateBackupInput = input_shape("CreateBackupInput", kCreateBackupMembers);
constinit const Shape kBackupArnInput = input_shape("DescribeBackupInput", kBackupArnMembers);
constinit const Shape kListBackupsInput = input_shape("ListBackupsInput", kListBackupsMembers);
constinit const Shape kRestoreTableFromBackupInput =
    input_shape("RestoreTableFromBackupInput", kRestoreTableFromBackupMembers);
constinit const Shape kUpdateContinuousBackupsInput =
    input_shape("UpdateContinuousBackupsInput", kUpdateContinuousBackupsMembers);
constinit const Shape kRestoreTableToPointInTimeInput =
    input_shape("RestoreTableToPointInTimeInput", kRestoreTableToPointInTimeMembers);
constinit const Shape kNoInput = input_shape("DescribeLimitsInput", {});

}  // namespace norn::dynamodb
