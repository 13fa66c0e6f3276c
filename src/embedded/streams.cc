#include "embedded/streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "embedded/stream_codec.h"
#include "store/errors.h"
#include "store/limits.h"
#include "store/stream_view.h"

namespace norn::embedded {
namespace {

using store::StreamPosition;

constexpr uint64_t kMaxTrimmedAtOnce = 10'000;
constexpr size_t kMaxListed = 100;

std::string shard_id(const Stream& stream) {
  return fmt::format("shardId-{:020}-{:08x}", stream.created_ms, stream.id);
}

Result<const Stream*> find(const Catalog& catalog, const std::string& arn) {
  const Stream* stream = catalog.find_stream(arn);
  if (stream == nullptr) {
    return fail(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: Stream: {} not found", arn));
  }
  return stream;
}

Result<StreamEnds> ends_of(Database& database, const Stream& stream) {
  NORN_ASSIGN(const auto bytes, database.get_meta_again(stream_ends_key(stream.id)));
  return decode_stream_ends(bytes);
}

// Walks the records [from, to) of a stream in order.
class RecordWalk {
 public:
  RecordWalk(Database& database, const Stream& stream, uint64_t from, uint64_t to)
      : end_(stream_key(stream.id, to)), upper_(end_) {
    read_.iterate_upper_bound = &upper_;
    records_.reset(database.rocks().NewIterator(read_, database.streams()));
    records_->Seek(stream_key(stream.id, from));
  }
  bool valid() const { return records_->Valid(); }
  void next() { records_->Next(); }
  uint64_t sequence() const { return sequence_of(records_->key().ToStringView()); }
  std::string_view key() const { return records_->key().ToStringView(); }
  std::string_view bytes() const { return records_->value().ToStringView(); }
  Result<void> status() const {
    if (!records_->status().ok()) {
      return std::unexpected(error_of(records_->status()));
    }
    return {};
  }

 private:
  std::string end_;
  rocksdb::Slice upper_;
  rocksdb::ReadOptions read_;
  std::unique_ptr<rocksdb::Iterator> records_;
};

// The first record that is younger than the retention time, looking at `at_most` records.
Result<uint64_t> first_young(Database& database, const Stream& stream, const StreamEnds& ends,
                             int64_t now_ms, uint64_t at_most) {
  const uint64_t to = std::min(ends.next, ends.first_kept + at_most);
  RecordWalk walk(database, stream, ends.first_kept, to);
  for (; walk.valid(); walk.next()) {
    NORN_ASSIGN(const int64_t created_ms, created_ms_of(walk.bytes()));
    if (created_ms > now_ms - store::kStreamRetentionMs) {
      return walk.sequence();
    }
  }
  NORN_TRY(walk.status());
  return to;
}

Result<uint64_t> start_of(const StreamPosition& position, uint64_t first, uint64_t next) {
  switch (position.kind) {
    case StreamPosition::Kind::kTrimHorizon:
      return first;
    case StreamPosition::Kind::kLatest:
      return next;
    default:
      break;
  }
  NORN_ASSIGN(uint64_t sequence, store::sequence_from_text(position.sequence));
  sequence += position.kind == StreamPosition::Kind::kAfterSequence ? 1 : 0;
  if (sequence < first) {
    return fail(ErrorCode::kTrimmedDataAccess,
                fmt::format("The position {} lies before the oldest record that is kept. Read from "
                            "TRIM_HORIZON instead.",
                            position.sequence));
  }
  return sequence;
}

// Readers that wait for changes poll thousands of times before there is one.
bool has_read_all(const StreamPosition& position, const StreamEnds& ends) {
  if (position.kind != StreamPosition::Kind::kAtSequence) return false;
  const auto sequence = store::sequence_from_text(position.sequence);
  return sequence && *sequence == ends.next;
}

}  // namespace

Result<store::ListStreamsResult> list_streams(const Catalog& catalog,
                                              const store::ListStreamsRequest& request) {
  NORN_TRY(store::check_list_streams(request));
  const size_t limit = static_cast<size_t>(request.limit.value_or(kMaxListed));
  store::ListStreamsResult result;
  for (auto entry = catalog.streams.upper_bound(request.start_after);
       entry != catalog.streams.end(); ++entry) {
    const Stream& stream = *entry->second;
    if (!request.table.empty() && stream.table != request.table) {
      continue;
    }
    if (result.streams.size() == limit) {
      result.last_arn = result.streams.back().arn;
      break;
    }
    result.streams.push_back({stream.arn, stream.table, stream.label});
  }
  return result;
}

Result<store::StreamDescription> describe_stream(Database& database, const Catalog& catalog,
                                                 const store::DescribeStreamRequest& request) {
  NORN_ASSIGN(const Stream* stream, find(catalog, request.arn));
  NORN_ASSIGN(const StreamEnds ends, ends_of(database, *stream));
  store::StreamDescription description;
  description.arn = stream->arn;
  description.table = stream->table;
  description.label = stream->label;
  description.view = stream->view;
  description.status =
      stream->closed_ms ? store::StreamStatus::kDisabled : store::StreamStatus::kEnabled;
  description.created_ms = stream->created_ms;
  description.key = stream->key;
  if (request.start_after_shard < shard_id(*stream)) {
    store::Shard shard{shard_id(*stream), "", store::sequence_text(1), std::nullopt};
    if (stream->closed_ms) {
      shard.last_sequence = store::sequence_text(std::max<uint64_t>(ends.next - 1, 1));
    }
    description.shards.push_back(std::move(shard));
  }
  return description;
}

Result<store::ReadStreamResult> read_stream(Database& database, const Catalog& catalog,
                                            int64_t now_ms,
                                            const store::ReadStreamRequest& request) {
  NORN_TRY(store::check_read_stream(request));
  NORN_ASSIGN(const Stream* stream, find(catalog, request.arn));
  if (request.shard != shard_id(*stream)) {
    return fail(ErrorCode::kResourceNotFound,
                fmt::format("Requested resource not found: Shard: {} not found", request.shard));
  }
  NORN_ASSIGN(const StreamEnds ends, ends_of(database, *stream));
  if (!stream->closed_ms && has_read_all(request.position, ends)) {
    return store::ReadStreamResult{.records = {}, .next = request.position};
  }
  NORN_ASSIGN(const uint64_t first,
              first_young(database, *stream, ends, now_ms, ends.next - ends.first_kept));
  NORN_ASSIGN(const uint64_t start, start_of(request.position, first, ends.next));
  const auto limit =
      static_cast<size_t>(request.limit.value_or(int64_t{store::kMaxStreamRecordsPerRead}));
  store::ReadStreamResult result;
  uint64_t reached = start;
  size_t bytes = 0;
  RecordWalk walk(database, *stream, start, std::max(start, ends.next));
  for (; walk.valid() && result.records.size() < limit && bytes < store::kMaxStreamReadBytes;
       walk.next()) {
    NORN_ASSIGN(auto record, decode_stream_record(walk.key(), walk.bytes()));
    bytes += walk.bytes().size();
    reached = walk.sequence() + 1;
    result.records.push_back(std::move(record));
  }
  NORN_TRY(walk.status());
  if (!stream->closed_ms || reached < ends.next) {
    // A reader that has found nothing yet starts at the oldest record that is kept when it comes
    // back.
    const bool still_at_horizon =
        request.position.kind == StreamPosition::Kind::kTrimHorizon && result.records.empty();
    result.next = still_at_horizon ? request.position
                                   : StreamPosition{StreamPosition::Kind::kAtSequence,
                                                    store::sequence_text(reached)};
  }
  return result;
}

Result<bool> trim_streams(WriteGroup& group) {
  Database& database = group.database();
  Catalog catalog = group.catalog();
  bool more = false;
  for (const auto& [arn, stream] : group.catalog().streams) {
    NORN_ASSIGN(StreamEnds ends, ends_of(database, *stream));
    NORN_ASSIGN(const uint64_t first,
                first_young(database, *stream, ends, group.now_ms(), kMaxTrimmedAtOnce));
    if (first > ends.first_kept) {
      group.batch().DeleteRange(database.streams(), stream_key(stream->id, ends.first_kept),
                                stream_key(stream->id, first));
      more |= first == ends.first_kept + kMaxTrimmedAtOnce;
      ends.first_kept = first;
      group.put_meta(stream_ends_key(stream->id), encode(ends));
    }
    if (stream->closed_ms && *stream->closed_ms <= group.now_ms() - store::kStreamRetentionMs &&
        ends.first_kept == ends.next) {
      group.remove_meta(stream_record_key(stream->id));
      group.remove_meta(stream_ends_key(stream->id));
      catalog.streams.erase(arn);
    }
  }
  if (catalog.streams.size() != group.catalog().streams.size()) {
    group.set_catalog(std::move(catalog));
  }
  return more;
}

}  // namespace norn::embedded
