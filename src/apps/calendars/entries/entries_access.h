#pragma once

#include <string>

#include "apps/calendars/entries/entries.h"
#include "apps/calendars/transaction.h"

// What the reading and the changing of entries have in common.
namespace norn::calendars {

struct FoundEntry {
  store::Item item;
  Entry entry;
  Access access;
};

// An entry of a calendar in which somebody may do that. kNotFound of "entry" for those who are no
// members.
Result<FoundEntry> find_entry(const Context& context, const std::string& user_id,
                              const std::string& entry_id, Role needed);

// Lets a calendar know of an entry that is longer than all others. Its condition does not hold when
// the calendar is gone, and when there is an entry as long as that already.
store::UpdateRequest raise_longest_span(const std::string& table, const std::string& calendar_id,
                                        int64_t span_days);

// For the transaction that puts an entry of so many days into a calendar: that the calendar is
// there, and knows of the longest of its entries.
Action calendar_holds(const Context& context, const Calendar& calendar, int64_t span_days);

}  // namespace norn::calendars
