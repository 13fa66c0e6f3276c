#include "apps/events/exchange/import.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "apps/events/exchange/exchange_test_files.h"
#include "apps/events/exchange/exchange_test_world.h"

namespace norn::events {
namespace {

using EngineImport = ExchangeTest;

TEST_P(EngineImport, TakesInWhatGoogleWrites) {
  const ImportReport report = take_in(google_file());
  EXPECT_EQ(counts(report), "1 created, 0 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(notes(report), (Texts{"Kept for export, but not used here: ATTENDEE, "
                                  "ORGANIZER, TRANSP."}));
  ASSERT_EQ(report.events.size(), 1u);
  EXPECT_EQ(report.events[0].title, "Stand-up 😀");
  EXPECT_EQ(report.events[0].start, "2023-03-06T10:00:00");
  EXPECT_TRUE(report.events[0].is_series);

  const WholeSeries series = the_series();
  const Master& master = series.master;
  EXPECT_EQ(master.ical, (Ical{.uid = "abc123@google.com", .sequence = 3}));
  EXPECT_EQ(master.details.description,
            "First line\nsecond, with <b>tags</b>; and a very long text that is folded");
  EXPECT_EQ(master.details.location, "Room 1, 2nd floor");
  EXPECT_EQ(master.details.reminder_minutes, std::vector<int64_t>{10});
  EXPECT_EQ(master.when.start_s, second("2023-03-06T15:00:00Z"));
  EXPECT_EQ(master.when.end_s, second("2023-03-06T16:00:00Z"));
  EXPECT_EQ(master.when.start_tzid, "America/New_York");
  EXPECT_EQ(master.repeats.rrule, "FREQ=WEEKLY;COUNT=4;BYDAY=MO;WKST=SU");
  EXPECT_EQ(master.repeats.exdate, Texts{"20230320"});
  EXPECT_TRUE(master.repeats.has_exceptions);
  EXPECT_EQ(master.stamp, (Stamp{1, "2023-01-01T12:00:00Z", "2023-01-02T11:00:00Z"}));
  ASSERT_EQ(series.exceptions.size(), 1u);
  const Instance& later = series.exceptions[0];
  EXPECT_EQ(later.tag, "20230313");
  EXPECT_EQ(later.recurrence_s, second("2023-03-13T14:00:00Z"));
  EXPECT_EQ(later.when.start_s, second("2023-03-14T19:00:00Z"));
  EXPECT_EQ(later.details.title, "Stand-up, later");
  EXPECT_EQ(later.modified_fields,
            (Texts{"startUtc", "endUtc", "title", "description", "location", "reminderMinutes"}));

  // What means nothing here is there again for others.
  const std::string text = exported();
  expect_lines(text, {"ORGANIZER;CN=Jane Doe:mailto:jane@example.org", "TRANSP:OPAQUE",
                      "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;"
                      "CN=\"Doe, Jane\";X-NUM-GUESTS=0:mailto:jane@example.org",
                      "RECURRENCE-ID;TZID=America/New_York:20230313T100000",
                      "EXDATE;TZID=America/New_York:20230320T100000"});
}

TEST_P(EngineImport, TakesInWhatAppleWrites) {
  const ImportReport report = take_in(apple_file());
  EXPECT_EQ(counts(report), "1 created, 0 updated, 0 unchanged, 3 skipped");
  EXPECT_EQ(notes(report),
            (Texts{"'Tax' is a task and was skipped: only events are imported.",
                   "VJOURNAL 'Dear diary' was skipped: only events are imported.",
                   "VFREEBUSY '(No title)' was skipped: only events are imported.",
                   "'Birthday': alarms that are no reminders before the start (1) are kept for "
                   "export, but not used here.",
                   "Kept for export, but not used here: TRANSP, "
                   "X-APPLE-STRUCTURED-LOCATION."}));
  EXPECT_EQ(report.notes[0].line, 31u);
  const Master master = the_series().master;
  EXPECT_EQ(master.when, (When{.kind = TimeKind::kAllDay,
                               .start_s = second("2020-02-29"),
                               .end_s = second("2020-03-01")}));
  EXPECT_EQ(master.details.location, "Park, Berlin");
  EXPECT_EQ(master.details.reminder_minutes, std::vector<int64_t>{900});
  expect_lines(exported(),
               {"DTSTART;VALUE=DATE:20200229", "URL;VALUE=URI:https://example.org/a,b;c",
                "ATTACH;VALUE=URI:Chord", "TRIGGER:-PT15H", "TRIGGER:PT9H", "X-WR-ALARMUID:9F"});
}

