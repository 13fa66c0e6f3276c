#include <cmath>
#include <string>
#include <utility>

#include "dynamodb/remote/replies.h"
#include "store/wire/dom.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;

Result<std::optional<store::Item>> find_image(const RemoteObject& object, std::string_view name) {
  const auto json = object.find(name);
  if (!json) return std::nullopt;
  NORN_ASSIGN(store::Item item, store::item_from_dom(*json));
  return item;
}

store::StreamView view_of(std::string_view name) {
  using enum store::StreamView;
  for (const store::StreamView view : {kKeysOnly, kNewImage, kOldImage}) {
    if (store::to_name(view) == name) return view;
  }
  return kNewAndOldImages;
}

store::Shard read_shard(const RemoteObject& object) {
  const RemoteObject range = object.object("SequenceNumberRange");
  store::Shard shard;
  shard.id = object.text("ShardId");
  shard.parent_id = object.text("ParentShardId");
  shard.first_sequence = range.text("StartingSequenceNumber");
  if (const std::string_view last = range.text("EndingSequenceNumber"); !last.empty()) {
    shard.last_sequence = last;
  }
  return shard;
}

Result<store::StreamRecord> read_record(const RemoteObject& object) {
  const RemoteObject content = object.object("dynamodb");
  store::StreamRecord record;
  const std::string_view event = object.text("eventName");
  if (event == "MODIFY") record.event = store::StreamEvent::kModify;
  if (event == "REMOVE") record.event = store::StreamEvent::kRemove;
  record.sequence = content.text("SequenceNumber");
  if (record.sequence.empty()) {
    return fail(ErrorCode::kInternal, "The endpoint sent a record without a sequence number.");
  }
  record.created_ms =
      std::llround(content.number("ApproximateCreationDateTime").value_or(0) * 1000);
  NORN_ASSIGN(auto keys, find_image(content, "Keys"));
  if (keys) record.keys = std::move(*keys);
  NORN_ASSIGN(record.old_image, find_image(content, "OldImage"));
  NORN_ASSIGN(record.new_image, find_image(content, "NewImage"));
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html
  RemoteObject identity = object.object("userIdentity");
  std::string_view principal = identity.text("PrincipalId");
  if (principal.empty()) principal = identity.text("principalId");
  record.by_ttl = principal == "dynamodb.amazonaws.com";
  return record;
}

}  // namespace

Result<store::ListStreamsResult> read_streams(const RemoteObject& root) {
  store::ListStreamsResult result;
  NORN_TRY(root.each("Streams", [&](element json) -> Result<void> {
    const RemoteObject stream(json);
    result.streams.push_back({std::string(stream.text("StreamArn")),
                              std::string(stream.text("TableName")),
                              std::string(stream.text("StreamLabel"))});
    return {};
  }));
  if (const std::string_view last = root.text("LastEvaluatedStreamArn"); !last.empty()) {
    result.last_arn = last;
  }
  return result;
}

Result<store::StreamDescription> read_stream_description(const RemoteObject& root) {
  const RemoteObject object = root.object("StreamDescription");
  store::StreamDescription stream;
  stream.arn = object.text("StreamArn");
  stream.table = object.text("TableName");
  stream.label = object.text("StreamLabel");
  stream.view = view_of(object.text("StreamViewType"));
  const std::string_view status = object.text("StreamStatus");
  stream.status = status == "DISABLED" || status == "DISABLING" ? store::StreamStatus::kDisabled
                                                                : store::StreamStatus::kEnabled;
  stream.created_ms = std::llround(object.number("CreationRequestDateTime").value_or(0) * 1000);
  NORN_TRY(object.each("KeySchema", [&](element json) -> Result<void> {
    // The wire does not have the types of a stream's keys.
    const RemoteObject part(json);
    store::KeyAttribute attribute{std::string(part.text("AttributeName")), store::Type::kString};
    if (part.text("KeyType") == "RANGE") {
      stream.key.sort = std::move(attribute);
    } else {
      stream.key.partition = std::move(attribute);
    }
    return {};
  }));
  NORN_TRY(object.each("Shards", [&](element json) -> Result<void> {
    stream.shards.push_back(read_shard(RemoteObject(json)));
    return {};
  }));
  if (const std::string_view last = object.text("LastEvaluatedShardId"); !last.empty()) {
    stream.last_shard = last;
  }
  return stream;
}

Result<std::vector<store::StreamRecord>> read_records(const RemoteObject& root) {
  std::vector<store::StreamRecord> records;
  NORN_TRY(root.each("Records", [&](element json) -> Result<void> {
    NORN_ASSIGN(store::StreamRecord record, read_record(RemoteObject(json)));
    records.push_back(std::move(record));
    return {};
  }));
  return records;
}

}  // namespace norn::dynamodb
