#include <gtest/gtest.h>

#include <algorithm>

#include "apps/planner/calendar_exchange.h"
#include "apps/planner/exchange_test_world.h"

namespace norn::planner {
namespace {

using PlannerImport = ExchangeTest;

// As Google exports it: IANA names, a zone, attendees, a changed and a left out occurrence.
constexpr const char* kGoogle =
    "BEGIN:VCALENDAR\r\n"
    "PRODID:-//Google Inc//Google Calendar 70.9054//EN\r\n"
    "VERSION:2.0\r\n"
    "CALSCALE:GREGORIAN\r\n"
    "METHOD:PUBLISH\r\n"
    "X-WR-CALNAME:Family\\, shared\r\n"
    "X-WR-TIMEZONE:America/New_York\r\n"
    "BEGIN:VTIMEZONE\r\n"
    "TZID:America/New_York\r\n"
    "X-LIC-LOCATION:America/New_York\r\n"
    "BEGIN:DAYLIGHT\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nTZNAME:EDT\r\n"
    "DTSTART:19700308T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\nEND:DAYLIGHT\r\n"
    "BEGIN:STANDARD\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nTZNAME:EST\r\n"
    "DTSTART:19701101T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\nEND:STANDARD\r\n"
    "END:VTIMEZONE\r\n"
    "BEGIN:VEVENT\r\n"
    "DTSTART;TZID=America/New_York:20230306T100000\r\n"
    "DTEND;TZID=America/New_York:20230306T110000\r\n"
    "RRULE:FREQ=WEEKLY;WKST=SU;COUNT=4;BYDAY=MO\r\n"
    "EXDATE;TZID=America/New_York:20230320T100000\r\n"
    "DTSTAMP:20230601T120000Z\r\n"
    "ORGANIZER;CN=Jane Doe:mailto:jane@example.org\r\n"
    "UID:abc123@google.com\r\n"
    "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=\"Doe, \r\n"
    " Jane\";X-NUM-GUESTS=0:mailto:jane@example.org\r\n"
    "CREATED:20230101T120000Z\r\n"
    "DESCRIPTION:First line\\nsecond\\, with <b>tags</b>\\; and a very long text that \r\n"
    " is folded\r\n"
    "LAST-MODIFIED:20230102T110000Z\r\n"
    "LOCATION:Room 1\\, 2nd floor\r\n"
    "SEQUENCE:2\r\n"
    "STATUS:CONFIRMED\r\n"
    "SUMMARY:Stand-up 😀\r\n"
    "TRANSP:OPAQUE\r\n"
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:This is an event reminder\r\n"
    "TRIGGER:-P0DT0H10M0S\r\nEND:VALARM\r\n"
    "END:VEVENT\r\n"
    "BEGIN:VEVENT\r\n"
    "DTSTART;TZID=America/New_York:20230314T150000\r\n"
    "DTEND;TZID=America/New_York:20230314T160000\r\n"
    "DTSTAMP:20230601T120000Z\r\n"
    "UID:abc123@google.com\r\n"
    "RECURRENCE-ID;TZID=America/New_York:20230313T100000\r\n"
    "LAST-MODIFIED:20230103T110000Z\r\n"
    "SEQUENCE:3\r\n"
    "SUMMARY:Stand-up\\, later\r\n"
    "END:VEVENT\r\n"
    "END:VCALENDAR\r\n";

TEST_P(PlannerImport, TakesInWhatGoogleWrites) {
  const ImportReport report = take_in(kGoogle);
  EXPECT_EQ(counts(report), "1 created, 0 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(notes(report), (Texts{"Kept for other programs, but without a meaning here: ATTENDEE, "
                                  "ORGANIZER, TRANSP."}));
  ASSERT_EQ(report.events.size(), 1u);
  EXPECT_EQ(report.events[0].title, "Stand-up 😀");
  EXPECT_EQ(report.events[0].start, "2023-03-06T10:00:00");
  EXPECT_TRUE(report.events[0].is_series);

