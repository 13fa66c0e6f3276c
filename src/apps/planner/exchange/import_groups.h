#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/shared/import_notes.h"
#include "ical/calendar_file.h"

namespace norn::planner {

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
  int64_t skipped = 0;
};

// Skips components that are not events, and duplicates, with a note. The file must outlive the
// groups.
ImportGroups group_items(const ical::CalendarFile& file, ImportNotes& notes);

}  // namespace norn::planner
