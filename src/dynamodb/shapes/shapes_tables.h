#pragma once

#include "dynamodb/shapes/shape.h"

// The parameters of the operations on tables.
namespace norn::dynamodb {

extern const Shape kCreateTableInput;
extern const Shape kUpdateTableInput;
extern const Shape kListTablesInput;
extern const Shape kTableNameInput;  // DescribeTable, DeleteTable and others that take only it.
extern const Shape kUpdateTimeToLiveInput;
extern const Shape kTagResourceInput;
extern const Shape kUntagResourceInput;
extern const Shape kListTagsOfResourceInput;
extern const Shape kNoInput;

}  // namespace norn::dynamodb
