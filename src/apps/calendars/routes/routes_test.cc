#include "apps/calendars/routes/routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/bin/routes.h"
#include "apps/calendars/render.h"
#include "apps/calendars/test_world.h"
#include "apps/events/routes/routes.h"
#include "base/faults.h"
#include "rest/test_support.h"

// How requests are read and replies written. What the services do with them is tested beside them.
namespace norn::calendars {
namespace {

class AnonymousAuthenticator final : public rest::Authenticator {
 public:
  Result<rest::Caller> authenticate(const http::Request&) override { return rest::Caller(); }
};

struct Ask {
  std::string query = {};
  std::string body = {};
  std::string if_match = {};
};

struct Answer {
  int status = 0;
  std::string body;
  std::string headers;
  std::string etag;
  std::string field;  // Of the error, when it is one.
};

class CalendarRoutesTest : public ::testing::Test {
 protected:
  CalendarRoutesTest() {
    bin::add_schemas(api_);
    events::add_schemas(api_);
    add_routes(api_, {.context = scene.context,
                      .calendars = scene.calendars,
                      .members = scene.members,
                      .entries = scene.entries,
                      .events = scene.events,
                      .views = scene.views,
                      .guests = guests_,
                      .bin = scene.bin,
                      .users = scene.users,
                      .kept_ranges = kept_,
                      .kept_views = kept_views_,
                      .feeds = feeds_,
                      .subscriptions = subscriptions_,
                      .refresher = refresher_,
                      .public_origin = {}});
    ada = scene.person("ada");
    calendar = scene.calendar(ada);
    path_ = {{"calendarId", calendar}};
  }

