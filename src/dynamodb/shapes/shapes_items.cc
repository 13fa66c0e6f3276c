#include "dynamodb/shapes/shapes.h"

#include "dynamodb/shapes/shapes_common.h"

namespace norn::dynamodb {
namespace {

constexpr std::array<std::string_view, 13> kComparisons{
    "IN",       "NULL", "BETWEEN", "LT",          "NOT_CONTAINS", "EQ",      "GT",
    "NOT_NULL", "NE",   "LE",      "BEGINS_WITH", "GE",           "CONTAINS"};
constexpr Shape kComparison{.kind = Kind::kString, .one_of = kComparisons};
constexpr std::array<std::string_view, 2> kConditionalOperators{"OR", "AND"};
constexpr Shape kConditionalOperator{.kind = Kind::kString, .one_of = kConditionalOperators};
constexpr std::array<std::string_view, 5> kReturnValueNames{"ALL_NEW", "UPDATED_OLD", "ALL_OLD",
                                                            "NONE", "UPDATED_NEW"};
// The fourth is DynamoDB's own mistake.
constexpr std::array<std::string_view, 5> kReturnValueNewerNames{"ALL_OLD", "UPDATED_OLD",
                                                                 "ALL_NEW", "UPDATE_NEW", "NONE"};
constexpr Shape kReturnValues{.kind = Kind::kString,
                              .one_of = kReturnValueNames,
                              .wording = Wording::kNameless,
                              .one_of_newer = kReturnValueNewerNames};
constexpr std::array<std::string_view, 4> kSelections{"SPECIFIC_ATTRIBUTES", "COUNT",
                                                      "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"};
constexpr Shape kSelect{.kind = Kind::kString, .one_of = kSelections};
constexpr Shape kAttributesToGet{.kind = Kind::kList, .element = &kStringShape, .length = {1, 255}};
constexpr Shape kSegment{.kind = Kind::kInteger, .value = {0, 999'999}};
constexpr Shape kTotalSegments{.kind = Kind::kInteger, .value = {1, 1'000'000}};

constexpr Member kConditionMembers[] = {
    {"AttributeValueList", &kAttributeListShape},
    {"ComparisonOperator", &kComparison, true},
};
constexpr Shape kCondition{
    .kind = Kind::kStructure, .class_name = "Condition", .members = kConditionMembers};
constexpr Shape kConditions{.kind = Kind::kMap, .element = &kCondition};

constexpr Member kExpectedMembers[] = {
    {"AttributeValueList", &kAttributeListShape},
    {"ComparisonOperator", &kComparison},
    {"Exists", &kBooleanShape},
    {"Value", &kAttributeValueShape},
};
constexpr Shape kExpectedValue{
    .kind = Kind::kStructure, .class_name = "ExpectedAttributeValue", .members = kExpectedMembers};
constexpr Shape kExpected{.kind = Kind::kMap, .element = &kExpectedValue};

constexpr std::array<std::string_view, 3> kActions{"ADD", "DELETE", "PUT"};
constexpr Shape kAction{.kind = Kind::kString, .one_of = kActions};
constexpr Member kUpdateMembers[] = {{"Action", &kAction}, {"Value", &kAttributeValueShape}};
constexpr Shape kAttributeUpdate{
    .kind = Kind::kStructure, .class_name = "AttributeValueUpdate", .members = kUpdateMembers};
constexpr Shape kAttributeUpdates{.kind = Kind::kMap, .element = &kAttributeUpdate};

constexpr Member kPutItemMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"TableName", &kTableNameShape, true},
    {"Item", &kAttributeMapShape, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"Expected", &kExpected},
    {"ReturnValues", &kReturnValues},
    {"ReturnItemCollectionMetrics", &kReturnMetricsShape},
    {"ReturnValuesOnConditionCheckFailure", &kOnFailureShape},
    {"ConditionExpression", &kStringShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};
constexpr Member kGetItemMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"AttributesToGet", &kAttributesToGet},
    {"TableName", &kTableNameShape, true},
    {"Key", &kAttributeMapShape, true},
    {"ConsistentRead", &kBooleanShape},
    {"ProjectionExpression", &kStringShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};
constexpr Member kDeleteItemMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"TableName", &kTableNameShape, true},
    {"ReturnValues", &kReturnValues},
    {"ReturnItemCollectionMetrics", &kReturnMetricsShape},
    {"Key", &kAttributeMapShape, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"Expected", &kExpected},
    {"ReturnValuesOnConditionCheckFailure", &kOnFailureShape},
    {"ConditionExpression", &kStringShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};
constexpr Member kUpdateItemMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"TableName", &kTableNameShape, true},
    {"ReturnItemCollectionMetrics", &kReturnMetricsShape},
    {"ReturnValues", &kReturnValues},
    {"Key", &kAttributeMapShape, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"Expected", &kExpected},
    {"AttributeUpdates", &kAttributeUpdates},
    {"ReturnValuesOnConditionCheckFailure", &kOnFailureShape},
    {"ConditionExpression", &kStringShape},
    {"UpdateExpression", &kStringShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};
