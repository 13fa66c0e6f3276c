#include <gtest/gtest.h>
#include <libical/ical.h>

#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/feeds/feed_links.h"
#include "apps/calendars/test_world.h"
#include "apps/events/exchange/import.h"

// The feed of a shared calendar, as another program reads it.
namespace norn::calendars {
namespace {

struct FreeFeed {
  void operator()(icalcomponent* component) const { icalcomponent_free(component); }
};
using OwnedFeed = std::unique_ptr<icalcomponent, FreeFeed>;

std::string property_text(icalcomponent* component, icalproperty_kind kind) {
  icalproperty* const property = icalcomponent_get_first_property(component, kind);
  if (property == nullptr) return "";
  char* const text = icalproperty_get_value_as_string_r(property);
  std::string copy = text;
  icalmemory_free_buffer(text);
  return copy;
}

class LibicalReadsFeeds : public CalendarsTest {};

TEST_P(LibicalReadsFeeds, EntriesEventsAndTasks) {
  scene.entry(ada, calendar, "2026-11-20", MultiDay{date("2026-11-20"), date("2026-11-22")},
              "Trip, with; all\\");
  scene.entry(ada, calendar, "2026-11-24", Timed{"09:00:00", "10:30:00"}, "Dentist");
  scene.entry(ada, calendar, "2026-11-25", Task{.completed = true}, "Call");
  const auto owner = must(owner_of_events(scene.context, ada, calendar, Role::kWriter));
  must(events::import_calendar(
      events::context_of(scene.context), owner,
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:swim@example.org\r\n"
      "DTSTART;TZID=Europe/Berlin:20261118T160000\r\nDTEND;TZID=Europe/Berlin:20261118T170000\r\n"
      "RRULE:FREQ=WEEKLY;COUNT=5\r\nEXDATE;TZID=Europe/Berlin:20261125T160000\r\n"
      "SUMMARY:Swimming\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      false));
  settle();
  CalendarFeeds feeds{scene.context};
  auto file = must(feeds.read(must(feeds.create(eve, calendar))));
  ASSERT_TRUE(file);
  std::string text;
  while (must(file->append_next(text))) {
  }
  const OwnedFeed feed(icalparser_parse_string(text.c_str()));
  ASSERT_TRUE(feed);
  EXPECT_EQ(icalcomponent_count_errors(feed.get()), 0) << text;
  EXPECT_NE(icalrestriction_check(feed.get()), 0) << text;
  std::map<std::string, icalcomponent*> found;
  for (const icalcomponent_kind kind : {ICAL_VEVENT_COMPONENT, ICAL_VTODO_COMPONENT}) {
    for (icalcomponent* each = icalcomponent_get_first_component(feed.get(), kind); each != nullptr;
         each = icalcomponent_get_next_component(feed.get(), kind)) {
      found.emplace(icalcomponent_get_summary(each), each);
    }
  }
  ASSERT_EQ(found.size(), 4U) << text;
  icalcomponent* const trip = found.at("Trip, with; all\\");
  EXPECT_TRUE(icalcomponent_get_dtstart(trip).is_date);
  EXPECT_EQ(icalcomponent_get_dtend(trip).day, 23);
  const icaltimetype dentist = icalcomponent_get_dtstart(found.at("Dentist"));
  EXPECT_EQ(std::tuple(dentist.day, dentist.hour, dentist.zone == nullptr),
            std::tuple(24, 9, true));
  EXPECT_EQ(icalcomponent_isa(found.at("Call")), ICAL_VTODO_COMPONENT);
  EXPECT_EQ(icalcomponent_get_due(found.at("Call")).day, 25);
  EXPECT_EQ(icalcomponent_get_status(found.at("Call")), ICAL_STATUS_COMPLETED);
  icalcomponent* const swimming = found.at("Swimming");
  EXPECT_EQ(property_text(swimming, ICAL_RRULE_PROPERTY), "FREQ=WEEKLY;COUNT=5");
  EXPECT_EQ(property_text(swimming, ICAL_EXDATE_PROPERTY), "20261125T160000");
}

INSTANTIATE_TEST_SUITE_P(, LibicalReadsFeeds, ::testing::Values(StoreKind::kFresh), name_of_store);

}  // namespace
}  // namespace norn::calendars
