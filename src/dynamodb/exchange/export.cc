#include "dynamodb/exchange/export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "dynamodb/exchange/journal.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/exchange/s3_files.h"
#include "dynamodb/exchange/s3_manifest.h"
#include "dynamodb/exchange/segment_scan.h"
#include "dynamodb/exchange/table_definition.h"
#include "dynamodb/exchange/target_table.h"
#include "store/tables/table_validation.h"

namespace norn::exchange {
namespace {

namespace fs = std::filesystem;

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return fail(ErrorCode::kUnavailable,
              fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

// Removes what an interrupted run has written after its last checkpoint, if it can only be written
// anew.
void remove_leftover(const fs::path& path) {
  std::error_code error;  // What stays is in the way of the new file, which is an error then.
  fs::remove(path, error);
}

// A name that can be that of a folder: an endpoint may say anything.
Result<void> check_folder_name(std::string_view table) {
  const bool has_only_points = table.find_first_not_of('.') == std::string_view::npos;
  if (store::check_table_name(table) && !has_only_points) return {};
  return fail(ErrorCode::kInvalid,
              fmt::format("The table '{}' cannot be exported into a folder of its name: 3 to 255 "
                          "of the characters a-z, A-Z, 0-9, '_', '-' and '.' are expected, and not "
                          "points alone. Export it into a file.",
                          table));
}

// Where the lines of a table go.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Result<void> add(std::string_view lines, uint64_t items) = 0;
  // Brings everything to the disk, and notes in `progress` where to continue.
  virtual Result<void> checkpoint(TableProgress& progress) = 0;
  // After the last checkpoint.
  virtual Result<void> finish(const TableProgress& progress) = 0;
};

class FileSink final : public Sink {
 public:
  static Result<std::unique_ptr<Sink>> open(const fs::path& path, Compression compression,
                                            const TableProgress& progress) {
    NORN_ASSIGN(auto writer, LineWriter::open(path, compression, progress.file_length));
    return std::make_unique<FileSink>(std::move(writer));
  }
  explicit FileSink(std::unique_ptr<LineWriter> writer) : writer_(std::move(writer)) {}

  Result<void> add(std::string_view lines, uint64_t /*items*/) override {
    return writer_->add(lines);
  }
  Result<void> checkpoint(TableProgress& progress) override {
    NORN_ASSIGN(progress.file_length, writer_->checkpoint());
    return {};
  }
  Result<void> finish(const TableProgress& /*progress*/) override { return {}; }

 private:
  std::unique_ptr<LineWriter> writer_;
};

class S3Sink final : public Sink {
 public:
  static Result<std::unique_ptr<Sink>> open(const fs::path& folder, std::string prefix,
                                            const store::TableDescription& table,
                                            const TableProgress& progress, const Clock& clock) {
    const fs::path exported = folder / kS3Folder / progress.export_id;
    NORN_TRY(make_folder(exported / kS3DataFolder));
    S3Summary summary;
    summary.export_id = progress.export_id;
    summary.table_arn = table.arn;
    summary.table_id = table.id;
    summary.bucket = fs::absolute(folder).parent_path().filename().string();
    summary.prefix = std::move(prefix);
    NORN_ASSIGN(auto files, S3Files::open(exported, std::move(summary), progress));
    return std::make_unique<S3Sink>(std::move(files), clock);
  }
  S3Sink(std::unique_ptr<S3Files> files, const Clock& clock)
      : files_(std::move(files)), clock_(clock) {}

  Result<void> add(std::string_view lines, uint64_t items) override {
    return files_->add(lines, items);
  }
  Result<void> checkpoint(TableProgress& progress) override { return files_->checkpoint(progress); }
  Result<void> finish(const TableProgress& progress) override {
    return files_->finish(progress, clock_.now_ms());
  }

 private:
  std::unique_ptr<S3Files> files_;
  const Clock& clock_;
};

std::vector<std::string> key_names(const store::TableDescription& table) {
  std::vector<std::string> names{table.schema.key.partition.name};
  if (table.schema.key.sort) names.push_back(table.schema.key.sort->name);
  return names;
}

// The table of that name. Its description must not lead into another folder.
Result<store::TableDescription> describe_for(const ExportRequest& request, store::Store& store,
                                             const std::string& name) {
  if (request.to_folder) NORN_TRY(check_folder_name(name));
  NORN_ASSIGN(auto table, store.describe_table(name));
  if (!request.to_folder || table.schema.name == name) return table;
  return fail(ErrorCode::kInvalid,
              fmt::format("The store describes a table '{}' when it is asked for '{}'.",
                          table.schema.name, name));
}

// One table on its way into its sink.
class TableExport {
 public:
  TableExport(const ExportRequest& request, store::TableDescription table, Journal& journal,
              Progress& display)
      : request_(request), table_(std::move(table)), journal_(journal), display_(display) {}

