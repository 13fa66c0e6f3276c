#pragma once

#include <optional>
#include <string>

#include "apps/accounts/service.h"
#include "apps/bookings/members/test_members.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/test_world.h"

// Fixture of the tests of people who delete their account.
namespace norn::bookings {

// Accounts are deleted as people do it. Today is January 15th, 2024.
class BookingsLeaving : public BookingsTest {
 protected:
  BookingsLeaving() { accounts.users().add_hook(members); }

  Result<void> go(const std::string& user_id) {
    return accounts.delete_account(user_id, std::nullopt);
  }
  void go_and_be_forgotten(const std::string& user_id) {
    must(go(user_id));
    must(sweeps.run());
    EXPECT_TRUE(items(keys::user(user_id)).empty());
    EXPECT_EQ(sweeps_left(), 0U);
  }
  size_t sweeps_left() {
    store::QueryRequest request;
    request.table = tables.norn();
    request.key_condition = "PK = :pk";
    request.placeholders.values = {{":pk", "SWEEPS"}};
    return must(store_.query(request)).items.size();
  }
  std::optional<Role> role_of(const std::string& user_id, const std::string& place_id) {
    const auto found = item(keys::place(place_id), keys::member(user_id));
    const auto person = item(keys::user(user_id), keys::place(place_id));
    EXPECT_EQ(found.has_value(), person.has_value());
    if (!found) return std::nullopt;
    EXPECT_EQ(must(membership_from(*found)), must(membership_from(*person)));
    return must(membership_from(*found)).role;
  }
  bool is_there(const std::string& place_id) {
    return item(keys::place(place_id), keys::kPlace).has_value();
  }
  Event book(const std::string& place_id, const std::string& id, const Stay& nights,
             const std::optional<std::string>& user_id) {
    const Event event = {.id = id,
                         .place_id = place_id,
                         .title = "Bob and friends",
                         .stay = nights,
                         .user_id = user_id,
                         .note = "Bring wine",
                         .total = 100,
                         .created_by = bob,
                         .created_at = now(),
                         .updated_at = now()};
    write(to_item(event));
    for (Date night = nights.start; night < nights.end; night += std::chrono::days(1)) {
      write(slot_item(place_id, night, id));
    }
    return event;
  }
  void wish(const std::string& place_id, const std::string& user_id) {
    write(to_item(Wish{.id = "wish-" + user_id,
                       .place_id = place_id,
                       .user_id = user_id,
                       .stay = stay("2026-07-01", "2026-07-03"),
                       .created_at = now()}));
  }
  Event event(const std::string& id) { return must(find_event(context, cottage, id)).value(); }
  std::string alone(const std::string& user_id) {
    const std::string id = place(ids.uuid(), "Alone");
    join(id, user_id, Role::kAdministrator);
    return id;
  }

  Places places{context};
  Members members{context};
  accounts::Accounts accounts{store_, tables, clock, ids, sweeps};
};

}  // namespace norn::bookings
