#pragma once

#include "dynamodb/shapes/shape.h"

// The parameters of the operations on streams.
namespace norn::dynamodb {

extern const Shape kListStreamsInput;
extern const Shape kDescribeStreamInput;
extern const Shape kGetShardIteratorInput;
extern const Shape kGetRecordsInput;

}  // namespace norn::dynamodb
