#pragma once

#include <cstdint>
#include <vector>

#include "apps/planner/exchange/ical_stored.h"
#include "apps/planner/exchange/import_groups.h"
#include "apps/planner/exchange/import_items.h"
#include "base/error.h"

// Series of a calendar file, in the terms of the planner.
namespace norn::planner {

// Rules that may cost a lot of time to look at: in seconds, minutes and hours, with a COUNT of
// thousands, and those that never occur. A file has a right to a few of them.
class RuleBudget {
 public:
  bool allows(const ical::Rule& rule);
  void never_occurred() { ++costly_; }

 private:
  size_t costly_ = 0;
};

bool is_series(const ical::CalendarItem& item);

// The series itself, without an id and without its changed occurrences. kInvalid says why it cannot
// be in the planner.
Result<Master> read_master(const ItemReader& reader, const ical::CalendarItem& item,
                           RuleBudget& budget, ImportNotes& notes);

// The changed occurrences of a series, which has its id, and gets them: `stored.exceptions` has
// those of the same tags replaced. `before` are those that it had until now, whose links stay.
// Those that are no occurrences of it are returned.
Result<std::vector<const ical::CalendarItem*>> add_overrides(
    const ItemReader& reader, std::vector<const ical::CalendarItem*> overrides,
    const std::vector<Instance>& before, StoredSeries& stored, ImportNotes& notes);

}  // namespace norn::planner