constexpr Shape kQueryLimit{
    .kind = Kind::kInteger, .value = {.min = 1}, .wording = Wording::kNewer};
constexpr Member kQueryMembers[] = {
    {"Select", &kSelect},
    {"IndexName", &kNameShape},
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"QueryFilter", &kConditions},
    {"TableName", &kTableNameShape, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"AttributesToGet", &kAttributesToGet},
    {"Limit", &kQueryLimit},
    {"KeyConditions", &kConditions},
    {"ExclusiveStartKey", &kAttributeMapShape},
    {"ConsistentRead", &kBooleanShape},
    {"ScanIndexForward", &kBooleanShape},
    {"KeyConditionExpression", &kStringShape},
    {"FilterExpression", &kStringShape},
    {"ProjectionExpression", &kStringShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};
constexpr Member kScanMembers[] = {
    {"Select", &kSelect},
    {"IndexName", &kNameShape},
    {"TotalSegments", &kTotalSegments},
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"TableName", &kNameShape, true},
    {"ConditionalOperator", &kConditionalOperator},
    {"ScanFilter", &kConditions},
    {"Segment", &kSegment},
    {"Limit", &kPositiveShape},
    {"AttributesToGet", &kAttributesToGet},
    {"ExclusiveStartKey", &kAttributeMapShape},
    {"ConsistentRead", &kBooleanShape},
    {"FilterExpression", &kStringShape},
    {"ProjectionExpression", &kStringShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};

constexpr Shape kKeys{.kind = Kind::kList,
                      .element = &kAttributeMapShape,
                      .length = {1, 100},
                      .wording = Wording::kNewer};
constexpr Member kKeysAndAttributesMembers[] = {
    {"Keys", &kKeys, true},
    {"AttributesToGet", &kAttributesToGet},
    {"ConsistentRead", &kBooleanShape},
    {"ProjectionExpression", &kStringShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};
constexpr Shape kKeysAndAttributes{.kind = Kind::kStructure,
                                   .class_name = "KeysAndAttributes",
                                   .members = kKeysAndAttributesMembers};
constexpr Shape kBatchGetTables{.kind = Kind::kMap,
                                .element = &kKeysAndAttributes,
                                .length = {.min = 1},
                                .table_keys = true,
                                .wording = Wording::kNewer};
constexpr Member kBatchGetItemMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"RequestItems", &kBatchGetTables, true},
};

constexpr Member kBatchDeleteMembers[] = {{"Key", &kAttributeMapShape, true}};
constexpr Member kBatchPutMembers[] = {{"Item", &kAttributeMapShape, true}};
constexpr Shape kBatchDelete{
    .kind = Kind::kStructure, .class_name = "DeleteRequest", .members = kBatchDeleteMembers};
constexpr Shape kBatchPut{
    .kind = Kind::kStructure, .class_name = "PutRequest", .members = kBatchPutMembers};
constexpr Member kWriteRequestMembers[] = {{"DeleteRequest", &kBatchDelete},
                                           {"PutRequest", &kBatchPut}};
constexpr Shape kWriteRequest{
    .kind = Kind::kStructure, .class_name = "WriteRequest", .members = kWriteRequestMembers};
constexpr Shape kWriteRequests{.kind = Kind::kList, .element = &kWriteRequest};
constexpr Shape kBatchWriteTables{
    .kind = Kind::kMap, .element = &kWriteRequests, .table_keys = true, .value_length = {1, 25}};
constexpr Member kBatchWriteItemMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"ReturnItemCollectionMetrics", &kReturnMetricsShape},
    {"RequestItems", &kBatchWriteTables, true},
};

constexpr Member kTransactGetMembers[] = {
    {"TableName", &kNameShape, true},
    {"Key", &kAttributeMapShape, true},
    {"ProjectionExpression", &kStringShape},
    {"ExpressionAttributeNames", &kStringMapShape},
};
constexpr Shape kTransactGet{
    .kind = Kind::kStructure, .class_name = "Get", .members = kTransactGetMembers};