  Answer call(std::string_view operation, const Ask& ask = {}) {
    const auto route = std::ranges::find(api_.routes(), operation, &rest::Route::operation);
    if (route == api_.routes().end()) throw std::runtime_error("no such operation");
    const std::string target = "/api?" + ask.query;
    const std::string tag = "\"" + ask.if_match + "\"";
    rest::FakeExchange exchange(route->method, target, {{"Content-Type", "application/json"}},
                                ask.body);
    if (!ask.if_match.empty()) exchange.request.headers.emplace_back("If-Match", tag);
    rest::Caller caller;
    caller.kind = rest::Caller::Kind::kSession;
    caller.user_id = ada;
    rest::Call one(exchange, caller, path_);
    const auto done = route->handle(one);
    Answer answer;
    if (!done) {
      const Fault* fault = fault_of(done.error());
      answer.field = fault == nullptr ? "" : fault->field;
      return answer;
    }
    const http::Response& reply = exchange.response;
    return {reply.status, reply.body, reply.header_lines, one.etag().value_or(""), ""};
  }
  Entry entry(const std::string& body) {
    const Answer answer = call("createEntry", {.body = body});
    EXPECT_EQ(answer.status, 201) << body << answer.field;
    constexpr std::string_view kLocation = "Location: /api/v1/entries/";
    const size_t place = answer.headers.find(kLocation);
    const std::string id = answer.headers.substr(place + kLocation.size(), ada.size());
    path_ = {{"calendarId", calendar}, {"entryId", id}};
    return must(scene.entries.get(ada, id));
  }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore store{clock};
  Scene scene{store, clock};
  AnonymousAuthenticator authenticator_;
  ThreadPool pool_{1, 1};
  apps::KeptReplies kept_{store, "calendsync", 1 << 20, calendar_of};
  apps::KeptReplies kept_views_{store, "ProductivityData", 1 << 20, events::owner_of_change};
  events::GuestLists guests_{events::context_of(scene.context), scene.users};
  CalendarFeeds feeds_{scene.context};
  Subscriptions subscriptions_{scene.context, {}};
  SubscriptionRefresher refresher_{subscriptions_};
  rest::Api api_{authenticator_, pool_, clock, {}};
  rest::Call::Parameters path_;
  std::string ada;
  std::string calendar;
};

TEST_F(CalendarRoutesTest, AreDescribed) {
  const std::string text = api_.openapi();
  for (const rest::Route& route : api_.routes()) {
    EXPECT_NE(text.find("\"" + route.operation + "\""), std::string::npos) << route.operation;
  }
}

TEST_F(CalendarRoutesTest, EntriesAreRead) {
  const struct {
    const char* kind;
    Kind expected;
  } rows[] = {
      {R"("date":"2024-01-15","kind":{"type":"AllDay"})", AllDay{}},
      {R"("date":"2024-01-15","kind":{"type":"Task"})", Task{false}},
      {R"("date":"2024-01-15","kind":{"type":"Task","completed":true})", Task{true}},
      {R"("date":"2024-01-15","kind":{"type":"Timed","start":"09:00","end":"09:30:15"})",
       Timed{"09:00:00", "09:30:15"}},
      {R"("kind":{"type":"MultiDay","start":"2024-01-15","end":"2024-01-16"})",
       MultiDay{date("2024-01-15"), date("2024-01-16")}},
      {R"("date":"2024-01-15","kind":{"type":"MultiDay","start":"2024-01-15","end":"2024-01-16"})",
       MultiDay{date("2024-01-15"), date("2024-01-16")}},
  };
  for (const auto& row : rows) {
    const Entry made = entry(fmt::format(R"({{"title":" Title ",{}}})", row.kind));
    EXPECT_EQ(made.title, "Title");
    EXPECT_EQ(made.date, date("2024-01-15"));
    EXPECT_EQ(made.kind, row.expected) << row.kind;
    EXPECT_EQ(made.color, "#3B82F6");
    EXPECT_EQ(made.description, std::nullopt);
  }
}

TEST_F(CalendarRoutesTest, WhatIsNoEntryIsRefused) {
  const struct {
    const char* body;
    const char* field;
  } rows[] = {
      {R"({"date":"2024-01-15","kind":{"type":"AllDay"}})", "title"},
      {R"({"title":"","date":"2024-01-15","kind":{"type":"AllDay"}})", "title"},
      {R"({"title":"x","kind":{"type":"AllDay"}})", "date"},
      {R"({"title":"x","date":"2024-02-30","kind":{"type":"AllDay"}})", "date"},
      {R"({"title":"x","date":"2024-01-15"})", "kind"},
      {R"({"title":"x","date":"2024-01-15","kind":{"type":"Weekly"}})", "kind.type"},
      {R"({"title":"x","date":"2024-01-15","kind":{"type":"AllDay","end":"x"}})", "kind.end"},
      {R"({"title":"x","date":"2024-01-15","kind":{"type":"Timed","start":"9:00","end":"10:00"}})",
       "kind.start"},
      {R"({"title":"x","date":"2024-01-15","kind":{"type":"Timed","start":"09:00"}})", "kind.end"},
      {R"({"title":"x","date":"2024-01-15","kind":{"type":"Task","completed":1}})",
       "kind.completed"},
      {R"({"title":"x","date":"2024-01-16","kind":{"type":"MultiDay","start":"2024-01-15",)"
       R"("end":"2024-01-16"}})",
       "date"},
      {R"({"title":"x","date":"2024-01-15","color":"red","kind":{"type":"AllDay"}})", "color"},
      {R"({"title":"x","date":"2024-01-15","location":"a\nb","kind":{"type":"AllDay"}})",
       "location"},
      {R"({"title":"x","date":"2024-01-15","kind":{"type":"AllDay"},"extra":1})", "extra"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(call("createEntry", {.body = row.body}).field, row.field) << row.body;
  }
}

TEST_F(CalendarRoutesTest, ChangesSayOnlyWhatChanges) {
  const std::string body = R"({"title":"x","description":"Two\nlines","location":"Here",)"
                           R"("date":"2024-01-15","kind":{"type":"AllDay"}})";
  Entry before = entry(body);
  const auto change = [&](const char* patch) {
    const Answer answer = call("changeEntry", {.body = patch, .if_match = etag_of(before)});
    EXPECT_EQ(answer.status, 200) << patch << answer.field;
    Entry after = must(scene.entries.get(ada, before.id));
    EXPECT_EQ(answer.etag, etag_of(after));
    return after;
  };
  Entry after = change(R"({"location":null})");
  EXPECT_EQ(after.location, std::nullopt);
  EXPECT_EQ(after.description, "Two\nlines");
  before = after;
  after = change(R"({"description":"","kind":{"type":"MultiDay","start":"2024-02-01",)"
                 R"("end":"2024-02-02"}})");
  EXPECT_EQ(after.description, std::nullopt);
  EXPECT_EQ(after.date, date("2024-02-01"));
  before = after;
  for (const char* name : {"title", "color", "date", "kind", "calendarId"}) {
    const std::string patch = fmt::format(R"({{"{}":null}})", name);
    EXPECT_EQ(call("changeEntry", {.body = patch, .if_match = etag_of(before)}).field, name);
  }
}

TEST_F(CalendarRoutesTest, RangeHasEveryEntryOnceAndItsIdOnEachOfItsDays) {
  const Entry trip = scene.entry(ada, calendar, "2024-01-14",
                                 MultiDay{date("2024-01-14"), date("2024-01-16")}, "Trip");
  const Entry day = scene.entry(ada, calendar, "2024-01-16", AllDay{}, "Day");
  const Answer answer = call("listEntries", {.query = "from=2024-01-15&to=2024-01-31"});
  std::string expected = R"({"from":"2024-01-15","to":"2024-01-31","entries":[)";
  append_json(expected, trip);
  expected += ",";
  append_json(expected, day);
  expected += fmt::format(R"(],"days":[{{"date":"2024-01-15","entries":["{0}"]}},)"
                          R"({{"date":"2024-01-16","entries":["{0}","{1}"]}}]}})",
                          trip.id, day.id);
  EXPECT_EQ(answer.body, expected);
  EXPECT_NE(answer.headers.find("Cache-Control: private, no-cache"), std::string::npos);

  const auto again = call("listEntries", {.query = "from=2024-01-15&to=2024-01-31"});
  EXPECT_EQ(again.etag, answer.etag);
  scene.entry(ada, calendar, "2024-01-17", AllDay{}, "Another");
  const auto later = call("listEntries", {.query = "from=2024-01-15&to=2024-01-31"});
  EXPECT_NE(later.etag, answer.etag);
}

TEST_F(CalendarRoutesTest, RangesNeedTwoDays) {
  for (const auto& [query, field] : {std::pair("", "from"), std::pair("from=2024-01-01", "to"),
                                     std::pair("from=x&to=2024-01-01", "from"),
                                     std::pair("from=2024-01-01&to=2024-13-01", "to")}) {
    EXPECT_EQ(call("listEntries", {.query = query}).field, field) << query;
  }
}

TEST_F(CalendarRoutesTest, InvitedPeopleAreMembersOrInvitations) {
  const std::string bob = scene.person("bob");
  Answer answer =
      call("inviteToCalendar", {.body = R"({"email":"bob@example.com","role":"writer"})"});
  EXPECT_EQ(answer.status, 201);
  EXPECT_TRUE(answer.body.starts_with(R"({"member":{"userId":")" + bob)) << answer.body;
  answer = call("inviteToCalendar", {.body = R"({"email":"new@example.com","role":"reader"})"});
  EXPECT_EQ(answer.status, 201);
  EXPECT_TRUE(answer.body.starts_with(R"({"invitation":{"email":"new@example.com")"));

  answer = call("listMembers");
  EXPECT_NE(answer.body.find(R"("invitations":[{"email":"new@example.com")"), std::string::npos);
  ada = bob;  // Who is no owner sees no invitations.
  EXPECT_TRUE(call("listMembers").body.ends_with(R"("invitations":[]})"));
}

}  // namespace
}  // namespace norn::calendars
