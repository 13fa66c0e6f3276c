#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "ical/component.h"
#include "ical/date_time.h"
#include "ical/recurrence.h"
#include "ical/rule.h"
#include "ical/time_zone.h"

// Calendar files (.ics) as events and tasks. Parts that are not understood are kept where they
// were, so that reading and writing a file loses nothing, and noted for the person.
namespace norn::ical {

// Of one file. Further ones are kept, but not used, with a note.
constexpr size_t kMaxFileZones = 200;
constexpr size_t kMaxCalendarLines = 1000;

// A time with its zone, if it is local and has one.
struct CalendarTime {
  DateTime time;
  std::optional<TimeZone> zone = std::nullopt;

  // UTC; for days and floating times, the wall time.
  int64_t utc_s() const;
};

// VALARM
struct CalendarAlarm {
  std::string action = "DISPLAY";
  // When: so long after the start (mostly a negative number), or after the end; or at an instant.
  int64_t offset_s = 0;
  bool from_end = false;
  std::optional<DateTime> at = std::nullopt;
  std::string description = {};
  std::vector<ContentLine> other = {};
};

// VEVENT or VTODO
struct CalendarItem {
  enum class Kind : uint8_t { kEvent, kTodo };

  Kind kind = Kind::kEvent;
  size_t line = 0;                    // Where it begins in the file, if it was read.
  std::string uid;                    // Empty when the file has none.
  std::optional<CalendarTime> start;  // An event always has one.
  // DTEND of an event (days: the one after the last), DUE of a task; or how long it takes.
  std::optional<CalendarTime> end;
  std::optional<int64_t> duration_s;

  // Local times are in the zone of the start.
  std::optional<Rule> rule;
  std::vector<RecurrenceDate> dates;
  std::vector<DateTime> exceptions;
  // This is one occurrence of the item with the same uid, changed; or that one and all that follow
  // (RANGE=THISANDFUTURE).
  std::optional<CalendarTime> recurrence_id;
  bool and_following = false;

  std::string summary;
  std::string description;
  std::string location;
  std::string status;  // CONFIRMED, CANCELLED, COMPLETED, ...
  std::string url;
  // Of the texts above, by the names of their lines: LANGUAGE=de of SUMMARY;LANGUAGE=de.
  std::map<std::string, std::vector<Parameter>, std::less<>> text_parameters;
  std::vector<std::string> categories;
  int64_t sequence = 0;
  int64_t priority = 0;           // 1 is the highest, 0 none.
  int64_t percent_complete = 0;   // Of a task.
  std::optional<DateTime> stamp;  // This and those below are in UTC.
  std::optional<DateTime> created;
  std::optional<DateTime> last_modified;
  std::optional<DateTime> completed;

  std::vector<CalendarAlarm> alarms;
  // Everything else, as it was read.
  std::vector<ContentLine> other;
  std::vector<Component> other_components;
};

struct CalendarFile {
  std::string name;  // X-WR-CALNAME
  std::vector<CalendarItem> items;
  // Everything else of the calendar: its lines, VJOURNALs and the like, and the definitions of
  // zones that are in no database.
  std::vector<ContentLine> other;
  std::vector<Component> other_components;
};

struct ReadCalendar {
  CalendarFile file;
  std::vector<Note> notes;  // Parts that were not understood, at most kMaxNotes.
  // Lines and components that mean nothing here and were kept, by name: how often.
  std::map<std::string, size_t> kept;
  bool ends_within = false;  // Whether the file ends before a component does: it was cut off.
};

// All calendars of a file as one. An error only when it is no calendar file at all.
Result<ReadCalendar> read_calendar(std::string_view text);

// The zones of the database that items use, each with the first year: what a file has to define
// before its items.
class UsedZones {
 public:
  void add(const CalendarItem& item);
  // As VTIMEZONEs.
  void add_to(Component& calendar) const;

 private:
  void add(const std::optional<CalendarTime>& time);

  std::map<std::string, std::pair<TimeZone, int>> zones_;
};

// `now` is what an item without a stamp gets (DTSTAMP has to be there).
std::string write_calendar(const CalendarFile& file, const DateTime& now);
// The same in parts: everything before the items (those of `file` are not looked at), each item
// (component_text of its item_component), and the end.
std::string calendar_begin(const CalendarFile& file, const UsedZones& zones);
constexpr std::string_view kCalendarEnd = "END:VCALENDAR\r\n";
// One item of it.
Component item_component(const CalendarItem& item, const DateTime& now);

// When an item occurs; it must have a start.
Result<Recurrence> recurrence_of(const CalendarItem& item);

}  // namespace norn::ical
