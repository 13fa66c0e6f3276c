#include <gtest/gtest.h>
#include <simdjson.h>

#include "apps/events/render.h"
#include "apps/events/series/series.h"
#include "apps/events/views/view_test_world.h"

namespace norn::events {
namespace {

class EngineViewJson : public ViewsTest {
 protected:
  static std::string json(const View& view) {
    std::string out;
    append_json(out, view);
    return out;
  }

  // The members of an object, in their order, each as JSON.
  static Lines members(simdjson::dom::object object) {
    Lines members;
    for (const auto [name, value] : object) {
      members.push_back(fmt::format("\"{}\":{}", name, simdjson::minify(value)));
    }
    return members;
  }

  // What a view leaves out of a thing.
  static bool is_left_out(std::string_view member) {
    for (const std::string_view name :
         {"\"description\"", "\"links\"", "\"icalUid\"", "\"createdAt\""}) {
      if (member.starts_with(name)) return true;
    }
    return false;
  }

  // Whether a view of these days shows exactly these things, but for the members that it leaves out
  // and those that say where a thing lies.
  void expect_shows(const std::vector<Thing>& things, std::string_view from, std::string_view to) {
    simdjson::dom::parser parser;
    simdjson::dom::parser thing_parser;
    const simdjson::padded_string text(json(view(from, to)));
    const simdjson::dom::element document = parser.parse(text);
    const simdjson::dom::array shown = document["occurrences"];
    ASSERT_EQ(shown.size(), things.size());
    for (size_t at = 0; at < things.size(); ++at) {
      const simdjson::padded_string whole(json_of(things[at]));
      Lines expected = members(thing_parser.parse(whole).get_object());
      std::erase_if(expected, is_left_out);
      Lines actual = members(shown.at(at).get_object());
      ASSERT_GE(actual.size(), 2);
      EXPECT_TRUE(actual[actual.size() - 2].starts_with("\"start\":"));
      EXPECT_TRUE(actual[actual.size() - 1].starts_with("\"end\":"));
      actual.resize(actual.size() - 2);
      EXPECT_EQ(actual, expected);
    }
  }
};
NORN_ENGINE_ON_BOTH_STORES(EngineViewJson);

TEST_P(EngineViewJson, OfAnEvent) {
  Event made = event("Team \"Standup\" \u00e9\n",
                     timed_when("2025-12-15T15:00:00", "2025-12-15T15:30:00", "Europe/Berlin"));
  made.id = "evt_550e8400-e29b-41d4-a716-446655440000";
  made.details.description = "not shown";
  made.details.color = "#4285F4";
  made.details.tags = {"engineering", "work"};
  made.details.reminder_minutes = {5, 15, 100};
  made.details.ttl = 4'102'444'800;
  write(made);
  EXPECT_EQ(json(view("2025-12-15", "2025-12-15", "America/New_York")),
            R"({"from":"2025-12-15","to":"2025-12-15","tzid":"America/New_York","occurrences":[)"
            R"({"id":"evt_550e8400-e29b-41d4-a716-446655440000","kind":"event",)"
            R"("title":"Team \"Standup\" é\n","location":null,"color":"#4285F4",)"
            R"("status":"CONFIRMED","tags":["engineering","work"],"reminderMinutes":[5,15,100],)"
            R"("isAllDay":false,"startUtc":"2025-12-15T14:00:00Z","endUtc":"2025-12-15T14:30:00Z",)"
            R"("startLocal":"2025-12-15T15:00:00","endLocal":"2025-12-15T15:30:00",)"
            R"("startTzid":"Europe/Berlin","endTzid":null,"ttl":4102444800,"sequence":0,)"
            R"("version":1,"updatedAt":"2025-11-20T10:00:00Z","etag":"v1",)"
            R"("start":"2025-12-15T09:00:00","end":"2025-12-15T09:30:00"}]})");
}

TEST_P(EngineViewJson, OfADayWithoutAnything) {
  EXPECT_EQ(json(view("2025-12-15", "2025-12-16", "UTC")),
            R"({"from":"2025-12-15","to":"2025-12-16","tzid":"UTC","occurrences":[]})");
}

TEST_P(EngineViewJson, IsThatOfTheThings) {
  const Event whole = add_event("whole", all_day_when("2025-12-15", "2025-12-17"));
  const Event wall = add_event("wall", floating_when("2025-12-15T08:00:00", "2025-12-15T09:00:00"));
  const Event point = add_event("point", moment("2025-12-15T10:00:00", kBerlin));
  Event flight = event("flight", timed_when("2025-12-15T11:00:00", "2025-12-15T12:00:00", kBerlin));
  flight.when.end_tzid = "Europe/London";
  flight.details.location = "Gate 12";
  write(flight);
  expect_shows({whole, wall, point, flight}, "2025-12-15", "2025-12-15");
}

TEST_P(EngineViewJson, IsThatOfOccurrences) {
  const auto occurrence = [](const Master& master, std::string_view tag) {
    const Series series = must(Series::of(master));
    return SeriesOccurrence{master, series.instance_of(*must(series.find(tag)))};
  };
  Master days = series("a days", all_day_when("2025-12-01", "2025-12-03"), "FREQ=WEEKLY");
  days.details.tags = {"x"};
  days.stamp.version = 7;
  days.ical.sequence = 3;
  write(days);
  const Master wall = add_series(
      "b wall", floating_when("2025-12-01T08:00:00", "2025-12-01T08:30:00"), "FREQ=DAILY");
  Master timed_one = add_series(
      "c timed", timed_when("2025-06-01T09:00:00", "2025-06-01T10:00:00", kBerlin), "FREQ=DAILY");
  const Master often =
      add_series("d often", timed_when("2025-12-15T10:00:00", "2025-12-15T10:05:00", kBerlin),
                 "FREQ=HOURLY;COUNT=1");
  Instance moved = add_exception(timed_one, "20251214", "2025-12-14T08:00:00Z",
                                 timed_when("2025-12-15T20:00:00", "2025-12-15T21:00:00", kBerlin));
  moved.modified_fields = {"startUtc", "endUtc", "title"};
  moved.details.reminder_minutes = {10};
  moved.stamp.version = 2;
  write(moved);
  expect_shows({occurrence(days, "20251215"), occurrence(wall, "20251215"),
                occurrence(timed_one, "20251215"), occurrence(often, "20251215T090000Z"),
                SeriesOccurrence{timed_one, moved}},
               "2025-12-15", "2025-12-15");
}

TEST_P(EngineViewJson, OfItemsThatWereNotExpanded) {
  const Event one = add_event("one", all_day_when("2025-12-15", "2025-12-16"));
  add_event("elsewhere", all_day_when("2025-12-18", "2025-12-19"));
  Master weekly = add_series(
      "weekly", timed_when("2025-12-01T10:00:00", "2025-12-01T11:00:00", kBerlin), "FREQ=WEEKLY");
  add_series("rarely", all_day_when("2025-01-01", "2025-01-02"), "FREQ=YEARLY");
  const Instance out =
      add_exception(weekly, "20251215", "2025-12-15T09:00:00Z",
                    timed_when("2026-02-01T10:00:00", "2026-02-01T11:00:00", kBerlin));
  Instance cancelled = exception(weekly, "20251222", "2025-12-22T09:00:00Z",
                                 timed_when("2025-12-22T10:00:00", "2025-12-22T11:00:00", kBerlin));
  cancelled.details.status = Status::kCancelled;
  write(cancelled);
  settle();
  const auto raw = [&](std::string_view from, std::string_view to) {
    return must(views.raw(ada, {.from = day(from), .to = day(to)}));
  };
  // What was moved away and what was cancelled is needed by whoever expands the series.
  const auto texts = [](const std::vector<Thing>& things) {
    Lines lines;
    for (const Thing& thing : things) lines.push_back(json_of(thing));
    return lines;
  };
  EXPECT_EQ(texts(raw("2025-12-15", "2025-12-15")),
            texts({one, weekly, SeriesOccurrence{weekly, out}}));
  EXPECT_EQ(texts(raw("2025-12-22", "2025-12-22")),
            texts({weekly, SeriesOccurrence{weekly, cancelled}}));
  EXPECT_EQ(texts(raw("2026-02-01", "2026-02-01")), texts({weekly, SeriesOccurrence{weekly, out}}));
  EXPECT_EQ(texts(raw("2025-12-08", "2025-12-08")), texts({weekly}));
}

}  // namespace
}  // namespace norn::events
