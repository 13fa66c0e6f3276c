#pragma once

#include "dynamodb/shapes/shape.h"

// The parameters of the operations on items.
namespace norn::dynamodb {

extern const Shape kPutItemShape;
extern const Shape kGetItemShape;
extern const Shape kUpdateItemShape;
extern const Shape kDeleteItemShape;
extern const Shape kQueryShape;
extern const Shape kScanShape;
extern const Shape kBatchGetItemShape;
extern const Shape kBatchWriteItemShape;
extern const Shape kTransactGetItemsShape;
extern const Shape kTransactWriteItemsShape;

}  // namespace norn::dynamodb
