#pragma once

#include <string>
#include <string_view>

#include "apps/calendars/access.h"
#include "apps/events/owner.h"
#include "base/error.h"

// Events of calendars. What repeats, has a time zone or a reminder, or lasts over midnight is an
// event of the calendar's partition of `ProductivityData`; the engine (apps/events) works on it as
// on that of a person.
namespace norn::calendars {

// The id of the partition with the events of a calendar.
std::string event_partition(std::string_view calendar_id);
// The calendar whose events are in the partition with this key, "USER#cal_<id>"; empty if it is
// none.
std::string calendar_of_partition(std::string_view partition_key);

// The owner of a calendar's events, for a member who has this role. Returns the errors of
// `authorize`. Changes need a writer: that is decided again before each of them, and holds when it
// is written.
Result<events::Owner> owner_of_events(const Context& context, const std::string& user_id,
                                      const std::string& calendar_id, Role needed);

// Whether the user is a member of the calendar that owns the events.
Result<bool> is_member(const Context& context, const events::Owner& owner,
                       const std::string& user_id);

// Removes a part of the events of a deleted calendar, and returns true if there may be more.
Result<bool> sweep_events(const Context& context, const std::string& calendar_id);

}  // namespace norn::calendars
