#include "dynamodb/exchange/import_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "dynamodb/exchange/export.h"
#include "dynamodb/exchange/s3_manifest.h"
#include "dynamodb/exchange/table_definition.h"

namespace norn::exchange {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> nothing(const fs::path& path, std::string_view why) {
  return fail(ErrorCode::kInvalid, fmt::format("{}: {}", path.string(), why));
}

Result<std::vector<fs::path>> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    if (!i->path().filename().string().starts_with('.')) entries.push_back(i->path());
  }
  if (error) return nothing(folder, error.message());
  std::ranges::sort(entries);
  return entries;
}

std::string summary_name() {
  return fmt::format("{}.json", kS3ManifestSummary);
}

Result<TableSource> s3_source(const fs::path& folder) {
  NORN_ASSIGN(S3Export exported, read_s3_export(folder));
  TableSource source{.table = std::move(exported.table),
                     .definition = {},
                     .files = {},
                     .items = exported.items,
                     .is_s3 = true};
  for (S3DataFile& file : exported.files) {
    source.files.push_back(
        {.path = std::move(file.path), .digest = std::move(file.digest), .items = file.items});
  }
  // Norn's own exports have it beside AWSDynamoDB.
  const fs::path definition = folder.parent_path().parent_path() / kDefinitionFile;
  if (fs::is_regular_file(definition)) source.definition = definition;
  return source;
}

// The one export of a folder AWSDynamoDB.
Result<TableSource> only_s3_source(const fs::path& folder) {
  NORN_ASSIGN(const auto entries, entries_of(folder));
  std::vector<std::string> finished;
  for (const fs::path& entry : entries) {
    if (fs::is_regular_file(entry / summary_name())) finished.push_back(entry.string());
  }
  if (finished.size() == 1) return s3_source(finished.front());
  if (finished.empty()) {
    return nothing(folder,
                   fmt::format("there is no finished export in it: {} is missing", summary_name()));
  }
  return nothing(folder, fmt::format("there are several exports in it. Say which: {}",
                                     fmt::join(finished, ", ")));
}

// Nullopt if the folder has nothing of a table by itself.
Result<std::optional<TableSource>> table_source(const fs::path& folder) {
  // Either manifest shows what the folder is: s3_source names the one that is missing.
  if (fs::is_regular_file(folder / summary_name()) ||
      fs::is_regular_file(folder / fmt::format("{}.json", kS3ManifestFiles))) {
    return s3_source(fs::absolute(folder));
  }
  if (fs::is_directory(folder / kS3Folder)) return only_s3_source(fs::absolute(folder / kS3Folder));
  if (folder.filename() == kS3Folder) return only_s3_source(fs::absolute(folder));
  NORN_ASSIGN(const auto entries, entries_of(folder));
  TableSource source;
  for (const fs::path& entry : entries) {
    if (!fs::is_regular_file(entry)) continue;
    if (entry.filename() == kDefinitionFile) {
      source.definition = entry;
    } else if (is_item_file(entry)) {
      source.files.push_back({.path = entry, .digest = std::nullopt, .items = std::nullopt});
    }
  }
  if (source.files.empty() && source.definition.empty()) return std::nullopt;
  return source;
}

std::vector<TableSource> only_file(const fs::path& path) {
  std::vector<TableSource> sources(1);
  sources.front().files.push_back({.path = path, .digest = std::nullopt, .items = std::nullopt});
  return sources;
}

Result<void> name_by_definition(TableSource& source) {
  if (source.definition.empty()) return {};
  NORN_ASSIGN(const TableDefinition definition, read_definition(source.definition));
  if (source.table.empty()) source.table = definition.table.table;
  return {};
}

// Looks for the journal of an export beside a file and in its folder, and in the folder around the
// one of a table.
Result<void> check_finished(const fs::path& from) {
  std::error_code error;
  const fs::path path = fs::canonical(from, error);
  if (error) return nothing(from, error.message());
  const bool is_folder = fs::is_directory(path, error);
  const fs::path folder = is_folder ? path : path.parent_path();
  std::vector<fs::path> journals{folder / kExportJournal, folder.parent_path() / kExportJournal};
  if (!is_folder) journals.emplace_back(path).concat(kFileJournalEnding);
  for (const fs::path& journal : journals) {
    if (!fs::exists(journal, error)) continue;
    return nothing(from, fmt::format("the export in it is not finished, because there is {}. Run "
                                     "`norn export` again to finish it.",
                                     journal.string()));
  }
  return {};
}

}  // namespace

Result<std::vector<TableSource>> find_sources(const fs::path& from) {
  std::error_code error;
  if (from == "-") return only_file(from);
  if (!fs::exists(from, error)) return nothing(from, "there is no such file or folder");
  NORN_TRY(check_finished(from));
  if (!fs::is_directory(from, error)) return only_file(from);
  std::vector<TableSource> sources;
  NORN_ASSIGN(auto only, table_source(from));
  if (only) {
    NORN_TRY(name_by_definition(*only));
    sources.push_back(*std::move(only));
    return sources;
  }
  NORN_ASSIGN(const auto entries, entries_of(from));
  for (const fs::path& entry : entries) {
    if (!fs::is_directory(entry)) continue;
    NORN_ASSIGN(auto source, table_source(entry));
    if (!source) continue;
    NORN_TRY(name_by_definition(*source));
    if (source->table.empty()) source->table = entry.filename().string();
    sources.push_back(*std::move(source));
  }
  if (sources.empty()) {
    return nothing(from,
                   "there is nothing to import in it: no .json, .jsonl or .ndjson files (also "
                   "with .gz or .zst), and no export of DynamoDB to S3");
  }
  return sources;
}

}  // namespace norn::exchange
