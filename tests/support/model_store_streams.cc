#include <algorithm>
#include <utility>

#include "store/limits.h"
#include "store/stream_view.h"
#include "store/tables/table_validation.h"
#include "support/model_store.h"

namespace norn::testing {

using namespace store;

namespace {

constexpr size_t kDefaultListStreams = 100;
constexpr std::string_view kShardId = "shardId-00000000000000000000-00000000";

// The first sequence that a reader at `position` has not seen.
Result<uint64_t> next_sequence(const StreamPosition& position, uint64_t last) {
  switch (position.kind) {
    case StreamPosition::Kind::kTrimHorizon:
      return 0;
    case StreamPosition::Kind::kLatest:
      return last + 1;
    case StreamPosition::Kind::kAtSequence:
      return sequence_from_text(position.sequence);
    case StreamPosition::Kind::kAfterSequence: {
      NORN_ASSIGN(const uint64_t sequence, sequence_from_text(position.sequence));
      return sequence + 1;
    }
  }
  return fail(ErrorCode::kInternal, "unknown kind of stream position");
}

size_t bytes_of(const StreamRecord& record) {
  size_t bytes = record.keys.size_bytes();
  if (record.old_image) bytes += record.old_image->size_bytes();
  if (record.new_image) bytes += record.new_image->size_bytes();
  return bytes;
}

}  // namespace

void ModelStore::open_stream(Table& table, StreamView view) {
  Stream stream;
  const std::string& name = table.description.schema.name;
  // Two streams of one table in one millisecond still get two names.
  int64_t created_ms = clock_.now_ms();
  while (streams_.contains(stream_arn(name, stream_label(created_ms)))) ++created_ms;
  StreamDescription& description = stream.description;
  description.label = stream_label(created_ms);
  description.arn = stream_arn(name, description.label);
  description.table = name;
  description.view = view;
  description.created_ms = created_ms;
  description.key = table.schema->key;
  stream.start = stream.last = ++last_sequence_;
  table.description.stream = view;
  table.description.stream_arn = description.arn;
  table.description.stream_label = description.label;
  table.open_stream = description.arn;
  streams_.emplace(table.open_stream, std::move(stream));
}

void ModelStore::close_stream(Table& table) {
  if (table.open_stream.empty()) return;
  Stream& stream = streams_.at(table.open_stream);
  stream.description.status = StreamStatus::kDisabled;
  stream.closed_ms = clock_.now_ms();
  table.description.stream.reset();
  table.open_stream.clear();
}

void ModelStore::trim_streams() {
  const int64_t oldest_ms = clock_.now_ms() - kStreamRetentionMs;
  std::erase_if(streams_, [oldest_ms](const auto& entry) {
    return entry.second.closed_ms && *entry.second.closed_ms <= oldest_ms;
  });
  for (auto& [arn, stream] : streams_) {
    const auto kept = std::ranges::find_if(stream.records, [oldest_ms](const StreamRecord& record) {
      return record.created_ms > oldest_ms;
    });
    if (kept == stream.records.begin()) continue;
    stream.trimmed_through = *sequence_from_text(std::prev(kept)->sequence);
    stream.records.erase(stream.records.begin(), kept);
  }
}

Result<ModelStore::Stream*> ModelStore::find_stream(const std::string& arn) {
  trim_streams();
  const auto found = streams_.find(arn);
  if (found == streams_.end()) {
    return fail(ErrorCode::kResourceNotFound,
                "Requested resource not found: Stream: " + arn + " not found");
  }
  return &found->second;
}

Result<ListStreamsResult> ModelStore::list_streams(const ListStreamsRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_TRY(check_list_streams(request));
  trim_streams();
  const size_t limit = request.limit ? static_cast<size_t>(*request.limit) : kDefaultListStreams;
  ListStreamsResult result;
  for (auto entry = streams_.upper_bound(request.start_after); entry != streams_.end(); ++entry) {
    const StreamDescription& stream = entry->second.description;
    if (!request.table.empty() && stream.table != request.table) continue;
    if (result.streams.size() == limit) {
      result.last_arn = result.streams.back().arn;
      break;
    }
    result.streams.push_back({stream.arn, stream.table, stream.label});
  }
  return result;
}

Result<StreamDescription> ModelStore::describe_stream(const DescribeStreamRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_ASSIGN(const Stream* stream, find_stream(request.arn));
  StreamDescription description = stream->description;
  if (request.start_after_shard < kShardId) {
    Shard shard;
    shard.id = kShardId;
    shard.first_sequence = sequence_text(stream->start);
    if (stream->closed_ms) shard.last_sequence = sequence_text(stream->last);
    description.shards.push_back(std::move(shard));
  }
  return description;
}

Result<ReadStreamResult> ModelStore::read_stream(const ReadStreamRequest& request) {
  const std::lock_guard lock(mutex_);
  NORN_TRY(check_read_stream(request));
  NORN_ASSIGN(const Stream* stream, find_stream(request.arn));
  if (request.shard != kShardId) {
    return fail(ErrorCode::kResourceNotFound,
                "Requested resource not found: Shard: " + request.shard + " not found");
  }
  NORN_ASSIGN(const uint64_t next, next_sequence(request.position, stream->last));
  const bool from_horizon = request.position.kind == StreamPosition::Kind::kTrimHorizon;
  if (!from_horizon && next <= stream->trimmed_through) {
    return fail(ErrorCode::kTrimmedDataAccess,
                "The data you are trying to access has been trimmed");
  }

  ReadStreamResult result;
  const size_t limit =
      request.limit ? static_cast<size_t>(*request.limit) : kMaxStreamRecordsPerRead;
  size_t bytes = 0;
  auto record = std::ranges::find_if(stream->records, [next](const StreamRecord& candidate) {
    return candidate.sequence >= sequence_text(next);
  });
  for (; record != stream->records.end() && result.records.size() < limit; ++record) {
    bytes += bytes_of(*record);
    if (!result.records.empty() && bytes > kMaxStreamReadBytes) break;
    result.records.push_back(*record);
  }
  if (stream->closed_ms && record == stream->records.end()) return result;
  if (!result.records.empty()) {
    result.next = {StreamPosition::Kind::kAfterSequence, result.records.back().sequence};
  } else if (request.position.kind == StreamPosition::Kind::kLatest) {
    result.next = {StreamPosition::Kind::kAfterSequence, sequence_text(stream->last)};
  } else {
    result.next = request.position;
  }
  return result;
}

}  // namespace norn::testing
