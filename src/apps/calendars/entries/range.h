#pragma once

#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/model.h"

// The entries of some days of a calendar, in the order in which pages show them.
namespace norn::calendars {

struct Day {
  Date date;
  std::vector<size_t> entries;  // Indexes into `Range::entries`, in the order of the day.
};

struct Range {
  std::vector<EntryView> entries;      // Each once, by date, then in the order of a day.
  std::vector<Day> days;               // Days without entries are left out.
  std::vector<store::ItemList> pages;  // The bytes that the entries are views of.

  Range() = default;
  Range(Range&&) = default;  // Not copied: the entries would be views of the other's pages.
  Range& operator=(Range&&) = default;
};

// MultiDay, all-day, task, timed (by their time), then title, then id.
bool comes_before(const Entry& left, const Entry& right);
// The days from `from` to `to` that have entries, with an entry of several days on each of them.
std::vector<Day> days_of(const std::vector<EntryView>& sorted, Date from, Date to);

// Returns kInvalid with the field "to" if the range ends before it begins or has too many days.
Result<void> check_range(Date from, Date to);
// Reads all entries on the days from `from` to `to`, both included, also those that began earlier.
// The range has been checked. Returns kInvalid with the field "to" if there are too many entries.
Result<Range> read_range(const Context& context, const Calendar& calendar, Date from, Date to);
// Reads the tasks on these days that are not ticked, by date. Fails as read_range does.
Result<std::vector<Entry>> read_open_tasks(const Context& context, const Calendar& calendar,
                                           Date from, Date to);

}  // namespace norn::calendars
