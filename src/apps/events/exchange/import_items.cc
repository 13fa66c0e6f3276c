#include "apps/events/exchange/import_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/events/exchange/ical_other.h"
#include "apps/events/exchange/import_text.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/when.h"
#include "apps/events/tags.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"
#include "ical/civil.h"

namespace norn::events {

using ical::CalendarItem;
using ical::CalendarTime;
using ical::floor_div;
using ical::kDaySeconds;
using ical::TimeForm;
using ical::TimeZone;

namespace {

constexpr size_t kShownTitle = 60;
constexpr std::string_view kNoTitle = "(No title)";
constexpr int64_t kFirstSecond = -2'208'988'800;  // 1900-01-01

// Cuts a text that is too long, with a note.
std::string limited(const std::string& text, size_t max, const Sentence<2>& was_cut,
                    const CalendarItem& item, ImportNotes& notes) {
  std::string cut = cut_to_characters(text, max);
  if (cut.size() < text.size()) {
    notes.add(item.line, was_cut(shown_title(item), max));
  }
  return cut;
}

std::optional<std::string> if_any(std::string text) {
  if (text.empty()) return std::nullopt;
  return text;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') line += ", ";
    if (c != '\n') line += c;
  }
  return as_line(line);
}

Status status_of(const CalendarItem& item) {
  std::string text = item.status;
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return status_from(text).value_or(Status::kConfirmed);
}

const ical::ContentLine* other_line(const CalendarItem& item, std::string_view name) {
  const auto found = std::ranges::find(item.other, name, &ical::ContentLine::name);
  return found == item.other.end() ? nullptr : &*found;
}

// The zone of a time that is written in UTC because its wall time exists twice.
std::optional<std::string> zone_line(const CalendarItem& item, std::string_view name) {
  const ical::ContentLine* const line = other_line(item, name);
  if (line == nullptr || !TimeZone::find(line->value)) return std::nullopt;
  return line->value;
}

std::optional<std::string> color_of(const CalendarItem& item) {
  const ical::ContentLine* const line = other_line(item, "X-NORN-COLOR");
  if (line == nullptr || !is_color(line->value)) return std::nullopt;
  return line->value;
}

template <typename T>
void sort_once(std::vector<T>& values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
}

std::vector<std::string> tags_of(const CalendarItem& item, ImportNotes& notes) {
  std::vector<std::string> tags;
  for (const std::string& category : item.categories) {
    std::string tag =
        limited(as_line(category), kMaxTagCharacters, kImportCategoryCut, item, notes);
    if (tag.empty()) continue;
    tags.push_back(std::move(tag));
    tags = each_tag_once(std::move(tags));
    if (tags.size() > kMaxTags) break;
  }
  if (tags.size() > kMaxTags) {
    tags.resize(kMaxTags);
    notes.add(item.line, kImportTooManyCategories(shown_title(item), kMaxTags));
  }
  return tags;
}

std::vector<int64_t> reminders_of(const CalendarItem& item, ImportNotes& notes) {
  std::vector<int64_t> reminders;
  size_t others = 0;
  for (const ical::CalendarAlarm& alarm : item.alarms) {
    const auto minutes = reminder_of(alarm);
    if (minutes) reminders.push_back(*minutes);
    if (!minutes && alarm.action != "NONE") ++others;
  }
  sort_once(reminders);
  if (reminders.size() > kMaxReminders) {
    reminders.resize(kMaxReminders);
    notes.add(item.line, kImportTooManyReminders(shown_title(item), kMaxReminders));
  }
  if (others > 0) {
    notes.add(item.line, kImportOtherAlarms(shown_title(item), others));
  }
  return reminders;
}

// At least one day: some programs write the same date for start and end.
Result<When> all_day(const CalendarItem& item) {
  When when{.kind = TimeKind::kAllDay, .start_s = item.start->time.second, .end_s = {}};
  const int64_t first = floor_div(when.start_s, kDaySeconds);
  int64_t end = first + 1;
  if (item.end) {
    const int64_t end_s = item.end->time.second;
    end = -floor_div(-end_s, kDaySeconds);
  } else if (item.duration_s) {
    end = first + -floor_div(-*item.duration_s, kDaySeconds);
  }
  if (end < first) return invalid("end", kImportEndsBeforeStart);
  when.end_s = std::max(end, first + 1) * kDaySeconds;
  return when;
}

bool is_repeated(const CalendarItem& item) {
  return item.rule || !item.dates.empty() || item.recurrence_id;
}

// Adds a duration: whole days in wall time, the rest in seconds.
int64_t after(const CalendarTime& start, int64_t duration_s) {
  const int64_t days_s = duration_s / kDaySeconds * kDaySeconds;
  CalendarTime end = start;
  end.time.second += days_s;
  return end.utc_s() + duration_s - days_s;
}

Result<void> check(const When& when) {
  const int64_t end_s = when.end_s.value_or(when.start_s);
  if (end_s < when.start_s) return invalid("end", kImportEndsBeforeStart);
  if (end_s - when.start_s > kMaxEventDays * kDaySeconds) {
    return invalid("end", kImportTakesTooLong(kMaxEventDays));
  }
  // With a margin of a day, so that it is in these years in any zone.
  if (when.start_s < kFirstSecond + kDaySeconds || end_s > ical::kLastSecond - kDaySeconds) {
    return invalid("start", kImportYears);
  }
  return {};
}

}  // namespace

