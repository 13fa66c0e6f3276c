#include "apps/calendars/kept_ranges.h"

#include <algorithm>
#include <utility>

#include "apps/calendars/keys.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

// Of other calendars, since a reply was made: looking at more of them costs more than making it.
constexpr int64_t kMaxChangesLookedAt = 100;
// One large reply must not push all others out.
constexpr size_t kMaxShareOfOne = 8;

bool concerns(const std::optional<store::Item>& image, const std::string& index_key) {
  return image && apps::text_of(*image, "GSI1PK") == index_key;
}

}  // namespace

bool KeptRanges::is_unchanged(const std::string& calendar_id, Place& place) {
  auto read = store_.read_stream({.arn = place.arn,
                                  .shard = place.shard,
                                  .position = place.next,
                                  .limit = kMaxChangesLookedAt});
  // A stream that has ended says nothing of what came after it.
  if (!read || !read->next || std::ssize(read->records) == kMaxChangesLookedAt) return false;
  const std::string index_key = keys::calendar(calendar_id);
  const bool changed = std::ranges::any_of(read->records, [&](const store::StreamRecord& record) {
    return concerns(record.old_image, index_key) || concerns(record.new_image, index_key);
  });
  place.next = std::move(*read->next);
  return !changed;
}

std::shared_ptr<const KeptRanges::Reply> KeptRanges::find(const Key& key) {
  Place place;
  std::shared_ptr<const Reply> reply;
  {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    place = found->second->place;
    reply = found->second->reply;
  }
  const bool unchanged = is_unchanged(key.calendar_id, place);
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  // Somebody else may have put a newer one there meanwhile.
  if (found == by_key_.end() || found->second->reply != reply) return unchanged ? reply : nullptr;
  if (!unchanged) {
    drop(found);
    return nullptr;
  }
  found->second->place = std::move(place);
  replies_.splice(replies_.begin(), replies_, found->second);
  return reply;
}

std::optional<KeptRanges::Place> KeptRanges::place() {
  if (max_bytes_ == 0) return std::nullopt;
  const auto table = store_.describe_table(table_);
  if (!table || !table->stream) return std::nullopt;
  const auto stream = store_.describe_stream(
      {.arn = table->stream_arn, .start_after_shard = {}, .limit = std::nullopt});
  if (!stream || stream->shards.size() != 1) return std::nullopt;
  Place place{table->stream_arn, stream->shards.front().id, {}};
  auto latest = store_.read_stream({.arn = place.arn,
                                    .shard = place.shard,
                                    .position = {store::StreamPosition::Kind::kLatest, {}},
                                    .limit = 1});
  // Only a place that is a number stays where it is.
  if (!latest || !latest->next || latest->next->sequence.empty()) return std::nullopt;
  place.next = std::move(*latest->next);
  return place;
}

void KeptRanges::keep(const Key& key, Place place, Reply reply) {
  const size_t size = reply.body.size();
  if (size > max_bytes_ / kMaxShareOfOne) return;
  auto shared = std::make_shared<const Reply>(std::move(reply));
  const std::lock_guard lock(mutex_);
  if (const auto found = by_key_.find(key); found != by_key_.end()) drop(found);
  replies_.push_front({key, std::move(place), std::move(shared)});
  by_key_.emplace(key, replies_.begin());
  bytes_ += size;
  while (bytes_ > max_bytes_) drop(by_key_.find(replies_.back().key));
}

void KeptRanges::drop(std::map<Key, Replies::iterator>::iterator found) {
  bytes_ -= found->second->reply->body.size();
  replies_.erase(found->second);
  by_key_.erase(found);
}

}  // namespace norn::calendars
