#include "apps/calendars/events/calendar_guests.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"

namespace norn::calendars {
namespace {

// As members of the calendar are told apart: who owns it, and was there before everyone else.
bool made_calendar(const std::string& user_id, const std::vector<Membership>& members) {
  const auto own = std::ranges::find(members, user_id, &Membership::user_id);
  return own != members.end() && own->role == Role::kOwner &&
         std::ranges::all_of(
             members, [&](const Membership& other) { return own->created_at <= other.created_at; });
}

}  // namespace

Result<void> CalendarGuests::withdraw(const std::string& user_id, const std::string& calendar_id,
                                      int64_t until_ms) {
  NORN_ASSIGN(const auto members, members_of(context_, calendar_id));
  const events::Owner owner(events::Owner::Shared{.id = event_partition(calendar_id),
                                                  .user_id = user_id,
                                                  .thing = keys::calendar(calendar_id),
                                                  .may_change = {}});
  if (made_calendar(user_id, members)) return guests_.withdraw(owner, until_ms);
  return guests_.withdraw(owner, until_ms, user_id);
}

Result<bool> CalendarGuests::end_access(const std::string& user_id, int64_t until_ms) {
  std::vector<std::string> calendar_ids;
  NORN_TRY(visit_indexed_calendars(context_, user_id, [&](const std::string& id) -> Result<bool> {
    calendar_ids.push_back(id);
    return true;
  }));
  // The account may have left a calendar after it invited somebody there.
  NORN_ASSIGN(auto former, former_members(context_).some_things_of(user_id));
  std::ranges::move(former, std::back_inserter(calendar_ids));
  for (const std::string& id : calendar_ids) NORN_TRY(withdraw(user_id, id, until_ms));
  return false;
}

}  // namespace norn::calendars
