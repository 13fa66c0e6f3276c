#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/shared/import_notes.h"
#include "ical/calendar_file.h"

namespace norn::events {

using apps::ImportNotes;

// The components of a file with one UID: an event, or a series and its changed occurrences.
struct ImportGroup {
  std::string uid;
  const ical::CalendarItem* main = nullptr;  // nullptr: there are only changed occurrences.
  std::vector<const ical::CalendarItem*> overrides = {};

  // Those of the newest component.
  int64_t sequence() const;
  std::optional<int64_t> changed_s() const;
};

struct ImportGroups {
  std::vector<ImportGroup> groups;  // In the order of the file.
  std::vector<ImportGroup> todos;   // The same of tasks.
  int64_t skipped = 0;
};

// Skips components that are not events, nor tasks if they are wanted, and duplicates, with a note.
// The file must outlive the groups.
ImportGroups group_items(const ical::CalendarFile& file, bool wants_todos, ImportNotes& notes);

}  // namespace norn::events
