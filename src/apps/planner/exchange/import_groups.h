#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/exchange/import_notes.h"
#include "ical/calendar_file.h"

namespace norn::planner {

// The events of a file that are one thing: those with one UID.
struct ImportGroup {
  std::string uid;
  const ical::CalendarItem* main = nullptr;  // nullptr: only changed occurrences are there.
  std::vector<const ical::CalendarItem*> overrides = {};

  // As new as the newest of them.
  int64_t sequence() const;
  std::optional<int64_t> changed_s() const;
};

struct ImportGroups {
  std::vector<ImportGroup> groups;  // In the order of the file.
  int64_t skipped = 0;
};

// Everything in the file that is no event, and what is there twice, is left out with a note. The
// file must outlive the groups.
ImportGroups group_items(const ical::CalendarFile& file, ImportNotes& notes);

}  // namespace norn::planner