  const StoredSeries series = the_series();
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
            (Texts{"title", "description", "location", "reminderMinutes", "startUtc", "endUtc"}));

  // What means nothing here is there again for others.
  const std::string text = exported();
  expect_lines(text, {"ORGANIZER;CN=Jane Doe:mailto:jane@example.org", "TRANSP:OPAQUE",
                      "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;"
                      "CN=\"Doe, Jane\";X-NUM-GUESTS=0:mailto:jane@example.org",
                      "RECURRENCE-ID;TZID=America/New_York:20230313T100000",
                      "EXDATE;TZID=America/New_York:20230320T100000"});
}

// As Apple's Calendar exports it: whole days, structured places, sounds with their own ids.
TEST_P(PlannerImport, TakesInWhatAppleWrites) {
  const ImportReport report = take_in(
      "BEGIN:VCALENDAR\nCALSCALE:GREGORIAN\nPRODID:-//Apple Inc.//macOS 14.0//EN\nVERSION:2.0\n"
      "X-APPLE-CALENDAR-COLOR:#FF2968\nX-WR-CALNAME:Home\n"
      "BEGIN:VEVENT\nUID:1A2B\nDTSTAMP:20230101T000000Z\nSEQUENCE:0\n"
      "DTSTART;VALUE=DATE:20200229\nDTEND;VALUE=DATE:20200301\nRRULE:FREQ=YEARLY\n"
      "SUMMARY:Birthday\nTRANSP:TRANSPARENT\nURL;VALUE=URI:https://example.org/a,b;c\n"
      "LOCATION:Park\\nBerlin\n"
      "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=\"Park\\nBerlin\":geo:52.5,13.4\n"
      "BEGIN:VALARM\nACTION:AUDIO\nATTACH;VALUE=URI:Chord\nTRIGGER:-PT15H\n"
      "UID:9F\nX-WR-ALARMUID:9F\nEND:VALARM\n"
      "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT9H\nEND:VALARM\n"
      "END:VEVENT\n"
      "BEGIN:VTODO\nUID:T1\nSUMMARY:Tax\nDUE;TZID=Europe/Berlin:20230531T120000\nEND:VTODO\n"
      "BEGIN:VJOURNAL\nUID:J1\nSUMMARY:Dear diary\nEND:VJOURNAL\n"
      "BEGIN:VFREEBUSY\nUID:F1\nEND:VFREEBUSY\n"
      "END:VCALENDAR\n");
  EXPECT_EQ(counts(report), "1 created, 0 updated, 0 unchanged, 3 skipped");
  EXPECT_EQ(notes(report),
            (Texts{"'Tax' is a task and was left out: only events are taken in.",
                   "VJOURNAL 'Dear diary' was left out: only events are taken in.",
                   "VFREEBUSY was left out: only events are taken in.",
                   "'Birthday': alarms that are not shown so many minutes before it starts (1) are "
                   "kept, but do not ring here.",
                   "Kept for other programs, but without a meaning here: TRANSP, "
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

// As Outlook exports it: names of Windows, zones of its own, a byte order mark, rules since 1601.
std::string outlook_zone(const std::string& name) {
  return "BEGIN:VTIMEZONE\r\nTZID:" + name +
         "\r\nBEGIN:STANDARD\r\nDTSTART:16011028T030000\r\n"
         "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\n"
         "TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n"
         "BEGIN:DAYLIGHT\r\nDTSTART:16010325T020000\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\n"
         "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n";
}

TEST_P(PlannerImport, TakesInWhatOutlookWrites) {
  const ImportReport report = take_in(
      "\xEF\xBB\xBF"
      "BEGIN:VCALENDAR\r\nPRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN\r\n"
      "VERSION:2.0\r\nMETHOD:PUBLISH\r\n" +
      outlook_zone("W. Europe Standard Time") + outlook_zone("Customized Time Zone") +
      "BEGIN:VEVENT\r\nCLASS:PUBLIC\r\nUID:040000008200E0\r\nDTSTAMP:20230101T000000Z\r\n"
      "DTSTART;TZID=\"W. Europe Standard Time\":20230320T090000\r\nDURATION:PT1H30M\r\n"
      "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO\r\n"
      "EXDATE;TZID=\"Customized Time Zone\":20230403T090000\r\n"
      "SUMMARY;LANGUAGE=de:Besprechung\r\nX-MICROSOFT-CDO-BUSYSTATUS:BUSY\r\n"
      "X-ALT-DESC;FMTTYPE=text/html:<html><body>Hallo\\nWelt</body></html>\r\n"
      "END:VEVENT\r\n"
      "BEGIN:VEVENT\r\nUID:2\r\nDTSTART;TZID=Customized Time Zone:20230327T090000\r\n"
      "DTSTAMP:20230101T000000Z\r\nSUMMARY:Eigene Zone\r\nEND:VEVENT\r\n"
      "BEGIN:VEVENT\r\nUID:3\r\nDTSTART;TZID=Nowhere:20230331T090000\r\n"
      "DTSTAMP:20230101T000000Z\r\nSUMMARY:F\xFCr \x93uns\x94\r\nEND:VEVENT\r\n"
      "END:VCALENDAR\r\n");
  EXPECT_EQ(counts(report), "3 created, 0 updated, 0 unchanged, 0 skipped");
  const StoredSeries series = the_series();
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

TEST_P(PlannerImport, TakesInWhatThunderbirdWrites) {
  const ImportReport report = take_in(
      "BEGIN:VCALENDAR\r\nPRODID:-//Mozilla.org/NONSGML Mozilla Calendar "
      "V1.1//EN\r\nVERSION:2.0\r\n"
      "BEGIN:VEVENT\r\nCREATED:20230101T000000Z\r\nLAST-MODIFIED:20230102T000000Z\r\n"
      "DTSTAMP:20230102T000000Z\r\nUID:lord-howe\r\nSUMMARY:Fishing\r\nCATEGORIES:Fun,Sea\\, "
      "side\r\n"
      "STATUS:TENTATIVE\r\n"
      "DTSTART;TZID=/mozilla.org/20070129_1/Australia/Lord_Howe:20230330T063000\r\n"
      "DTEND;TZID=/mozilla.org/20070129_1/Australia/Lord_Howe:20230330T073000\r\n"
      "RRULE:FREQ=DAILY;UNTIL=20230404T200000Z\r\nX-MOZ-GENERATION:4\r\n"
      "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DURATION:-PT30M\r\n"
      "DESCRIPTION:Mozilla Standardbeschreibung\r\nEND:VALARM\r\nEND:VEVENT\r\n"
      "END:VCALENDAR\r\n");
  EXPECT_EQ(counts(report), "1 created, 0 updated, 0 unchanged, 0 skipped");
  const StoredSeries stored = the_series();
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

TEST_P(PlannerImport, DoesNothingTheSecondTime) {
  take_in(kGoogle);
  const auto before = everything();
  EXPECT_EQ(counts(take_in(kGoogle)), "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(everything(), before);
}

TEST_P(PlannerImport, BringsUpToDateWhatIsNewer) {
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
  EXPECT_EQ(notes(older), Texts{"'C' was changed here since; it stays as it is."});
  EXPECT_EQ(counts(take_in(file(0, "20230109T000000Z", "C"))),
            "0 created, 0 updated, 1 unchanged, 0 skipped");
  EXPECT_EQ(counts(take_in(file(2, "20230101T000000Z", "D"))),
            "0 created, 1 updated, 0 unchanged, 0 skipped");
  EXPECT_EQ(the_event("1").details.title, "D");
}

NORN_PLANNER_ON_BOTH_STORES(PlannerImport);

}  // namespace
}  // namespace norn::planner
