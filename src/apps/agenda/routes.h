#pragma once

#include <string>

#include "apps/accounts/person_feed.h"
#include "apps/agenda/agenda.h"
#include "apps/agenda/preferences.h"
#include "apps/agenda/replies.h"
#include "base/clock.h"
#include "rest/api.h"

namespace norn::agenda {

// What the routes work with. All of it outlives the API.
struct Parts {
  Agenda& agenda;
  AgendaReplies& replies;
  AgendaPreferences& preferences;
  accounts::PersonFeed& feed;
  const Clock& clock;
  std::string public_origin;  // Empty: taken from each request.
};

// The items of a person's calendar feed.
accounts::PersonFeedForm feed_form();

void add_routes(rest::Api& api, const Parts& parts);

}  // namespace norn::agenda
