#include "apps/events/exchange/export.h"

#include <gtest/gtest.h>

#include "apps/events/exchange/exchange_test_world.h"
#include "apps/events/series/event_id.h"

namespace norn::events {
namespace {

class EngineExport : public ExchangeTest {
 protected:
  template <typename Thing>
  void put(const Thing& thing) {
    store::PutRequest request;
    request.table = tables.planner();
    request.item = to_item(ada, thing);
    must(store_.put(request));
  }

  Event event_of(int number) {
    Event event;
    event.id = event_id(accounts::CountingIds::id_of(number));
    event.details.title = "Lunch";
    event.when = {.kind = TimeKind::kTimed,
                  .start_s = second("2025-06-02T10:00:00Z"),
                  .end_s = second("2025-06-02T11:00:00Z"),
                  .start_tzid = "Europe/Berlin"};
    event.stamp = {3, "2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"};
    event.ical = {.uid = event.id + "@norn", .sequence = 2};
    return event;
  }

  Master master_of(int number, std::string rrule) {
    const Event event = event_of(number);
    Master master;
    master.id = master_id(accounts::CountingIds::id_of(number));
    master.details = event.details;
    master.when = event.when;
    master.repeats.rrule = std::move(rrule);
    master.stamp = event.stamp;
    master.ical = {.uid = master.id + "@norn", .sequence = 2};
    return master;
  }

  // The lines of the one event, but for those that all have.
  Texts event_lines() {
    Texts lines;
    ical::LineReader reader(text_ = exported());
    std::string line;
    bool inside = false;
    while (reader.next(line)) {
      if (line == "BEGIN:VEVENT") inside = true;
      if (inside) lines.push_back(line);
      if (line == "END:VEVENT") inside = false;
    }
    return lines;
  }

  std::string line_of(std::string_view name) {
    for (const std::string& line : event_lines()) {
      if (line.starts_with(name)) return line;
    }
    return "";
  }

