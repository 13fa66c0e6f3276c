#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/schema.h"
#include "apps/accounts/test_world.h"
#include "apps/bookings/access.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/model.h"
#include "apps/bookings/schema.h"
#include "apps/shared/items.h"
#include "support/interrupted_store.h"
#include "support/model_store.h"
#include "support/replies.h"

// Fixture of the tests of bookings.
namespace norn::bookings {

using accounts::fails;
using testing::must;

inline Date date(std::string_view text) {
  return parse_date(text).value();
}
inline Stay stay(std::string_view start, std::string_view end) {
  return {date(start), date(end)};
}

// Two places, written as items so that each part can be tested without the others: the default one
// ("Cottage": 1 to 30 nights, 100.00 EUR, UTC) and a further one ("Boat"). Nothing is read from a
// global index here, so there is no second store whose indexes are behind.
class BookingsTest : public ::testing::Test {
 protected:
  BookingsTest() {
    for (const auto& table :
         {bookings_table(tables), accounts::norn_table(tables),
          apps::single_table(tables.projects()), apps::single_table(tables.family()),
          apps::single_table(tables.calendars())}) {
      must(apps::ensure_table(store_, table, ""));
    }
    ada = person("ada");
    bob = person("bob");
    eve = person("eve");
    zoe = person("zoe");
    cottage = place(std::string(keys::kDefaultPlace), "Cottage");
    boat = place("b0a70000-0000-4000-8000-000000000001", "Boat");
    for (const std::string& each : {cottage, boat}) {
      join(each, ada, Role::kAdministrator);
      join(each, bob, Role::kMember);
      join(each, eve, Role::kViewer);
    }
  }

  std::string person(const std::string& name) {
    accounts::NewUser user;
    user.email = name + "@example.com";
    user.name = name;
    user.email_verified = true;
    return must(users.create(user)).id;
  }
  std::string place(const std::string& id, const std::string& name) {
    PlaceSettings settings;
    settings.name = name;
    settings.color = "#3B82F6";
    settings.max_nights = 30;
    settings.price_per_night = 100'00;
    save({.id = id, .settings = settings, .created_at = now(), .updated_at = now()});
    return id;
  }
  void save(const Place& place) { write(to_item(place)); }
  // Changes the settings of a place without the service.
  void set(const std::string& place_id, const std::function<void(PlaceSettings&)>& change) {
    Place place = must(place_from(*item(keys::place(place_id), keys::kPlace)));
    change(place.settings);
    save(place);
  }
  void join(const std::string& place_id, const std::string& user_id, Role role) {
    const Membership membership = {.place_id = place_id,
                                   .user_id = user_id,
                                   .role = role,
                                   .created_at = now(),
                                   .updated_at = now()};
    write(to_member_item(membership));
    write(to_person_item(membership));
  }

  void write(store::Item item) {
    store::PutRequest request;
    request.table = tables.bookings();
    request.item = std::move(item);
    must(store_.put(request));
  }
  std::optional<store::Item> item(const std::string& pk, std::string_view sk) {
    store::GetRequest request;
    request.table = tables.bookings();
    request.key = apps::key_of(pk, sk);
    request.consistent = true;
    return must(store_.get(request)).item;
  }
  std::vector<store::Item> items(const std::string& pk) {
    store::QueryRequest request;
    request.table = tables.bookings();
    request.key_condition = "PK = :pk";
    request.placeholders.values = {{":pk", pk}};
    request.consistent = true;
    return must(apps::query_all(store_, std::move(request)));
  }
  // Which event has which night.
  std::map<std::string, std::string> slots(const std::string& place_id) {
    std::map<std::string, std::string> taken;
    for (const store::Item& slot : items(keys::slots(place_id))) {
      taken.emplace(apps::text_of(slot, "SK"), apps::text_of(slot, "eventId"));
    }
    return taken;
  }

  std::string now() { return timestamp_s(clock.now_ms()); }
  // Runs `happening` just before the next write, as another request would.
  void meanwhile(std::function<void()> happening) { store_.before_write(std::move(happening)); }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore model_{clock};
  testing::InterruptedStore store_{model_};
  apps::TableNames tables = {};
  accounts::CountingIds ids = {};
  accounts::Users users{store_, tables, clock, ids};
  apps::Idempotency idempotency{store_, tables, clock};
  apps::Sweeps sweeps{store_, tables, clock, ids, {}};
  quotas::Quotas quotas{store_, tables, clock};
  Context context{store_, tables, clock, ids, users, idempotency, sweeps, quotas};
  std::string ada;      // Administers both places,
  std::string bob;      // books them,
  std::string eve;      // looks at them,
  std::string zoe;      // and knows nothing of them.
  std::string cottage;  // The default place.
  std::string boat;
};

}  // namespace norn::bookings
