#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/faults.h"
#include "ical/calendar_file.h"
#include "ical/component.h"
#include "ical/sentences.h"
#include "ical/time_zone.h"
#include "ical/zone_component.h"
#include "ical/zone_names.h"

namespace norn::ical {
namespace {

// The zones of one calendar file by the names that it gives them.
class CalendarZones {
 public:
  // The VTIMEZONEs of a calendar; those that are in no database are kept as they are.
  void add(const Component& vtimezone, std::vector<Note>& notes, std::vector<Component>& kept);

  // nullptr if it is unknown, with one note.
  const TimeZone* find(std::string_view tzid, std::vector<Note>& notes);

 private:
  std::map<std::string, std::optional<TimeZone>, std::less<>> zones_;
};

void CalendarZones::add(const Component& vtimezone, std::vector<Note>& notes,
                        std::vector<Component>& kept) {
  const ContentLine* const tzid = vtimezone.line("TZID");
  if (tzid == nullptr || zones_.size() >= kMaxFileZones) {
    kept.push_back(vtimezone);
    if (notes.size() < kMaxNotes) {
      notes.push_back({0, kZoneNotUsed});
    }
    return;
  }
  auto known = find_zone_by_any_name(tzid->value);
  if (!known) {
    // Many programs add the name of the zone in the database.
    const ContentLine* const location = vtimezone.line("X-LIC-LOCATION");
    if (location != nullptr) known = find_zone_by_any_name(location->value);
  }
  if (known) {
    zones_.insert_or_assign(tzid->value, *known);
    return;
  }
  kept.push_back(vtimezone);
  const auto by_rules = read_zone(vtimezone);
  if (by_rules) {
    zones_.insert_or_assign(tzid->value, *by_rules);
    notes.push_back({0, kZoneOwnRules(tzid->value)});
  } else {
    notes.push_back({0, kZoneUnusable(tzid->value, said_by(by_rules.error()))});
  }
}

const TimeZone* CalendarZones::find(std::string_view tzid, std::vector<Note>& notes) {
  auto found = zones_.find(tzid);
  if (found == zones_.end()) {
    if (zones_.size() >= kMaxFileZones) return nullptr;
    const auto known = find_zone_by_any_name(tzid);
    std::optional<TimeZone> zone;
    if (known) {
      zone = *known;
    } else if (notes.size() < kMaxNotes) {
      notes.push_back({0, kZoneTakenAsFloating(tzid.substr(0, 64))});
    }
    found = zones_.emplace(tzid, zone).first;
  }
  return found->second ? &*found->second : nullptr;
}

// Its name in notes.
struct ItemName {
  std::string_view kind;
  std::string title;
};
ItemName name_of(const Component& component) {
  const std::string_view kind = component.name == "VTODO" ? "Task" : "Event";
  for (const char* const name : {"SUMMARY", "UID"}) {
    const ContentLine* const line = component.line(name);
    if (line != nullptr) return {kind, unescape_text(line->value)};
  }
  return {kind, "(No title)"};
}

class Reader {
 public:
  explicit Reader(ReadCalendar& read) : read_(read) {}

  void add_calendar(Component calendar) {
    for (const Component& part : calendar.components) {
      if (part.name == "VTIMEZONE") {
        zones_.add(part, read_.notes, read_.file.other_components);
      }
    }
    for (ContentLine& line : calendar.lines) add_calendar_line(std::move(line));
    for (Component& part : calendar.components) {
      if (part.name == "VEVENT" || part.name == "VTODO") {
        add_item(std::move(part));
      } else if (part.name != "VTIMEZONE") {
        ++read_.kept[part.name];
        read_.file.other_components.push_back(std::move(part));
      }
    }
  }

  void finish() {
    if (left_out_ > 0) note(0, kLinesLeftOut(left_out_));
  }

 private:
  void note(size_t line, Said said) {
    if (read_.notes.size() < kMaxNotes) read_.notes.push_back({line, std::move(said)});
  }

  void add_calendar_line(ContentLine line) {
    if (line.name == "VERSION" || line.name == "PRODID") return;
    if (line.name == "X-WR-CALNAME" && read_.file.name.empty()) {
      read_.file.name = unescape_text(line.value);
      return;
    }
    // Equal parts of several calendars in a file are kept once.
    std::vector<ContentLine>& other = read_.file.other;
    if (other.size() == kMaxCalendarLines) {
      ++left_out_;
    } else if (std::ranges::find(other, line) == other.end()) {
      other.push_back(std::move(line));
    }
  }