 private:
  std::string text_;
};

TEST_P(EngineExport, WritesEverythingOfAnEvent) {
  Event event = event_of(1);
  event.details = {.title = "Lunch, with; all\\",
                   .description = "Two\nlines",
                   .location = "Mensa",
                   .color = "#22c55e",
                   .status = Status::kTentative,
                   .tags = {"food", "work, too"},
                   .reminder_minutes = {0, 15},
                   .ical_other =
                       "URL:https://example.org\r\nBEGIN:VALARM\r\nACTION:EMAIL\r\n"
                       "TRIGGER:-P1D\r\nEND:VALARM\r\n"};
  put(event);
  EXPECT_EQ(event_lines(), (Texts{"BEGIN:VEVENT",
                                  "UID:evt_550e8400-e29b-41d4-a716-000000000001@norn",
                                  "DTSTAMP:20250102T000000Z",
                                  "DTSTART;TZID=Europe/Berlin:20250602T120000",
                                  "DTEND;TZID=Europe/Berlin:20250602T130000",
                                  "SUMMARY:Lunch\\, with\\; all\\\\",
                                  "DESCRIPTION:Two\\nlines",
                                  "LOCATION:Mensa",
                                  "STATUS:TENTATIVE",
                                  "URL:https://example.org",
                                  "CATEGORIES:food,work\\, too",
                                  "SEQUENCE:2",
                                  "CREATED:20250101T000000Z",
                                  "LAST-MODIFIED:20250102T000000Z",
                                  "X-NORN-COLOR:#22c55e",
                                  "BEGIN:VALARM",
                                  "ACTION:EMAIL",
                                  "TRIGGER:-P1D",
                                  "END:VALARM",
                                  "BEGIN:VALARM",
                                  "ACTION:DISPLAY",
                                  "TRIGGER:PT0S",
                                  "DESCRIPTION:Lunch\\, with\\; all\\\\",
                                  "END:VALARM",
                                  "BEGIN:VALARM",
                                  "ACTION:DISPLAY",
                                  "TRIGGER:-PT15M",
                                  "DESCRIPTION:Lunch\\, with\\; all\\\\",
                                  "END:VALARM",
                                  "END:VEVENT"}));
  const std::string text = exported();
  expect_lines(text, {"X-WR-CALNAME:Norn", "TZID:Europe/Berlin"});
  clock.advance_ms(1'000'000);
  EXPECT_EQ(exported(), text) << "nothing has changed";
}

TEST_P(EngineExport, WritesTimesInTheirForms) {
  struct Case {
    When when;
    Texts lines;
  };
  const std::vector<Case> cases = {
      {{.kind = TimeKind::kAllDay, .start_s = second("2025-06-02"), .end_s = second("2025-06-04")},
       {"DTSTART;VALUE=DATE:20250602", "DTEND;VALUE=DATE:20250604"}},
      {{.kind = TimeKind::kFloating, .start_s = second("2025-06-02T10:00:00"), .end_s = {}},
       {"DTSTART:20250602T100000"}},
      {{.start_s = second("2025-06-02T10:00:00Z"), .end_s = {}, .start_tzid = "UTC"},
       {"DTSTART:20250602T100000Z"}},
      {{.start_s = second("2025-06-02T10:00:00Z"),
        .end_s = second("2025-06-02T18:00:00Z"),
        .start_tzid = "Europe/Berlin",
        .end_tzid = "America/New_York"},
       {"DTSTART;TZID=Europe/Berlin:20250602T120000",
        "DTEND;TZID=America/New_York:20250602T140000"}},
      // 01:30 comes twice that night; this is the second.
      {{.start_s = second("2025-11-02T06:30:00Z"),
        .end_s = second("2025-11-02T07:30:00Z"),
        .start_tzid = "America/New_York"},
       {"DTSTART:20251102T063000Z", "DTEND;TZID=America/New_York:20251102T023000",
        "X-NORN-TZID:America/New_York"}},
  };
  for (const Case& example : cases) {
    Event event = event_of(1);
    event.when = example.when;
    put(event);
    const std::string text = exported();
    expect_lines(text, example.lines);
    must(import_calendar(context, bob, text, false));
    const auto stored = must(read_stored(context, bob));
    ASSERT_EQ(stored.events.size(), 1u);
    EXPECT_EQ(stored.events[0].when, example.when) << text;
    for (const store::Item& item : items(bob, "EVENT#")) {
      must(store_.remove({.table = tables.planner(),
                          .key = apps::key_of(apps::text_of(item, "PK"), apps::text_of(item, "SK")),
                          .condition = {},
                          .placeholders = {}}));
    }
  }
}

TEST_P(EngineExport, EndsASeriesAtTheEarliestOfItsEnds) {
  struct Case {
    std::string rrule;
    std::optional<std::string> until;
    std::string written;
  };
  // Mondays at 12:00 in Berlin, from 2 June 2025 on.
  for (const Case& example : std::vector<Case>{
           {"FREQ=WEEKLY", {}, "RRULE:FREQ=WEEKLY"},
           {"FREQ=WEEKLY", "2025-06-16T09:59:59Z", "RRULE:FREQ=WEEKLY;UNTIL=20250616T095959Z"},
           {"FREQ=WEEKLY;COUNT=3", "2025-06-16T09:59:59Z",
            "RRULE:FREQ=WEEKLY;UNTIL=20250616T095959Z"},
           {"FREQ=WEEKLY;COUNT=3", "2025-06-16T10:00:00Z", "RRULE:FREQ=WEEKLY;COUNT=3"},
           {"FREQ=WEEKLY;COUNT=3", "2025-12-01T00:00:00Z", "RRULE:FREQ=WEEKLY;COUNT=3"},
           {"FREQ=WEEKLY;UNTIL=20250701T000000Z", "2025-06-16T09:59:59Z",
            "RRULE:FREQ=WEEKLY;UNTIL=20250616T095959Z"},
           {"FREQ=WEEKLY;UNTIL=20250610T000000Z", "2025-06-16T09:59:59Z",
            "RRULE:FREQ=WEEKLY;UNTIL=20250610T000000Z"},
           // A day means all of it, and a file wants UTC beside a zone.
           {"FREQ=WEEKLY;UNTIL=20250616", {}, "RRULE:FREQ=WEEKLY;UNTIL=20250616T215959Z"}}) {
    Master master = master_of(1, example.rrule);
    if (example.until) master.repeats.until_s = second(*example.until);
    put(master);
    EXPECT_EQ(line_of("RRULE"), example.written) << example.rrule;
  }
}

TEST_P(EngineExport, WritesWhatASeriesAddsLeavesOutAndChanges) {
  Master master = master_of(1, "FREQ=WEEKLY;BYDAY=MO,TU");
  master.repeats.until_s = second("2025-06-30T00:00:00Z");
  master.repeats.exdate = {"20250609", "20250603"};
  master.repeats.rdate = {"20250605", "20250705"};
  master.repeats.has_exceptions = true;
  put(master);
  Instance instance;
  instance.master_id = master.id;
  instance.tag = "20250616";
  instance.recurrence_s = second("2025-06-16T10:00:00Z");
  instance.details = {.title = "Dinner", .status = Status::kCancelled};
  instance.when = master.when;
  instance.stamp = master.stamp;
  put(instance);
  const std::string text = exported();
  expect_lines(text, {"RRULE:FREQ=WEEKLY;UNTIL=20250630T000000Z;BYDAY=MO,TU",
                      "EXDATE;TZID=Europe/Berlin:20250603T120000",
                      "EXDATE;TZID=Europe/Berlin:20250609T120000",
                      "RDATE;TZID=Europe/Berlin:20250605T120000",
                      "RECURRENCE-ID;TZID=Europe/Berlin:20250616T120000", "STATUS:CANCELLED"});
  EXPECT_EQ(text.find("20250705"), std::string::npos) << "that is after its end";
}

TEST_P(EngineExport, BeginsASeriesWithItsFirstOccurrence) {
  put(master_of(1, "FREQ=WEEKLY;BYDAY=WE;COUNT=2"));
  EXPECT_EQ(line_of("DTSTART"), "DTSTART;TZID=Europe/Berlin:20250604T120000");
  EXPECT_EQ(line_of("DTEND"), "DTEND;TZID=Europe/Berlin:20250604T130000");
  EXPECT_EQ(line_of("RRULE"), "RRULE:FREQ=WEEKLY;COUNT=2;BYDAY=WE");
}

TEST_P(EngineExport, LeavesOutWhatNeverOccursAndWhatIsOver) {
  Master never = master_of(1, "FREQ=WEEKLY");
  never.repeats.until_s = second("2025-06-01T00:00:00Z");
  put(never);
  Event over = event_of(2);
  over.details.ttl = clock.now_ms() / 1000;
  put(over);
  EXPECT_EQ(event_lines(), Texts{});
}

TEST_P(EngineExport, ForgetsAlarmsOfAFileWithTheirReminders) {
  Event event = event_of(1);
  event.details.ical_other =
      "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER:-PT15M\r\nATTACH:Chord\r\nEND:VALARM\r\n";
  event.details.reminder_minutes = {15};
  put(event);
  EXPECT_EQ(line_of("ATTACH"), "ATTACH:Chord");
  const auto lines = event_lines();
  EXPECT_EQ(std::ranges::count(lines, "BEGIN:VALARM"), 1);
  event.details.reminder_minutes = {};
  put(event);
  EXPECT_EQ(line_of("BEGIN:VALARM"), "");
}

NORN_ENGINE_FOR_EVERY_OWNER(EngineExport);

}  // namespace
}  // namespace norn::events