std::string shown_title(const CalendarItem& item) {
  const std::string title = as_line(item.summary);
  return title.empty() ? std::string(kNoTitle) : cut_to_characters(title, kShownTitle);
}

std::optional<int64_t> changed_s(const CalendarItem& item) {
  const auto& time = item.last_modified ? item.last_modified : item.stamp;
  return time ? std::optional(time->second) : std::nullopt;
}

Details ItemReader::details(const CalendarItem& item, ImportNotes& notes) const {
  Details details;
  details.title = limited(as_line(item.summary), kMaxTitleCharacters, kImportTitleCut, item, notes);
  if (details.title.empty()) details.title = kNoTitle;
  const std::string description = as_lines(item.description);
  details.description = if_any(cut_to_bytes(description, kMaxDescriptionBytes));
  if (description.size() > kMaxDescriptionBytes) {
    notes.add(item.line, kImportDescriptionCut(shown_title(item), kMaxDescriptionBytes));
  }
  details.location = if_any(
      limited(on_one_line(item.location), kMaxLocationCharacters, kImportLocationCut, item, notes));
  details.color = color_of(item);
  details.status = status_of(item);
  details.tags = tags_of(item, notes);
  details.reminder_minutes = reminders_of(item, notes);
  OtherText other = other_text(item);
  details.ical_other = as_utf8(other.text);
  if (other.left_out > 0) {
    notes.add(item.line, kImportPropertiesTooLong(shown_title(item), other.left_out));
  }
  return details;
}

Result<When> ItemReader::when(const CalendarItem& item, ImportNotes& notes) const {
  When when;
  if (item.start->time.form == TimeForm::kDate) {
    NORN_ASSIGN(when, all_day(item));
  } else {
    NORN_ASSIGN(when, timed(item, notes));
  }
  NORN_TRY(check(when));
  return when;
}

Result<When> ItemReader::timed(const CalendarItem& item, ImportNotes& notes) const {
  const CalendarTime& start = *item.start;
  When when;
  when.start_s = start.utc_s();
  if (start.time.form == TimeForm::kLocal && !start.zone) when.kind = TimeKind::kFloating;
  const bool is_timed = when.kind == TimeKind::kTimed;
  const auto tzid_of = [&](const CalendarTime& time, std::string_view line, int64_t second) {
    if (time.zone) return std::optional(zones_.known(*time.zone, second, notes).tzid);
    return zone_line(item, line);
  };
  // A time in UTC is a moment and has no zone: the person sees it by their own clocks. Only a rule
  // is followed in UTC, since in a zone it would move when the clocks change.
  const std::string utc_tzid = is_repeated(item) ? "UTC" : zones_.own_tzid();
  if (is_timed) when.start_tzid = tzid_of(start, "X-NORN-TZID", when.start_s).value_or(utc_tzid);
  if (item.end) {
    CalendarTime end = *item.end;
    // A date as the end means its midnight in the zone of the start.
    if (end.time.form == TimeForm::kDate) end = {{start.time.form, end.time.second}, start.zone};
    // Without a zone, the end is in the zone of the start.
    if (end.time.form == TimeForm::kLocal && !end.zone) end.zone = start.zone;
    when.end_s = is_timed ? end.utc_s() : end.time.second;
    if (is_timed) when.end_tzid = tzid_of(end, "X-NORN-END-TZID", *when.end_s);
    if (when.end_tzid == when.start_tzid) when.end_tzid.reset();
  } else if (item.duration_s) {
    when.end_s = after(start, *item.duration_s);
  }
  return when;
}

Stamp ItemReader::stamp(const CalendarItem& item) const {
  const auto second = [](const std::optional<ical::DateTime>& time) {
    return time ? std::optional(time->second) : std::nullopt;
  };
  return {.version = 1,
          .created_at = timestamp(second(item.created)),
          .updated_at = timestamp(changed_s(item))};
}

std::string ItemReader::timestamp(const std::optional<int64_t>& second) const {
  const bool is_past = second && *second >= 0 && *second * 1000 < now_ms_;
  return timestamp_s(is_past ? *second * 1000 : now_ms_);
}

}  // namespace norn::events
