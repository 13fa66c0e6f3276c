#pragma once

#include <string>

#include "apps/accounts/users/users.h"
#include "apps/events/guests/guests.h"
#include "apps/events/guests/invitations.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "apps/planner/context.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/tasks/tasks.h"
#include "apps/shared/kept_replies.h"
#include "rest/api.h"

namespace norn::planner {

// What the routes stand on; all of it outlives them.
struct Parts {
  Context context;
  Events& events;
  Tasks& tasks;
  Views& views;
  FeedLinks& feed_links;
  GuestLists& guests;
  Invitations& invitations;
  accounts::Users& users;
  apps::KeptReplies& kept_views;
  std::string public_origin;  // Of the feed's address; empty: as the request says.
};

// Everything below /api/v1/planner, and the feed.
void add_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::planner
