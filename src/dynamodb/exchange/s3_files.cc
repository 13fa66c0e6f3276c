#include "dynamodb/exchange/s3_files.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace norn::exchange {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPartName = "unfinished.part";

// Removes what an interrupted run has written after its last checkpoint: it can only be written
// anew.
void remove_unfinished(const fs::path& path) {
  std::error_code error;  // What stays is in the way of the new file, which is an error then.
  fs::remove(path, error);
}

}  // namespace

Result<std::unique_ptr<S3Files>> S3Files::open(fs::path folder, S3Summary summary,
                                               const TableProgress& progress) {
  NORN_TRY(replace_file(folder / kS3Started, ""));
  const fs::path list = folder / fmt::format("{}.json", kS3ManifestFiles);
  if (progress.manifest_length == 0) remove_unfinished(list);
  NORN_ASSIGN(auto manifest, LineWriter::open(list, Compression::kNone, progress.manifest_length));
  auto files = std::make_unique<S3Files>(std::move(folder), std::move(summary), std::move(manifest),
                                         progress.file);
  // Either may have been whole when the run was interrupted, and is not in the journal.
  remove_unfinished(files->data_file());
  remove_unfinished(files->folder_ / kPartName);
  return files;
}

S3Files::S3Files(fs::path folder, S3Summary summary, std::unique_ptr<LineWriter> manifest,
                 uint64_t files)
    : folder_(std::move(folder)),
      summary_(std::move(summary)),
      manifest_(std::move(manifest)),
      files_(files) {}

Result<void> S3Files::add(std::string_view lines, uint64_t items) {
  if (!writer_) {
    NORN_ASSIGN(writer_, LineWriter::open(folder_ / kPartName, Compression::kGzip, 0));
  }
  items_in_file_ += items;
  return writer_->add(lines);
}

Result<void> S3Files::checkpoint(TableProgress& progress) {
  if (writer_) NORN_TRY(end_file());
  NORN_ASSIGN(progress.manifest_length, manifest_->checkpoint());
  progress.file = files_;
  return {};
}

Result<void> S3Files::finish(const TableProgress& progress, int64_t now_ms) {
  summary_.started_ms = progress.started_ms;
  summary_.ended_ms = now_ms;
  summary_.items = progress.items;
  summary_.billed_bytes = progress.bytes;
  return write_summary(folder_, summary_);
}

std::string S3Files::data_name() const {
  return fmt::format("{:08}.json.gz", files_);
}

fs::path S3Files::data_file() const {
  return folder_ / kS3DataFolder / data_name();
}

Result<void> S3Files::end_file() {
  NORN_TRY(writer_->checkpoint());
  const std::string digest = writer_->md5();
  writer_.reset();
  std::error_code error;
  fs::rename(folder_ / kPartName, data_file(), error);
  if (error) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("cannot write {}: {}", data_file().string(), error.message()));
  }
  NORN_TRY(
      manifest_->add(manifest_line(data_file_key(summary_.prefix, summary_.export_id, data_name()),
                                   std::exchange(items_in_file_, 0), digest)));
  ++files_;
  return {};
}

}  // namespace norn::exchange
