#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "store/requests/stream_requests.h"

namespace norn::dynamodb {

// A position in a shard, as the text that GetShardIterator returns and GetRecords takes. It
// contains everything, so iterators survive a restart. A checksum detects texts that this server
// did not make; a secret would protect nothing, because a client that may read the stream may start
// anywhere in it.
struct ShardIterator {
  std::string arn;
  std::string shard;
  store::StreamPosition position;
  int64_t made_ms = 0;
};

std::string to_text(const ShardIterator& iterator);
// "Invalid ShardIterator", or ExpiredIteratorException a quarter of an hour after it was made.
Result<ShardIterator> iterator_from_text(std::string_view text, int64_t now_ms);

// Whether it looks like arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/stream/LABEL.
bool is_stream_arn(std::string_view text);

}  // namespace norn::dynamodb
