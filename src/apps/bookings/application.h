#pragma once

#include <string>

#include "apps/accounts/users.h"
#include "apps/bookings/context.h"
#include "apps/bookings/events.h"
#include "apps/bookings/feed.h"
#include "apps/bookings/feed_links.h"
#include "apps/bookings/members.h"
#include "apps/bookings/places.h"
#include "apps/bookings/wishes.h"

namespace norn::rest {
class Api;
}

namespace norn::bookings {

// Bookings, put together.
class Application {
 public:
  Application(Context context, std::string public_origin);

  // What is done when people go.
  void add_hooks(accounts::Users& users);
  void add_routes(rest::Api& api);
  live::Feed& feed() { return feed_; }

 private:
  Context context_;
  const std::string public_origin_;
  Places places_;
  Members members_;
  Events events_;
  Wishes wishes_;
  PlaceFeedLinks feed_links_;
  BookingsFeed feed_;
};

}  // namespace norn::bookings
