#include "apps/availability/availability.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "agenda/agenda_world.h"
#include "apps/availability/intervals.h"
#include "apps/calendars/events/calendar_events.h"
#include "base/time_text.h"
#include "ical/civil.h"

// When people are busy is when something in their agendas takes their time.
namespace norn::availability {
namespace {

using accounts::fails;
using testing::must;

int64_t instant(std::string_view text) {
  return parse_timestamp_ms(text).value() / 1000;
}

agenda::Item event(std::string_view start, std::string_view end) {
  agenda::Item item;
  item.times = {.start_s = instant(start), .end_s = instant(end), .start_utc_s = instant(start)};
  return item;
}

TEST(Intervals, AreOfWhatTakesTime) {
  const ical::TimeZone utc = ical::TimeZone::utc();
  const Interval nine{instant("2024-02-07T09:00:00Z"), instant("2024-02-07T10:00:00Z")};
  agenda::Item item = event("2024-02-07T09:00:00Z", "2024-02-07T10:00:00Z");
  EXPECT_EQ(busy_time_of(item, utc), nine);
  item.kind = agenda::Kind::kEntry;
  EXPECT_EQ(busy_time_of(item, utc), nine);
  for (const char* const answer : {"waiting", "yes", "maybe"}) {
    item.answer = answer;
    EXPECT_EQ(busy_time_of(item, utc), nine) << answer;
  }
  item.answer = "no";
  EXPECT_FALSE(busy_time_of(item, utc));
  item.answer = {};
  item.status = "CANCELLED";
  EXPECT_FALSE(busy_time_of(item, utc));
  item.status = "TENTATIVE";
  EXPECT_TRUE(busy_time_of(item, utc));
  item.is_free = true;
  EXPECT_FALSE(busy_time_of(item, utc));
  item.is_free = false;
  item.times.all_day = true;
  EXPECT_FALSE(busy_time_of(item, utc));
  agenda::Item stay;
  stay.kind = agenda::Kind::kStay;
  stay.stay = agenda::StayState{.is_own = true,
                                .arrival = "2024-02-07",
                                .departure = "2024-02-09",
                                .check_in = "16:00",
                                .check_out = "10:00"};
  EXPECT_EQ(busy_time_of(stay, utc),
            (Interval{instant("2024-02-07T16:00:00Z"), instant("2024-02-09T10:00:00Z")}));
  stay.stay->is_own = false;
  EXPECT_FALSE(busy_time_of(stay, utc));
}

TEST(Intervals, MergedAreThoseMinutesThatAnyHas) {
  std::mt19937 random{1};
  const auto number = [&](int64_t below) {
    return std::uniform_int_distribution<int64_t>(0, below - 1)(random);
  };
  for (int turn = 0; turn < 200; ++turn) {
    std::vector<Interval> some;
    for (int64_t i = number(8); i > 0; --i) {
      const int64_t start = number(100) - 20;
      some.push_back({start, start + number(20)});
    }
    const auto found = merged(some, {0, 60});
    for (int64_t at = -20; at < 100; ++at) {
      const auto has = [&](const Interval& one) { return one.start_s <= at && at < one.end_s; };
      EXPECT_EQ(std::ranges::any_of(found, has),
                at >= 0 && at < 60 && std::ranges::any_of(some, has));
    }
    for (size_t i = 1; i < found.size(); ++i) EXPECT_LT(found[i - 1].end_s, found[i].start_s);
  }
}

TEST(Intervals, SlotsAreFreeAndWithinTheDay) {
  const ical::TimeZone kathmandu = ical::TimeZone::find("Asia/Kathmandu").value();
  SlotRequest wanted{.from = parse_date("2024-02-07").value(),
                     .to = parse_date("2024-02-08").value(),
                     .minutes = 45,
                     .earliest_s = 9 * 3'600,
                     .latest_s = 11 * 3'600};
  const auto starts = [&](const std::vector<Interval>& busy, size_t most) {
    std::vector<std::string> texts;
    for (const Interval& slot : free_slots(busy, wanted, kathmandu, most)) {
      texts.push_back(timestamp_s(kathmandu.local_of(slot.start_s) * 1000).substr(8, 8));
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(starts({}, 9), (Texts{"07T09:00", "07T09:45", "08T09:00", "08T09:45"}));
  EXPECT_EQ(starts({}, 1), Texts{"07T09:00"});
  // From 09:20 to 09:50 on the first day, in UTC: 03:35 to 04:05.
  const std::vector<Interval> busy = {
      {instant("2024-02-07T03:35:00Z"), instant("2024-02-07T04:05:00Z")}};
  EXPECT_EQ(starts(busy, 9), (Texts{"07T10:00", "08T09:00", "08T09:45"}));
  wanted.not_before_s = instant("2024-02-07T23:00:00Z");
  EXPECT_EQ(starts(busy, 9), (Texts{"08T09:00", "08T09:45"}));
}

TEST(Intervals, EndInTheHourThatClocksRepeat) {
  agenda::Item item;
  item.times = {.start_s = instant("2026-10-25T02:30:00Z"),
                .end_s = instant("2026-10-25T02:15:00Z"),
                .start_utc_s = instant("2026-10-25T00:30:00Z"),
                .end_utc_s = instant("2026-10-25T01:15:00Z")};
  EXPECT_EQ(busy_time_of(item, must(ical::TimeZone::find("Europe/Berlin"))),
            (Interval{instant("2026-10-25T00:30:00Z"), instant("2026-10-25T01:15:00Z")}));
}

class AvailabilityTest : public ::testing::Test {
 protected:
  std::vector<bool> shares(const std::string& caller) {
    const auto found = must(availability.busy(caller, request));
    std::vector<bool> shared;
    for (const BusyPerson& person : found.people) shared.push_back(person.shares);
    return shared;
  }

  agenda::AgendaWorld world;
  std::string ada = world.person("ada");
  std::string bob = world.person("bob");
  agenda::AgendaPreferences preferences{world.store, world.tables, world.clock};
  Availability availability{
      world.store,
      world.tables,
      world.clock,
      world.users,
      world.agenda,
      preferences,
      {&world.calendar_members, &world.project_members, &world.place_members, &world.tree_members}};
  BusyRequest request = {.people = {bob, ada, bob, "nobody"},
                         .from = parse_date("2024-02-07").value(),
                         .to = parse_date("2024-02-07").value(),
                         .tzid = "UTC"};
};

TEST_F(AvailabilityTest, IsForMembersOfTheSameThingWhoAreLet) {
  const std::vector<bool> nothing = {false, true, false};
  EXPECT_EQ(shares(ada), nothing);
  must(availability.set_shared_with(bob, SharedWith::kMembers));
  EXPECT_EQ(shares(ada), nothing);
  const std::string tree = must(world.trees.create(bob, {.name = "Tree"}, {})).tree.id;
  must(world.tree_members.invite(bob, tree, "ada@example.com", "read"));
  EXPECT_EQ(shares(ada), (std::vector<bool>{true, true, false}));
  must(world.tree_members.remove(bob, tree, ada));
  EXPECT_EQ(shares(ada), nothing);
  const std::string project =
      must(world.projects.create(ada, {.name = "Project", .color = "#FF9900"}, {})).project.id;
  must(world.project_members.invite(ada, project, "bob@example.com", "VIEWER"));
  EXPECT_EQ(shares(ada), (std::vector<bool>{true, true, false}));
  const auto people = must(availability.people(ada));
  ASSERT_EQ(people.size(), 1U);
  EXPECT_EQ(people.front().name, "bob");
  EXPECT_TRUE(people.front().shares);
  EXPECT_FALSE(must(availability.people(bob)).front().shares);
  must(availability.set_shared_with(bob, SharedWith::kNobody));
  EXPECT_EQ(shares(ada), nothing);
  EXPECT_TRUE(
      fails(availability.set_shared_with("nobody", SharedWith::kMembers), ErrorCode::kNotFound));
}

TEST_F(AvailabilityTest, LeavesOutWhatAPersonHasHidden) {
  const calendars::CalendarInput input = {.name = "Bins", .color = "#3B82F6", .description = {}};
  const std::string calendar = must(world.calendars.create(bob, input, {})).calendar.id;
  calendars::EntryInput entry;
  entry.title = "Paper";
  entry.date = request.from;
  entry.kind = calendars::Timed{"07:00:00", "08:00:00"};
  must(world.entries.create(bob, calendar, entry, {}));
  request.people = {bob};
  const std::vector<Interval> seven = {
      {instant("2024-02-07T07:00:00Z"), instant("2024-02-07T08:00:00Z")}};
  EXPECT_EQ(must(availability.busy(bob, request)).people.front().busy, seven);
  must(preferences.set(bob, {.hidden_owners = {"calendar:" + calendar}}));
  EXPECT_TRUE(must(availability.busy(bob, request)).people.front().busy.empty());
}

TEST_F(AvailabilityTest, APersonWithTooMuchIsUnknownAndTheOthersAreThere) {
  const calendars::CalendarInput input = {.name = "Loud", .color = "#3B82F6", .description = {}};
  const std::string calendar = must(world.calendars.create(bob, input, {})).calendar.id;
  must(world.calendar_members.invite(bob, calendar, "ada@example.com", "reader"));
  must(availability.set_shared_with(bob, SharedWith::kMembers));
  const auto owner =
      must(calendars::owner_of_events(world.context, bob, calendar, calendars::Role::kWriter));
  events::EventChange tick;
  tick.details.title = "Tick";
  tick.when.start_local_s = instant("2024-02-01T09:00:00Z");
  tick.repeats.rrule = "FREQ=HOURLY";
  for (int i = 0; i < 26; ++i) must(world.events.create(owner, tick, {}));
  must(preferences.set(ada, {.hidden_owners = {"calendar:" + calendar}}));
  request.to = request.from + std::chrono::days(kMaxDays - 1);
  EXPECT_EQ(shares(ada), (std::vector<bool>{false, true, false}));
  // Their own agenda has to be right: nobody is told that they are free then.
  EXPECT_FALSE(availability.busy(bob, request));
}

TEST_F(AvailabilityTest, HasBounds) {
  request.people = {};
  EXPECT_TRUE(fails(availability.busy(ada, request), ErrorCode::kInvalid, "people"));
  request.people.assign(kMaxPeople + 1, bob);
  EXPECT_TRUE(fails(availability.busy(ada, request), ErrorCode::kInvalid, "people"));
  request.people = {bob};
  request.to = request.from + std::chrono::days(kMaxDays);
  EXPECT_TRUE(fails(availability.busy(ada, request), ErrorCode::kInvalid, "to"));
  request.to = request.from - std::chrono::days(1);
  EXPECT_TRUE(fails(availability.busy(ada, request), ErrorCode::kInvalid, "to"));
  request.to = request.from;
  request.tzid = "Mars/Olympus";
  EXPECT_TRUE(fails(availability.busy(ada, request), ErrorCode::kInvalid, "zone"));
}

}  // namespace
}  // namespace norn::availability
