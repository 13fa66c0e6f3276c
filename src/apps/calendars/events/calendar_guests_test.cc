#include "apps/calendars/events/calendar_guests.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/test_world.h"
#include "apps/events/guests/guests.h"
#include "apps/events/guests/invitations.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/owner_meta.h"
#include "ical/time_zone.h"

// Guests of the events of calendars, who may be members or not.
namespace norn::calendars {
namespace {

using events::Guest;
using events::GuestKey;

class CalendarGuestsTest : public CalendarsTest {
 protected:
  CalendarGuestsTest() {
    for (const std::string& user : {ada, bob, eve, zoe}) {
      put(events::new_owner_meta(user, "UTC", "2024-01-01T00:00:00Z"));
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

  void end_access(const std::string& user, int64_t until_ms) {
    settle();
    CalendarGuests hook(scene.context, guests);
    EXPECT_FALSE(must(hook.end_access(user, until_ms)));
  }
  std::vector<std::string> addresses() {
    std::vector<std::string> list;
    for (const Guest& guest : listed()) list.push_back(guest.email);
    return list;
  }
  std::optional<store::Item> stored(const std::string& owner_id, const std::string& sort_key) {
    store::GetRequest request;
    request.table = scene.tables.planner();
    request.key = apps::key_of(events::keys::user(owner_id), sort_key);
    request.consistent = true;
    return must(scene.store.get(request)).item;
  }
  void put(const store::Map& item) {
    store::PutRequest request;
    request.table = scene.tables.planner();
    request.item = store::Item::from_map(item);
    must(scene.store.put(request));
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

TEST_P(CalendarGuestsTest, WhatATakenOverAccountMadeInItsOwnCalendarIsWithdrawn) {
  must(invite(ada, {.email = "old@example.org"}));
  must(invite(bob, {.email = "zoe@example.com"}));
  const int64_t until_ms = clock.now_ms();
  clock.set_ms(until_ms + 60'000);
  must(invite(ada, {.email = "new@example.org"}));
  end_access(ada, until_ms);
  EXPECT_EQ(addresses(), std::vector<std::string>{"new@example.org"});
  EXPECT_TRUE(fails(invitations.get(zoe, key()), ErrorCode::kNotFound));
}

TEST_P(CalendarGuestsTest, WhatATakenOverAccountMadeInACalendarOfOthersIsWithdrawn) {
  must(invite(ada, {.email = "of_ada@example.org"}));
  must(invite(bob, {.email = "of_bob@example.org"}));
  end_access(bob, clock.now_ms());
  EXPECT_EQ(addresses(), std::vector<std::string>{"of_ada@example.org"});
  // Leaving the calendar does not save it.
  must(invite(bob, {.email = "of_bob@example.org"}));
  must(scene.members.remove(bob, calendar, bob));
  end_access(bob, clock.now_ms());
  EXPECT_EQ(addresses(), std::vector<std::string>{"of_ada@example.org"});
}

TEST_P(CalendarGuestsTest, AnAnswerIsThatOfTheAccountThatGaveIt) {
  const std::string email = "zoe@example.com";
  must(invite(bob, {.email = email}));
  must(invitations.answer(zoe, key(), events::Answer::kYes));
  // Inviting the same person again changes nothing.
  clock.set_ms(clock.now_ms() + 60'000);
  const auto again = must(invite(ada, {.email = email})).guest;
  EXPECT_EQ(again.answer, events::Answer::kYes);
  EXPECT_EQ(again.invited_by, bob);
  must(scene.users.remove(*must(scene.users.find(zoe)), {}));
  const std::string other = scene.person("zoe");
  put(events::new_owner_meta(other, "UTC", "2024-01-01T00:00:00Z"));
  const auto moved = must(invite(ada, {.email = email})).guest;
  EXPECT_EQ(moved.id, again.id);
  EXPECT_EQ(moved.user_id, other);
  EXPECT_EQ(moved.answer, events::Answer::kWaiting);
  EXPECT_EQ(moved.invited_by, ada);
  EXPECT_GT(moved.invited_at, again.invited_at);
}

TEST_P(CalendarGuestsTest, GuestsOfOtherProgramsStayAsTheyAre) {
  must(invite(bob, {.email = "zoe@example.com"}));
  const std::string sort_key = events::keys::event(event_id);
  store::Map item = stored(key().owner_id, sort_key)->to_map();
  auto* const list = item.at("guests").get_if<store::List>();
  list->front().get_if<store::Map>()->emplace("seat", store::Value("12B"));
  const store::Map unreadable = {{"name", "Unknown"}};
  list->push_back(store::Value(unreadable));
  put(item);
  must(invitations.answer(zoe, key(), events::Answer::kMaybe));
  store::Map next = stored(key().owner_id, sort_key)->to_map();
  const auto* const now = next.at("guests").get_if<store::List>();
  ASSERT_EQ(now->size(), 2U);
  EXPECT_EQ(now->front().as<store::Map>().at("seat"), store::Value("12B"));
  EXPECT_EQ(now->front().as<store::Map>().at("answer"), store::Value("maybe"));
  EXPECT_EQ(now->back(), store::Value(unreadable));
  must(invitations.remove(zoe, key()));
  next = stored(key().owner_id, sort_key)->to_map();
  EXPECT_EQ(next.at("guests"), store::Value(store::List{store::Value(unreadable)}));
}

TEST_P(CalendarGuestsTest, AGuestRemovesThemselves) {
  must(invite(bob, {.email = "zoe@example.com"}));
  must(invite(bob, {.user_id = eve}));
  const std::string leading = events::keys::guest(key().owner_id, event_id);
  EXPECT_TRUE(stored(zoe, leading));
  must(invitations.remove(zoe, key()));
  EXPECT_FALSE(stored(zoe, leading));
  ASSERT_EQ(listed().size(), 1U);
  EXPECT_EQ(listed().front().user_id, eve);
  EXPECT_TRUE(fails(invitations.remove(zoe, key()), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(invitations.remove(bob, key()), ErrorCode::kNotFound));
  must(invite(bob, {.email = "zoe@example.com"}));
  EXPECT_EQ(must(invitations.list(zoe)).size(), 1U);
}

TEST_P(CalendarGuestsTest, TheNewestInvitationsAreSeen) {
  must(invite(bob, {.email = "zoe@example.com"}));
  for (size_t i = 0; i < events::kMaxInvitations; ++i) {
    put({{"PK", events::keys::user(zoe)},
         {"SK", events::keys::guest("a", "old" + std::to_string(i))},
         {"createdAt", "2020-01-01T00:00:00Z"}});
  }
  EXPECT_EQ(must(invitations.list(zoe)).size(), 1U);
}

class ManyInvitationsTest : public CalendarGuestsTest {
 protected:
  // A series of zoe's planner, to which eve is invited.
  std::string add_series(const std::string& rrule) {
    events::EventChange input;
    input.details.title = std::string(500, 't');
    input.details.location = std::string(500, 'l');
    input.details.description = std::string(10'000, 'd');
    input.when.start_local_s = parse_timestamp_ms("2024-01-01T00:00:00Z").value() / 1'000;
    input.when.end_local_s = std::optional(*input.when.start_local_s + 600);
    input.when.start_tzid = std::optional<std::string>("UTC");
    input.repeats.rrule = rrule;
    const events::Owner zoes(zoe);
    const auto made = must(scene.events.create(zoes, input, {}));
    const std::string id = std::get<events::Master>(made).id;
    must(guests.invite(zoes, events::parse_event_id(id).value(), {.email = "eve@example.com"}, {}));
    return id;
  }
  events::Invitations::Days year() {
    return must(
        invitations.between(eve, date("2024-01-01"), date("2024-12-31"), ical::TimeZone::utc()));
  }
};
NORN_ON_BOTH_STORES(ManyInvitationsTest);

TEST_P(ManyInvitationsTest, TakeOnlySoMuchOfAnAgenda) {
  add_series("FREQ=HOURLY");
  const auto one = year();
  ASSERT_FALSE(one.occurrences.empty());
  EXPECT_LE(one.bytes, events::kMaxInvitedBytes);
  EXPECT_FALSE(one.details_of(one.occurrences.front()).description);
  add_series("FREQ=HOURLY");
  EXPECT_EQ(year().occurrences.size(), 2 * one.occurrences.size()) << "each has its room";
  for (int i = 0; i < 8; ++i) add_series("FREQ=HOURLY");
  const auto all = year();
  EXPECT_EQ(all.invitations.size(), 10U);
  EXPECT_LT(all.occurrences.size(), 9 * one.occurrences.size());
  EXPECT_LE(all.bytes, events::kMaxInvitedBytes);
}

TEST_P(ManyInvitationsTest, ASeriesThatOccursTooOftenIsInNoDays) {
  const std::string id = add_series("FREQ=DAILY");
  EXPECT_EQ(year().occurrences.size(), 366U);
  store::Map item = stored(zoe, events::keys::master(id))->to_map();
  item.insert_or_assign("rrule", store::Value("FREQ=MINUTELY"));
  put(item);
  EXPECT_TRUE(year().occurrences.empty());
}

TEST_P(ManyInvitationsTest, AChangedOccurrenceHasItsOwnDetails) {
  const std::string id = add_series("FREQ=DAILY;COUNT=2");
  settle();
  events::EventChange change;
  change.details.title = "Another";
  const auto second = events::parse_event_id(events::instance_id(id, "20240102")).value();
  const events::Owner zoes(zoe);
  const std::string etag = events::etag_of(must(scene.events.get(zoe, second)));
  must(scene.events.change(zoes, second, change, events::Scope::kThis, etag));
  const auto days = year();
  std::vector<std::string> titles;
  for (const auto& one : days.occurrences) {
    titles.push_back(days.details_of(one).title.substr(0, 7));
  }
  std::ranges::sort(titles);
  EXPECT_EQ(titles, (std::vector<std::string>{"Another", "ttttttt"}));
}

}  // namespace
}  // namespace norn::calendars
