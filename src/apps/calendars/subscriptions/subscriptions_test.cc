#include "apps/calendars/subscriptions/subscriptions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "apps/calendars/agenda.h"
#include "apps/calendars/events/event_feed.h"
#include "apps/calendars/search.h"
#include "apps/calendars/sentences.h"
#include "apps/calendars/subscriptions/subscription_feed.h"
#include "apps/calendars/test_world.h"
#include "store/stream_tail.h"

namespace norn::calendars {
namespace {

using Titles = std::vector<std::string>;

std::string event_text(const std::string& uid, const std::string& title, const std::string& day,
                       const std::string& more = "") {
  return "BEGIN:VEVENT\r\nUID:" + uid +
         "\r\nDTSTAMP:20261101T000000Z\r\nDTSTART;VALUE=DATE:" + day + "\r\nSUMMARY:" + title +
         "\r\n" + more + "END:VEVENT\r\n";
}

std::string calendar_text(const std::string& items) {
  return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Holidays\r\n" + items +
         "END:VCALENDAR\r\n";
}

class SubscriptionsTest : public CalendarsTest {
 protected:
  SubscriptionsTest() { feed.text = calendar_text(event_text("a@x", "New Year", "20270101")); }

  FeedSource source() {
    return {.address_of = [](std::string_view text) -> std::optional<std::string> {
              if (!text.starts_with("https://")) return std::nullopt;
              return std::string(text);
            },
            .fetch =
                [this](const Subscription& one) {
                  ++fetched;
                  asked = one;
                  if (while_fetching) while_fetching();
                  return feed;
                }};
  }
  Subscription subscribe(const std::string& user, const std::string& name = "") {
    return must(subscriptions.create(
        user, {.address = "https://x.example/a.ics", .name = name, .color = "#3b82f6"}, {}));
  }
  Titles titles(const Subscription& one) {
    settle();
    const auto view = must(scene.views.range(
        subscription_partition(one.id),
        {.from = date("2027-01-01"), .to = date("2027-12-31"), .tzid = "Europe/Berlin"}));
    Titles found;
    for (const events::Placed& placed : view.placed) {
      found.push_back(view.item(placed).details().title);
    }
    std::ranges::sort(found);
    return found;
  }
  Subscription refresh(const Subscription& one) {
    clock.advance_ms(61'000);
    must(subscriptions.refresh_soon(one.user_id, one.id));
    EXPECT_EQ(must(subscriptions.refresh_due(10)), 1U);
    return must(subscriptions.get(one.user_id, one.id));
  }
  size_t kept() {
    return scene.count(scene.tables.norn(), "SUBSCRIPTION") +
           scene.count(scene.tables.norn(), "SUBSCRIPTION_DUE");
  }

  FetchedFeed feed;
  Subscription asked;
  int fetched = 0;
  std::function<void()> while_fetching;
  Subscriptions subscriptions{scene.context, source()};
};
NORN_ON_BOTH_STORES(SubscriptionsTest);

TEST_P(SubscriptionsTest, AreFilledAndFollowTheirFeed) {
  Subscription one = subscribe(ada);
  EXPECT_EQ(one.name, "x.example");
  EXPECT_EQ(must(subscriptions.refresh_due(10)), 1U);
  EXPECT_EQ(must(subscriptions.refresh_due(10)), 0U) << "not due again";
  one = must(subscriptions.get(ada, one.id));
  EXPECT_EQ(one.name, "Holidays");
  EXPECT_EQ(one.event_count, 1);
  EXPECT_EQ(one.problem, FeedProblem::kNone);
  EXPECT_EQ(one.refreshed_at, now_text(scene.context));
  EXPECT_EQ(titles(one), Titles{"New Year"});

  feed.text = calendar_text(event_text("a@x", "New Year's Day", "20270101") +
                            event_text("b@x", "Club", "20270105", "RRULE:FREQ=WEEKLY;COUNT=2\r\n"));
  one = refresh(one);
  EXPECT_EQ(titles(one), (Titles{"Club", "Club", "New Year's Day"}));

  feed.text = calendar_text(event_text("a@x", "New Year", "20270101"));
  one = refresh(one);
  must(scene.sweeps.run());
  EXPECT_EQ(titles(one), Titles{"New Year"}) << "an older version of it wins, too";
  feed.text = calendar_text("");
  one = refresh(one);
  EXPECT_EQ(titles(one), Titles{}) << "a calendar without events is one";
}

TEST_P(SubscriptionsTest, KeepWhatIsThereWhenSomethingGoesWrong) {
  Subscription one = subscribe(ada);
  must(subscriptions.refresh_due(10));
  const std::string refreshed = *must(subscriptions.get(ada, one.id)).refreshed_at;
  const std::string good = feed.text;
  std::string many;
  for (size_t i = 0; i <= kMaxFeedEvents; ++i) {
    many += event_text(std::to_string(i) + "@x", "Many", "20270101");
  }
  for (const auto& [text, problem] : std::vector<std::pair<std::string, FeedProblem>>{
           {"", FeedProblem::kNoCalendar},
           {"<html>Sign in</html>", FeedProblem::kNoCalendar},
           {"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", FeedProblem::kIncomplete},
           {calendar_text(many), FeedProblem::kTooManyEvents}}) {
    feed.text = text;
    one = refresh(one);
    EXPECT_EQ(one.problem, problem);
    EXPECT_EQ(one.refreshed_at, refreshed);
    EXPECT_EQ(titles(one), Titles{"New Year"});
  }
  feed = {.problem = FeedProblem::kBadStatus, .status = 500};
  one = refresh(one);
  EXPECT_EQ(one.problem, FeedProblem::kBadStatus);
  EXPECT_EQ(one.failures, 5);
  EXPECT_EQ(titles(one), Titles{"New Year"});
  // It is tried less and less often.
  EXPECT_EQ(one.next_at, timestamp_ms(clock.now_ms() + 16 * 15 * 60'000));
  feed = {.problem = FeedProblem::kNone, .text = good};
  one = refresh(one);
  EXPECT_EQ(one.problem, FeedProblem::kNone);
  EXPECT_EQ(one.failures, 0);
}

TEST_P(SubscriptionsTest, AskAgainForAFileThatWasCutOff) {
  const std::string both = calendar_text(event_text("a@x", "New Year", "20270101") +
                                         event_text("b@x", "Club", "20270105"));
  feed = {.text = both, .etag = "\"1\""};
  Subscription one = subscribe(ada);
  must(subscriptions.refresh_due(10));
  feed = {.text = both.substr(0, both.find("UID:b@x")), .etag = "\"2\""};
  one = refresh(one);
  EXPECT_EQ(one.problem, FeedProblem::kIncomplete);
  EXPECT_EQ(titles(one), (Titles{"Club", "New Year"}));
  refresh(one);
  EXPECT_EQ(asked.etag, "\"1\"") << "what was not taken in is no version to compare with";
}

TEST_P(SubscriptionsTest, AskForWhatHasChangedOnly) {
  feed.etag = "\"1\"";
  feed.last_modified = "Sun, 01 Nov 2026 00:00:00 GMT";
  Subscription one = subscribe(ada);
  must(subscriptions.refresh_due(10));
  feed = {.is_unchanged = true};
  one = refresh(one);
  EXPECT_EQ(asked.etag, "\"1\"");
  EXPECT_EQ(asked.last_modified, "Sun, 01 Nov 2026 00:00:00 GMT");
  EXPECT_EQ(one.problem, FeedProblem::kNone);
  EXPECT_EQ(titles(one), Titles{"New Year"});
  // Another address is another feed.
  one =
      must(subscriptions.change(ada, one.id, {.address = "https://y.example/b.ics"}, etag_of(one)));
  feed = {.text = calendar_text(event_text("c@y", "Other", "20270301"))};
  EXPECT_EQ(must(subscriptions.refresh_due(10)), 1U);
  EXPECT_EQ(asked.etag, "");
  EXPECT_EQ(titles(one), Titles{"Other"});
}

TEST_P(SubscriptionsTest, AskAnotherAddressAfterTheOneThatIsUnderWay) {
  const Subscription one = subscribe(ada);
  while_fetching = [&] {
    must(subscriptions.change(ada, one.id, {.address = "https://y.example/b.ics"}, "v1"));
  };
  EXPECT_EQ(must(subscriptions.refresh_due(10)), 1U);
  while_fetching = nullptr;
  EXPECT_EQ(titles(one), Titles{}) << "it is about the address before";
  EXPECT_EQ(must(subscriptions.refresh_due(10)), 1U);
  EXPECT_EQ(titles(one), Titles{"New Year"});
}

TEST_P(SubscriptionsTest, AreRefreshedAsOftenAsTheyAskForWithinBounds) {
  struct Case {
    std::string line;
    int64_t hours;
  };
  for (const Case& example : std::vector<Case>{{"", 4},
                                               {"REFRESH-INTERVAL;VALUE=DURATION:PT12H\r\n", 12},
                                               {"X-PUBLISHED-TTL:PT1M\r\n", 1},
                                               {"X-PUBLISHED-TTL:P30D\r\n", 24},
                                               {"X-PUBLISHED-TTL:soon\r\n", 4}}) {
    feed.text = calendar_text(example.line + event_text("a@x", "A", "20270101"));
    const Subscription one = subscribe(ada);
    must(subscriptions.refresh_due(10));
    EXPECT_EQ(must(subscriptions.get(ada, one.id)).next_at,
              timestamp_ms(clock.now_ms() + example.hours * 3'600'000))
        << example.line;
    must(subscriptions.remove(ada, one.id));
  }
}

TEST_P(SubscriptionsTest, AreRefreshedAsOftenAsTheyAskedForWhileNothingChanges) {
  const FetchedFeed asks = {
      .text = calendar_text("X-PUBLISHED-TTL:PT12H\r\n" + event_text("a@x", "A", "20270101"))};
  feed = asks;
  Subscription one = subscribe(ada);
  must(subscriptions.refresh_due(10));
  const auto hours_until_next = [&] {
    return (parse_timestamp_ms(one.next_at).value() - clock.now_ms()) / 3'600'000;
  };
  feed = {.is_unchanged = true};
  one = refresh(one);
  EXPECT_EQ(hours_until_next(), 12) << "the server says that it is the same";
  feed = asks;
  one = refresh(one);
  EXPECT_EQ(hours_until_next(), 12) << "it is the same";
  feed.text = calendar_text(event_text("a@x", "A", "20270101"));
  one = refresh(one);
  EXPECT_EQ(hours_until_next(), 4);
}

TEST_P(SubscriptionsTest, AreTheirPersonsAlone) {
  const Subscription one = subscribe(ada, "Mine");
  EXPECT_TRUE(fails(subscriptions.get(bob, one.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(subscriptions.reader(bob, one.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(subscriptions.remove(bob, one.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(subscriptions.refresh_soon(bob, one.id), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(subscriptions.change(bob, one.id, {}, "v1"), ErrorCode::kNotFound));
  EXPECT_TRUE(must(subscriptions.list(bob)).empty());
  EXPECT_EQ(must(subscriptions.list(ada)).size(), 1U);
  const auto reader = must(subscriptions.reader(ada, one.id));
  EXPECT_FALSE(conditions_of(reader));
}

TEST_P(SubscriptionsTest, AreChangedByTheirVersion) {
  const Subscription one = subscribe(ada);
  const Subscription named =
      must(subscriptions.change(ada, one.id, {.name = "School", .color = "#ef4444"}, "v1"));
  EXPECT_EQ(named.version, 2);
  EXPECT_TRUE(fails(subscriptions.change(ada, one.id, {.name = "X"}, "v1"), ErrorCode::kStale));
  EXPECT_TRUE(fails(subscriptions.change(ada, one.id, {.address = "ftp://x"}, "v2"),
                    ErrorCode::kInvalid, "address"));
  EXPECT_TRUE(fails(subscriptions.change(ada, one.id, {.color = "red"}, "v2"), ErrorCode::kInvalid,
                    "color"));
  must(subscriptions.refresh_due(10));
  EXPECT_EQ(must(subscriptions.get(ada, one.id)).name, "School") << "a person has named it";
}

TEST_P(SubscriptionsTest, AreBounded) {
  EXPECT_TRUE(fails(subscriptions.create(ada, {.address = "file:///etc", .color = "#3b82f6"}, {}),
                    ErrorCode::kInvalid, "address"));
  for (int64_t i = 0; i < kMaxSubscriptionsPerPerson; ++i) subscribe(ada);
  EXPECT_TRUE(fails(subscriptions.create(ada, {.address = "https://x", .color = "#3b82f6"}, {}),
                    ErrorCode::kConflict));
  EXPECT_EQ(must(subscriptions.refresh_due(1)), 1U);
  const auto all = must(subscriptions.list(ada));
  const auto checked =
      std::ranges::find_if(all, [](const auto& one) { return one.checked_at.has_value(); });
  ASSERT_NE(checked, all.end());
  EXPECT_TRUE(fails(subscriptions.refresh_soon(ada, checked->id), ErrorCode::kConflict));
}

TEST_P(SubscriptionsTest, AreBoundedThoughSeveralAreMadeAtTheSameTime) {
  for (int64_t i = 0; i + 1 < kMaxSubscriptionsPerPerson; ++i) subscribe(ada);
  meanwhile([&] { subscribe(ada); });
  EXPECT_TRUE(fails(subscriptions.create(ada, {.address = "https://x", .color = "#3b82f6"}, {}),
                    ErrorCode::kConflict));
  EXPECT_EQ(must(subscriptions.list(ada)).size(), size_t{kMaxSubscriptionsPerPerson});
  // The first two, too.
  meanwhile([&] { subscribe(bob); });
  subscribe(bob);
  EXPECT_EQ(must(subscriptions.list(bob)).size(), 2U);
}

TEST_P(SubscriptionsTest, EndWithTheirEventsAndTheirPerson) {
  const Subscription one = subscribe(zoe);
  const Subscription two = subscribe(zoe);
  must(subscriptions.refresh_due(10));
  must(subscriptions.remove(zoe, one.id));
  must(scene.sweeps.run());
  EXPECT_EQ(titles(one), Titles{});
  EXPECT_EQ(titles(two), Titles{"New Year"});
  must(scene.users.remove(*must(scene.users.find(zoe)), {}));
  EXPECT_FALSE(must(subscriptions.forget(zoe)));
  must(scene.sweeps.run());
  EXPECT_EQ(titles(two), Titles{});
  EXPECT_EQ(kept(), 0U);
  EXPECT_EQ(scene.count(scene.tables.norn(), "SUBSCRIPTIONS"), 0U);
  EXPECT_EQ(must(subscriptions.refresh_due(10)), 0U);
}

TEST_P(SubscriptionsTest, AreRefreshedByOneAtATime) {
  const Subscription one = subscribe(ada);
  Subscriptions other{scene.context, source()};
  while_fetching = [&] {
    while_fetching = nullptr;
    EXPECT_EQ(must(other.refresh_due(10)), 0U);
  };
  EXPECT_EQ(must(subscriptions.refresh_due(10)), 1U);
  EXPECT_EQ(fetched, 1);
  EXPECT_EQ(titles(one), Titles{"New Year"});
}

TEST_P(SubscriptionsTest, AreRefreshedThoughAnotherIsUnderWay) {
  const Subscription one = subscribe(ada);
  clock.advance_ms(1);
  const Subscription two = subscribe(bob);
  while_fetching = [&] {
    if (fetched > 1) return;
    EXPECT_EQ(must(subscriptions.refresh_due(1)), 1U);
    EXPECT_EQ(titles(two), Titles{"New Year"});
  };
  EXPECT_EQ(must(subscriptions.refresh_due(1)), 1U);
  EXPECT_EQ(titles(one), Titles{"New Year"});
}

TEST_P(SubscriptionsTest, AreRefreshedThoughAnotherCannotBeWritten) {
  const Subscription one = subscribe(ada);
  clock.advance_ms(1);
  const Subscription two = subscribe(bob);
  // The process ends while it refreshes the first one.
  while_fetching = [&] { interrupted_.end_after(0); };
  EXPECT_EQ(must(subscriptions.refresh_due(1)), 0U);
  EXPECT_TRUE(interrupted_.restart());
  while_fetching = nullptr;
  EXPECT_EQ(must(subscriptions.refresh_due(1)), 1U);
  EXPECT_EQ(titles(two), Titles{"New Year"});
  EXPECT_EQ(must(subscriptions.refresh_due(1)), 0U) << "the first one is leased";
  clock.advance_ms(5 * 60'000);
  EXPECT_EQ(must(subscriptions.refresh_due(1)), 1U);
  EXPECT_EQ(titles(one), Titles{"New Year"});
}

TEST_P(SubscriptionsTest, WriteNothingWhenTheyWereDeletedMeanwhile) {
  const Subscription one = subscribe(ada);
  while_fetching = [&] { must(subscriptions.remove(ada, one.id)); };
  must(subscriptions.refresh_due(10));
  must(scene.sweeps.run());
  EXPECT_EQ(titles(one), Titles{});
  EXPECT_EQ(kept(), 0U);
}

TEST_P(SubscriptionsTest, OneWithTooMuchIsNamedInTheAgendaAndTheOthersAreThere) {
  std::string many;
  for (int i = 0; i < 60; ++i) {
    many += event_text(std::to_string(i) + "@x", "Many", "20270101", "RRULE:FREQ=DAILY\r\n");
  }
  feed.text = calendar_text(many);
  const Subscription loud = subscribe(ada, "Loud");
  must(subscriptions.refresh_due(10));
  feed.text = calendar_text(event_text("a@x", "New Year", "20270101"));
  subscribe(ada, "Quiet");
  must(subscriptions.refresh_due(10));
  settle();
  CalendarAgenda agenda{scene.context, scene.calendars, scene.views, &subscriptions};
  const auto part = must(
      agenda.items(ada, {.from = date("2027-01-01"), .to = date("2027-12-31"), .tzid = "UTC"}));
  ASSERT_EQ(part.items.size(), 1U);
  EXPECT_EQ(part.items.front().title, "New Year");
  ASSERT_EQ(part.failed.size(), 1U);
  EXPECT_EQ(part.failed.front().owner.name, loud.name);
}

TEST_P(SubscriptionsTest, AreInTheAgendaAndInSearch) {
  const Subscription one = subscribe(ada);
  must(subscriptions.refresh_due(10));
  settle();
  must(apps::ensure_table(store(), apps::search_table(scene.tables), ""));
  CalendarAgenda agenda{scene.context, scene.calendars, scene.views, &subscriptions};
  agenda::Query query{.from = date("2027-01-01"), .to = date("2027-01-02"), .tzid = "UTC"};
  const auto part = must(agenda.items(ada, query));
  ASSERT_EQ(part.items.size(), 1U);
  const agenda::Item& item = part.items.front();
  EXPECT_EQ(item.title, "New Year");
  EXPECT_EQ(item.kind, agenda::Kind::kEvent);
  EXPECT_EQ(item.owner, (agenda::Owner{"calendar", one.id, "Holidays"}));
  EXPECT_EQ(item.rights, agenda::Rights{});
  EXPECT_TRUE(must(agenda.items(bob, query)).items.empty());
  CalendarSearch searching{scene.context, scene.calendars, &subscriptions};
  const auto hits = must(searching.search(ada, "new year", 10));
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits.front().within->id, one.id);
  EXPECT_EQ(hits.front().within->kind, "subscription");
  EXPECT_TRUE(must(searching.search(bob, "new year", 10)).empty());
}

class SubscriptionChangesTest : public SubscriptionsTest {
 protected:
  SubscriptionChangesTest() {
    must(tail_.start_at_latest());
    must(events_tail_.start_at_latest());
  }

  // What an open page has heard since this was asked. All of it is of subscriptions of ada.
  std::vector<std::string> heard() {
    std::vector<std::string> data;
    for (const store::StreamRecord& record : must(tail_.read(kAll))) {
      add_heard(must(changes.events_of(record)), data);
    }
    for (const store::StreamRecord& record : must(events_tail_.read(kAll))) {
      add_heard(must(event_changes.events_of(record)), data);
    }
    return data;
  }
  // The same for a page that was not connected.
  std::vector<std::string> missed() {
    const auto records = must(tail_.read(kAll));
    const auto all = must(changes.catch_up(records));
    EXPECT_EQ(all.size(), records.size());
    std::vector<std::string> data;
    for (const live::Events& some : all) add_heard(some, data);
    return data;
  }
  void add_heard(const live::Events& events, std::vector<std::string>& data) const {
    for (const live::Event& event : events) {
      EXPECT_EQ(event.name, "subscription");
      EXPECT_EQ(event.scope, "calendars:read");
      EXPECT_EQ(event.users, std::vector<std::string>{ada});
      data.push_back(event.data);
    }
  }
  std::vector<std::string> told(const Subscription& one) {
    std::string json;
    append_json(json, must(subscriptions.get(ada, one.id)));
    return {R"({"subscriptionId":")" + one.id + R"(","subscription":)" + json + "}"};
  }
  static std::vector<std::string> gone(const Subscription& one) {
    return {R"({"subscriptionId":")" + one.id + R"(","subscription":null})"};
  }

  static constexpr int64_t kAll = 1'000;
  SubscriptionChanges changes{scene.context};
  CalendarEventChanges event_changes{scene.context};
  store::StreamTail tail_{store(), scene.tables.norn()};
  store::StreamTail events_tail_{store(), scene.tables.planner()};
};
NORN_ON_BOTH_STORES(SubscriptionChangesTest);

TEST_P(SubscriptionChangesTest, TellTheirPersonOnceHoweverManyEventsAreNew) {
  const Subscription one = subscribe(ada);
  EXPECT_EQ(heard(), told(one));
  std::string many;
  for (int i = 0; i < 100; ++i) many += event_text(std::to_string(i) + "@x", "Day", "20270101");
  feed.text = calendar_text(many);
  must(subscriptions.refresh_due(10));
  EXPECT_EQ(heard(), told(one));
  EXPECT_EQ(must(subscriptions.get(ada, one.id)).event_count, 100);
}

TEST_P(SubscriptionChangesTest, SayNothingOfARefreshThatFoundNothingNew) {
  const Subscription one = subscribe(ada);
  feed.status = 200;
  must(subscriptions.refresh_due(10));
  heard();
  refresh(one);
  EXPECT_EQ(heard(), std::vector<std::string>{});
  feed.is_unchanged = true;
  feed.status = 304;
  refresh(one);
  EXPECT_EQ(missed(), std::vector<std::string>{});
}

TEST_P(SubscriptionChangesTest, TellWhenTheirProblemChangesOrTheirPersonChangesThem) {
  const Subscription one = subscribe(ada);
  must(subscriptions.refresh_due(10));
  heard();
  const std::string file = feed.text;
  feed = {.problem = FeedProblem::kBadStatus, .status = 500};
  refresh(one);
  EXPECT_EQ(heard(), told(one));
  refresh(one);
  EXPECT_EQ(heard(), std::vector<std::string>{}) << "the same problem";
  feed.status = 404;
  refresh(one);
  EXPECT_EQ(heard(), told(one));
  feed = {.status = 200, .text = file};
  refresh(one);
  EXPECT_EQ(heard(), told(one)) << "the problem is gone";
  must(subscriptions.change(ada, one.id, {.name = "School"}, "v1"));
  EXPECT_EQ(heard(), told(one));
  must(subscriptions.remove(ada, one.id));
  must(scene.sweeps.run());
  EXPECT_EQ(heard(), gone(one));
}

TEST_P(SubscriptionChangesTest, TellWhoMissedItHowTheyAreNow) {
  const Subscription one = subscribe(ada);
  const Subscription other = subscribe(ada);
  must(subscriptions.refresh_due(10));
  must(subscriptions.change(ada, one.id, {.name = "School"}, "v1"));
  must(subscriptions.remove(ada, other.id));
  std::vector<std::string> expected = {told(one).front(), gone(other).front()};
  auto now = missed();
  std::ranges::sort(expected);
  std::ranges::sort(now);
  EXPECT_EQ(now, expected);
}

}  // namespace
}  // namespace norn::calendars
