#pragma once

#include <string>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/service.h"
#include "apps/shared/kept_replies.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::calendars {

// For apps::KeptReplies: a change of an item invalidates the ranges of the calendars that have or
// had it.
void calendar_of(const store::StreamRecord& record, std::vector<std::string>& owners);

// All routes of calendars, their members, entries and bins; docs/http_api.md lists them. `kept`
// caches ranges.
void add_routes(rest::Api& api, Calendars& calendars, sharing::Members& members, Entries& entries,
                CalendarBin& bin, accounts::Users& users, apps::KeptReplies& kept);

}  // namespace norn::calendars
