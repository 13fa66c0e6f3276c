#include "cli/commands/export_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <ostream>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/operator_desk.h"
#include "cli/person_export.h"
#include "cli/printable.h"
#include "cli/progress_line.h"
#include "cli/served_store.h"
#include "dynamodb/exchange/segment_scan.h"
#include "dynamodb/exchange/table_definition.h"

namespace norn::cli {
namespace {

constexpr std::string_view kExportHelp =
    R"(Writes tables into files: a folder for each table, with its definition and its items; or the
items of one table into one file. Or everything that is a person's own, as files that they can read.

Examples
  norn export --to /backup/norn                              all tables
  norn export --table calendsync --to entries.jsonl.gz       one table into one file
  norn export --table calendsync --to - | grep '2024-'       to standard output
  norn export --format s3 --to /backup/s3                    as DynamoDB exports to S3
  norn export --store dynamodb --region eu-west-1 --to aws   from DynamoDB
  norn export --person ada@example.org --to ada              what is Ada's, for Ada

An export that was interrupted continues when it is run again with the same arguments. What is
written to the tables meanwhile may be in it or not. The files are for their owner alone: Norn's own
tables have hashes of passwords.

Options
  --to PATH           a folder; a file, if the name ends in .json, .jsonl or .ndjson, perhaps with
                      .gz or .zst; or - for standard output
  --table NAME        this table, with its whole name; may be given several times (default: all,
                      or all that begin with --table-prefix)
  --format FORMAT     dynamodb-json (default): a line {"Item":{"PK":{"S":"text"}}} for each item.
                      json-lines: plain JSON, {"PK":"text"}, for other programs; an item that has a
                      set or a binary is refused, because they would be lost.
                      s3: what DynamoDB exports to S3, with its manifests, for a folder
  --compress KIND     none (default), gzip or zstd, for the files in a folder
  --person E-MAIL     instead of tables, what belongs to this person: calendars and tasks (.ics),
                      family trees (.ged) and photos, projects and stays (.csv, .json), attached
                      files, the account (.json), and a README.txt about them
  --segments N        read so many parts of a table at once, 1 to 64 (default 4)
  --quiet             no progress
  --json              print JSON about what was written; not with --to -
  --help              this text

Where the data is, as for `norn serve`. A server that is using the folder reads it itself: it
listens for commands of its own user and of root at norn.sock in that folder. If neither --store nor
--data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an
endpoint, the data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

}  // namespace

ExportCommand::ExportCommand()
    : Command({.name = "export",
               .group = CommandGroup::kCare,
               .summary = "write tables into files: DynamoDB JSON, JSON Lines, exports of S3",
               .help = kExportHelp}) {}

void ExportCommand::declare(CLI::App& app) {
  data_.add_to(app);
  app.add_option("--to", to_)->required();
  app.add_option("--person", person_);
  app.add_option("--table", tables_)->allow_extra_args(false);
  app.add_option("--format", format_)->check(CLI::IsMember({"dynamodb-json", "json-lines", "s3"}));
  app.add_option("--compress", compress_)->check(CLI::IsMember({"none", "gzip", "zstd"}));
  app.add_option("--segments", segments_)
      ->check(CLI::Range(size_t{1}, exchange::kMaxParallelSegments));
  app.add_flag("--quiet", quiet_);
  json_.add_to(app);
}

Result<void> ExportCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  if (json_.on && to_ == "-") {
    return fail(ErrorCode::kInvalid, "--json and --to - would both print to standard output");
  }
  return person_.empty() ? check_target() : check_person();
}

Result<void> ExportCommand::check_target() const {
  const exchange::ExportRequest target = request();
  if (to_.empty()) return fail(ErrorCode::kInvalid, "--to names no file or folder");
  if (target.to_folder) {
    if (target.as_s3 && !compress_.empty() && compress_ != "gzip") {
      return fail(ErrorCode::kInvalid, "--format s3 has files of its own, which are gzip");
    }
    return {};
  }
  if (target.as_s3) return fail(ErrorCode::kInvalid, "--format s3 needs a folder for --to");
  if (!compress_.empty()) {
    return fail(ErrorCode::kInvalid,
                "--compress is for the files in a folder; a file is compressed if its name ends "
                "in .gz or .zst");
  }
  if (tables_.size() != 1) {
    return fail(ErrorCode::kInvalid,
                "a file takes the items of one table: name it with --table, or give a folder");
  }
  return {};
}

