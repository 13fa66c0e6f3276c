#include "dynamodb/shapes/shapes.h"
#include "dynamodb/shapes/shapes_common.h"

// Resource policies, contributor insights and Kinesis destinations.
namespace norn::dynamodb {
namespace {

constexpr Shape kOwnTableName{
    .kind = Kind::kString, .pattern = "[a-zA-Z0-9_.-]+", .names_table = true};

// The document has limits of its own, with other words: policy_document.h.
constexpr Shape kPolicyArn{.kind = Kind::kString, .length = {1, 1283}};
constexpr Shape kPolicyRevision{.kind = Kind::kString, .length = {1, 255}};
constexpr Member kPutResourcePolicyMembers[] = {
    {"ResourceArn", &kPolicyArn, true},
    {"Policy", &kStringShape, true},
    {"ExpectedRevisionId", &kPolicyRevision},
    {"ConfirmRemoveSelfResourceAccess", &kBooleanShape},
};
constexpr Member kGetResourcePolicyMembers[] = {{"ResourceArn", &kPolicyArn, true}};
constexpr Member kDeleteResourcePolicyMembers[] = {
    {"ResourceArn", &kPolicyArn, true},
    {"ExpectedRevisionId", &kPolicyRevision},
};

constexpr std::string_view kInsightsActions[] = {"ENABLE", "DISABLE"};
constexpr Shape kInsightsAction{.kind = Kind::kString, .one_of = kInsightsActions};
constexpr std::string_view kInsightsModes[] = {"ACCESSED_AND_THROTTLED_KEYS", "THROTTLED_KEYS"};
constexpr Shape kInsightsMode{.kind = Kind::kString, .one_of = kInsightsModes};
constexpr Member kUpdateInsightsMembers[] = {
    {"TableName", &kOwnTableName},
    {"IndexName", &kNameShape},
    {"ContributorInsightsAction", &kInsightsAction, true},
    {"ContributorInsightsMode", &kInsightsMode},
};
constexpr Member kDescribeInsightsMembers[] = {
    {"TableName", &kOwnTableName},
    {"IndexName", &kNameShape},
};
constexpr Shape kInsightsPage{.kind = Kind::kInteger, .value = {.max = 100}};
constexpr Member kListInsightsMembers[] = {
    {"TableName", &kNameShape},
    {"NextToken", &kStringShape},
    {"MaxResults", &kInsightsPage},
};

constexpr Shape kKinesisStreamArn{.kind = Kind::kString, .length = {37, 1024}};
// A destination that there cannot be is refused with other words.
constexpr Shape kAnyStreamArn{.kind = Kind::kString, .length = {.max = 1024}};
constexpr std::string_view kPrecisions[] = {"MILLISECOND", "MICROSECOND"};
constexpr Shape kPrecision{.kind = Kind::kString, .one_of = kPrecisions};
constexpr Member kKinesisConfigurationMembers[] = {
    {"ApproximateCreationDateTimePrecision", &kPrecision},
};
constexpr Shape kEnableKinesisConfiguration{.kind = Kind::kStructure,
                                            .class_name = "EnableKinesisStreamingConfiguration",
                                            .members = kKinesisConfigurationMembers};
constexpr Shape kUpdateKinesisConfiguration{.kind = Kind::kStructure,
                                            .class_name = "UpdateKinesisStreamingConfiguration",
                                            .members = kKinesisConfigurationMembers};
constexpr Member kEnableKinesisMembers[] = {
    {"TableName", &kOwnTableName},
    {"StreamArn", &kKinesisStreamArn, true},
    {"EnableKinesisStreamingConfiguration", &kEnableKinesisConfiguration},
};
constexpr Member kDisableKinesisMembers[] = {
    {"TableName", &kOwnTableName},
    {"StreamArn", &kAnyStreamArn, true},
    {"EnableKinesisStreamingConfiguration", &kEnableKinesisConfiguration},
};
constexpr Member kUpdateKinesisMembers[] = {
    {"TableName", &kOwnTableName},
    {"StreamArn", &kAnyStreamArn, true},
    {"UpdateKinesisStreamingConfiguration", &kUpdateKinesisConfiguration},
};

}  // namespace

constinit const Shape kPutResourcePolicyInput =
    input_shape("PutResourcePolicyInput", kPutResourcePolicyMembers);
constinit const Shape kGetResourcePolicyInput =
    input_shape("GetResourcePolicyInput", kGetResourcePolicyMembers);
constinit const Shape kDeleteResourcePolicyInput =
    input_shape("DeleteResourcePolicyInput", kDeleteResourcePolicyMembers);
constinit const Shape kUpdateContributorInsightsInput =
    input_shape("UpdateContributorInsightsInput", kUpdateInsightsMembers);
constinit const Shape kDescribeContributorInsightsInput =
    input_shape("DescribeContributorInsightsInput", kDescribeInsightsMembers);
constinit const Shape kListContributorInsightsInput =
    input_shape("ListContributorInsightsInput", kListInsightsMembers);
constinit const Shape kEnableKinesisInput =
    input_shape("EnableKinesisStreamingDestinationInput", kEnableKinesisMembers);
constinit const Shape kDisableKinesisInput =
    input_shape("DisableKinesisStreamingDestinationInput", kDisableKinesisMembers);
constinit const Shape kUpdateKinesisInput =
    input_shape("UpdateKinesisStreamingDestinationInput", kUpdateKinesisMembers);
}  // namespace norn::dynamodb
