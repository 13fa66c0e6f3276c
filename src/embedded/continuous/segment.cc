#include "embedded/continuous/segment.h"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <utility>

#include "embedded/key_codec.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

// All numbers are big-endian.
constexpr std::string_view kSegmentMark = "NORNLOG1";
constexpr std::string_view kBlockMark = "NORNBLK1";
constexpr size_t kU64 = sizeof(uint64_t);
constexpr size_t kU32 = sizeof(uint32_t);
constexpr size_t kSegmentHeaderBytes = kSegmentMark.size() + 4 * kU64;
constexpr size_t kBlockHeaderBytes = kBlockMark.size() + 6 * kU64;
constexpr size_t kBatchHeaderBytes = 2 * kU64 + 2 * kU32;
constexpr int kZstdLevel = 3;
// More than one group of the committer, whose last request may be as large as requests can be.
constexpr uint64_t kMaxBlockBytes = uint64_t{1} << 30;

uint64_t checksum_of(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

uint64_t u64_at(std::string_view bytes, size_t number) {
  return read_u64(bytes.substr(number * kU64));
}

Error segment_error(const fs::path& file, const rocksdb::Status& status) {
  if (status.IsNoSpace()) {
    return {ErrorCode::kStorageFull, fmt::format("The disk of {} is full.", file.string()),
            nullptr};
  }
  return {ErrorCode::kUnavailable,
          fmt::format("Cannot write {}: {}.", file.string(), status.ToString()), nullptr};
}

std::string packed_batches(const std::vector<ArchivedBatch>& batches) {
  std::string plain;
  for (const ArchivedBatch& batch : batches) {
    append_u64(plain, batch.sequence);
    append_u64(plain, static_cast<uint64_t>(batch.time_ms));
    append_u32(plain, batch.writes);
    append_u32(plain, static_cast<uint32_t>(batch.bytes.size()));
    plain += batch.bytes;
  }
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  const size_t size =
      ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), kZstdLevel);
  packed.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return packed;
}

// Returns false if these are not batches.
bool unpack_batches(std::string_view packed, uint64_t plain_bytes,
                    std::vector<ArchivedBatch>& batches) {
  std::string plain(plain_bytes, '\0');
  const size_t size = ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) != 0 || size != plain.size()) return false;
  std::string_view rest = plain;
  while (!rest.empty()) {
    if (rest.size() < kBatchHeaderBytes) return false;
    ArchivedBatch batch{.sequence = u64_at(rest, 0),
                        .writes = read_u32(rest.substr(2 * kU64)),
                        .time_ms = static_cast<int64_t>(u64_at(rest, 1)),
                        .bytes = ""};
    const uint32_t bytes = read_u32(rest.substr(2 * kU64 + kU32));
    rest.remove_prefix(kBatchHeaderBytes);
    if (rest.size() < bytes) return false;
    batch.bytes = rest.substr(0, bytes);
    rest.remove_prefix(bytes);
    batches.push_back(std::move(batch));
  }
  return true;
}

uint64_t plain_size(const std::vector<ArchivedBatch>& batches) {
  uint64_t bytes = 0;
  for (const ArchivedBatch& batch : batches) bytes += kBatchHeaderBytes + batch.bytes.size();
  return bytes;
}

}  // namespace

Result<std::unique_ptr<SegmentWriter>> SegmentWriter::create(rocksdb::Env& env,
                                                             const fs::path& file,
                                                             const ArchivePosition& position) {
  const std::string part = file.string() + ".part";
  std::unique_ptr<rocksdb::WritableFile> out;
  if (const auto status = env.NewWritableFile(part, &out, rocksdb::EnvOptions()); !status.ok()) {
    return std::unexpected(segment_error(file, status));
  }
  std::unique_ptr<SegmentWriter> writer(new SegmentWriter(file, std::move(out)));
  std::string header(kSegmentMark);
  append_u64(header, position.next);
  append_u64(header, static_cast<uint64_t>(position.last_ms));
  append_u64(header, static_cast<uint64_t>(position.until_ms));
  append_u64(header, checksum_of(header));
  NORN_TRY(writer->write(header));
  std::unique_ptr<rocksdb::Directory> folder;
  auto status = env.RenameFile(part, file.string());
  if (status.ok()) status = env.NewDirectory(file.parent_path().string(), &folder);
  if (status.ok()) status = folder->Fsync();
  if (!status.ok()) return std::unexpected(segment_error(file, status));
  return writer;
}

