#pragma once

#include <string>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/feeds/feed_links.h"
#include "apps/calendars/service.h"
#include "apps/calendars/subscriptions/refresher.h"
#include "apps/calendars/subscriptions/subscriptions.h"
#include "apps/events/guests/guests.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "apps/shared/kept_replies.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::calendars {

// For apps::KeptReplies: a change of an item invalidates the ranges of the calendars that have or
// had it.
void calendar_of(const store::StreamRecord& record, std::vector<std::string>& owners);

// What the routes stand on; all of it outlives them.
struct Parts {
  Context context;
  Calendars& calendars;
  sharing::Members& members;
  Entries& entries;
  events::Events& events;
  events::Views& views;
  events::GuestLists& guests;
  CalendarBin& bin;
  accounts::Users& users;
  apps::KeptReplies& kept_ranges;
  apps::KeptReplies& kept_views;  // Of events.
  CalendarFeeds& feeds;
  Subscriptions& subscriptions;
  SubscriptionRefresher& refresher;
  std::string public_origin;  // Empty: taken from each request.
};

// All routes of calendars, their members, entries, events, feeds and bins; docs/http_api.md lists
// them.
void add_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::calendars