TEST_P(EngineImport, TakesInWhatOutlookWrites) {
  const ImportReport report = take_in(outlook_file());
  EXPECT_EQ(counts(report), "3 created, 0 updated, 0 unchanged, 0 skipped");
  const WholeSeries series = the_series();
  EXPECT_EQ(series.master.when.start_tzid, "Europe/Berlin");
  EXPECT_EQ(series.master.when.end_s, second("2023-03-20T09:30:00Z"));
  EXPECT_EQ(series.master.repeats.exdate, Texts{"20230403"});
  const Event own = the_event("2");
  EXPECT_EQ(own.when.start_s, second("2023-03-27T07:00:00Z"));
  EXPECT_EQ(own.when.start_tzid, "Europe/Berlin") << "the person's own zone has the same rules";
  const Event nowhere = the_event("3");
  EXPECT_EQ(nowhere.when.kind, TimeKind::kFloating);
  EXPECT_EQ(nowhere.details.title, "Für “uns”");
  expect_lines(exported(), {"SUMMARY;LANGUAGE=de:Besprechung", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
                            "X-ALT-DESC;FMTTYPE=text/html:<html><body>Hallo\\nWelt</body></html>"});
}

TEST_P(EngineImport, TakesInWhatThunderbirdWrites) {
  const ImportReport report = take_in(thunderbird_file());
  EXPECT_EQ(counts(report), "1 created, 0 updated, 0 unchanged, 0 skipped");
  const WholeSeries stored = the_series();
  EXPECT_EQ(stored.master.details.tags, (Texts{"Fun", "Sea, side"}));
  EXPECT_EQ(stored.master.details.status, Status::kTentative);
  const Series series = must(Series::of(stored.master));
  Texts starts;
  for (const auto& occurrence : must(series.occurrences({}, 100))) {
    starts.push_back(time_text(TimeKind::kTimed, occurrence.utc_s));
  }
  // By half an hour, on 2 April.
  EXPECT_EQ(starts, (Texts{"2023-03-29T19:30:00Z", "2023-03-30T19:30:00Z", "2023-03-31T19:30:00Z",
                           "2023-04-01T20:00:00Z", "2023-04-02T20:00:00Z", "2023-04-03T20:00:00Z",
                           "2023-04-04T20:00:00Z"}));
}

TEST_P(EngineImport, DoesNothingTheSecondTime) {
  take_in(google_file());
  const auto before = everything();
  EXPECT_EQ(counts(take_in(google_file())), "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(everything(), before);
}

TEST_P(EngineImport, BringsUpToDateWhatIsNewer) {
  const auto file = [](int sequence, std::string_view modified, std::string_view title) {
    return fmt::format(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:{}\nDTSTART:20230105T100000Z\n"
        "SEQUENCE:{}\nLAST-MODIFIED:{}\nEND:VEVENT\nEND:VCALENDAR\n",
        title, sequence, modified);
  };
  take_in(file(1, "20230101T000000Z", "A"));
  const std::string id = the_event("1").id;
  EXPECT_EQ(counts(take_in(file(1, "20230101T000000Z", "A"))),
            "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(counts(take_in(file(1, "20230102T000000Z", "A"))),
            "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(counts(take_in(file(1, "20230103T000000Z", "B"))),
            "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(the_event("1").details.title, "B");
  EXPECT_EQ(the_event("1").id, id);
  EXPECT_EQ(the_event("1").stamp.version, 2);
  // Older, by time and by number.
  const ImportReport older = take_in(file(1, "20230102T000000Z", "C"));
  EXPECT_EQ(counts(older), "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(notes(older), Texts{"'C' has a newer version here, which was kept."});
  EXPECT_EQ(counts(take_in(file(0, "20230109T000000Z", "C"))),
            "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(counts(take_in(file(2, "20230101T000000Z", "D"))),
            "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(the_event("1").details.title, "D");
}

NORN_ENGINE_FOR_EVERY_OWNER(EngineImport);

}  // namespace
}  // namespace norn::events
