#include "store/stream_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "store/errors.h"
#include "store/key.h"
#include "store/limits.h"
#include "store/requests/constraints.h"
#include "store/tables/table_validation.h"

namespace norn::store {
namespace {

constexpr size_t kMinSequenceDigits = 21;
constexpr int64_t kMaxStreamsPerPage = 100;

}  // namespace

std::optional<StreamRecord> stream_record(const TableSchema& schema, StreamView view,
                                          std::optional<ItemView> before,
                                          std::optional<ItemView> after, bool by_ttl) {
  if (!before && !after) {
    return std::nullopt;
  }
  if (before && after && *before == *after) {
    return std::nullopt;
  }
  StreamRecord record;
  record.event = !before  ? StreamEvent::kInsert
                 : !after ? StreamEvent::kRemove
                          : StreamEvent::kModify;
  record.keys = key_attributes(schema, nullptr, after ? *after : *before);
  if (before && (view == StreamView::kOldImage || view == StreamView::kNewAndOldImages)) {
    record.old_image = Item::copy_of(*before);
  }
  if (after && (view == StreamView::kNewImage || view == StreamView::kNewAndOldImages)) {
    record.new_image = Item::copy_of(*after);
  }
  record.by_ttl = by_ttl;
  return record;
}

std::string sequence_text(uint64_t sequence) {
  return fmt::format("{:021}", sequence);
}

Result<uint64_t> sequence_from_text(const std::string& text) {
  NORN_TRY(
      Constraints().text(text, kMinSequenceDigits, kMaxSequenceDigits, "sequenceNumber").check());
  uint64_t sequence = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), sequence);
  if (error != std::errc() || end != text.data() + text.size()) {
    return validation(fmt::format("Invalid SequenceNumber: {}", text));
  }
  return sequence;
}

Result<void> check_list_streams(const ListStreamsRequest& request) {
  if (!request.table.empty()) {
    NORN_TRY(check_table_name(request.table));
  }
  if (request.limit) {
    return Constraints()
        .at_least(*request.limit, 1, "limit")
        .at_most(*request.limit, kMaxStreamsPerPage, "limit")
        .check();
  }
  return {};
}

Result<void> check_read_stream(const ReadStreamRequest& request) {
  if (request.limit) {
    NORN_TRY(Constraints()
                 .at_least(*request.limit, 1, "limit")
                 .at_most(*request.limit, kMaxStreamRecordsPerRead, "limit")
                 .check());
  }
  if (request.position.kind == StreamPosition::Kind::kAtSequence ||
      request.position.kind == StreamPosition::Kind::kAfterSequence) {
    NORN_TRY(sequence_from_text(request.position.sequence));
  } else if (!request.position.sequence.empty()) {
    return validation(
        "SequenceNumber can only be specified with AT_SEQUENCE_NUMBER and AFTER_SEQUENCE_NUMBER");
  }
  return {};
}

}  // namespace norn::store
