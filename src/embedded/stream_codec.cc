#include "embedded/stream_codec.h"

#include "base/check.h"
#include "store/stream_view.h"

namespace norn::embedded {
namespace {

// The flags byte: the event in the low two bits, then what is there.
constexpr uint8_t kEventMask = 0x03;
constexpr uint8_t kHasOld = 0x04;
constexpr uint8_t kHasNew = 0x08;
constexpr uint8_t kByTtl = 0x10;
constexpr size_t kRecordHeaderBytes = 1 + sizeof(uint64_t);

std::unexpected<Error> damaged_record() {
  return fail(ErrorCode::kCorruption, "a stream record is damaged");
}

void append_item(std::string& out, const store::Item& item) {
  append_u32(out, static_cast<uint32_t>(item.bytes().size()));
  out.append(item.bytes());
}

Result<store::Item> take_item(std::string_view& bytes) {
  if (bytes.size() < sizeof(uint32_t)) {
    return damaged_record();
  }
  const size_t length = read_u32(bytes);
  bytes.remove_prefix(sizeof(uint32_t));
  if (bytes.size() < length) {
    return damaged_record();
  }
  auto item = store::Item::decode(std::string(bytes.substr(0, length)));
  bytes.remove_prefix(length);
  return item;
}

}  // namespace

std::string stream_key(SpaceId stream, uint64_t sequence) {
  std::string key;
  append_u32(key, stream);
  append_u64(key, sequence);
  return key;
}

uint64_t sequence_of(std::string_view stream_key) {
  NORN_CHECK(stream_key.size() == sizeof(SpaceId) + sizeof(uint64_t), "a stream key has 12 bytes");
  return read_u64(stream_key.substr(sizeof(SpaceId)));
}

std::string encode(const store::StreamRecord& record) {
  auto flags = static_cast<uint8_t>(record.event);
  flags |= record.old_image ? kHasOld : 0;
  flags |= record.new_image ? kHasNew : 0;
  flags |= record.by_ttl ? kByTtl : 0;
  std::string bytes(1, static_cast<char>(flags));
  append_u64(bytes, static_cast<uint64_t>(record.created_ms));
  append_item(bytes, record.keys);
  if (record.old_image) {
    append_item(bytes, *record.old_image);
  }
  if (record.new_image) {
    append_item(bytes, *record.new_image);
  }
  return bytes;
}

Result<int64_t> created_ms_of(std::string_view bytes) {
  if (bytes.size() < kRecordHeaderBytes) {
    return damaged_record();
  }
  return static_cast<int64_t>(read_u64(bytes.substr(1)));
}

Result<store::StreamRecord> decode_stream_record(std::string_view key, std::string_view bytes) {
  store::StreamRecord record;
  NORN_ASSIGN(record.created_ms, created_ms_of(bytes));
  const auto flags = static_cast<uint8_t>(bytes.front());
  bytes.remove_prefix(kRecordHeaderBytes);
  if ((flags & kEventMask) > static_cast<uint8_t>(store::StreamEvent::kRemove)) {
    return damaged_record();
  }
  record.event = static_cast<store::StreamEvent>(flags & kEventMask);
  record.by_ttl = (flags & kByTtl) != 0;
  record.sequence = store::sequence_text(sequence_of(key));
  NORN_ASSIGN(record.keys, take_item(bytes));
  if ((flags & kHasOld) != 0) {
    NORN_ASSIGN(record.old_image, take_item(bytes));
  }
  if ((flags & kHasNew) != 0) {
    NORN_ASSIGN(record.new_image, take_item(bytes));
  }
  return record;
}

}  // namespace norn::embedded
