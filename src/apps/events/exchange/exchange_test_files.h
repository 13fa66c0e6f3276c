#pragma once

#include <string>

// Calendar files as the programs that most people use write them.
namespace norn::events {

// As Google exports it: IANA names, a zone, attendees, a changed and a left out occurrence.
inline std::string google_file() {
  return "BEGIN:VCALENDAR\r\n"
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
}

// As Apple's Calendar exports it: whole days, structured places, sounds with their own ids.
inline std::string apple_file() {
  return "BEGIN:VCALENDAR\nCALSCALE:GREGORIAN\nPRODID:-//Apple Inc.//macOS 14.0//EN\nVERSION:2.0\n"
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
         "END:VCALENDAR\n";
}

// As Outlook exports it: names of Windows, zones of its own, a byte order mark, rules since 1601.
inline std::string outlook_zone(const std::string& name) {
  return "BEGIN:VTIMEZONE\r\nTZID:" + name +
         "\r\nBEGIN:STANDARD\r\nDTSTART:16011028T030000\r\n"
         "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\n"
         "TZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\n"
         "BEGIN:DAYLIGHT\r\nDTSTART:16010325T020000\r\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\r\n"
         "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n";
}

inline std::string outlook_file() {
  return "\xEF\xBB\xBF"
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
         "END:VCALENDAR\r\n";
}

// As Thunderbird exports it: names of zones with its own in front, UNTIL.
inline std::string thunderbird_file() {
  return "BEGIN:VCALENDAR\r\nPRODID:-//Mozilla.org/NONSGML Mozilla Calendar "
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
         "END:VCALENDAR\r\n";
}

}  // namespace norn::events
