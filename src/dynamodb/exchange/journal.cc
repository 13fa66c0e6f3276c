#include "dynamodb/exchange/journal.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "base/json_writer.h"
#include "dynamodb/exchange/line_files.h"
#include "dynamodb/remote/reply.h"
#include "store/wire/dom.h"

namespace norn::exchange {
namespace {

constexpr size_t kMaxJournalBytes = size_t{64} << 20;
constexpr std::string_view kForm = "norn journal 2";

using dynamodb::RemoteObject;

void append_progress(std::string& out, const TableProgress& progress) {
  ObjectWriter object(out);
  const auto number = [&object](std::string_view name, auto value) {
    object.integer(name, static_cast<int64_t>(value));
  };
  object.boolean("done", progress.done);
  number("items", progress.items);
  number("bytes", progress.bytes);
  number("skipped", progress.skipped);
  ListWriter segments(object.key("segments"));
  for (const SegmentPosition& position : progress.segments) {
    ObjectWriter segment(segments.next());
    segment.boolean("done", position.done);
    if (position.after) segment.key("after").append(position.after->json());
    segment.close();
  }
  segments.close();
  number("fileLength", progress.file_length);
  number("manifestLength", progress.manifest_length);
  object.text("exportId", progress.export_id);
  number("startedMs", progress.started_ms);
  object.text("source", progress.source);
  ListWriter files(object.key("files"));
  for (const FileStamp& stamp : progress.files) {
    ObjectWriter file(files.next());
    file.text("path", stamp.path);
    file.integer("bytes", static_cast<int64_t>(stamp.bytes));
    file.integer("modifiedNs", stamp.modified_ns);
    file.close();
  }
  files.close();
  number("file", progress.file);
  number("line", progress.line);
  object.boolean("created", progress.created);
  object.text("target", progress.target);
  object.close();
}

Result<TableProgress> read_progress(const RemoteObject& object) {
  const auto number = [&object](std::string_view name) {
    return static_cast<uint64_t>(object.integer(name).value_or(0));
  };
  TableProgress progress{.done = object.flag("done"),
                         .items = number("items"),
                         .bytes = number("bytes"),
                         .skipped = number("skipped"),
                         .file_length = number("fileLength"),
                         .manifest_length = number("manifestLength"),
                         .export_id = std::string(object.text("exportId")),
                         .started_ms = object.integer("startedMs").value_or(0),
                         .source = std::string(object.text("source")),
                         .file = number("file"),
                         .line = number("line"),
                         .created = object.flag("created"),
                         .target = std::string(object.text("target"))};
  NORN_TRY(object.each("segments", [&](simdjson::dom::element json) -> Result<void> {
    const RemoteObject segment(json);
    SegmentPosition& position = progress.segments.emplace_back();
    position.done = segment.flag("done");
    if (const auto after = segment.find("after")) {
      NORN_ASSIGN(position.after, store::item_from_dom(*after));
    }
    return {};
  }));
  NORN_TRY(object.each("files", [&](simdjson::dom::element json) -> Result<void> {
    const RemoteObject file(json);
    progress.files.push_back({.path = std::string(file.text("path")),
                              .bytes = static_cast<uint64_t>(file.integer("bytes").value_or(0)),
                              .modified_ns = file.integer("modifiedNs").value_or(0)});
    return {};
  }));
  return progress;
}

}  // namespace

Result<Journal> Journal::open(std::filesystem::path path, std::string what) {
  Journal journal;
  journal.path_ = std::move(path);
  journal.what_ = std::move(what);
  std::error_code error;
  if (journal.path_.empty() || !std::filesystem::exists(journal.path_, error)) return journal;
  NORN_ASSIGN(const std::string text, read_small_file(journal.path_, kMaxJournalBytes));
  const auto refuse = [&](std::string_view why) {
    return fail(ErrorCode::kConflict,
                fmt::format("{} {}. Remove it to begin again.", journal.path_.string(), why));
  };
  const auto content = dynamodb::RemoteReply::parse(text);
  if (!content || content->root().text("form") != kForm) {
    return refuse("is no journal that this version of Norn reads");
  }
  const RemoteObject root = content->root();
  if (root.text("what") != journal.what_) {
    return refuse(fmt::format("is the journal of another work ({}), which was interrupted",
                              root.text("what")));
  }
  const auto read = root.each_member(
      "tables", [&](std::string_view table, simdjson::dom::element json) -> Result<void> {
        NORN_ASSIGN(TableProgress progress, read_progress(RemoteObject(json)));
        journal.tables_.emplace(table, std::move(progress));
        return {};
      });
  if (!read) return refuse(fmt::format("is damaged: {}", read.error().message));
  journal.is_continued_ = true;
  return journal;
}

const TableProgress* Journal::find(std::string_view table) const {
  const auto found = tables_.find(table);
  return found == tables_.end() ? nullptr : &found->second;
}

Result<void> Journal::save(const std::string& table, TableProgress progress) {
  tables_[table] = std::move(progress);
  if (path_.empty()) return {};
  std::string out;
  ObjectWriter object(out);
  object.text("form", kForm);
  object.text("what", what_);
  ObjectWriter tables(object.key("tables"));
  for (const auto& [name, content] : tables_) {
    append_progress(tables.escaped_key(name), content);
  }
  tables.close();
  object.close();
  return replace_file(path_, out);
}

Result<void> Journal::remove() {
  if (path_.empty()) return {};
  std::error_code error;
  std::filesystem::remove(path_, error);
  if (!error) return {};
  return fail(ErrorCode::kUnavailable,
              fmt::format("cannot remove {}: {}", path_.string(), error.message()));
}

}  // namespace norn::exchange
