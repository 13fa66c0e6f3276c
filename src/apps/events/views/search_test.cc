#include <gtest/gtest.h>

#include "apps/events/views/view_test_world.h"

namespace norn::events {
namespace {

class EngineSearch : public ViewsTest {
 protected:
  EngineSearch() { clock.set_ms(second("2025-12-15T12:00:00Z") * 1000); }

  Lines found(const std::string& text, size_t limit = 100) {
    Lines lines;
    for (const Found& one : must(views.search(ada, text, limit))) {
      const auto* const master = std::get_if<Master>(&one.thing);
      const std::string& title =
          master != nullptr ? master->details.title : std::get<Event>(one.thing).details.title;
      lines.push_back(fmt::format("{} {}", title, one.next ? start_key(*one.next) : "-"));
    }
    return lines;
  }
};
NORN_ENGINE_FOR_EVERY_OWNER(EngineSearch);

TEST_P(EngineSearch, HasWhatIsAheadFirst) {
  add_event("Dentist, long ago", timed_when("2020-01-10T10:00:00", "2020-01-10T11:00:00", kBerlin));
  add_event("dentist yesterday", timed_when("2025-12-14T10:00:00", "2025-12-14T11:00:00", kBerlin));
  add_event("DENTIST now", timed_when("2025-12-15T12:30:00", "2025-12-15T13:30:00", kBerlin));
  add_event("Dentist next", timed_when("2025-12-20T10:00:00", "2025-12-20T11:00:00", kBerlin));
  add_event("Dentist today, all day", all_day_when("2025-12-15", "2025-12-16"));
  add_event("Hairdresser", all_day_when("2025-12-15", "2025-12-16"));
  EXPECT_EQ(
      found("dentist"),
      (Lines{"Dentist today, all day 2025-12-15", "DENTIST now 2025-12-15T11:30:00Z",
             "Dentist next 2025-12-20T09:00:00Z", "dentist yesterday -", "Dentist, long ago -"}));
  EXPECT_EQ(found("now DENT"), Lines{"DENTIST now 2025-12-15T11:30:00Z"});
  EXPECT_EQ(found("dentist", 1), Lines{"Dentist today, all day 2025-12-15"});
}

TEST_P(EngineSearch, HasTheNextOccurrenceOfASeries) {
  Master weekly =
      add_series("Yoga", timed_when("2020-01-07T18:00:00", "2020-01-07T19:00:00", kBerlin),
                 "FREQ=WEEKLY;BYDAY=TU");
  add_exception(weekly, "20251216", "2025-12-16T17:00:00Z",
                timed_when("2025-12-30T20:00:00", "2025-12-30T21:00:00", kBerlin));
  EXPECT_EQ(found("yoga"), Lines{"Yoga 2025-12-23T17:00:00Z"});
  EXPECT_EQ(must(views.search(ada, "yoga", 1))[0].next_id, instance_id(weekly.id, "20251223"));
}

TEST_P(EngineSearch, HasSeriesThatAreOverByTheirLastOccurrence) {
  Master course = series(
      "Course A", timed_when("2010-01-04T18:00:00", "2010-01-04T19:00:00", kBerlin), "FREQ=DAILY");
  course.repeats.until_s = second("2024-06-01T00:00:00Z");
  write(course);
  add_event("Course B", timed_when("2024-05-31T20:00:00", "2024-05-31T21:00:00", kBerlin));
  add_event("Course C", timed_when("2024-05-31T10:00:00", "2024-05-31T11:00:00", kBerlin));
  EXPECT_EQ(found("course"), (Lines{"Course B -", "Course A -", "Course C -"}));
}

TEST_P(EngineSearch, FindsSeriesByTheTitleOfAnOccurrence) {
  Master weekly = add_series(
      "Meeting", timed_when("2025-12-01T18:00:00", "2025-12-01T19:00:00", kBerlin), "FREQ=WEEKLY");
  Instance special = exception(weekly, "20251222", "2025-12-22T17:00:00Z",
                               timed_when("2025-12-22T18:00:00", "2025-12-22T22:00:00", kBerlin));
  special.details.title = "Christmas party";
  write(special);
  weekly.repeats.has_exceptions = true;
  write(weekly);
  EXPECT_EQ(found("party"), Lines{"Meeting 2025-12-22T17:00:00Z"});
  EXPECT_EQ(found("meeting"), Lines{"Meeting 2025-12-15T17:00:00Z"});
  special.details.status = Status::kCancelled;
  write(special);
  EXPECT_EQ(found("party"), Lines{});
}

TEST_P(EngineSearch, LeavesOutWhatShouldBeGone) {
  Event gone = event("gone", all_day_when("2025-12-15", "2025-12-16"));
  gone.details.ttl = clock.now_s();
  write(gone);
  EXPECT_EQ(found("gone"), Lines{});
}

TEST_P(EngineSearch, RefusesNothingAndTooMuch) {
  EXPECT_TRUE(fails(views.search(ada, "  ", 10), ErrorCode::kInvalid, "q"));
  EXPECT_TRUE(fails(views.search(ada, "a", 0), ErrorCode::kInvalid, "limit"));
  EXPECT_TRUE(fails(views.search(ada, "a", 101), ErrorCode::kInvalid, "limit"));
}

TEST_P(EngineSearch, TagsAreThoseInUse) {
  Event tagged = event("x", all_day_when("2025-12-15", "2025-12-16"));
  tagged.details.tags = {"home", "work"};
  write(tagged);
  Event gone = event("gone", all_day_when("2025-12-15", "2025-12-16"));
  gone.details.ttl = clock.now_s();
  gone.details.tags = {"gone"};
  write(gone);
  Master weekly = series("y", all_day_when("2025-12-15", "2025-12-16"), "FREQ=WEEKLY");
  weekly.details.tags = {"Work", "art"};
  write(weekly);
  EXPECT_EQ(must(views.tags(ada)), (Lines{"Work", "art", "home"}));
  EXPECT_EQ(must(views.tags(bob)), Lines{});
}

TEST_P(EngineSearch, UpcomingCountsWhatStarts) {
  add_event("under way", timed_when("2025-12-15T12:30:00", "2025-12-15T13:30:00", kBerlin));
  add_event("soon", timed_when("2025-12-15T13:30:00", "2025-12-15T14:30:00", kBerlin));
  add_event("last", timed_when("2025-12-22T12:59:59", "2025-12-22T14:30:00", kBerlin));
  add_event("too late", timed_when("2025-12-22T13:00:00", "2025-12-22T14:30:00", kBerlin));
  Event cancelled = event("not", timed_when("2025-12-16T13:30:00", "2025-12-16T14:30:00", kBerlin));
  cancelled.details.status = Status::kCancelled;
  write(cancelled);
  Master daily = add_series("daily", all_day_when("2025-12-01", "2025-12-02"), "FREQ=DAILY");
  add_exception(daily, "20251216", "2025-12-16", all_day_when("2026-02-01", "2026-02-02"));
  settle();
  EXPECT_EQ(must(views.upcoming(ada, 7)), 2 + 6);
}

}  // namespace
}  // namespace norn::events
