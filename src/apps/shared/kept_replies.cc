#include "apps/shared/kept_replies.h"

#include <utility>

namespace norn::apps {
namespace {

constexpr int64_t kRecordsAtOnce = 1'000;
// After this many unread changes, dropping all replies is cheaper than reading on.
constexpr int kMaxReads = 10;
// The bound of `changed_`.
constexpr size_t kMaxChangedOwners = 10'000;
// One large reply must not push all others out.
constexpr size_t kMaxShareOfOne = 8;

}  // namespace

KeptReplies::KeptReplies(store::Store& store, std::string table, size_t max_bytes,
                         OwnersOf owners_of)
    : store_(store),
      table_(std::move(table)),
      max_bytes_(max_bytes),
      owners_of_(std::move(owners_of)) {}

std::shared_ptr<const KeptReplies::Reply> KeptReplies::find(const std::string& owner,
                                                            const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (replies_.empty() || !catch_up()) return nullptr;
  const auto owned = by_owner_.find(owner);
  if (owned == by_owner_.end()) return nullptr;
  const auto found = owned->second.find(key);
  if (found == owned->second.end()) return nullptr;
  replies_.splice(replies_.begin(), replies_, found->second);
  return found->second->reply;
}

std::optional<KeptReplies::Moment> KeptReplies::moment() {
  if (max_bytes_ == 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  // An earlier change that is read later drops the reply needlessly, but that is rare.
  if (!cursor_ && !catch_up()) return std::nullopt;
  return now_;
}

void KeptReplies::keep(const std::string& owner, const std::string& key, Moment moment,
                       Reply reply) {
  const size_t size = reply.body.size();
  if (size > max_bytes_ / kMaxShareOfOne) return;
  auto shared = std::make_shared<const Reply>(std::move(reply));
  const std::lock_guard lock(mutex_);
  // Changes that are not read yet will invalidate it later.
  if (moment < since_) return;
  const auto changed = changed_.find(owner);
  if (changed != changed_.end() && changed->second > moment) return;
  ByKey& owned = by_owner_[owner];
  if (const auto found = owned.find(key); found != owned.end()) {
    bytes_ += size - found->second->reply->body.size();
    found->second->reply = std::move(shared);
  } else {
    replies_.push_front({owner, key, std::move(shared)});
    owned.emplace(key, replies_.begin());
    bytes_ += size;
  }
  while (bytes_ > max_bytes_) drop(std::prev(replies_.end()));
}

bool KeptReplies::catch_up() {
  if (!cursor_) {
    cursor_ = latest_cursor();
    drop_all();
    return cursor_.has_value();
  }
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
  cursor_ = latest_cursor();
  drop_all();
  return cursor_.has_value();
}

std::optional<KeptReplies::Cursor> KeptReplies::latest_cursor() {
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

void KeptReplies::take_in(const store::StreamRecord& record) {
  ++now_;
  owners_.clear();
  owners_of_(record, owners_);
  for (std::string& owner : owners_) {
    if (const auto owned = by_owner_.find(owner); owned != by_owner_.end()) {
      while (!owned->second.empty()) {
        const bool is_last = owned->second.size() == 1;
        drop(owned->second.begin()->second);
        if (is_last) break;
      }
    }
    changed_[std::move(owner)] = now_;
  }
  if (changed_.size() > kMaxChangedOwners) {
    changed_.clear();
    since_ = now_;
  }
}

void KeptReplies::drop_all() {
  replies_.clear();
  by_owner_.clear();
  changed_.clear();
  bytes_ = 0;
  since_ = ++now_;
}

void KeptReplies::drop(Replies::iterator reply) {
  bytes_ -= reply->reply->body.size();
  const auto owned = by_owner_.find(reply->owner);
  owned->second.erase(reply->key);
  if (owned->second.empty()) by_owner_.erase(owned);
  replies_.erase(reply);
}

}  // namespace norn::apps