  void add_item(Component component) {
    CalendarItem item;
    item.kind = component.name == "VTODO" ? CalendarItem::Kind::kTodo : CalendarItem::Kind::kEvent;
    item.line = component.first_line;
    const ItemName name = name_of(component);
    // Other times depend on the zone of the start.
    for (const ContentLine& line : component.lines) {
      if (line.name != "DTSTART" || item.start) continue;
      if (const auto start = read_time(line)) item.start = *start;
    }
    if (!item.start && item.kind == CalendarItem::Kind::kEvent) {
      note(item.line, kItemWithoutStart(name.kind, name.title));
      read_.file.other_components.push_back(std::move(component));
      return;
    }
    if (component.line("UID") == nullptr) {
      note(item.line, kItemWithoutUid(name.kind, name.title));
    }
    bool has_start = false;
    for (ContentLine& line : component.lines) {
      if (line.name == "DTSTART" && item.start && !has_start) {
        has_start = true;
        continue;
      }
      const auto read = read_line(line, item);
      if (!read) {
        note(item.line, kItemLine(name.kind, name.title, line.name, said_by(read.error())));
      }
      if (!read || !*read) item.other.push_back(std::move(line));
    }
    for (Component& part : component.components) add_part(std::move(part), name, item);
    read_.file.items.push_back(std::move(item));
  }

  void add_part(Component part, const ItemName& name, CalendarItem& item) {
    if (part.name == "VALARM") {
      auto alarm = read_alarm(part);
      if (alarm) {
        item.alarms.push_back(std::move(*alarm));
        return;
      }
      note(part.first_line, kItemLine(name.kind, name.title, "VALARM", said_by(alarm.error())));
    } else {
      ++read_.kept[part.name];
    }
    item.other_components.push_back(std::move(part));
  }

  Result<CalendarTime> read_time(const ContentLine& line) {
    CalendarTime time;
    NORN_ASSIGN(time.time, parse_date_time(line.value));
    const std::string_view tzid = line.parameter("TZID");
    if (time.time.form != TimeForm::kLocal || tzid.empty()) return time;
    if (const TimeZone* const zone = zones_.find(tzid, read_.notes)) time.zone = *zone;
    return time;
  }

  // In the zone of the start, or in UTC.
  DateTime as_start(const DateTime& time, std::string_view tzid, const CalendarItem& item) {
    if (time.form != TimeForm::kLocal || tzid.empty()) return time;
    const TimeZone* const zone = zones_.find(tzid, read_.notes);
    const bool same = zone == nullptr ||
                      (item.start && item.start->zone && item.start->zone->name() == zone->name());
    return same ? time : DateTime{TimeForm::kUtc, zone->utc_of(time.second)};
  }

  static Result<int64_t> read_number(const ContentLine& line, int64_t most) {
    int64_t number = 0;
    const char* const end = line.value.data() + line.value.size();
    const auto [rest, error] = std::from_chars(line.value.data(), end, number);
    if (error == std::errc() && rest == end && number >= 0 && number <= most) return number;
    return fault(ErrorCode::kInvalid, kNumberForm(line.value.substr(0, 40), most));
  }

  // Returns false if an item has no member for it.
  Result<bool> read_line(const ContentLine& line, CalendarItem& item) {
    const std::string_view name = line.name;
    if (std::string* const text = text_of(name, item); text != nullptr && text->empty()) {
      *text = name == "URL" ? line.value : unescape_text(line.value);
      if (line.parameters.empty()) {
        item.text_parameters.erase(line.name);
      } else {
        item.text_parameters.insert_or_assign(line.name, line.parameters);
      }
      return true;
    }
    if (name == "CATEGORIES") {
      for (const std::string_view value : split_values(line.value)) {
        item.categories.push_back(unescape_text(value));
      }
      return true;
    }
    if (std::optional<DateTime>* const time = stamp_of(name, item); time != nullptr && !*time) {
      NORN_ASSIGN(*time, parse_date_time(line.value));
      return true;
    }
    NORN_ASSIGN(const bool is_time, read_time_line(line, item));
    if (is_time) return true;
    NORN_ASSIGN(const bool is_number, read_number_line(line, item));
    if (!is_number) ++read_.kept[line.name];
    return is_number;
  }

  static std::string* text_of(std::string_view name, CalendarItem& item) {
    if (name == "UID") return &item.uid;
    if (name == "SUMMARY") return &item.summary;
    if (name == "DESCRIPTION") return &item.description;
    if (name == "LOCATION") return &item.location;
    if (name == "STATUS") return &item.status;
    if (name == "URL") return &item.url;
    return nullptr;
  }

  static std::optional<DateTime>* stamp_of(std::string_view name, CalendarItem& item) {
    if (name == "DTSTAMP") return &item.stamp;
    if (name == "CREATED") return &item.created;
    if (name == "LAST-MODIFIED") return &item.last_modified;
    if (name == "COMPLETED") return &item.completed;
    return nullptr;
  }

