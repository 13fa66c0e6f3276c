#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/exchange/import_groups.h"
#include "apps/events/owner.h"
#include "apps/shared/import_notes.h"
#include "base/error.h"

namespace norn::events {

using apps::ImportNotes;

struct ImportedEvent {
  std::string title;
  std::string start;  // "2025-12-15T09:00:00", "2025-12-15"
  bool is_series = false;
  bool is_task = false;
};

struct ImportReport {
  int64_t created = 0;
  int64_t updated = 0;    // The UID existed, and the file's version is newer.
  int64_t unchanged = 0;  // The UID existed, and the file's version is not newer.
  int64_t skipped = 0;    // The notes say why.
  std::vector<apps::ImportNote> notes;
  std::vector<ImportedEvent> events;  // The first hundred that are created or updated.
};

// Imports the tasks (VTODO) of a file, each of which is a group of one UID, and adds to the report.
using ImportTodos = std::function<Result<void>(const std::vector<ImportGroup>& todos,
                                               ImportReport& report, ImportNotes& notes)>;

// Imports the events of an iCalendar file. Everything with one UID (a series and its changed
// occurrences) is written in one transaction, so an import that was interrupted can be repeated and
// does the rest. (A series with more changed occurrences than fit into a transaction takes several;
// until the last one, some occurrences are still as the series says.) If the UID exists already,
// the higher SEQUENCE wins, then the later change, then the file. `dry_run` writes nothing and
// reports what an import would do. Without `import_todos` tasks are skipped.
//
// Returns kInvalid of "file" if the text is not a calendar file or is too large (10 MB, 20,000
// events), and kConflict if another import of the same owner starts meanwhile.
Result<ImportReport> import_calendar(const Context& context, const Owner& owner,
                                     std::string_view text, bool dry_run,
                                     const ImportTodos& import_todos = {});

}  // namespace norn::events
