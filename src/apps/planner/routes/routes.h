#pragma once

#include <string>

#include "apps/accounts/users/users.h"
#include "apps/planner/context.h"
#include "apps/planner/events/events.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/reminders/reminders.h"
#include "apps/planner/views/views.h"
#include "apps/shared/kept_replies.h"
#include "rest/api.h"

namespace norn::planner {

// What the routes stand on; all of it outlives them.
struct Parts {
  Context context;
  Events& events;
  Views& views;
  Reminders& reminders;
  FeedLinks& feed_links;
  accounts::Users& users;
  apps::KeptReplies& kept_views;
  std::string public_origin;  // Of the feed's address; empty: as the request says.
};

// For apps::KeptReplies: views are the person's.
void person_of_change(const store::StreamRecord& record, std::vector<std::string>& owners);

// Everything below /api/v1/planner, and the feed.
void add_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::planner
