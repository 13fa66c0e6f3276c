#include "ical/calendar_file.h"

#include <gtest/gtest.h>

#include "ical/test_series.h"

namespace norn::ical::testing {
namespace {

const DateTime kNow{TimeForm::kUtc, 1'736'157'600};

ReadCalendar read(const std::string& text) {
  auto calendar = read_calendar(text);
  EXPECT_TRUE(calendar) << calendar.error().message;
  return calendar ? std::move(*calendar) : ReadCalendar{};
}

Texts notes_of(const ReadCalendar& calendar) {
  Texts notes;
  for (const Note& note : calendar.notes) notes.push_back(note.said.text());
  return notes;
}

Texts kept_by(const ReadCalendar& calendar) {
  Texts names;
  for (const auto& [name, count] : calendar.kept) {
    names.push_back(name + " " + std::to_string(count));
  }
  return names;
}

// What is written is read as the same, and written as the same again.
void expect_stable(const CalendarFile& file) {
  const std::string text = write_calendar(file, kNow);
  EXPECT_EQ(write_calendar(read(text).file, kNow), text);
}

Texts occurrences_of(const CalendarItem& item, size_t limit) {
  const auto recurrence = recurrence_of(item);
  if (!recurrence) return {recurrence.error().message};
  Texts texts;
  const auto expanded = recurrence->expand({}, limit);
  for (const Occurrence& occurrence : expanded->occurrences) texts.push_back(utc_text(occurrence));
  return texts;
}

// As Google exports it: IANA names, VTIMEZONE, attendees, a changed occurrence.
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
    "BEGIN:DAYLIGHT\r\n"
    "TZOFFSETFROM:-0500\r\n"
    "TZOFFSETTO:-0400\r\n"
    "TZNAME:EDT\r\n"
    "DTSTART:19700308T020000\r\n"
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU\r\n"
    "END:DAYLIGHT\r\n"
    "END:VTIMEZONE\r\n"
    "BEGIN:VEVENT\r\n"
    "DTSTART;TZID=America/New_York:20250303T100000\r\n"
    "DTEND;TZID=America/New_York:20250303T110000\r\n"
    "RRULE:FREQ=WEEKLY;WKST=SU;COUNT=4;BYDAY=MO\r\n"
    "EXDATE;TZID=America/New_York:20250317T100000\r\n"
    "DTSTAMP:20250101T120000Z\r\n"
    "ORGANIZER;CN=Jane Doe:mailto:jane@example.org\r\n"
    "UID:abc123@google.com\r\n"
    "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=\"Doe, \r\n"
    " Jane\";X-NUM-GUESTS=0:mailto:jane@example.org\r\n"
    "CREATED:20241231T120000Z\r\n"
    "DESCRIPTION:First line\\nsecond\\, with <b>tags</b>\\; and a very long text that \r\n"
    " is folded\r\n"
    "LAST-MODIFIED:20250101T110000Z\r\n"
    "LOCATION:Room 1\r\n"
    "SEQUENCE:2\r\n"
    "STATUS:CONFIRMED\r\n"
    "SUMMARY:Stand-up 😀\r\n"
    "TRANSP:OPAQUE\r\n"
    "BEGIN:VALARM\r\n"
    "ACTION:DISPLAY\r\n"
    "DESCRIPTION:This is an event reminder\r\n"
    "TRIGGER:-P0DT0H10M0S\r\n"
    "END:VALARM\r\n"
    "END:VEVENT\r\n"
    "BEGIN:VEVENT\r\n"
    "DTSTART;TZID=America/New_York:20250311T150000\r\n"
    "DTEND;TZID=America/New_York:20250311T160000\r\n"
    "DTSTAMP:20250101T120000Z\r\n"
    "UID:abc123@google.com\r\n"
    "RECURRENCE-ID;TZID=America/New_York:20250310T100000\r\n"
    "SUMMARY:Stand-up\\, later\r\n"
    "END:VEVENT\r\n"
    "END:VCALENDAR\r\n";

TEST(CalendarFile, ReadsWhatGoogleWrites) {
  const ReadCalendar calendar = read(kGoogle);
  EXPECT_EQ(calendar.file.name, "Family, shared");
  ASSERT_EQ(calendar.file.items.size(), 2u);
  const CalendarItem& event = calendar.file.items[0];
  EXPECT_EQ(event.uid, "abc123@google.com");
  EXPECT_EQ(event.summary, "Stand-up 😀");
  EXPECT_EQ(event.description,
            "First line\nsecond, with <b>tags</b>; and a very long text that is folded");
  EXPECT_EQ(event.start->zone->name(), "America/New_York");
  EXPECT_EQ(event.end->utc_s() - event.start->utc_s(), 3600);
  EXPECT_EQ(event.sequence, 2);
  EXPECT_EQ(occurrences_of(event, 9),
            (Texts{"20250303T150000Z", "20250310T140000Z", "20250324T140000Z"}));
  ASSERT_EQ(event.alarms.size(), 1u);
  EXPECT_EQ(event.alarms[0].offset_s, -600);
  const CalendarItem& changed = calendar.file.items[1];
  EXPECT_EQ(date_time_text({TimeForm::kUtc, changed.recurrence_id->utc_s()}), "20250310T140000Z");
  EXPECT_EQ(notes_of(calendar), Texts{});
  EXPECT_EQ(kept_by(calendar), (Texts{"ATTENDEE 1", "ORGANIZER 1", "TRANSP 1"}));
  const std::string text = write_calendar(calendar.file, kNow);
  LineReader lines(text);
  std::string line;
  Texts attendees;
  while (lines.next(line)) {
    if (line.starts_with("ATTENDEE")) attendees.push_back(line);
  }
  EXPECT_EQ(attendees, Texts{"ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;"
                             "CN=\"Doe, Jane\";X-NUM-GUESTS=0:mailto:jane@example.org"});
  EXPECT_NE(text.find("BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n"), std::string::npos);
  expect_stable(calendar.file);
}

// As Apple's Calendar exports it: whole days, structured places, alarms with their own ids.
TEST(CalendarFile, ReadsWhatAppleWrites) {
  const ReadCalendar calendar = read(
      "BEGIN:VCALENDAR\nCALSCALE:GREGORIAN\nPRODID:-//Apple Inc.//macOS 14.0//EN\nVERSION:2.0\n"
      "X-APPLE-CALENDAR-COLOR:#FF2968\nX-WR-CALNAME:Home\n"
      "BEGIN:VEVENT\nUID:1A2B\nDTSTAMP:20250101T000000Z\nSEQUENCE:0\n"
      "DTSTART;VALUE=DATE:20240229\nDTEND;VALUE=DATE:20240301\nRRULE:FREQ=YEARLY\n"
      "SUMMARY:Birthday\nTRANSP:TRANSPARENT\nURL;VALUE=URI:https://example.org/a,b;c\n"
      "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=\"Park\\nBerlin\":geo:52.5,13.4\n"
      "BEGIN:VALARM\nACTION:AUDIO\nATTACH;VALUE=URI:Chord\nTRIGGER;RELATED=END:-PT15H\n"
      "UID:9F\nX-WR-ALARMUID:9F\nEND:VALARM\n"
      "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;VALUE=DATE-TIME:20240228T120000Z\nEND:VALARM\n"
      "END:VEVENT\n"
      "BEGIN:VTODO\nUID:T1\nSUMMARY:Tax\nDUE;TZID=Europe/Berlin:20250531T120000\n"
      "PRIORITY:1\nSTATUS:COMPLETED\nPERCENT-COMPLETE:100\nCOMPLETED:20250401T100000Z\n"
      "CATEGORIES:Money,Home\\, sweet home\nEND:VTODO\n"
      "END:VCALENDAR\n");
  ASSERT_EQ(calendar.file.items.size(), 2u);
  const CalendarItem& birthday = calendar.file.items[0];
  EXPECT_EQ(birthday.start->time, (DateTime{TimeForm::kDate, parse_date_time("20240229")->second}));
  EXPECT_EQ(birthday.url, "https://example.org/a,b;c");
  EXPECT_EQ(occurrences_of(birthday, 2), (Texts{"20240229T000000Z", "20280229T000000Z"}));
  ASSERT_EQ(birthday.alarms.size(), 2u);
  EXPECT_TRUE(birthday.alarms[0].from_end);
  EXPECT_EQ(birthday.alarms[0].offset_s, -15 * 3600);
  EXPECT_EQ(date_time_text(*birthday.alarms[1].at), "20240228T120000Z");
  const CalendarItem& task = calendar.file.items[1];
  EXPECT_EQ(task.kind, CalendarItem::Kind::kTodo);
  EXPECT_FALSE(task.start);
  EXPECT_EQ(date_time_text({TimeForm::kUtc, task.end->utc_s()}), "20250531T100000Z");
  EXPECT_EQ(task.categories, (Texts{"Money", "Home, sweet home"}));
  EXPECT_EQ(task.priority, 1);
  EXPECT_EQ(task.percent_complete, 100);
  const std::string text = write_calendar(calendar.file, kNow);
  for (const char* line :
       {"X-APPLE-CALENDAR-COLOR:#FF2968\r\n", "DTSTART;VALUE=DATE:20240229\r\n",
        "ATTACH;VALUE=URI:Chord\r\n", "TRIGGER;RELATED=END:-PT15H\r\n",
        "TRIGGER;VALUE=DATE-TIME:20240228T120000Z\r\n", "CATEGORIES:Money,Home\\, sweet home\r\n",
        "DUE;TZID=Europe/Berlin:20250531T120000\r\n",
        "URL;VALUE=URI:https://example.org/a,b;c\r\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
  expect_stable(calendar.file);
}

// As Outlook exports it: names of Windows, zones of its own, rules since 1601, a byte order mark.
TEST(CalendarFile, ReadsWhatOutlookWrites) {
  const std::string zone =
      "BEGIN:STANDARD\r\nDTSTART:16011028T030000\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\n"
      "TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n"
      "BEGIN:DAYLIGHT\r\nDTSTART:16010325T020000\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\n"
      "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n";
  const ReadCalendar calendar = read(
      "\xEF\xBB\xBF"
      "BEGIN:VCALENDAR\r\nPRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN\r\n"
      "VERSION:2.0\r\nMETHOD:PUBLISH\r\n"
      "BEGIN:VTIMEZONE\r\nTZID:W. Europe Standard Time\r\n" +
      zone + "BEGIN:VTIMEZONE\r\nTZID:Customized Time Zone\r\n" + zone +
      "BEGIN:VEVENT\r\nCLASS:PUBLIC\r\nUID:040000008200E0\r\n"
      "DTSTART;TZID=\"W. Europe Standard Time\":20250324T090000\r\nDURATION:PT1H30M\r\n"
      "RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO\r\n"
      "EXDATE;TZID=\"Customized Time Zone\":20250407T090000\r\n"
      "SUMMARY;LANGUAGE=de:Besprechung\r\nX-MICROSOFT-CDO-BUSYSTATUS:BUSY\r\n"
      "X-ALT-DESC;FMTTYPE=text/html:<html><body>Hallo\\nWelt</body></html>\r\n"
      "END:VEVENT\r\n"
      "BEGIN:VEVENT\r\nUID:2\r\nDTSTART;TZID=Customized Time Zone:20250331T090000\r\n"
      "RRULE:FREQ=DAILY;COUNT=1\r\nSUMMARY:Eigene Zone\r\nEND:VEVENT\r\n"
      "BEGIN:VEVENT\r\nUID:3\r\nDTSTART;TZID=Nowhere:20250331T090000\r\nEND:VEVENT\r\n"
      "END:VCALENDAR\r\n");
  ASSERT_EQ(calendar.file.items.size(), 3u);
  const CalendarItem& meeting = calendar.file.items[0];
  EXPECT_EQ(meeting.start->zone->name(), "Europe/Berlin");
  EXPECT_EQ(meeting.duration_s, 5400);
  EXPECT_EQ(occurrences_of(meeting, 9), (Texts{"20250324T080000Z", "20250331T070000Z"}));
  EXPECT_EQ(occurrences_of(calendar.file.items[1], 9), Texts{"20250331T070000Z"});
  EXPECT_FALSE(calendar.file.items[2].start->zone);
  const Texts notes = notes_of(calendar);
  ASSERT_GE(notes.size(), 2u);
  EXPECT_EQ(notes[0],
            "The time zone 'Customized Time Zone' is in no database; its own rules are used.");
  EXPECT_EQ(notes[1],
            "The time zone 'Nowhere' is not known, and the file does not describe it: "
            "its times are taken as floating.");
  const std::string text = write_calendar(calendar.file, kNow);
  EXPECT_NE(text.find("TZID:Customized Time Zone\r\n"), std::string::npos);
  EXPECT_NE(text.find("SUMMARY;LANGUAGE=de:Besprechung\r\n"), std::string::npos);
  EXPECT_NE(text.find("DTSTART;TZID=Europe/Berlin:20250324T090000\r\n"), std::string::npos);
  expect_stable(calendar.file);
}

TEST(CalendarFile, SaysWhatItDoesNotUnderstandAndKeepsIt) {
  const ReadCalendar calendar = read(
      "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL\n"
      "BEGIN:VEVENT\nUID:1\nSUMMARY:Odd\nDTSTART:20250106T100000Z\nDTEND:soon\n"
      "RRULE:FREQ=DAILY;BYHOUR=99\nPRIORITY:high\nEXDATE:20250107T100000Z,never\n"
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20250106T100000Z\n"
      "BEGIN:VALARM\nACTION:DISPLAY\nEND:VALARM\nEND:VEVENT\n"
      "BEGIN:VEVENT\nSUMMARY:Never\nEND:VEVENT\nEND:VCALENDAR\n");
  EXPECT_EQ(
      notes_of(calendar),
      (Texts{"Event 'Odd': DTEND: 'soon' is not a time: write a day as 20250106, a local time as "
             "20250106T100000, and UTC as 20250106T150000Z.",
             "Event 'Odd': RRULE: BYHOUR: '99' is not possible; use 0 to 23.",
             "Event 'Odd': PRIORITY: 'high' is not a number from 0 to 9.",
             "Event 'Odd': EXDATE: 'never' is not a time: write a day as 20250106, a local time "
             "as 20250106T100000, and UTC as 20250106T150000Z.",
             "Event 'Odd': VALARM: TRIGGER is missing; it will not ring.",
             "Event 'Never': it has no start that can be read, and is not shown."}));
  EXPECT_EQ(calendar.notes.front().line, 6u);
  EXPECT_EQ(calendar.notes.back().line, 19u);
  EXPECT_EQ(kept_by(calendar), Texts{"VJOURNAL 1"});
  ASSERT_EQ(calendar.file.items.size(), 1u);
  EXPECT_TRUE(calendar.file.items[0].and_following);
  const std::string text = write_calendar(calendar.file, kNow);
  for (const char* line :
       {"DTEND:soon\r\n", "RRULE:FREQ=DAILY;BYHOUR=99\r\n", "PRIORITY:high\r\n",
        "SUMMARY:Never\r\n", "EXDATE:20250107T100000Z,never\r\n", "BEGIN:VJOURNAL\r\n",
        "BEGIN:VALARM\r\n", "RECURRENCE-ID;RANGE=THISANDFUTURE:20250106T100000Z\r\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
  expect_stable(calendar.file);
  EXPECT_FALSE(read_calendar("BEGIN:VCARD\nEND:VCARD\n"));
  EXPECT_FALSE(read_calendar("hello"));
}

TEST(CalendarFile, WritesPeriodsAndDates) {
  CalendarItem item;
  item.uid = "1";
  item.start = CalendarTime{*parse_date_time("20250106T100000"), *TimeZone::find("Europe/London")};
  item.dates = {*parse_recurrence_date("20250107T100000/PT2H"),
                *parse_recurrence_date("20250108T100000Z/20250108T110000Z"),
                *parse_recurrence_date("20250109T100000")};
  item.exceptions = {*parse_date_time("20250110T100000"), *parse_date_time("20250111")};
  CalendarFile file;
  file.items.push_back(item);
  const std::string text = write_calendar(file, kNow);
  for (const char* line :
       {"DTSTAMP:20250106T100000Z\r\n",
        "RDATE;VALUE=PERIOD;TZID=Europe/London:20250107T100000/PT2H\r\n",
        "RDATE;VALUE=PERIOD:20250108T100000Z/20250108T110000Z\r\n",
        "RDATE;TZID=Europe/London:20250109T100000\r\n",
        "EXDATE;TZID=Europe/London:20250110T100000\r\n", "EXDATE;VALUE=DATE:20250111\r\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
  expect_stable(file);
}

TEST(CalendarFile, HasBounds) {
  std::string zones = "BEGIN:VCALENDAR\n";
  for (int i = 0; i < 1000; ++i) {
    zones += "BEGIN:VTIMEZONE\nTZID:Z" + std::to_string(i) +
             "\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\n"
             "RRULE:FREQ=SECONDLY\nEND:STANDARD\nEND:VTIMEZONE\nX-LINE:" +
             std::to_string(i) + "\nX-OTHER:" + std::to_string(i) + "\n";
  }
  const ReadCalendar calendar = read(zones);
  EXPECT_EQ(calendar.file.other.size(), kMaxCalendarLines);
  EXPECT_LE(calendar.notes.size(), kMaxNotes);
}

}  // namespace
}  // namespace norn::ical::testing
