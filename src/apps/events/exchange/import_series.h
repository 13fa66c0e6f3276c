#pragma once

#include <cstdint>
#include <vector>

#include "apps/events/exchange/ical_stored.h"
#include "apps/events/exchange/import_groups.h"
#include "apps/events/exchange/import_items.h"
#include "apps/shared/import_notes.h"
#include "base/error.h"

// Converts series of a calendar file.
namespace norn::events {

using apps::ImportNotes;

// Limits the number of rules in a file that are expensive to expand: secondly to hourly rules with
// a COUNT of thousands, and rules that never occur.
class RuleBudget {
 public:
  bool allows(const ical::Rule& rule);
  void never_occurred() { ++costly_; }

 private:
  size_t costly_ = 0;
};

bool is_series(const ical::CalendarItem& item);

// The series without an id and without its changed occurrences. Returns kInvalid, with the reason,
// if the engine cannot have such a series.
Result<Master> read_master(const ItemReader& reader, const ical::CalendarItem& item,
                           RuleBudget& budget, ImportNotes& notes);

// Adds changed occurrences to `stored.exceptions`, replacing those with the same tags. `before` are
// the exceptions that are stored now, whose links are kept. Returns the items that are no
// occurrences of the series.
Result<std::vector<const ical::CalendarItem*>> add_overrides(
    const ItemReader& reader, std::vector<const ical::CalendarItem*> overrides,
    const std::vector<Instance>& before, WholeSeries& stored, ImportNotes& notes);

}  // namespace norn::events
