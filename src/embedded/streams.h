#pragma once

#include "base/clock.h"
#include "base/error.h"
#include "embedded/catalog.h"
#include "embedded/database.h"
#include "embedded/write_group.h"
#include "store/requests/stream_requests.h"

// Streams: every stream is one shard, because one writer gives all changes one order.
namespace norn::embedded {

Result<store::ListStreamsResult> list_streams(const Catalog& catalog,
                                              const store::ListStreamsRequest& request);
Result<store::StreamDescription> describe_stream(Database& database, const Catalog& catalog,
                                                 const store::DescribeStreamRequest& request);
Result<store::ReadStreamResult> read_stream(Database& database, const Catalog& catalog,
                                            int64_t now_ms,
                                            const store::ReadStreamRequest& request);

// Drops records that are older than the retention time, a bounded number at a time, and streams
// that were closed that long ago. Returns whether there may be more. A job that starts its group.
Result<bool> trim_streams(WriteGroup& group);

}  // namespace norn::embedded
