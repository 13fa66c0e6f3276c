#include "apps/bookings/app.h"

#include <string>

#include "apps/bookings/access.h"
#include "apps/bookings/agenda.h"
#include "apps/bookings/checks.h"
#include "apps/bookings/demo.h"
#include "apps/bookings/events/events.h"
#include "apps/bookings/feeds/feed_links.h"
#include "apps/bookings/feeds/live_feed.h"
#include "apps/bookings/inspection.h"
#include "apps/bookings/members/place_sharing.h"
#include "apps/bookings/meter.h"
#include "apps/bookings/person_files.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/places/wishes.h"
#include "apps/bookings/routes/routes.h"
#include "apps/bookings/schema.h"
#include "apps/bookings/sentences.h"
#include "apps/sharing/members.h"

namespace norn::bookings {

namespace {

// The stays that go with an account.
class StayLosses final : public accounts::UserHook {
 public:
  explicit StayLosses(Events& events) : events_(events) {}

  Result<std::vector<accounts::Loss>> losses(const std::string& user_id) override {
    NORN_ASSIGN(const int64_t ahead, events_.count_ahead(user_id));
    std::vector<accounts::Loss> losses;
    if (ahead > 0) losses.push_back({.kind = "stay", .count = ahead});
    return losses;
  }

 private:
  Events& events_;
};

// Places by their names.
class PlaceSearch final : public search::Searcher {
 public:
  explicit PlaceSearch(Places& places) : places_(places) {}

  std::string app() const override { return "bookings"; }
  std::string scope() const override { return kReadScope; }
  Result<std::vector<search::Hit>> search(const std::string& user_id, const std::string& text,
                                          size_t limit) override {
    return search::search_names(text, limit, [&]() -> Result<std::vector<search::Hit>> {
      NORN_ASSIGN(const auto all, places_.list(user_id));
      std::vector<search::Hit> hits;
      for (const Access& access : all) {
        hits.push_back(
            {.kind = "place", .id = access.place.id, .title = access.place.settings.name});
      }
      return hits;
    });
  }

 private:
  Places& places_;
};

}  // namespace

struct BookingsApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(environment.context), public_origin(environment.public_origin) {}

  Context context;
  const std::string public_origin;
  Places places{context};
  PlaceSharing place_sharing{context};
  sharing::Members members{context, place_sharing};
  Events events{context};
  StayLosses stay_losses{events};
  Wishes wishes{context};
  PlaceFeedLinks feed_links{context};
  BookingsFeed feed{context};
  PlaceInspector inspector{context};
  BookingsMeter meter{context};
  PlaceSearch search{places};
  BookingsAgenda agenda{context, places, events};
};

BookingsApp::BookingsApp() = default;
BookingsApp::~BookingsApp() = default;

std::vector<apps::Table> BookingsApp::tables(const apps::TableNames& names) const {
  return {{.schema = bookings_table(names), .ttl_attribute = "ttl"}};
}

Sentences BookingsApp::sentences() const {
  return kSentences;
}

std::vector<apps::Scope> BookingsApp::scopes() const {
  return {{kReadScope, {"booking", "place", "place-members", "wish", "reminder"}}, {kWriteScope}};
}

void BookingsApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<accounts::UserHook*> BookingsApp::people() {
  return {&services_->members, &services_->feed_links, &services_->stay_losses};
}

std::vector<live::Feed*> BookingsApp::feeds() {
  return {&services_->feed};
}

std::vector<apps::Inspector*> BookingsApp::inspectors() {
  return {&services_->inspector};
}

std::vector<apps::Meter*> BookingsApp::meters() {
  return {&services_->meter};
}

search::Searcher* BookingsApp::search() {
  return &services_->search;
}

agenda::AgendaSource* BookingsApp::agenda() {
  return &services_->agenda;
}

std::vector<apps::Company*> BookingsApp::company() {
  return {&services_->members};
}

std::vector<apps::PersonKeys> BookingsApp::person_keys(const apps::TableNames& names) const {
  return {{.table = names.bookings(),
           .prefixes = {"USER#", "MEMBER#", "FORMER#"},
           .attributes = {"userId", "createdBy", "updatedBy", "invitedBy"}}};
}

std::vector<std::unique_ptr<apps::Check>> BookingsApp::checks(const apps::Context& context) const {
  return checks_of_bookings(context);
}

Result<void> BookingsApp::add_person_files(const std::string& user_id, apps::PersonFiles& files) {
  return bookings::add_person_files(services_->context, services_->places, user_id, files);
}

Result<void> BookingsApp::demo(apps::Demo& demo) {
  Services& all = *services_;
  return add_demo(all.places, all.members, all.events, all.wishes, demo);
}

void BookingsApp::add_routes(rest::Api& api) {
  Services& all = *services_;
  bookings::add_routes(api, {all.context, all.places, all.members, all.events, all.wishes,
                             all.feed_links, all.public_origin});
}

}  // namespace norn::bookings
