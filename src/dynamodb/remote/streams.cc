#include "dynamodb/remote/streams.h"

#include <utility>

#include "dynamodb/remote/replies.h"
#include "dynamodb/remote/requests.h"

namespace norn::dynamodb {
namespace {

using PositionKind = store::StreamPosition::Kind;

std::string key_of(const store::ReadStreamRequest& request) {
  std::string key = request.arn;
  key.append("\n").append(request.shard).append("\n");
  key.push_back(static_cast<char>('0' + static_cast<int>(request.position.kind)));
  return key.append(request.position.sequence);
}

// "Latest" as it was when the iterator was made.
bool is_remembered_latest(const store::StreamPosition& position) {
  return position.kind == PositionKind::kLatest && !position.sequence.empty();
}

Result<std::string> new_iterator(RemoteClient& client, const store::ReadStreamRequest& request) {
  if (is_remembered_latest(request.position)) return request.position.sequence;
  NORN_ASSIGN(const RemoteReply reply, client.call("GetShardIterator", iterator_request(request)));
  return std::string(reply.root().text("ShardIterator"));
}

}  // namespace

std::optional<std::string> StreamIterators::take(const store::ReadStreamRequest& request) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key_of(request));
  if (found == by_key_.end()) return std::nullopt;
  std::string iterator = std::move(found->second->iterator);
  entries_.erase(found->second);
  by_key_.erase(found);
  return iterator;
}

void StreamIterators::keep(const store::ReadStreamRequest& request, std::string iterator) {
  std::string key = key_of(request);
  const std::lock_guard lock(mutex_);
  if (const auto found = by_key_.find(key); found != by_key_.end()) {
    entries_.erase(found->second);
    by_key_.erase(found);
  }
  entries_.push_back({key, std::move(iterator)});
  by_key_.emplace(std::move(key), std::prev(entries_.end()));
  if (entries_.size() > kMaxKept) {
    by_key_.erase(entries_.front().key);
    entries_.pop_front();
  }
}

size_t StreamIterators::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

Result<store::ReadStreamResult> read_remote_stream(RemoteClient& client, StreamIterators& iterators,
                                                   const store::ReadStreamRequest& request) {
  std::optional<std::string> iterator = iterators.take(request);
  const bool kept = iterator.has_value();
  if (!kept) {
    NORN_ASSIGN(iterator, new_iterator(client, request));
  }
  auto reply = client.call("GetRecords", records_request(*iterator, request.limit));
  if (!reply && kept && reply.error().code == ErrorCode::kExpiredIterator) {
    NORN_ASSIGN(iterator, new_iterator(client, request));
    reply = client.call("GetRecords", records_request(*iterator, request.limit));
  }
  if (!reply) return std::unexpected(std::move(reply).error());

  store::ReadStreamResult result;
  NORN_ASSIGN(result.records, read_records(reply->root()));
  std::string next(reply->root().text("NextShardIterator"));
  if (next.empty()) return result;
  store::ReadStreamRequest following = request;
  if (!result.records.empty()) {
    following.position = {PositionKind::kAfterSequence, result.records.back().sequence};
  } else if (request.position.kind == PositionKind::kLatest) {
    result.next = store::StreamPosition{PositionKind::kLatest, std::move(next)};
    return result;
  }
  result.next = following.position;
  iterators.keep(following, std::move(next));
  return result;
}

}  // namespace norn::dynamodb
