#include "dynamodb/remote/requests.h"
#include "dynamodb/render.h"

namespace norn::dynamodb {
namespace {

std::string_view name_of(store::StreamPosition::Kind kind) {
  switch (kind) {
    case store::StreamPosition::Kind::kTrimHorizon:
      return "TRIM_HORIZON";
    case store::StreamPosition::Kind::kLatest:
      return "LATEST";
    case store::StreamPosition::Kind::kAtSequence:
      return "AT_SEQUENCE_NUMBER";
    case store::StreamPosition::Kind::kAfterSequence:
      return "AFTER_SEQUENCE_NUMBER";
  }
  return "TRIM_HORIZON";
}

}  // namespace

std::string to_request(const store::ListStreamsRequest& request) {
  std::string out;
  ObjectWriter object(out);
  if (!request.table.empty()) object.text("TableName", request.table);
  if (!request.start_after.empty()) object.text("ExclusiveStartStreamArn", request.start_after);
  if (request.limit) object.integer("Limit", *request.limit);
  object.close();
  return out;
}

std::string to_request(const store::DescribeStreamRequest& request) {
  std::string out;
  ObjectWriter object(out);
  object.text("StreamArn", request.arn);
  if (!request.start_after_shard.empty()) {
    object.text("ExclusiveStartShardId", request.start_after_shard);
  }
  if (request.limit) object.integer("Limit", *request.limit);
  object.close();
  return out;
}

std::string iterator_request(const store::ReadStreamRequest& request) {
  using PositionKind = store::StreamPosition::Kind;
  std::string out;
  ObjectWriter object(out);
  object.text("StreamArn", request.arn);
  object.text("ShardId", request.shard);
  object.text("ShardIteratorType", name_of(request.position.kind));
  const bool by_sequence = request.position.kind == PositionKind::kAtSequence ||
                           request.position.kind == PositionKind::kAfterSequence;
  if (by_sequence) object.text("SequenceNumber", request.position.sequence);
  object.close();
  return out;
}

std::string records_request(std::string_view iterator, std::optional<int64_t> limit) {
  std::string out;
  ObjectWriter object(out);
  object.text("ShardIterator", iterator);
  if (limit) object.integer("Limit", *limit);
  object.close();
  return out;
}

}  // namespace norn::dynamodb
