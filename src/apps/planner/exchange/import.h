#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/context.h"
#include "apps/shared/import_notes.h"
#include "base/error.h"

namespace norn::planner {

using apps::ImportNotes;

struct ImportedEvent {
  std::string title;
  std::string start;  // "2025-12-15T09:00:00", "2025-12-15"
  bool is_series = false;
};

struct ImportReport {
  int64_t created = 0;
  int64_t updated = 0;    // The UID existed, and the file's version is newer.
  int64_t unchanged = 0;  // The UID existed, and the file's version is not newer.
  int64_t skipped = 0;    // The notes say why.
  std::vector<apps::ImportNote> notes;
  std::vector<ImportedEvent> events;  // The first hundred that are created or updated.
};

// Imports the events of an iCalendar file. Everything with one UID (a series and its changed
// occurrences) is written in one transaction, so an import that was interrupted can be repeated and
// does the rest. (A series with more changed occurrences than fit into a transaction takes several;
// until the last one, some occurrences are still as the series says.) If the UID exists already,
// the higher SEQUENCE wins, then the later change, then the file. `dry_run` writes nothing and
// reports what an import would do.
//
// Returns kInvalid of "file" if the text is not a calendar file or is too large (10 MB, 20,000
// events), and kConflict if the same person starts another import meanwhile.
Result<ImportReport> import_calendar(const Context& context, const std::string& user_id,
                                     std::string_view text, bool dry_run);

}  // namespace norn::planner
