#include "apps/bookings/app.h"

#include <string>

#include "apps/bookings/access.h"
#include "apps/bookings/events/events.h"
#include "apps/bookings/feeds/feed_links.h"
#include "apps/bookings/feeds/live_feed.h"
#include "apps/bookings/inspection.h"
#include "apps/bookings/members/place_sharing.h"
#include "apps/bookings/meter.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/places/wishes.h"
#include "apps/bookings/routes/routes.h"
#include "apps/bookings/schema.h"
#include "apps/sharing/members.h"

namespace norn::bookings {

struct BookingsApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(environment.context), public_origin(environment.public_origin) {}

  Context context;
  const std::string public_origin;
  Places places{context};
  PlaceSharing place_sharing{context};
  sharing::Members members{context, place_sharing};
  Events events{context};
  Wishes wishes{context};
  PlaceFeedLinks feed_links{context};
  BookingsFeed feed{context};
  PlaceInspector inspector{context};
  BookingsMeter meter{context};
};

BookingsApp::BookingsApp() = default;
BookingsApp::~BookingsApp() = default;

std::vector<apps::Table> BookingsApp::tables(const apps::TableNames& names) const {
  return {{.schema = bookings_table(names), .ttl_attribute = "ttl"}};
}

std::vector<apps::Scope> BookingsApp::scopes() const {
  return {{kReadScope, {"booking", "place", "place-members", "wish"}}, {kWriteScope}};
}

void BookingsApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<accounts::UserHook*> BookingsApp::people() {
  return {&services_->members, &services_->feed_links};
}

live::Feed* BookingsApp::feed() {
  return &services_->feed;
}

std::vector<apps::Inspector*> BookingsApp::inspectors() {
  return {&services_->inspector};
}

std::vector<apps::Meter*> BookingsApp::meters() {
  return {&services_->meter};
}

void BookingsApp::add_routes(rest::Api& api) {
  Services& all = *services_;
  bookings::add_routes(api, {all.context, all.places, all.members, all.events, all.wishes,
                             all.feed_links, all.public_origin});
}

}  // namespace norn::bookings
