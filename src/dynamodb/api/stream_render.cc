#include "dynamodb/api/stream_render.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "dynamodb/api/stream_hash.h"
#include "dynamodb/api/table_render.h"
#include "dynamodb/render.h"

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

}  // namespace

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

}  // namespace norn::dynamodb
