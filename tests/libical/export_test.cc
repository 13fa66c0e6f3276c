#include <gtest/gtest.h>
#include <libical/ical.h>

#include <memory>
#include <set>
#include <vector>

#include "apps/events/exchange/export.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/series.h"
#include "apps/events/test_world.h"

// What Norn writes, as another program reads it: libical, which most free calendars use.
namespace norn::events {
namespace {

using Instants = std::vector<int64_t>;

struct FreeComponent {
  void operator()(icalcomponent* component) const { icalcomponent_free(component); }
};
using OwnedComponent = std::unique_ptr<icalcomponent, FreeComponent>;

constexpr size_t kCompared = 60;

void add_start(icalcomponent* /*component*/, struct icaltime_span* span, void* data) {
  static_cast<std::set<int64_t>*>(data)->insert(span->start);
}

class LibicalReads : public EngineTest {
 protected:
  Master master_of(When when, std::string rrule) {
    Master master;
    master.id = master_id(ids.uuid());
    master.details.title = "Größe, \"mit\"; allem\\ und einem langen Text, der gefaltet wird: 会議";
    master.details.tags = {"a,b", "c"};
    master.details.reminder_minutes = {15};
    master.when = std::move(when);
    master.repeats.rrule = std::move(rrule);
    master.stamp = {1, "2023-01-01T00:00:00Z", "2023-01-01T00:00:00Z"};
    master.ical.uid = master.id + "@norn";
    return master;
  }

  OwnedComponent exported(const Master& master) {
    store::PutRequest request;
    request.table = tables.planner();
    request.item = to_item(ada, master);
    must(store_.put(request));
    const std::string text = whole_export(context, ada);
    OwnedComponent calendar(icalcomponent_new_from_string(text.c_str()));
    EXPECT_TRUE(calendar) << text;
    EXPECT_EQ(icalcomponent_count_errors(calendar.get()), 0) << text;
    return calendar;
  }

  // The first of them, as libical has it.
  static Instants starts(icalcomponent* calendar, int64_t from_s, int64_t to_s) {
    icalcomponent* const event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT);
    icaltimezone* const utc = icaltimezone_get_utc_timezone();
    std::set<int64_t> found;
    icalcomponent_foreach_recurrence(event, icaltime_from_timet_with_zone(from_s, 0, utc),
                                     icaltime_from_timet_with_zone(to_s, 0, utc), add_start,
                                     &found);
    return {found.begin(), found.end()};
  }
};

TEST_P(LibicalReads, TheSameOccurrences) {
  const auto timed = [](std::string_view start, std::string tzid) {
    return When{.kind = TimeKind::kTimed,
                .start_s = second(start),
                .end_s = second(start) + 3600,
                .start_tzid = std::move(tzid)};
  };
  const When day{
      .kind = TimeKind::kAllDay, .start_s = second("2023-01-31"), .end_s = second("2023-02-01")};
  struct Case {
    When when;
    std::string rrule;
    std::vector<std::string> exdate = {};
    std::vector<std::string> rdate = {};
    std::optional<std::string> until = {};
  };
  for (const Case& example : std::vector<Case>{
           {timed("2023-03-01T15:00:00Z", "America/New_York"), "FREQ=DAILY", {"20230312"}},
           {timed("2023-03-01T15:00:00Z", "Europe/London"), "FREQ=WEEKLY;BYDAY=MO,WE,FR"},
           {timed("2023-03-01T20:30:00Z", "Australia/Lord_Howe"), "FREQ=DAILY;COUNT=50"},
           {timed("2011-12-20T20:00:00Z", "Pacific/Apia"), "FREQ=DAILY;COUNT=20"},
           {timed("2017-01-31T12:00:00Z", "America/Sao_Paulo"), "FREQ=MONTHLY;BYMONTHDAY=-1"},
           {timed("2023-03-01T04:00:00Z", "Asia/Kolkata"), "FREQ=WEEKLY;BYDAY=WE", {"20230315"}},
           // It reads the times of RDATE as UTC, whatever their TZID.
           {timed("2023-03-01T04:00:00Z", "UTC"), "FREQ=WEEKLY;BYDAY=WE", {}, {"20230304"}},
           {timed("2023-03-01T04:00:00Z", "UTC"), "FREQ=HOURLY;INTERVAL=5;COUNT=40"},
           {timed("2023-03-01T15:00:00Z", "Europe/Berlin"), "FREQ=WEEKLY;BYDAY=MO;COUNT=30"},
           {timed("2023-03-01T15:00:00Z", "Europe/Berlin"),
            "FREQ=DAILY;COUNT=30",
            {},
            {},
            "2023-03-10T15:00:00Z"},
           {day, "FREQ=MONTHLY", {"20230531"}},
           {day, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"},
           {{.kind = TimeKind::kFloating, .start_s = second("2023-01-31T09:00:00"), .end_s = {}},
            "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"}}) {
    Master master = master_of(example.when, example.rrule);
    master.repeats.exdate = example.exdate;
    master.repeats.rdate = example.rdate;
    if (example.until) master.repeats.until_s = second(*example.until);
    const Series series = must(Series::of(master));
    // On the day that Samoa left out, two are at one instant.
    std::set<int64_t> instants;
    for (const auto& occurrence : must(series.first_occurrences({}, kCompared))) {
      instants.insert(occurrence.utc_s);
    }
    const Instants ours(instants.begin(), instants.end());
    const OwnedComponent calendar = exported(master);
    const Instants theirs = starts(calendar.get(), example.when.start_s - 86'400, ours.back() + 1);
    EXPECT_EQ(theirs, ours) << example.rrule << " " << example.when.start_tzid;
    must(store_.remove({.table = tables.planner(),
                        .key = apps::key_of(keys::user(ada), keys::master(master.id)),
                        .condition = {},
                        .placeholders = {}}));
  }
}

TEST_P(LibicalReads, TheSameTexts) {
  const Master master = master_of(
      {.kind = TimeKind::kAllDay, .start_s = second("2023-01-31"), .end_s = second("2023-02-01")},
      "FREQ=DAILY");
  const OwnedComponent calendar = exported(master);
  icalcomponent* const event =
      icalcomponent_get_first_component(calendar.get(), ICAL_VEVENT_COMPONENT);
  EXPECT_EQ(icalcomponent_get_summary(event), master.details.title);
  EXPECT_EQ(icalcomponent_get_uid(event), master.ical.uid);
  icalcomponent* const alarm = icalcomponent_get_first_component(event, ICAL_VALARM_COMPONENT);
  icalproperty* const trigger = icalcomponent_get_first_property(alarm, ICAL_TRIGGER_PROPERTY);
  EXPECT_EQ(icaldurationtype_as_int(icalproperty_get_trigger(trigger).duration), -900);
}

NORN_ENGINE_ON_BOTH_STORES(LibicalReads);

}  // namespace
}  // namespace norn::events
