#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/item.h"
#include "store/schema.h"

namespace norn::store {

struct ListStreamsRequest {
  std::string table;             // Empty means all tables.
  std::string start_after;       // ExclusiveStartStreamArn.
  std::optional<int64_t> limit;  // 1 to 100.
};

struct StreamSummary {
  std::string arn;
  std::string table;
  std::string label;
};

struct ListStreamsResult {
  std::vector<StreamSummary> streams;
  std::optional<std::string> last_arn;
};

struct DescribeStreamRequest {
  std::string arn;
  std::string start_after_shard;  // ExclusiveStartShardId.
  std::optional<int64_t> limit;   // 1 to 100 shards.
};

enum class StreamStatus : uint8_t { kEnabled, kDisabled };

// A part of a stream, in order. Records of one item are in one shard at a time; when a shard ends,
// its children go on.
struct Shard {
  std::string id;
  std::string parent_id;  // Empty when there is none.
  std::string first_sequence;
  std::optional<std::string> last_sequence;  // Present once the shard is closed.
};

struct StreamDescription {
  std::string arn;
  std::string table;
  std::string label;
  StreamView view = StreamView::kNewAndOldImages;
  StreamStatus status = StreamStatus::kEnabled;
  int64_t created_ms = 0;
  KeySchema key;
  std::vector<Shard> shards;
  std::optional<std::string> last_shard;  // Where the next page starts.
};

// Where to read from in a shard.
struct StreamPosition {
  enum class Kind : uint8_t { kTrimHorizon, kLatest, kAtSequence, kAfterSequence };
  Kind kind = Kind::kTrimHorizon;
  std::string sequence;  // With the last two kinds.
  friend bool operator==(const StreamPosition&, const StreamPosition&) = default;
};

enum class StreamEvent : uint8_t { kInsert, kModify, kRemove };

struct StreamRecord {
  StreamEvent event = StreamEvent::kInsert;
  std::string sequence;  // Digits; longer or greater means later.
  int64_t created_ms = 0;
  Item keys;
  std::optional<Item> old_image;  // As the stream's view says.
  std::optional<Item> new_image;
  bool by_ttl = false;  // Deleted because it expired, not by a request.
};

struct ReadStreamRequest {
  std::string arn;
  std::string shard;
  StreamPosition position;
  std::optional<int64_t> limit;  // 1 to 1000.
};

struct ReadStreamResult {
  std::vector<StreamRecord> records;
  // Go on here. Absent when the shard is closed and read to its end.
  std::optional<StreamPosition> next;
};

}  // namespace norn::store
