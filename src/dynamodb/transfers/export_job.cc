#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "dynamodb/exchange/export.h"
#include "dynamodb/exchange/item_line.h"
#include "dynamodb/exchange/s3_files.h"
#include "dynamodb/exchange/s3_manifest.h"
#include "dynamodb/transfers/bucket.h"
#include "dynamodb/transfers/jobs.h"
#include "store/item.h"

namespace norn::dynamodb {
namespace {

namespace fs = std::filesystem;

constexpr size_t kNotedBytes = size_t{1} << 20;  // Between two notes of the progress.

// S3 would have a folder without a name in "a//AWSDynamoDB".
std::string prefix_without_slash(const TransferRecord& record) {
  std::string prefix = record.prefix.value_or("");
  if (prefix.ends_with('/')) prefix.pop_back();
  return prefix;
}

exchange::S3Summary summary_of(const TransferRecord& record) {
  exchange::S3Summary summary;
  summary.export_id = record.id;
  summary.table_arn = record.table_arn;
  summary.table_id = record.table_id;
  summary.bucket = record.bucket;
  summary.prefix = prefix_without_slash(record);
  summary.export_time_ms = record.export_time_ms;
  return summary;
}

// Writes all items, and a new file after so many bytes.
Result<TransferProgress> write_items(exchange::S3Files& files, store::TableAtTime& table,
                                     exchange::TableProgress& written, const NoteProgress& note) {
  std::string lines;
  uint64_t items_in_lines = 0;
  uint64_t since_checkpoint = 0;
  const auto hand_over = [&]() -> Result<void> {
    NORN_TRY(files.add(lines, std::exchange(items_in_lines, 0)));
    since_checkpoint += lines.size();
    lines.clear();
    if (since_checkpoint >= exchange::kS3FileBytes) {
      since_checkpoint = 0;
      NORN_TRY(files.checkpoint(written));
    }
    return note({.items = written.items, .bytes = written.bytes});
  };
  while (true) {
    NORN_ASSIGN(const std::optional<store::Item> item, table.next());
    if (!item) break;
    NORN_TRY(exchange::append_line(lines, item->view(), exchange::LineForm::kDynamodbJson));
    ++items_in_lines;
    ++written.items;
    written.bytes += item->size_bytes();
    if (lines.size() >= kNotedBytes) NORN_TRY(hand_over());
  }
  NORN_TRY(hand_over());
  NORN_TRY(files.checkpoint(written));
  return TransferProgress{.items = written.items, .bytes = written.bytes};
}

// The name of an open folder says nothing to a person.
Error named(Error error, const FileHandle& folder, std::string_view key) {
  const std::string path = folder.path().string();
  for (size_t at = error.message.find(path); at != std::string::npos;
       at = error.message.find(path, at + key.size())) {
    error.message.replace(at, path.size(), key);
  }
  return error;
}

}  // namespace

Result<TransferProgress> export_to_bucket(const fs::path& folder, const TransferRecord& record,
                                          store::TableAtTime& table, const Clock& clock,
                                          const NoteProgress& note) {
  NORN_ASSIGN(const Bucket bucket, Bucket::open(folder, record.bucket));
  const std::string prefix = prefix_without_slash(record);
  const std::string key =
      fmt::format("{}{}{}/{}", prefix, prefix.empty() ? "" : "/", exchange::kS3Folder, record.id);
  NORN_ASSIGN(const FileHandle exported, bucket.make_folder(key));
  NORN_ASSIGN(const FileHandle data,
              bucket.make_folder(fmt::format("{}/{}", key, exchange::kS3DataFolder)));
  const auto write = [&]() -> Result<TransferProgress> {
    exchange::TableProgress written;
    written.started_ms = record.started_ms;
    NORN_ASSIGN(const auto files,
                exchange::S3Files::open(exported.path(), summary_of(record), written));
    NORN_ASSIGN(const TransferProgress progress, write_items(*files, table, written, note));
    NORN_TRY(files->finish(written, clock.now_ms()));
    // The names of the files, after their content.
    if (::fsync(data.get()) != 0 || ::fsync(exported.get()) != 0) {
      return fail(ErrorCode::kUnavailable, "the files could not be brought to the disk");
    }
    return progress;
  };
  auto done = write();
  if (done) return done;
  return std::unexpected(
      named(std::move(done).error(), exported, fmt::format("{}/{}", record.bucket, key)));
}

}  // namespace norn::dynamodb
