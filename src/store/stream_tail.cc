#include "store/stream_tail.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/sha256.h"
#include "store/limits.h"
#include "store/stream_view.h"

namespace norn::store {
namespace {

using PositionKind = StreamPosition::Kind;

// In place of a sequence number: everything of the shard is still to be read; and it is not known
// after which record "latest" is.
constexpr std::string_view kBeginning = "0";
constexpr std::string_view kUnknown = "-";

constexpr size_t kTagDigits = 8;
constexpr size_t kMaxShardPages = 100;
// The children of a shard may be seen a while after it has ended, and DescribeStream may be called
// only ten times a second.
constexpr size_t kReadsPerDescription = 50;
// Of up to a thousand records each. A remote shard has those of some hours.
constexpr size_t kMaxReadsToEnd = 200;
// How many children of children one call follows.
constexpr size_t kMaxGenerations = 100;

// Sequence numbers are digits: longer or greater means later.
bool is_later(std::string_view left, std::string_view right) {
  return left.size() != right.size() ? left.size() > right.size() : left > right;
}

std::string sequence_before(const StreamPosition& next) {
  switch (next.kind) {
    case PositionKind::kTrimHorizon:
      return std::string(kBeginning);
    case PositionKind::kLatest:
      break;
    case PositionKind::kAfterSequence:
      return next.sequence;
    case PositionKind::kAtSequence:
      if (const auto at = sequence_from_text(next.sequence); at && *at > 0) {
        return sequence_text(*at - 1);
      }
      break;
  }
  return std::string(kUnknown);
}

// The position after a sequence number of a position's text; nullopt if it is none.
std::optional<StreamPosition> position_from(std::string_view sequence) {
  if (sequence == kBeginning) return StreamPosition{PositionKind::kTrimHorizon, ""};
  const bool digits = std::ranges::all_of(sequence, [](char c) { return c >= '0' && c <= '9'; });
  if (sequence.empty() || sequence.size() > kMaxSequenceDigits || !digits) return std::nullopt;
  return StreamPosition{PositionKind::kAfterSequence, std::string(sequence)};
}

// The parts of a position: sequence numbers by the tags of their shards.
std::map<std::string_view, std::string_view> parts_of(std::string_view position) {
  std::map<std::string_view, std::string_view> parts;
  while (!position.empty()) {
    const std::string_view part = position.substr(0, position.find(','));
    position.remove_prefix(std::min(part.size() + 1, position.size()));
    if (part.size() > kTagDigits && part[kTagDigits] == '.') {
      parts.emplace(part.substr(0, kTagDigits), part.substr(kTagDigits + 1));
    }
  }
  return parts;
}

// Whether the shard has no children: new records are written to such shards.
bool is_youngest(const Shard& shard, const std::vector<Shard>& all) {
  return std::ranges::find(all, shard.id, &Shard::parent_id) == all.end();
}

// Errors about the position, and not about the store.
bool is_about_position(const Error& error) {
  return error.code == ErrorCode::kTrimmedDataAccess || error.code == ErrorCode::kExpiredIterator ||
         error.code == ErrorCode::kValidation || error.code == ErrorCode::kResourceNotFound;
}

}  // namespace

StreamTail::StreamTail(Store& store, std::string table) : store_(store), table_(std::move(table)) {}

Result<void> StreamTail::start_at_latest() {
  const std::vector<Cursor> before = std::exchange(cursors_, {});
  NORN_ASSIGN(const Shards shards, describe());
  for (const Shard& shard : shards.list) {
    if (!is_youngest(shard, shards.list)) continue;
    Cursor cursor = cursor_of(shard, {});
    const auto known = std::ranges::find(before, cursor.tag, &Cursor::tag);
    NORN_TRY(go_to_end(cursor, known == before.end() ? cursor.next : known->next));
    shard_ended_ |= cursor.ended;
    cursors_.push_back(std::move(cursor));
  }
  return {};
}

Result<void> StreamTail::start_at_oldest() {
  cursors_.clear();
  NORN_ASSIGN(const Shards shards, describe());
  for (const Shard& shard : shards.list) {
    // Its children follow when it has been read.
    const auto parent = std::ranges::find(shards.list, shard.parent_id, &Shard::id);
    if (parent != shards.list.end()) continue;
    cursors_.push_back(cursor_of(shard, {PositionKind::kTrimHorizon, ""}));
  }
  return {};
}

Result<void> StreamTail::go_to_end(Cursor& cursor, StreamPosition position) {
  // Reading turns "latest" into a fixed position.
  NORN_ASSIGN(const ReadStreamResult latest, read_from(cursor, {PositionKind::kLatest, ""}, 1));
  cursor.next = latest.next.value_or(StreamPosition{PositionKind::kLatest, ""});
  cursor.last = sequence_before(cursor.next);
  cursor.ended = !latest.next;
  if (cursor.ended || cursor.last != kUnknown) return {};
  // A remote store does not return that position, so no reader could come back to it. What was
  // written last before it can be found by reading, unless that is too much.
  for (size_t reads = 0; reads < kMaxReadsToEnd; ++reads) {
    const auto read = read_from(cursor, position, int64_t{kMaxStreamRecordsPerRead});
    if (!read && is_about_position(read.error()) && position.kind != PositionKind::kTrimHorizon) {
      position = {PositionKind::kTrimHorizon, ""};
      continue;
    }
    if (!read) return std::unexpected(read.error());
    if (!read->next) break;
    position = *read->next;
    if (!read->records.empty()) continue;
    cursor.next = position;
    cursor.last = sequence_before(position);
    break;
  }
  return {};
}

Result<bool> StreamTail::start_after(std::string_view position) {
  cursors_.clear();
  const auto parts = parts_of(position);
  NORN_ASSIGN(const Shards shards, describe());
  std::map<std::string_view, const Shard*> by_id;
  for (const Shard& shard : shards.list) {
    by_id.emplace(shard.id, &shard);
    Cursor cursor = cursor_of(shard, {});
    const auto part = parts.find(cursor.tag);
    if (part == parts.end()) continue;
    auto next = position_from(part->second);
    if (!next) return false;
    cursor.next = std::move(*next);
    cursor.last = part->second;
    NORN_ASSIGN(const bool kept, is_kept(cursor));
    if (!kept) return false;
    cursors_.push_back(std::move(cursor));
  }
  const auto is_covered = [&](const Shard* shard) {
    for (size_t steps = 0; shard != nullptr && steps <= shards.list.size(); ++steps) {
      const auto known = std::ranges::find(cursors_, shard->id, &Cursor::shard);
      if (known != cursors_.end()) return true;
      const auto parent = by_id.find(shard->parent_id);
      shard = parent == by_id.end() ? nullptr : parent->second;
    }
    return false;
  };
  const bool covered = std::ranges::all_of(shards.list, [&](const Shard& shard) {
    return !is_youngest(shard, shards.list) || is_covered(&shard);
  });
  return covered && !cursors_.empty();
}

Result<bool> StreamTail::is_kept(const Cursor& cursor) {
  const auto after = read_from(cursor, cursor.next, 1);
  if (!after && is_about_position(after.error())) return false;
  if (!after) return std::unexpected(after.error());
  const bool from_beginning = cursor.next.kind == PositionKind::kTrimHorizon;
  if (!from_beginning && (!after->records.empty() || !after->next)) return true;
  // Nothing came after it: it is the end, or beyond it when the data was put back to an older
  // state.
  NORN_ASSIGN(const auto latest, read_from(cursor, {PositionKind::kLatest, ""}, 1));
  if (!latest.next) return true;
  const std::string end = sequence_before(*latest.next);
  if (end == kUnknown) return true;
  // Where "latest" has a sequence number, only children of other shards are begun with.
  return from_beginning ? !cursor.parent.empty() : !is_later(cursor.last, end);
}

void StreamTail::stop_at(const StreamTail& other) {
  stops_.emplace();
  for (const Cursor& cursor : other.cursors_) stops_->emplace(cursor.shard, cursor.last);
}

std::optional<std::string> StreamTail::stop_of(const Cursor& cursor) const {
  if (!stops_) return std::nullopt;
  if (const auto same = stops_->find(cursor.shard); same != stops_->end()) {
    return same->second == kUnknown ? std::nullopt : std::optional(same->second);
  }
  // The other one is still before this shard, or past it.
  if (stops_->contains(cursor.parent)) return std::string(kBeginning);
  return std::nullopt;
}

Result<std::vector<StreamRecord>> StreamTail::read(int64_t limit) {
  for (size_t generation = 0; generation < kMaxGenerations; ++generation) {
    NORN_TRY(follow_children());
    if (cursors_.empty()) {
      return fail(ErrorCode::kTrimmedDataAccess,
                  fmt::format("The stream of table {} that was read has ended.", table_));
    }
    for (size_t i = 0; i < cursors_.size(); ++i) {
      turn_ = (turn_ + 1) % cursors_.size();
      NORN_ASSIGN(auto records, read_shard(cursors_[turn_], limit));
      if (!records.empty()) return records;
    }
    // There is nothing new only when the children of a shard that has ended have nothing either.
    if (!shard_ended_) break;
  }
  return std::vector<StreamRecord>();
}

void StreamTail::go_back_to(const StreamRecord& record) {
  Cursor& cursor = cursors_[turn_];
  if (cursor.last == record.sequence) return;
  cursor.next = {PositionKind::kAfterSequence, record.sequence};
  cursor.last = record.sequence;
  cursor.ended = false;
}

Result<std::vector<StreamRecord>> StreamTail::read_shard(Cursor& cursor, int64_t limit) {
  const auto stop = stop_of(cursor);
  const bool stopped = stop && cursor.last != kUnknown && !is_later(*stop, cursor.last);
  if (cursor.ended || stopped) return std::vector<StreamRecord>();
  NORN_ASSIGN(ReadStreamResult read, read_from(cursor, cursor.next, limit));
  cut(read, cursor);
  if (!read.records.empty()) cursor.last = read.records.back().sequence;
  if (read.next) {
    cursor.next = *read.next;
    if (cursor.last == kUnknown) cursor.last = sequence_before(cursor.next);
  } else {
    cursor.ended = shard_ended_ = true;
  }
  return std::move(read.records);
}

void StreamTail::cut(ReadStreamResult& read, const Cursor& cursor) const {
  const auto stop = stop_of(cursor);
  const auto is_behind = [&](const StreamRecord& record) {
    return is_later(record.sequence, *stop);
  };
  if (!stop || read.records.empty() || !is_behind(read.records.back())) return;
  std::erase_if(read.records, is_behind);
  read.next = cursor.next;
  if (!read.records.empty()) {
    read.next = StreamPosition{PositionKind::kAfterSequence, read.records.back().sequence};
  }
}

Result<void> StreamTail::follow_children() {
  if (std::ranges::none_of(cursors_, &Cursor::ended)) return {};
  if (!std::exchange(shard_ended_, false) && reads_until_described_ > 0) {
    --reads_until_described_;
    return {};
  }
  reads_until_described_ = kReadsPerDescription;
  NORN_ASSIGN(const Shards shards, describe());
  std::vector<Cursor> kept;
  for (Cursor& cursor : cursors_) {
    bool replaced = cursor.ended && !shards.growing;
    for (const Shard& shard : shards.list) {
      if (!cursor.ended || shard.parent_id != cursor.shard) continue;
      replaced = true;
      // A position may have named some of the children beside their parent.
      if (std::ranges::find(cursors_, shard.id, &Cursor::shard) == cursors_.end()) {
        kept.push_back(cursor_of(shard, {PositionKind::kTrimHorizon, ""}));
      }
    }
    if (!replaced) kept.push_back(cursor);
  }
  cursors_ = std::move(kept);
  return {};
}

Result<StreamTail::Shards> StreamTail::describe() {
  if (cursors_.empty()) {
    NORN_ASSIGN(const TableDescription table, store_.describe_table(table_));
    if (!table.stream || table.stream_arn.empty()) {
      return fail(ErrorCode::kResourceNotFound,
                  fmt::format("Table {} has no stream that is on. Turn it on, with new and old "
                              "images.",
                              table_));
    }
    arn_ = table.stream_arn;
  }
  Shards shards;
  DescribeStreamRequest request;
  request.arn = arn_;
  for (size_t page = 0; page < kMaxShardPages; ++page) {
    NORN_ASSIGN(StreamDescription stream, store_.describe_stream(request));
    shards.growing = stream.status == StreamStatus::kEnabled;
    std::ranges::move(stream.shards, std::back_inserter(shards.list));
    if (!stream.last_shard) return shards;
    request.start_after_shard = *stream.last_shard;
  }
  return fail(ErrorCode::kLimitExceeded,
              fmt::format("The stream of table {} has too many shards to follow.", table_));
}

StreamTail::Cursor StreamTail::cursor_of(const Shard& shard, StreamPosition next) const {
  Cursor cursor;
  cursor.shard = shard.id;
  cursor.parent = shard.parent_id;
  cursor.tag = sha256_hex(arn_ + "/" + shard.id).substr(0, kTagDigits);
  cursor.last = sequence_before(next);
  cursor.next = std::move(next);
  return cursor;
}

Result<ReadStreamResult> StreamTail::read_from(const Cursor& cursor, const StreamPosition& position,
                                               int64_t limit) {
  ReadStreamRequest request;
  request.arn = arn_;
  request.shard = cursor.shard;
  request.position = position;
  request.limit = limit;
  return store_.read_stream(request);
}

std::string StreamTail::position_with(const StreamRecord* record) const {
  std::string text;
  for (size_t i = 0; i < cursors_.size(); ++i) {
    if (i > 0) text.push_back(',');
    text.append(cursors_[i].tag).append(".");
    text.append(record != nullptr && i == turn_ ? record->sequence : cursors_[i].last);
  }
  return text;
}

}  // namespace norn::store