Result<void> ExportCommand::check_person() const {
  if (!tables_.empty() || format_ != "dynamodb-json" || !compress_.empty()) {
    return fail(
        ErrorCode::kInvalid,
        "--person writes files of its own: --table, --format and --compress are for tables");
  }
  if (to_.empty() || to_ == "-")
    return fail(ErrorCode::kInvalid, "--person needs a folder for --to");
  return {};
}

Result<int> ExportCommand::run_person(Console& console) {
  OperatorDesk desk(data_.options(), console.clock);
  NORN_TRY(desk.open(OperatorDesk::Folder::kExists));
  announce_store(console, desk.location());
  ExportedPerson exported;
  {
    ProgressLine progress(quiet_ ? nullptr : &console.err, console.err_is_terminal);
    NORN_ASSIGN(exported, export_person(desk, person_, to_, progress));
  }
  if (!json_.on) {
    console.out << fmt::format("{} files of {} are in {}; README.txt lists them\n",
                               exported.files.size(), exported.who, to_);
    return kExitOk;
  }
  std::string json;
  ObjectWriter object(json);
  object.text("person", exported.who);
  object.text("to", to_);
  ListWriter files(object.key("files"));
  for (const PersonFile& file : exported.files) {
    ObjectWriter one(files.next());
    one.text("path", file.path);
    one.text("about", file.about);
    one.close();
  }
  files.close();
  object.close();
  console.out << printable(json) << "\n";
  return kExitOk;
}

exchange::ExportRequest ExportCommand::request() const {
  exchange::ExportRequest request;
  request.tables = tables_;
  request.to = to_;
  request.to_folder =
      to_ != "-" && (std::filesystem::is_directory(request.to) || !exchange::is_item_file(to_));
  request.as_s3 = format_ == "s3";
  if (format_ == "json-lines") request.form = exchange::LineForm::kPlain;
  if (request.as_s3) request.checkpoint_bytes = exchange::kS3FileBytes;
  if (request.to_folder && compress_ == "gzip") request.compression = exchange::Compression::kGzip;
  if (request.to_folder && compress_ == "zstd") request.compression = exchange::Compression::kZstd;
  if (!request.to_folder) request.compression = exchange::compression_of(request.to);
  request.segments = segments_;
  return request;
}

Result<int> ExportCommand::run(Console& console) {
  if (!person_.empty()) return run_person(console);
  NORN_ASSIGN(const OpenedStore opened,
              OpenedStore::open(data_.options(), OpenedStore::Folder::kExists, console.clock));
  announce_store(console, opened.location());
  exchange::ExportRequest wanted = request();
  wanted.source = opened.location();
  if (wanted.tables.empty()) {
    NORN_ASSIGN(wanted.tables, exchange::all_tables(opened.store(), data_.options().table_prefix));
  }
  if (wanted.tables.empty()) {
    return fail(ErrorCode::kNotFound,
                fmt::format("There are no tables in {} to export.", opened.location()));
  }
  uint64_t items = 0;
  {
    ProgressLine progress(quiet_ ? nullptr : &console.err, console.err_is_terminal);
    NORN_ASSIGN(items, exchange::export_tables(opened.store(), wanted, console.clock, progress));
  }
  if (to_ == "-") return kExitOk;
  if (json_.on) {
    std::string json;
    ObjectWriter object(json);
    object.text("source", wanted.source);
    object.text("to", to_);
    ListWriter tables(object.key("tables"));
    for (const std::string& table : wanted.tables) append_json_string(tables.next(), table);
    tables.close();
    object.integer("items", static_cast<int64_t>(items));
    object.close();
    console.out << printable(json) << "\n";
    return kExitOk;
  }
  console.out << fmt::format("{} items of {} tables are in {}\n", items, wanted.tables.size(), to_);
  return kExitOk;
}

}  // namespace norn::cli
