#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "base/error.h"
#include "dynamodb/remote/client.h"
#include "store/requests/stream_requests.h"

namespace norn::dynamodb {

// The shard iterators of earlier reads, by position. With them, following a stream costs one call
// per read instead of two. Bounded: the least recently used one is dropped first. Safe to use from
// any thread.
class StreamIterators {
 public:
  static constexpr size_t kMaxKept = 1'000;

  // Takes the iterator for this position, if there is one: each is used once.
  std::optional<std::string> take(const store::ReadStreamRequest& request);
  void keep(const store::ReadStreamRequest& request, std::string iterator);
  size_t size() const;

 private:
  struct Entry {
    std::string key;
    std::string iterator;
  };

  mutable std::mutex mutex_;
  // Guarded by mutex_. The oldest is in front.
  std::list<Entry> entries_;
  std::unordered_map<std::string, std::list<Entry>::iterator> by_key_;
};

// Reads a shard from a position. The position to go on from is that of the last record. When there
// was none, it is the request's own: but one that reads from the latest record on gets the shard
// iterator itself as its sequence, because nothing else identifies "latest". Such a position lasts
// 15 minutes: later it is kExpiredIterator.
Result<store::ReadStreamResult> read_remote_stream(RemoteClient& client, StreamIterators& iterators,
                                                   const store::ReadStreamRequest& request);

}  // namespace norn::dynamodb
