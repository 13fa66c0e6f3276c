#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/context.h"
#include "base/error.h"

// Calendar files in and out.
namespace norn::planner {

constexpr size_t kMaxFileBytes = size_t{10} << 20;

// Everything of a person as one iCalendar file, the same text as long as nothing changes.
Result<std::string> export_calendar(const Context& context, const std::string& user_id);

struct ImportNote {
  size_t line = 0;  // 0: of the whole file.
  std::string text;
};

struct ImportedEvent {
  std::string title;
  std::string start;  // "2025-12-15T09:00:00", "2025-12-15"
  bool is_series = false;
};

struct ImportReport {
  int64_t created = 0;
  int64_t updated = 0;    // The same UID was there, and the file's is newer.
  int64_t unchanged = 0;  // The same UID was there, and is as new.
  int64_t skipped = 0;    // Said in the notes why.
  std::vector<ImportNote> notes;
  std::vector<ImportedEvent> events;  // The first hundred that are created or updated.
};

// Takes in the events of a file: all of one UID (a series and its changed occurrences) in one
// transaction, so that whatever interrupts it, doing it again does the rest. (Where a series has
// more changed occurrences than a transaction has room for, the others follow; those are as the
// series says until then.) Where the same UID is there already, the higher SEQUENCE counts, then
// the later change, then what the file says. `dry_run` only tells what it would do.
//
// kInvalid of "file" when it is no calendar file, or too large (10 MB, 20,000 events); kConflict
// when the same person begins another import meanwhile.
Result<ImportReport> import_calendar(const Context& context, const std::string& user_id,
                                     std::string_view text, bool dry_run);

}  // namespace norn::planner
