#include "apps/bookings/checks.h"

#include "apps/bookings/events/events.h"
#include "apps/bookings/test_world.h"
#include "apps/shared/test_checks.h"

namespace norn::bookings {
namespace {

class BookingsChecks : public BookingsTest {
 protected:
  std::string book(std::string_view from, std::string_view to) {
    const Event event = {.id = ids.uuid(),
                         .place_id = boat,
                         .title = "Bob",
                         .stay = stay(from, to),
                         .user_id = bob,
                         .created_by = bob,
                         .created_at = now(),
                         .updated_at = now()};
    write(to_item(event));
    for (Date night = event.stay.start; night < event.stay.end; night += std::chrono::days(1)) {
      write(slot_item(boat, night, event.id));
    }
    return event.id;
  }
  void remove(const std::string& pk, const std::string& sk) {
    checkup.remove(tables.bookings(), pk, sk);
  }

  apps::Checkup checkup{store_, checks_of_bookings(context)};
};

TEST_F(BookingsChecks, NightsAndTheirBookingsAgree) {
  const std::string stay_id = book("2026-07-01", "2026-07-03");
  EXPECT_EQ(checkup.found(), "");
  remove(keys::slots(boat), "2026-07-02");
  EXPECT_EQ(checkup.found(),
            "bookings: nights: The night of 2026-07-02 is booked, and its slot is missing: others "
            "could book it, too.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  EXPECT_EQ(slots(boat),
            (std::map<std::string, std::string>{{"2026-07-01", stay_id}, {"2026-07-02", stay_id}}));
  // What blocks a night is left: only a person knows whether anybody comes.
  write(slot_item(boat, date("2026-07-02"), "other"));
  write(slot_item(boat, date("2026-07-09"), stay_id));
  EXPECT_EQ(checkup.found(),
            "bookings: nights: The night is kept for the booking " + stay_id +
                ", which does not have it: nobody can book it.\n" +
                "bookings: nights: The night is kept for the booking other, which is not there: "
                "nobody can book it.\n" +
                "bookings: nights: The night of 2026-07-02 is also booked by other.\n");
  EXPECT_EQ(checkup.repair(), 0U);
}

TEST_F(BookingsChecks, MembersFindTheirPlaces) {
  remove(keys::user(bob), keys::place(boat));
  remove(keys::place(boat), keys::member(ada));
  EXPECT_EQ(checkup.found(),
            "bookings: members: The person has the place in their list, and is no member of it.\n"
            "bookings: members: The person is a member, and does not have the place in their "
            "list.\n"
            "bookings: members: The place has no administrator.\n");
  // A membership gives rights, and comes back only by people.
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_TRUE(item(keys::user(bob), keys::place(boat)));
  EXPECT_FALSE(item(keys::place(boat), keys::member(ada)));
}

TEST_F(BookingsChecks, InvitationsAreFoundFromBothSides) {
  store::Map invitation = {{"entityType", "INVITATION"}, {"placeId", boat}, {"role", "viewer"}};
  invitation.insert_or_assign("PK", keys::invitee("zoe@example.com"));
  invitation.insert_or_assign("SK", keys::place(boat));
  write(testing::item(invitation));
  EXPECT_EQ(checkup.found(),
            "bookings: invitations: An invitation is not found by what it is to.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  remove(keys::invitee("zoe@example.com"), keys::place(boat));
  EXPECT_EQ(checkup.found(), "bookings: invitations: An invitation is not found by its address.\n");
}

}  // namespace
}  // namespace norn::bookings