  Result<bool> read_number_line(const ContentLine& line, CalendarItem& item) {
    constexpr int64_t kMaxSequence = 1'000'000'000;
    const bool is_sequence = line.name == "SEQUENCE";
    const bool is_priority = line.name == "PRIORITY";
    if (!is_sequence && !is_priority && line.name != "PERCENT-COMPLETE") return false;
    int64_t& number = is_sequence   ? item.sequence
                      : is_priority ? item.priority
                                    : item.percent_complete;
    // The first one with a value counts.
    if (number != 0) return false;
    NORN_ASSIGN(number, read_number(line, is_sequence ? kMaxSequence : is_priority ? 9 : 100));
    return true;
  }

  Result<bool> read_time_line(const ContentLine& line, CalendarItem& item) {
    const std::string_view name = line.name;
    const bool is_event = item.kind == CalendarItem::Kind::kEvent;
    if (name == (is_event ? "DTEND" : "DUE") && !item.end) {
      NORN_ASSIGN(item.end, read_time(line));
      return true;
    }
    if (name == "RECURRENCE-ID" && !item.recurrence_id) {
      NORN_ASSIGN(item.recurrence_id, read_time(line));
      item.and_following = line.parameter("RANGE") == "THISANDFUTURE";
      return true;
    }
    if (name == "DURATION" && !item.duration_s) {
      NORN_ASSIGN(item.duration_s, parse_duration_s(line.value));
      return true;
    }
    if (name == "RRULE") {
      if (item.rule) return fault(ErrorCode::kInvalid, kSecondRule);
      NORN_ASSIGN(item.rule, parse_rule(line.value));
      return true;
    }
    if (name == "RDATE" || name == "EXDATE") return read_dates(line, item);
    return false;
  }

  // All of them, or none.
  Result<bool> read_dates(const ContentLine& line, CalendarItem& item) {
    const std::string_view tzid = line.parameter("TZID");
    std::vector<RecurrenceDate> dates;
    for (const std::string_view value : split_values(line.value)) {
      NORN_ASSIGN(RecurrenceDate date, parse_recurrence_date(value));
      date.start = as_start(date.start, tzid, item);
      if (date.has_end) date.end = as_start(date.end, tzid, item);
      dates.push_back(date);
    }
    for (const RecurrenceDate& date : dates) {
      if (line.name == "RDATE") {
        item.dates.push_back(date);
      } else {
        item.exceptions.push_back(date.start);
      }
    }
    return true;
  }

  static Result<CalendarAlarm> read_alarm(const Component& component) {
    CalendarAlarm alarm;
    bool has_trigger = false;
    for (const ContentLine& line : component.lines) {
      if (line.name == "ACTION") {
        alarm.action = line.value;
      } else if (line.name == "DESCRIPTION") {
        alarm.description = unescape_text(line.value);
      } else if (line.name == "TRIGGER" && !has_trigger) {
        has_trigger = true;
        if (const auto at = parse_date_time(line.value)) {
          alarm.at = *at;
        } else {
          NORN_ASSIGN(alarm.offset_s, parse_duration_s(line.value));
          alarm.from_end = line.parameter("RELATED") == "END";
        }
      } else {
        alarm.other.push_back(line);
      }
    }
    if (has_trigger) return alarm;
    return fault(ErrorCode::kInvalid, kAlarmWithoutTrigger);
  }

  ReadCalendar& read_;
  CalendarZones zones_;
  size_t left_out_ = 0;
};

}  // namespace

int64_t CalendarTime::utc_s() const {
  return zone && time.form == TimeForm::kLocal ? zone->utc_of(time.second) : time.second;
}

Result<ReadCalendar> read_calendar(std::string_view text) {
  NORN_ASSIGN(ReadComponents components, read_components(text));
  ReadCalendar read{.file = {},
                    .notes = std::move(components.notes),
                    .kept = {},
                    .ends_within = components.ends_within};
  Reader reader(read);
  bool is_calendar = false;
  for (Component& component : components.components) {
    if (component.name == "VCALENDAR") {
      is_calendar = true;
    } else {
      // Components beside a calendar count as its own.
      component = Component{.name = "VCALENDAR", .components = {std::move(component)}};
    }
    reader.add_calendar(std::move(component));
  }
  reader.finish();
  if (is_calendar) return read;
  return invalid("file", kFileNoCalendar);
}

Result<Recurrence> recurrence_of(const CalendarItem& item) {
  if (!item.start) return fault(ErrorCode::kInvalid, kNothingRecurs);
  return Recurrence::create({.start = item.start->time,
                             .zone = item.start->zone,
                             .rule = item.rule,
                             .dates = item.dates,
                             .exceptions = item.exceptions});
}

}  // namespace norn::ical
