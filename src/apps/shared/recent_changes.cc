#include "apps/shared/recent_changes.h"

#include <utility>

namespace norn::apps {
namespace {

constexpr int64_t kRecordsAtOnce = 1'000;
// After this many unread changes, beginning anew is cheaper than reading on.
constexpr int kMaxReads = 10;
// The bound of `changed_`.
constexpr size_t kMaxChangedOwners = 10'000;

}  // namespace

RecentChanges::RecentChanges(store::Store& store, std::string table, OwnersOf owners_of)
    : store_(store), table_(std::move(table)), owners_of_(std::move(owners_of)) {}

bool RecentChanges::catch_up() {
  if (!cursor_) return begin_anew();
  for (int reads = 0; reads < kMaxReads; ++reads) {
    auto read = store_.read_stream({.arn = cursor_->arn,
                                    .shard = cursor_->shard,
                                    .position = cursor_->next,
                                    .limit = kRecordsAtOnce});
    // A stream that has ended does not show later changes.
    if (!read || !read->next) break;
    for (const store::StreamRecord& record : read->records) take_in(record);
    cursor_->next = std::move(*read->next);
    if (std::ssize(read->records) < kRecordsAtOnce) return true;
  }
  return begin_anew();
}

std::optional<RecentChanges::Moment> RecentChanges::moment() {
  if (!cursor_ && !catch_up()) return std::nullopt;
  return now_;
}

bool RecentChanges::is_unchanged(const std::string& owner, Moment moment) const {
  if (moment < since_) return false;
  const auto changed = changed_.find(owner);
  return changed == changed_.end() || changed->second <= moment;
}

bool RecentChanges::begin_anew() {
  cursor_ = latest_cursor();
  changed_.clear();
  since_ = ++now_;
  if (on_loss) on_loss();
  return cursor_.has_value();
}

std::optional<RecentChanges::Cursor> RecentChanges::latest_cursor() {
  const auto table = store_.describe_table(table_);
  if (!table || !table->stream) return std::nullopt;
  const auto stream = store_.describe_stream(
      {.arn = table->stream_arn, .start_after_shard = {}, .limit = std::nullopt});
  if (!stream || stream->shards.size() != 1) return std::nullopt;
  Cursor cursor{table->stream_arn, stream->shards.front().id, {}};
  auto latest = store_.read_stream({.arn = cursor.arn,
                                    .shard = cursor.shard,
                                    .position = {store::StreamPosition::Kind::kLatest, {}},
                                    .limit = 1});
  // Only a position with a sequence number stays where it is.
  if (!latest || !latest->next || latest->next->sequence.empty()) return std::nullopt;
  cursor.next = std::move(*latest->next);
  return cursor;
}

void RecentChanges::take_in(const store::StreamRecord& record) {
  ++now_;
  owners_.clear();
  owners_of_(record, owners_);
  for (std::string& owner : owners_) {
    if (on_change) on_change(owner);
    changed_[std::move(owner)] = now_;
  }
  if (changed_.size() > kMaxChangedOwners) {
    changed_.clear();
    since_ = now_;
  }
}

}  // namespace norn::apps