Result<void> SegmentWriter::write(std::string_view bytes) {
  auto status = out_->Append(rocksdb::Slice(bytes.data(), bytes.size()));
  if (status.ok()) status = out_->Flush();
  if (status.ok()) status = out_->Sync();
  if (!status.ok()) return std::unexpected(segment_error(file_, status));
  bytes_ += bytes.size();
  return {};
}

Result<void> SegmentWriter::append(const SegmentBlock& block) {
  const std::string packed = packed_batches(block.batches);
  std::string bytes(kBlockMark);
  append_u64(bytes, static_cast<uint64_t>(block.until_ms));
  append_u64(bytes, block.batches.size());
  append_u64(bytes, plain_size(block.batches));
  append_u64(bytes, packed.size());
  append_u64(bytes, checksum_of(packed));
  append_u64(bytes, checksum_of(bytes));
  bytes += packed;
  return write(bytes);
}

Result<SegmentReader> SegmentReader::open(rocksdb::Env& env, const fs::path& file) {
  SegmentReader reader;
  const auto status = rocksdb::ReadFileToString(&env, file.string(), &reader.bytes_);
  if (status.IsNotFound() || status.IsPathNotFound()) {
    return fail(ErrorCode::kResourceNotFound, fmt::format("{} is missing", file.string()));
  }
  if (!status.ok()) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("Cannot read {}: {}.", file.string(), status.ToString()));
  }
  const std::string_view header = std::string_view(reader.bytes_).substr(0, kSegmentHeaderBytes);
  const size_t summed = kSegmentHeaderBytes - kU64;
  if (header.size() < kSegmentHeaderBytes || !header.starts_with(kSegmentMark) ||
      read_u64(header.substr(summed)) != checksum_of(header.substr(0, summed))) {
    return fail(ErrorCode::kCorruption, fmt::format("{} is damaged: its header", file.string()));
  }
  const std::string_view numbers = header.substr(kSegmentMark.size());
  reader.begin_ = {.next = u64_at(numbers, 0),
                   .last_ms = static_cast<int64_t>(u64_at(numbers, 1)),
                   .until_ms = static_cast<int64_t>(u64_at(numbers, 2))};
  reader.next_ = reader.begin_.next;
  reader.read_ = kSegmentHeaderBytes;
  return reader;
}

std::optional<SegmentBlock> SegmentReader::next() {
  std::string_view rest = std::string_view(bytes_).substr(read_);
  if (rest.empty()) return std::nullopt;
  const auto stop = [&](std::string_view why) {
    damage_ = fmt::format("{} at byte {}", why, read_);
    return std::nullopt;
  };
  const size_t summed = kBlockHeaderBytes - kU64;
  if (rest.size() < kBlockHeaderBytes) return stop("a block is not whole");
  if (!rest.starts_with(kBlockMark) ||
      read_u64(rest.substr(summed)) != checksum_of(rest.substr(0, summed))) {
    return stop("the header of a block is damaged");
  }
  const std::string_view numbers = rest.substr(kBlockMark.size());
  const uint64_t count = u64_at(numbers, 1);
  const uint64_t plain_bytes = u64_at(numbers, 2);
  const uint64_t packed_bytes = u64_at(numbers, 3);
  const uint64_t checksum = u64_at(numbers, 4);
  rest.remove_prefix(kBlockHeaderBytes);
  if (rest.size() < packed_bytes) return stop("a block is not whole");
  const std::string_view packed = rest.substr(0, packed_bytes);
  SegmentBlock block;
  block.until_ms = static_cast<int64_t>(u64_at(numbers, 0));
  if (checksum_of(packed) != checksum || plain_bytes > kMaxBlockBytes ||
      !unpack_batches(packed, plain_bytes, block.batches) || block.batches.size() != count) {
    return stop("a block is damaged");
  }
  uint64_t next = next_;
  for (const ArchivedBatch& batch : block.batches) {
    if (batch.sequence != next) return stop(fmt::format("the change {} is missing", next));
    next = batch.next();
  }
  next_ = next;
  read_ += kBlockHeaderBytes + packed_bytes;
  return block;
}

}  // namespace norn::embedded