  // Returns the number of items.
  Result<uint64_t> run(store::Store& store, const Clock& clock) {
    const std::string& name = table_.schema.name;
    NORN_TRY(check_source(journal_, request_.source, table_));
    if (const TableProgress* const earlier = journal_.find(name)) {
      if (earlier->done) return earlier->items;
      progress_ = *earlier;
      if (!request_.as_s3 && progress_.file_length == 0) remove_leftover(file());
    } else {
      progress_.segments.resize(request_.segments);
      progress_.source = identity_of(table_);
      progress_.started_ms = clock.now_ms();
      progress_.export_id = new_export_id(progress_.started_ms);
      NORN_TRY(journal_.save(name, progress_));
    }
    NORN_ASSIGN(sink_, open_sink(store, clock));
    display_.begin(name, table_.item_count, progress_.items);
    NORN_TRY(scan_segments(
        store, name, progress_.segments,
        [this](size_t segment, const store::PageResult& page, SegmentPosition position) {
          return take(segment, page, std::move(position));
        }));
    NORN_TRY(sink_->checkpoint(progress_));
    NORN_TRY(sink_->finish(progress_));
    progress_.done = true;
    NORN_TRY(journal_.save(name, progress_));
    display_.end(name, progress_.items);
    return progress_.items;
  }

 private:
  // The file of the items, unless the export is one for S3.
  fs::path file() const {
    if (!request_.to_folder) return request_.to;
    return folder() / fmt::format("items.jsonl{}", ending_of(request_.compression));
  }
  fs::path folder() const { return request_.to / table_.schema.name; }

  Result<std::unique_ptr<Sink>> open_sink(store::Store& store, const Clock& clock) {
    if (!request_.to_folder) return FileSink::open(file(), request_.compression, progress_);
    NORN_TRY(make_folder(folder()));
    NORN_ASSIGN(const std::string definition, describe(store, table_));
    NORN_TRY(replace_file(folder() / kDefinitionFile, definition));
    if (request_.as_s3) return S3Sink::open(folder(), table_.schema.name, table_, progress_, clock);
    return FileSink::open(file(), request_.compression, progress_);
  }

  Result<void> take(size_t segment, const store::PageResult& page, SegmentPosition position) {
    std::string lines;
    uint64_t bytes = 0;
    for (const store::ItemView item : page.items) {
      bytes += item.size_bytes();
      if (auto written = append_line(lines, item, request_.form); !written) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("table {}, item {}: {}", table_.schema.name,
                                store::Item::subset(item, key_names(table_)).json(),
                                written.error().message));
      }
    }
    const std::lock_guard lock(mutex_);
    NORN_TRY(sink_->add(lines, page.items.size()));
    progress_.items += page.items.size();
    progress_.bytes += bytes;
    progress_.segments[segment] = std::move(position);
    display_.add(page.items.size());
    since_checkpoint_ += lines.size();
    if (since_checkpoint_ < request_.checkpoint_bytes) return {};
    since_checkpoint_ = 0;
    NORN_TRY(sink_->checkpoint(progress_));
    return journal_.save(table_.schema.name, progress_);
  }

  const ExportRequest& request_;
  const store::TableDescription table_;
  Journal& journal_;
  Progress& display_;
  std::mutex mutex_;  // Of what follows.
  TableProgress progress_;
  std::unique_ptr<Sink> sink_;
  uint64_t since_checkpoint_ = 0;
};

fs::path journal_path(const ExportRequest& request) {
  if (request.to == "-") return {};
  if (request.to_folder) return request.to / kExportJournal;
  fs::path path = request.to;
  path += kFileJournalEnding;
  return path;
}

Result<void> check_nothing_there(const ExportRequest& request) {
  const auto taken = [](const fs::path& path) {
    return fail(
        ErrorCode::kConflict,
        fmt::format("{} is there already. Choose another name, or remove it.", path.string()));
  };
  if (request.to == "-") return {};
  // A link that leads nowhere is there as well.
  const auto is_there = [](const fs::path& path) {
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
  };
  if (!request.to_folder) {
    return is_there(request.to) ? Result<void>(taken(request.to)) : Result<void>();
  }
  for (const std::string& table : request.tables) {
    if (is_there(request.to / table)) return taken(request.to / table);
  }
  return {};
}

}  // namespace

bool is_item_file(const fs::path& path) {
  const fs::path inner = compression_of(path) == Compression::kNone ? path : path.stem();
  const fs::path ending = inner.extension();
  return ending == ".json" || ending == ".jsonl" || ending == ".ndjson";
}

Result<uint64_t> export_tables(store::Store& store, const ExportRequest& request,
                               const Clock& clock, Progress& progress) {
  if (!request.to_folder && request.tables.size() != 1) {
    return fail(ErrorCode::kInvalid,
                "A file takes the items of one table. Say which with --table, or export into a "
                "folder.");
  }
  // Before anything is made for a table that is not there.
  for (const std::string& table : request.tables) NORN_TRY(describe_for(request, store, table));
  if (request.to_folder) NORN_TRY(make_folder(request.to));
  NORN_ASSIGN(Journal journal,
              Journal::open(journal_path(request),
                            fmt::format("export of {} from {} in {} segments, {}{}{}",
                                        fmt::join(request.tables, ", "), request.source,
                                        request.segments, request.as_s3 ? "for S3" : "as lines",
                                        request.form == LineForm::kPlain ? " of plain JSON" : "",
                                        ending_of(request.compression))));
  if (!journal.is_continued()) NORN_TRY(check_nothing_there(request));
  uint64_t items = 0;
  for (const std::string& name : request.tables) {
    NORN_ASSIGN(auto table, describe_for(request, store, name));
    TableExport work(request, std::move(table), journal, progress);
    NORN_ASSIGN(const uint64_t count, work.run(store, clock));
    items += count;
  }
  NORN_TRY(journal.remove());
  return items;
}

}  // namespace norn::exchange
