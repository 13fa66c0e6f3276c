#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/projects/exchange/import_file.h"

// The readers of `read_file`, and what they have in common.
namespace norn::projects {

Result<ImportFile> read_norn_json(std::string_view text);
Result<ImportFile> read_norn_csv(std::string_view text);
Result<ImportFile> read_trello(std::string_view text);
Result<ImportFile> read_todoist(std::string_view text);
Result<ImportFile> read_vikunja(std::string_view text);

std::unexpected<Error> not_of_format(FileFormat format);

// Count a task, an event, and keep it if there are not too many: `read_file` refuses the file then.
// So a small file cannot take much memory.
void add_task(ImportFile& file, FileProject& project, FileTask task);
void add_event(ImportFile& file, FileProject& project, Event event);
// More entries of a checklist, tags of a task or tasks that it waits for are not read.
constexpr size_t kMaxReadEntries = 1'000;

// Reads "2024-01-31T10:00:00.123+01:00" (RFC 3339), in UTC, whole seconds. Nullopt for what is
// none, and for years before 1900, which some programs write for "never".
std::optional<std::string> rfc3339(std::string_view text);
// The same, or a day, which `time_of_day` makes a time.
std::optional<std::string> time_or_day(std::string_view text, std::string_view time_of_day);

// Puts a task into the column of a list. One whose name tells no column becomes a tag.
void put_into_list(FileTask& task, const std::string& list);

// Markdown of the HTML that some programs have in descriptions. What has no HTML stays as it is.
std::string markdown_of(std::string_view html);

}  // namespace norn::projects
