#pragma once

#include <optional>
#include <string>

#include "store/requests/stream_requests.h"
#include "store/schema.h"

namespace norn::store {

// The record that a change leaves in a stream, or nullopt when nothing changed. Sequence and time
// are the engine's to fill in.
std::optional<StreamRecord> stream_record(const TableSchema& schema, StreamView view,
                                          std::optional<ItemView> before,
                                          std::optional<ItemView> after, bool by_ttl);

// Sequence numbers as text: 21 digits, so that text order is number order. Those of other engines
// may have more.
constexpr size_t kMaxSequenceDigits = 40;
std::string sequence_text(uint64_t sequence);
Result<uint64_t> sequence_from_text(const std::string& text);

Result<void> check_list_streams(const ListStreamsRequest& request);
Result<void> check_read_stream(const ReadStreamRequest& request);

}  // namespace norn::store
