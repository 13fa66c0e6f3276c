#pragma once

#include "apps/accounts/service.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/service.h"
#include "apps/shared/kept_replies.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::calendars {

// For apps::KeptReplies: ranges are the calendar's, by the index in which it is looked up.
void calendar_of(const store::StreamRecord& record, std::vector<std::string>& owners);

void add_routes(rest::Api& api, Calendars& calendars, sharing::Members& members, Entries& entries,
                apps::KeptReplies& kept);

}  // namespace norn::calendars
