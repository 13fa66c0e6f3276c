#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "dynamodb/exchange/item_line.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/exchange/s3_manifest.h"
#include "dynamodb/transfers/bucket.h"
#include "dynamodb/transfers/csv.h"
#include "dynamodb/transfers/jobs.h"
#include "store/backups.h"
#include "store/item.h"

namespace norn::dynamodb {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxImportFiles = 50'000;  // As in DynamoDB.
constexpr uint64_t kMaxLoggedErrors = 20;   // Of an import.
constexpr size_t kPutItems = 1'000;         // At once, in one write.
constexpr size_t kPutBytes = size_t{1} << 20;

// Whether a file is beside the items of an export: its manifests and their checksums.
bool describes_export(std::string_view key) {
  const size_t name = key.rfind('/');
  if (name == std::string_view::npos) return false;
  const std::string_view folder = key.substr(0, name);
  const size_t id = folder.rfind('/');
  if (id == std::string_view::npos) return false;
  const std::string_view above = folder.substr(0, id);
  return above.substr(above.rfind('/') + 1) == exchange::kS3Folder;
}

class ImportRun {
 public:
  ImportRun(const TransferRecord& record, const ImportFormat& format, store::NewTable& table,
            const NoteProgress& note)
      : record_(record), format_(format), table_(table), note_(note) {}

  Result<TransferProgress> run(const fs::path& folder) {
    NORN_ASSIGN(const Bucket bucket, Bucket::open(folder, record_.bucket));
    const std::string prefix = record_.prefix.value_or("");
    NORN_ASSIGN(std::vector<std::string> keys, bucket.keys(prefix, kMaxImportFiles));
    std::erase_if(keys, describes_export);
    if (keys.empty()) {
      return store::wire_error(
          ErrorCode::kResourceNotFound, "S3NoSuchKey",
          fmt::format("The bucket {} has no files to import whose keys begin with '{}'.",
                      record_.bucket, prefix));
    }
    for (const std::string& key : keys) {
      file_ = fmt::format("{}/{}", record_.bucket, key);
      NORN_ASSIGN(FileHandle file, bucket.open_file(key));
      NORN_ASSIGN(const auto lines,
                  exchange::LineReader::of_file(file.release(), file_, format_.compression));
      NORN_TRY(format_.is_csv ? read_csv(*lines) : read_json(*lines));
    }
    NORN_TRY(put());
    if (progress_.errors > kMaxLoggedErrors) {
      log::warn("import {}: {} more lines were no items", record_.id,
                progress_.errors - kMaxLoggedErrors);
    }
    return progress_;
  }

 private:
  Result<std::optional<std::string_view>> next(exchange::LineReader& lines) {
    auto line = lines.next();
    if (!line && line.error().code == ErrorCode::kInvalid) {
      return store::wire_error(ErrorCode::kInvalid, "InvalidInputFile", line.error().message);
    }
    return line;
  }

  Result<void> read_json(exchange::LineReader& lines) {
    exchange::LineParser parser(exchange::LineForm::kDynamodbJson);
    while (true) {
      NORN_ASSIGN(const auto line, next(lines));
      if (!line) return {};
      NORN_TRY(take(parser.parse(*line), *line, lines.line()));
    }
  }

  Result<void> read_csv(exchange::LineReader& lines) {
    CsvItems items(format_.delimiter, table_.table().attributes);
    bool has_header = !format_.header.empty();
    if (has_header) NORN_TRY(items.set_header(format_.header));
    while (true) {
      NORN_ASSIGN(auto line, next(lines));
      if (!line) return {};
      constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
      if (lines.line() == 1 && line->starts_with(kByteOrderMark)) {
        line->remove_prefix(kByteOrderMark.size());
      }
      if (has_header) {
        NORN_TRY(take(items.item(*line), *line, lines.line()));
        continue;
      }
      has_header = true;
      progress_.bytes += line->size() + 1;
      auto names = split_csv_line(*line, format_.delimiter);
      const Result<void> set =
          names ? items.set_header(*std::move(names)) : std::unexpected(names.error());
      if (!set) {
        return store::wire_error(
            ErrorCode::kInvalid, "InvalidInputFile",
            fmt::format("{}, line {}: {}.", file_, lines.line(), set.error().message));
      }
    }
  }

  Result<void> take(Result<store::Item> item, std::string_view line, uint64_t number) {
    progress_.bytes += line.size() + 1;
    if (++progress_.processed % kPutItems == 0) NORN_TRY(note_(progress_));
    const Result<void> fits = item ? table_.check(item->view()) : std::unexpected(item.error());
    if (!fits) {
      ++progress_.errors;
      if (progress_.errors <= kMaxLoggedErrors) {
        log::warn("import {}: {}, line {}: {}", record_.id, file_, number, fits.error().message);
      }
      return {};
    }
    bytes_ += item->bytes().size();
    items_.push_back(*std::move(item));
    if (items_.size() >= kPutItems || bytes_ >= kPutBytes) return put();
    return {};
  }

  Result<void> put() {
    NORN_TRY(table_.put(items_));
    progress_.items += items_.size();
    items_.clear();
    bytes_ = 0;
    return note_(progress_);
  }

  const TransferRecord& record_;
  const ImportFormat& format_;
  store::NewTable& table_;
  const NoteProgress& note_;
  TransferProgress progress_;
  std::string file_;  // For a person.
  std::vector<store::Item> items_;
  size_t bytes_ = 0;
};

}  // namespace

Result<TransferProgress> import_from_bucket(const fs::path& folder, const TransferRecord& record,
                                            const ImportFormat& format, store::NewTable& table,
                                            const NoteProgress& note) {
  return ImportRun(record, format, table, note).run(folder);
}

}  // namespace norn::dynamodb
