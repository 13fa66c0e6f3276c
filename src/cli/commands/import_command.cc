#include "cli/commands/import_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/printable.h"
#include "cli/progress_line.h"
#include "cli/served_store.h"
#include "dynamodb/exchange/import.h"

namespace norn::cli {
namespace {

constexpr std::string_view kImportHelp =
    R"(Reads items from files into tables: what `norn export` writes, what DynamoDB exports to S3,
or any file with an item in each line.

Examples
  norn import /backup/norn --create                          all tables, into an empty store
  norn import entries.jsonl.gz --table calendsync --merge    one file
  norn import AWSDynamoDB/01693685827463-2d8752fd --create --definition catalog.json
  norn import /backup/norn --create --store dynamodb --endpoint-url http://127.0.0.1:8000

An import that was interrupted continues when it is run again with the same arguments. Of two lines
with the same key the later one is kept.

Options
  --table NAME        the table that the items go into. If there are several tables in the folder:
                      those to import; may be given several times (default: all)
  --create            create tables that are missing, as table.json beside the items says
  --definition FILE   the definition of the table, instead of table.json: what `aws dynamodb
                      describe-table` prints will do
  --merge             import into tables that have items already; items of the same key are replaced
  --on-error WHAT     stop (default) at a line that is no item, or is refused; or skip it, and count
  --format FORMAT     auto (default): lines of DynamoDB JSON, or an export of S3 by its manifests;
                      dynamodb-json and s3 are the same. json-lines: plain JSON, {"PK":"text"}
  --journal FILE      where to note how far it is (default: beside the files)
  --quiet             no progress
  --json              print JSON about what was imported
  --help              this text

Exit code 1 if lines were skipped.

Where the data is, as for `norn serve`. A server that is using the folder writes it itself: it
listens for commands of its own user and of root at norn.sock in that folder. If neither --store nor
--data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an
endpoint, the data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT  is not used here: tables have the names that the files say
)";

}  // namespace

ImportCommand::ImportCommand()
    : Command({.name = "import",
               .group = CommandGroup::kCare,
               .summary = "read such files into tables",
               .help = kImportHelp}) {}

void ImportCommand::declare(CLI::App& app) {
  data_.add_to(app);
  app.add_option("from", from_)->required();
  app.add_option("--table", tables_)->allow_extra_args(false);
  app.add_option("--definition", definition_);
  app.add_option("--journal", journal_);
  app.add_option("--format", format_)
      ->check(CLI::IsMember({"auto", "dynamodb-json", "json-lines", "s3"}));
  app.add_option("--on-error", on_error_)->check(CLI::IsMember({"stop", "skip"}));
  app.add_flag("--create", create_);
  app.add_flag("--merge", merge_);
  app.add_flag("--quiet", quiet_);
  json_.add_to(app);
}

Result<void> ImportCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  if (data_.options().table_prefix.empty()) return {};
  return fail(ErrorCode::kInvalid,
              "--table-prefix has no meaning for an import: tables have the names that the files "
              "say, or --table");
}

Result<int> ImportCommand::run(Console& console) {
  const auto folder = create_ ? OpenedStore::Folder::kIsMade : OpenedStore::Folder::kExists;
  NORN_ASSIGN(const OpenedStore opened, OpenedStore::open(data_.options(), folder, console.clock));
  announce_store(console, opened.location());
  exchange::ImportRequest request;
  request.from = from_;
  request.target = opened.location();
  request.tables = tables_;
  request.definition = definition_;
  request.journal = journal_;
  if (format_ == "json-lines") request.form = exchange::LineForm::kPlain;
  request.create = create_;
  request.merge = merge_;
  request.skip_bad = on_error_ == "skip";
  exchange::ImportResult result;
  {
    ProgressLine progress(quiet_ ? nullptr : &console.err, console.err_is_terminal);
    ProgressLine faults(&console.err, false);
    const auto tell = [&](std::string_view text) { (quiet_ ? faults : progress).tell(text); };
    NORN_ASSIGN(result, exchange::import_tables(opened.store(), request, progress, tell));
  }
  if (json_.on) {
    std::string json;
    ObjectWriter object(json);
    object.text("target", opened.location());
    object.integer("items", static_cast<int64_t>(result.items));
    object.integer("skipped", static_cast<int64_t>(result.skipped));
    object.close();
    console.out << printable(json) << "\n";
  } else {
    console.out << fmt::format("{} items were imported into {}\n", result.items, opened.location());
  }
  if (result.skipped == 0) return kExitOk;
  console.err << fmt::format("{} lines were skipped\n", result.skipped);
  return kExitFailed;
}

}  // namespace norn::cli