constexpr Member kTransactGetItemMembers[] = {{"Get", &kTransactGet, true}};
constexpr Shape kTransactGetItem{
    .kind = Kind::kStructure, .class_name = "TransactGetItem", .members = kTransactGetItemMembers};
constexpr Shape kTransactGets{
    .kind = Kind::kList, .element = &kTransactGetItem, .length = {1, 100}};
constexpr Member kTransactGetItemsMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"TransactItems", &kTransactGets, true},
};

constexpr Member kTransactPutMembers[] = {
    {"TableName", &kNameShape, true},
    {"Item", &kAttributeMapShape, true},
    {"ConditionExpression", &kStringShape},
    {"ExpressionAttributeNames", &kStringMapShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ReturnValuesOnConditionCheckFailure", &kOnFailureShape},
};
constexpr Member kTransactUpdateMembers[] = {
    {"TableName", &kNameShape, true},
    {"Key", &kAttributeMapShape, true},
    {"UpdateExpression", &kStringShape, true},
    {"ConditionExpression", &kStringShape},
    {"ExpressionAttributeNames", &kStringMapShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ReturnValuesOnConditionCheckFailure", &kOnFailureShape},
};
constexpr Member kTransactDeleteMembers[] = {
    {"TableName", &kNameShape, true},
    {"Key", &kAttributeMapShape, true},
    {"ConditionExpression", &kStringShape},
    {"ExpressionAttributeNames", &kStringMapShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ReturnValuesOnConditionCheckFailure", &kOnFailureShape},
};
constexpr Member kTransactCheckMembers[] = {
    {"TableName", &kNameShape, true},
    {"Key", &kAttributeMapShape, true},
    {"ConditionExpression", &kStringShape, true},
    {"ExpressionAttributeNames", &kStringMapShape},
    {"ExpressionAttributeValues", &kAttributeMapShape},
    {"ReturnValuesOnConditionCheckFailure", &kOnFailureShape},
};
constexpr Shape kTransactPut{
    .kind = Kind::kStructure, .class_name = "Put", .members = kTransactPutMembers};
constexpr Shape kTransactUpdate{
    .kind = Kind::kStructure, .class_name = "Update", .members = kTransactUpdateMembers};
constexpr Shape kTransactDelete{
    .kind = Kind::kStructure, .class_name = "Delete", .members = kTransactDeleteMembers};
constexpr Shape kTransactCheck{
    .kind = Kind::kStructure, .class_name = "ConditionCheck", .members = kTransactCheckMembers};
constexpr Member kTransactWriteItemMembers[] = {
    {"ConditionCheck", &kTransactCheck},
    {"Put", &kTransactPut},
    {"Delete", &kTransactDelete},
    {"Update", &kTransactUpdate},
};
constexpr Shape kTransactWriteItem{.kind = Kind::kStructure,
                                   .class_name = "TransactWriteItem",
                                   .members = kTransactWriteItemMembers};
constexpr Shape kTransactWrites{
    .kind = Kind::kList, .element = &kTransactWriteItem, .length = {1, 100}};
constexpr Member kTransactWriteItemsMembers[] = {
    {"ReturnConsumedCapacity", &kReturnCapacityShape},
    {"ReturnItemCollectionMetrics", &kReturnMetricsShape},
    {"ClientRequestToken", &kClientTokenShape},
    {"TransactItems", &kTransactWrites, true},
};

}  // namespace

const Shape kPutItemShape{.kind = Kind::kStructure, .members = kPutItemMembers};
const Shape kGetItemShape{.kind = Kind::kStructure, .members = kGetItemMembers};
const Shape kUpdateItemShape{
    .kind = Kind::kStructure, .members = kUpdateItemMembers, .reports_first = true};
const Shape kDeleteItemShape{.kind = Kind::kStructure, .members = kDeleteItemMembers};
const Shape kQueryShape{.kind = Kind::kStructure, .members = kQueryMembers};
const Shape kScanShape{.kind = Kind::kStructure, .members = kScanMembers};
const Shape kBatchGetItemShape{.kind = Kind::kStructure, .members = kBatchGetItemMembers};
const Shape kBatchWriteItemShape{.kind = Kind::kStructure, .members = kBatchWriteItemMembers};
const Shape kTransactGetItemsShape{.kind = Kind::kStructure, .members = kTransactGetItemsMembers};
const Shape kTransactWriteItemsShape{.kind = Kind::kStructure,
                                     .members = kTransactWriteItemsMembers};

}  // namespace norn::dynamodb
