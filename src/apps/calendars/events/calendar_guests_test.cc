#include <string>
#include <vector>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/test_world.h"
#include "apps/events/guests/guests.h"
#include "apps/events/guests/invitations.h"
#include "apps/events/keys.h"
#include "apps/events/owner_meta.h"

// Guests of the events of calendars, who may be members or not.
namespace norn::calendars {
namespace {

using events::Guest;
using events::GuestKey;

class CalendarGuestsTest : public CalendarsTest {
 protected:
  CalendarGuestsTest() {
    for (const std::string& user : {ada, bob, eve, zoe}) {
      store::PutRequest put;
      put.table = scene.tables.planner();
      put.item = store::Item::from_map(events::new_owner_meta(user, "UTC", "2024-01-01T00:00:00Z"));
      must(scene.store.put(put));
    }
    event_id = add_event(ada, calendar);
  }

  events::Owner owner(const std::string& user, const std::string& calendar_id) {
    return must(owner_of_events(scene.context, user, calendar_id, Role::kWriter));
  }
  std::string add_event(const std::string& user, const std::string& calendar_id) {
    events::EventChange input;
    input.details.title = "Swimming lesson";
    input.when.start_date = date("2024-01-16");
    input.when.end_date = date("2024-01-17");
    const auto made = must(scene.events.create(owner(user, calendar_id), input, {}));
    return std::get<events::Event>(made).id;
  }
  Result<events::ListedGuest> invite(const std::string& user, const events::NewGuest& guest) {
    const auto is_one = [this](const events::Owner& of, const std::string& member) {
      return is_member(scene.context, of, member);
    };
    return guests.invite(owner(user, calendar), parsed(), guest, is_one);
  }
  events::EventId parsed() const { return events::parse_event_id(event_id).value(); }
  GuestKey key() const { return {.owner_id = event_partition(calendar), .event_id = event_id}; }
  std::vector<Guest> listed() {
    std::vector<Guest> list;
    for (const auto& one : must(guests.list(owner(ada, calendar), parsed()))) {
      list.push_back(one.guest);
    }
    return list;
  }

  std::string event_id;
  events::GuestLists guests{events::context_of(scene.context), scene.users};
  events::Invitations invitations{events::context_of(scene.context), scene.users};
};
NORN_ON_BOTH_STORES(CalendarGuestsTest);

TEST_P(CalendarGuestsTest, WhoIsRemovedWhileTheyAreInvitedAsAMemberIsNoGuest) {
  meanwhile([this] { must(scene.members.remove(ada, calendar, eve)); });
  EXPECT_TRUE(fails(invite(bob, {.user_id = eve}), ErrorCode::kInvalid, "userId"));
  EXPECT_TRUE(listed().empty());
}

TEST_P(CalendarGuestsTest, WhoIsRemovedWhileTheyAnswerHasNotAnswered) {
  must(invite(bob, {.user_id = eve}));
  meanwhile([this] { must(scene.members.remove(ada, calendar, eve)); });
  EXPECT_TRUE(fails(invitations.answer(eve, key(), events::Answer::kYes), ErrorCode::kNotFound));
  ASSERT_EQ(listed().size(), 1U);
  EXPECT_EQ(listed().front().answer, events::Answer::kWaiting);
}

}  // namespace
}  // namespace norn::calendars
