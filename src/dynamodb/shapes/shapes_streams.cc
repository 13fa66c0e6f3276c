#include "dynamodb/shapes/shapes.h"
#include "dynamodb/shapes/shapes_common.h"

#include "store/limits.h"

namespace norn::dynamodb {
namespace {

constexpr Shape kRecordCount{.kind = Kind::kInteger,
                             .value = {1, static_cast<int64_t>(store::kMaxStreamRecordsPerRead)}};
constexpr Shape kShardId{.kind = Kind::kString, .length = {28, 65}};
constexpr Shape kSequenceNumber{.kind = Kind::kString, .length = {21, 40}};
constexpr Shape kIterator{.kind = Kind::kString, .length = {1, 2048}};

constexpr std::string_view kIteratorTypes[] = {"AFTER_SEQUENCE_NUMBER", "LATEST",
                                               "AT_SEQUENCE_NUMBER", "TRIM_HORIZON"};
constexpr Shape kIteratorType{.kind = Kind::kString, .one_of = kIteratorTypes};

constexpr std::string_view kFilterTypes[] = {"CHILD_SHARDS"};
constexpr Shape kFilterType{.kind = Kind::kString, .one_of = kFilterTypes};
constexpr Member kShardFilterMembers[] = {{"Type", &kFilterType}, {"ShardId", &kShardId}};
constexpr Shape kShardFilter{
    .kind = Kind::kStructure, .class_name = "ShardFilter", .members = kShardFilterMembers};

// ARNs have no constraints here: DynamoDB answers an invalid one with "Invalid StreamArn".
constexpr Member kListStreamsMembers[] = {
    {"TableName", &kStringShape},
    {"Limit", &kPageSizeShape},
    {"ExclusiveStartStreamArn", &kStringShape},
};
constexpr Member kDescribeStreamMembers[] = {
    {"StreamArn", &kStringShape, true},
    {"Limit", &kPageSizeShape},
    {"ExclusiveStartShardId", &kShardId},
    {"ShardFilter", &kShardFilter},
};
constexpr Member kGetShardIteratorMembers[] = {
    {"StreamArn", &kStringShape, true},
    {"ShardId", &kShardId, true},
    {"ShardIteratorType", &kIteratorType, true},
    {"SequenceNumber", &kSequenceNumber},
};
constexpr Member kGetRecordsMembers[] = {
    {"ShardIterator", &kIterator, true},
    {"Limit", &kRecordCount},
};

}  // namespace

constinit const Shape kListStreamsInput = input_shape("ListStreamsInput", kListStreamsMembers);
constinit const Shape kDescribeStreamInput =
    input_shape("DescribeStreamInput", kDescribeStreamMembers);
constinit const Shape kGetShardIteratorInput =
    input_shape("GetShardIteratorInput", kGetShardIteratorMembers);
constinit const Shape kGetRecordsInput = input_shape("GetRecordsInput", kGetRecordsMembers);

}  // namespace norn::dynamodb
