#include "cli/commands/copy_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/printable.h"
#include "cli/progress_line.h"
#include "cli/served_store.h"
#include "dynamodb/exchange/copy.h"
#include "dynamodb/exchange/segment_scan.h"
#include "dynamodb/exchange/table_definition.h"

namespace norn::cli {
namespace {

constexpr std::string_view kCopyHelp =
    R"(Copies tables, with their indexes, settings and items, from one store into another: from a
data folder to DynamoDB when one machine is not enough, back, or from one folder or endpoint to
another.

Examples
  norn copy --to-store dynamodb --to-region eu-west-1
  norn copy --store dynamodb --region eu-west-1 --to-data /var/lib/norn
  norn copy --data /old --to-data /new --table calendsync

Tables that are missing are created. A copy that was interrupted continues when it is run again with
the same arguments, in the same folder. What is written to the tables meanwhile may be in the copy
or not: stop the server before the last one.

Options
  --to-data DIR              the folder to copy to ...
  --to-store embedded|dynamodb
  --to-endpoint-url URL      ... or the endpoint, with --to-store dynamodb
  --to-region REGION         its region
  --to-profile NAME          and the profile of ~/.aws for its credentials
  --table NAME               this table, with its whole name; may be given several times (default:
                             all, or all that begin with --table-prefix)
  --merge                    copy into tables that have items already; items of the same key are
                             replaced
  --segments N               copy so many parts of a table at once, 1 to 64 (default 4)
  --journal FILE             where to note how far it is (default: norn-copy.journal)
  --quiet                    no progress
  --json                     print JSON about what was copied
  --help                     this text

Where the data is, as for `norn serve`. A server that is using a folder reads or writes it itself:
it listens for commands of its own user and of root at norn.sock in that folder. If neither --store
nor --data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an
endpoint, the data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

// Both ends: what is mistaken for the other would be overwritten.
void announce_copy(Console& console, std::string_view source, std::string_view target) {
  console.err << fmt::format("The data is in {}\nIt is copied to {}\n", source, target)
              << std::flush;
}

std::string copy_json(const exchange::CopyRequest& request, uint64_t items) {
  std::string json;
  ObjectWriter object(json);
  object.text("source", request.source);
  object.text("target", request.target);
  ListWriter tables(object.key("tables"));
  for (const std::string& table : request.tables) append_json_string(tables.next(), table);
  tables.close();
  object.integer("items", static_cast<int64_t>(items));
  object.close();
  return json;
}

}  // namespace

CopyCommand::CopyCommand()
    : Command({.name = "copy",
               .group = CommandGroup::kCare,
               .summary = "copy tables into another store, here or behind an endpoint",
               .help = kCopyHelp}) {}

void CopyCommand::declare(CLI::App& app) {
  data_.add_to(app);
  app.add_option("--to-data", to_folder_);
  app.add_option("--to-store", to_store_)->check(CLI::IsMember({"embedded", "dynamodb"}));
  app.add_option("--to-endpoint-url", to_.endpoint_url);
  app.add_option("--to-region", to_.region);
  app.add_option("--to-profile", to_.profile);
  app.add_option("--table", tables_)->allow_extra_args(false);
  app.add_option("--journal", journal_);
  app.add_option("--segments", segments_)
      ->check(CLI::Range(size_t{1}, exchange::kMaxParallelSegments));
  app.add_flag("--merge", merge_);
  app.add_flag("--quiet", quiet_);
  json_.add_to(app);
}

Result<void> CopyCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  to_.folder = to_folder_;
  to_.remote_store = to_store_ == "dynamodb";
  if (to_.remote_store && !to_folder_.empty()) {
    return fail(ErrorCode::kInvalid, "--to-data is a folder, and --to-store dynamodb is none");
  }
  if (!to_.remote_store && to_folder_.empty()) {
    return fail(ErrorCode::kInvalid, "say where to copy to: --to-data DIR or --to-store dynamodb");
  }
  const bool names_remote =
      !to_.endpoint_url.empty() || !to_.region.empty() || !to_.profile.empty();
  if (names_remote && !to_.remote_store) {
    return fail(ErrorCode::kInvalid,
                "--to-endpoint-url, --to-region and --to-profile are for --to-store dynamodb");
  }
  return {};
}

Result<int> CopyCommand::run(Console& console) {
  NORN_ASSIGN(const OpenedStore from,
              OpenedStore::open(data_.options(), OpenedStore::Folder::kExists, console.clock));
  if (!data_.options().remote_store && !to_.remote_store) {
    NORN_ASSIGN(const auto target, data_folder(to_));
    if (target.lexically_normal() == std::filesystem::path(from.location()).lexically_normal()) {
      return fail(ErrorCode::kConflict, "Both folders are the same.");
    }
  }
  NORN_ASSIGN(const OpenedStore to,
              OpenedStore::open(to_, OpenedStore::Folder::kIsMade, console.clock));
  announce_copy(console, from.location(), to.location());
  exchange::CopyRequest request{.source = from.location(),
                                .target = to.location(),
                                .tables = tables_,
                                .journal = journal_,
                                .merge = merge_,
                                .segments = segments_};
  if (request.tables.empty()) {
    NORN_ASSIGN(request.tables, exchange::all_tables(from.store(), data_.options().table_prefix));
  }
  if (request.tables.empty()) {
    return fail(ErrorCode::kNotFound,
                fmt::format("There are no tables in {} to copy.", from.location()));
  }
  uint64_t items = 0;
  {
    ProgressLine progress(quiet_ ? nullptr : &console.err, console.err_is_terminal);
    NORN_ASSIGN(items, exchange::copy_tables(from.store(), to.store(), request, progress));
  }
  if (json_.on) {
    console.out << printable(copy_json(request, items)) << "\n";
    return kExitOk;
  }
  console.out << fmt::format("{} items of {} tables are in {}\n", items, request.tables.size(),
                             to.location());
  return kExitOk;
}

}  // namespace norn::cli
