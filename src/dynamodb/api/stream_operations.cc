#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dynamodb/api/operation.h"
#include "dynamodb/api/stream_hash.h"
#include "dynamodb/api/stream_iterator.h"
#include "dynamodb/api/table_render.h"
#include "dynamodb/render.h"
#include "dynamodb/shapes/shapes.h"
#include "dynamodb/table_name.h"
#include "store/errors.h"
#include "store/requests/stream_requests.h"

namespace norn::dynamodb {
namespace {

constexpr uint64_t kSecondSeed = 0x9e3779b97f4a7c15;

// The same record has the same id whenever it is read: consumers find by it what they have seen.
std::string event_id(const std::string& arn, const std::string& sequence) {
  return fmt::format("{:016x}{:016x}", stream_hash(sequence, stream_hash(arn)),
                     stream_hash(sequence, stream_hash(arn, kSecondSeed)));
}

std::string_view name_of(store::StreamEvent event) {
  switch (event) {
    case store::StreamEvent::kInsert:
      return "INSERT";
    case store::StreamEvent::kModify:
      return "MODIFY";
    case store::StreamEvent::kRemove:
      return "REMOVE";
  }
  return "";
}

// arn:aws:dynamodb:REGION:...
std::string_view region_of(std::string_view arn) {
  for (int field = 0; field < 3; ++field) {
    arn.remove_prefix(std::min(arn.size(), arn.find(':') + 1));
  }
  return arn.substr(0, arn.find(':'));
}

void append_shard(std::string& out, const store::Shard& shard) {
  ObjectWriter object(out);
  object.text("ShardId", shard.id);
  ObjectWriter range(object.key("SequenceNumberRange"));
  range.text("StartingSequenceNumber", shard.first_sequence);
  if (shard.last_sequence) range.text("EndingSequenceNumber", *shard.last_sequence);
  range.close();
  if (!shard.parent_id.empty()) object.text("ParentShardId", shard.parent_id);
  object.close();
}

void append_change(std::string& out, store::StreamView view, const store::StreamRecord& record) {
  size_t size_bytes = record.keys.size_bytes();
  ObjectWriter object(out);
  object.integer("ApproximateCreationDateTime", record.created_ms / 1000);
  object.key("Keys").append(record.keys.json());
  const auto append_image = [&](std::string_view name, const std::optional<store::Item>& image) {
    if (!image) return;
    object.key(name).append(image->json());
    size_bytes += image->size_bytes();
  };
  append_image("NewImage", record.new_image);
  append_image("OldImage", record.old_image);
  object.text("SequenceNumber", record.sequence);
  object.integer("SizeBytes", static_cast<int64_t>(size_bytes));
  object.text("StreamViewType", store::to_name(view));
  object.close();
}

void append_stream(std::string& out, const store::StreamDescription& stream) {
  ObjectWriter object(out);
  object.text("StreamArn", stream.arn);
  object.text("StreamLabel", stream.label);
  object.text("StreamStatus",
              stream.status == store::StreamStatus::kEnabled ? "ENABLED" : "DISABLED");
  object.text("StreamViewType", store::to_name(stream.view));
  append_seconds(object.key("CreationRequestDateTime"), stream.created_ms);
  object.text("TableName", stream.table);
  append_key_schema(object.key("KeySchema"), stream.key);
  ListWriter shards(object.key("Shards"));
  for (const store::Shard& shard : stream.shards) append_shard(shards.next(), shard);
  shards.close();
  if (stream.last_shard) object.text("LastEvaluatedShardId", *stream.last_shard);
  object.close();
}

// A record of the stream `arn`.
void append_record(std::string& out, const std::string& arn, store::StreamView view,
                   const store::StreamRecord& record) {
  ObjectWriter object(out);
  object.text("eventID", event_id(arn, record.sequence));
  object.text("eventName", name_of(record.event));
  object.text("eventVersion", "1.1");
  object.text("eventSource", "aws:dynamodb");
  object.text("awsRegion", region_of(arn));
  append_change(object.key("dynamodb"), view, record);
  if (record.by_ttl) {
    ObjectWriter identity(object.key("userIdentity"));
    identity.text("Type", "Service");
    identity.text("PrincipalId", "dynamodb.amazonaws.com");
    identity.close();
  }
  object.close();
}

using store::StreamPosition;

Result<std::string> stream_arn(std::string_view text) {
  if (!is_stream_arn(text)) return store::validation("Invalid StreamArn");
  return std::string(text);
}

Result<void> list_streams(const Context& context, const Input& input, std::string& out) {
  store::ListStreamsRequest request;
  NORN_ASSIGN(request.table, table_name(input.text("TableName")));
  if (input.has("ExclusiveStartStreamArn")) {
    NORN_ASSIGN(request.start_after, stream_arn(input.text("ExclusiveStartStreamArn")));
  }
  request.limit = input.integer("Limit");
  NORN_ASSIGN(const store::ListStreamsResult page, context.store.list_streams(request));
  ObjectWriter object(out);
  ListWriter streams(object.key("Streams"));
  for (const store::StreamSummary& stream : page.streams) {
    ObjectWriter summary(streams.next());
    summary.text("StreamArn", stream.arn);
    summary.text("TableName", stream.table);
    summary.text("StreamLabel", stream.label);
    summary.close();
  }
  streams.close();
  if (page.last_arn) object.text("LastEvaluatedStreamArn", *page.last_arn);
  object.close();
  return {};
}

Result<void> describe_stream(const Context& context, const Input& input, std::string& out) {
  store::DescribeStreamRequest request;
  NORN_ASSIGN(request.arn, stream_arn(input.text("StreamArn")));
  request.start_after_shard = input.text("ExclusiveStartShardId");
  request.limit = input.integer("Limit");
  NORN_ASSIGN(store::StreamDescription stream, context.store.describe_stream(request));
  if (input.has("ShardFilter")) {
    const std::string_view parent = input.structure("ShardFilter").text("ShardId");
    std::erase_if(stream.shards,
                  [&](const store::Shard& shard) { return shard.parent_id != parent; });
  }
  ObjectWriter object(out);
  append_stream(object.key("StreamDescription"), stream);
  object.close();
  return {};
}

Result<StreamPosition> read_position(const Input& input) {
  const std::string_view type = input.text("ShardIteratorType");
  StreamPosition position;
  position.sequence = input.text("SequenceNumber");
  if (type == "LATEST") {
    position.kind = StreamPosition::Kind::kLatest;
  } else if (type == "AT_SEQUENCE_NUMBER") {
    position.kind = StreamPosition::Kind::kAtSequence;
  } else if (type == "AFTER_SEQUENCE_NUMBER") {
    position.kind = StreamPosition::Kind::kAfterSequence;
  }
  const bool needs_sequence = position.kind == StreamPosition::Kind::kAtSequence ||
                              position.kind == StreamPosition::Kind::kAfterSequence;
  if (needs_sequence && position.sequence.empty()) {
    return store::validation(
        fmt::format("SequenceNumber must be specified with ShardIteratorType {}", type));
  }
  return position;
}

// Fixes an iterator that starts at the end of a shard: the end moves, and the iterator has to
// return everything that is written after it was made.
StreamPosition pinned(const StreamPosition& asked, const store::ReadStreamResult& read) {
  if (asked.kind != StreamPosition::Kind::kLatest) return asked;
  if (!read.records.empty()) {
    return {StreamPosition::Kind::kAtSequence, read.records.front().sequence};
  }
  return read.next.value_or(asked);
}

Result<void> get_shard_iterator(const Context& context, const Input& input, std::string& out) {
  store::ReadStreamRequest request;
  NORN_ASSIGN(request.arn, stream_arn(input.text("StreamArn")));
  request.shard = input.text("ShardId");
  NORN_ASSIGN(request.position, read_position(input));
  request.limit = 1;
  // Stream, shard and position are checked by reading there.
  NORN_ASSIGN(const store::ReadStreamResult read, context.store.read_stream(request));
  const ShardIterator iterator{request.arn, request.shard, pinned(request.position, read),
                               context.clock.now_ms()};
  ObjectWriter object(out);
  object.text("ShardIterator", to_text(iterator));
  object.close();
  return {};
}

Result<void> get_records(const Context& context, const Input& input, std::string& out) {
  NORN_ASSIGN(ShardIterator iterator,
              iterator_from_text(input.text("ShardIterator"), context.clock.now_ms()));
  store::ReadStreamRequest request;
  request.arn = iterator.arn;
  request.shard = iterator.shard;
  request.position = iterator.position;
  request.limit = input.integer("Limit");
  store::DescribeStreamRequest describe;
  describe.arn = iterator.arn;
  NORN_ASSIGN(const store::StreamDescription stream, context.store.describe_stream(describe));
  NORN_ASSIGN(store::ReadStreamResult read, context.store.read_stream(request));
  ObjectWriter object(out);
  ListWriter records(object.key("Records"));
  for (const store::StreamRecord& record : read.records) {
    append_record(records.next(), iterator.arn, stream.view, record);
  }
  records.close();
  if (read.next) {
    iterator.position = *std::move(read.next);
    iterator.made_ms = context.clock.now_ms();
    object.text("NextShardIterator", to_text(iterator));
  }
  object.close();
  return {};
}

constexpr auto kStreams = Operation::Service::kStreams;

constexpr Operation kStreamOperations[] = {
    {"ListStreams", &kListStreamsInput, list_streams, Operation::kHere, kStreams},
    {"DescribeStream", &kDescribeStreamInput, describe_stream, Operation::kHere, kStreams},
    {"GetShardIterator", &kGetShardIteratorInput, get_shard_iterator, Operation::kPool, kStreams},
    {"GetRecords", &kGetRecordsInput, get_records, Operation::kPool, kStreams},
};

}  // namespace

std::span<const Operation> stream_operations() {
  return kStreamOperations;
}

}  // namespace norn::dynamodb
