#include <array>
#include <string_view>

#include "dynamodb/partiql/operations.h"

// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteStatement.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchExecuteStatement.html
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ExecuteTransaction.html
namespace norn::dynamodb::partiql {
namespace {

constexpr std::array<std::string_view, 3> kCapacityNames = {"INDEXES", "TOTAL", "NONE"};
constexpr std::array<std::string_view, 2> kFailureNames = {"ALL_OLD", "NONE"};

constexpr Shape kStatement{.kind = Kind::kString, .length = {.min = 1, .max = 8192}};
constexpr Shape kAttributeValue{.kind = Kind::kAttributeValue, .class_name = "AttributeValue"};
constexpr Shape kParameters{.kind = Kind::kList, .element = &kAttributeValue, .length = {.min = 1}};
constexpr Shape kBoolean{.kind = Kind::kBoolean};
constexpr Shape kNextToken{.kind = Kind::kString, .length = {.min = 1, .max = 32768}};
constexpr Shape kLimit{.kind = Kind::kInteger, .value = {.min = 1}};
constexpr Shape kCapacity{.kind = Kind::kString, .one_of = kCapacityNames};
constexpr Shape kFailure{.kind = Kind::kString, .one_of = kFailureNames};
constexpr Shape kClientToken{.kind = Kind::kString, .length = {.min = 1, .max = 36}};

constexpr std::array<Member, 7> kExecuteStatementMembers = {{
    {"ReturnConsumedCapacity", &kCapacity},
    {"NextToken", &kNextToken},
    {"Parameters", &kParameters},
    {"ConsistentRead", &kBoolean},
    {"Statement", &kStatement, true},
    {"Limit", &kLimit},
    {"ReturnValuesOnConditionCheckFailure", &kFailure},
}};

constexpr std::array<Member, 4> kBatchStatementMembers = {{
    {"Parameters", &kParameters},
    {"ConsistentRead", &kBoolean},
    {"Statement", &kStatement, true},
    {"ReturnValuesOnConditionCheckFailure", &kFailure},
}};
constexpr Shape kBatchStatement{.kind = Kind::kStructure,
                                .class_name = "BatchStatementRequest",
                                .members = kBatchStatementMembers};
constexpr Shape kBatchStatements{
    .kind = Kind::kList, .element = &kBatchStatement, .length = {.min = 1, .max = 25}};
constexpr std::array<Member, 2> kBatchExecuteStatementMembers = {{
    {"ReturnConsumedCapacity", &kCapacity},
    {"Statements", &kBatchStatements, true},
}};

constexpr std::array<Member, 3> kTransactStatementMembers = {{
    {"Parameters", &kParameters},
    {"Statement", &kStatement, true},
    {"ReturnValuesOnConditionCheckFailure", &kFailure},
}};
constexpr Shape kTransactStatement{.kind = Kind::kStructure,
                                   .class_name = "ParameterizedStatement",
                                   .members = kTransactStatementMembers};
constexpr Shape kTransactStatements{
    .kind = Kind::kList, .element = &kTransactStatement, .length = {.min = 1, .max = 100}};
constexpr std::array<Member, 3> kExecuteTransactionMembers = {{
    {"ReturnConsumedCapacity", &kCapacity},
    {"TransactStatements", &kTransactStatements, true},
    {"ClientRequestToken", &kClientToken},
}};

}  // namespace

constexpr Shape kExecuteStatementInput{.kind = Kind::kStructure,
                                       .class_name = "ExecuteStatementInput",
                                       .members = kExecuteStatementMembers};
constexpr Shape kBatchExecuteStatementInput{.kind = Kind::kStructure,
                                            .class_name = "BatchExecuteStatementInput",
                                            .members = kBatchExecuteStatementMembers};
constexpr Shape kExecuteTransactionInput{.kind = Kind::kStructure,
                                         .class_name = "ExecuteTransactionInput",
                                         .members = kExecuteTransactionMembers};

}  // namespace norn::dynamodb::partiql
