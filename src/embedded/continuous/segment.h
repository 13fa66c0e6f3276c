#pragma once

#include <rocksdb/env.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "embedded/store_log.h"

// A segment: a file of the archive of continuous backups, with batches of the store's log one after
// the other. docs/store_format.md has its bytes. It is appended to in blocks and never changed, so
// that a crash leaves whole blocks and at most the beginning of another.
namespace norn::embedded {

// How far an archive is.
struct ArchivePosition {
  uint64_t next = 0;     // The sequence number that comes next.
  int64_t last_ms = 0;   // The time of the last batch. Times never go back.
  int64_t until_ms = 0;  // Everything that was written until then, inclusive, is in the archive.
};

// A batch with its time, as it is in a segment.
struct ArchivedBatch {
  uint64_t sequence = 0;
  uint32_t writes = 0;
  int64_t time_ms = 0;
  std::string bytes;

  uint64_t next() const { return sequence + writes; }
};

struct SegmentBlock {
  int64_t until_ms = 0;  // As ArchivePosition, after this block.
  std::vector<ArchivedBatch> batches;
};

class SegmentWriter {
 public:
  // A new file. One of the same name has no batches that count: it is replaced as soon as the new
  // one is whole, so that there is one at any time.
  static Result<std::unique_ptr<SegmentWriter>> create(rocksdb::Env& env,
                                                       const std::filesystem::path& file,
                                                       const ArchivePosition& position);

  // Durable when it returns. After a failure the writer is of no more use.
  Result<void> append(const SegmentBlock& block);
  uint64_t bytes() const { return bytes_; }

 private:
  SegmentWriter(std::filesystem::path file, std::unique_ptr<rocksdb::WritableFile> out)
      : file_(std::move(file)), out_(std::move(out)) {}

  Result<void> write(std::string_view bytes);

  const std::filesystem::path file_;
  const std::unique_ptr<rocksdb::WritableFile> out_;
  uint64_t bytes_ = 0;
};

// Reads a whole file, which is bounded by kMaxSegmentBytes and a block.
class SegmentReader {
 public:
  // Returns kResourceNotFound if there is no such file, and kCorruption if its header is damaged.
  static Result<SegmentReader> open(rocksdb::Env& env, const std::filesystem::path& file);

  // As of the beginning of the file.
  const ArchivePosition& begin() const { return begin_; }
  // The next block, or nullopt at the end or where the rest cannot be read: what was appended when
  // the process or the machine stopped, or damage. The next segment shows which of them.
  std::optional<SegmentBlock> next();
  // The sequence number after the last block that was read.
  uint64_t position() const { return next_; }
  // Why the rest cannot be read; empty at the end.
  const std::string& damage() const { return damage_; }

 private:
  std::string bytes_;
  size_t read_ = 0;
  ArchivePosition begin_;
  uint64_t next_ = 0;
  std::string damage_;
};

}  // namespace norn::embedded
