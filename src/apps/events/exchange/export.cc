#include "apps/events/exchange/export.h"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "apps/events/exchange/ical_other.h"
#include "apps/events/exchange/ical_times.h"
#include "apps/events/keys.h"
#include "apps/events/series/when.h"
#include "base/time_text.h"
#include "ical/civil.h"
#include "ical/recurrence.h"

namespace norn::events {

using ical::CalendarAlarm;
using ical::CalendarItem;
using ical::CalendarTime;
using ical::DateTime;
using ical::kDaySeconds;
using ical::Rule;
using ical::TimeForm;
using ical::TimeZone;

namespace {

// The recurrence of a series as in a file.
struct ExportedRepeats {
  When when;                 // Of the first occurrence: DTSTART always is one.
  ical::CalendarTime start;  // Its start.
  std::optional<ical::Rule> rule = {};
  std::vector<ical::RecurrenceDate> dates = {};
  std::vector<ical::DateTime> exceptions = {};
};

// Wall time and zone, even if the wall time exists twice, because rules are about wall times.
CalendarTime start_time(const When& when) {
  if (when.kind != TimeKind::kTimed) return calendar_time(when.kind, "", when.start_s);
  const TimeZone zone = TimeZone::find(when.start_tzid).value_or(TimeZone::utc());
  if (zone.is_utc()) return {{TimeForm::kUtc, when.start_s}};
  return {{TimeForm::kLocal, zone.local_of(when.start_s)}, zone};
}

// The instant of UNTIL on the scale of the series, whatever its form.
int64_t last_instant(const DateTime& until, TimeKind kind, const SeriesTimes& times) {
  if (kind == TimeKind::kAllDay || until.form != TimeForm::kDate) return times.instant(until);
  return times.instant({TimeForm::kLocal, until.second + kDaySeconds - 1});
}

// In the form that goes with DTSTART (RFC 5545, 3.3.10).
DateTime until_time(TimeKind kind, int64_t second) {
  if (kind == TimeKind::kTimed) return {TimeForm::kUtc, second};
  if (kind == TimeKind::kFloating) return {TimeForm::kLocal, second};
  return {TimeForm::kDate, ical::floor_div(second, kDaySeconds) * kDaySeconds};
}

// The first occurrence of a rule from an instant on; nullopt if there is none.
std::optional<ical::Occurrence> first_from(const CalendarTime& start, const Rule& rule,
                                           int64_t from_s) {
  const auto recurrence =
      ical::Recurrence::create({.start = start.time, .zone = start.zone, .rule = rule});
  if (!recurrence) return std::nullopt;
  const auto expanded = recurrence->expand({.from_s = from_s}, 1);
  if (!expanded || expanded->occurrences.empty()) return std::nullopt;
  return expanded->occurrences.front();
}

void merge_until(Rule& rule, const Master& master, const CalendarTime& start,
                 const SeriesTimes& times) {
  const TimeKind kind = master.when.kind;
  std::optional<int64_t> last = master.repeats.until_s;
  if (rule.count) {
    if (!last || !first_from(start, rule, *last + 1)) return;
    rule.count.reset();
  }
  if (rule.until) {
    const int64_t own = last_instant(*rule.until, kind, times);
    last = last ? std::min(*last, own) : own;
  }
  if (last) rule.until = until_time(kind, *last);
}

void move_to(When& when, int64_t start_s) {
  if (when.end_s) *when.end_s += start_s - when.start_s;
  when.start_s = start_s;
}

void add_listed(const Master& master, const SeriesTimes& times, ExportedRepeats& repeats) {
  const std::optional<int64_t>& last = master.repeats.until_s;
  for (const std::string& text : master.repeats.rdate) {
    const auto date = times.rdate(text);
    if (date && (!last || times.instant(date->start) <= *last)) repeats.dates.push_back(*date);
  }
  for (const std::string& tag : master.repeats.exdate) {
    repeats.exceptions.push_back(times.exdate(tag));
  }
  // The stored order may differ.
  std::ranges::stable_sort(repeats.dates, {}, [](const auto& date) { return date.start.second; });
}

void sort_exceptions(ExportedRepeats& repeats) {
  std::ranges::stable_sort(repeats.exceptions, {}, &DateTime::second);
}

// Returns nullopt if the series never occurs. rruleUntil becomes UNTIL of the rule, unless COUNT or
// the rule's own UNTIL ends it before.
std::optional<ExportedRepeats> exported_repeats(const Master& master) {
  ExportedRepeats repeats{.when = master.when, .start = start_time(master.when)};
  const auto rule = ical::parse_rule(master.repeats.rrule);
  const SeriesTimes times(master.when, rule ? &*rule : nullptr, false);
  add_listed(master, times, repeats);
  sort_exceptions(repeats);
  if (!rule) {
    if (master.repeats.rrule.empty()) return repeats;
    return std::nullopt;
  }
  repeats.rule = *rule;
  merge_until(*repeats.rule, master, repeats.start, times);
  const auto first = first_from(repeats.start, *repeats.rule, ical::Window{}.from_s);
  if (first) {
    if (first->local_s == repeats.start.time.second) return repeats;
    repeats.start.time.second = first->local_s;
    move_to(repeats.when, first->utc_s);
    return repeats;
  }
  if (repeats.dates.empty()) return std::nullopt;
  // Only rdates are left, and DTSTART is not one of them.
  repeats.rule.reset();
  if (std::ranges::find(repeats.exceptions, repeats.start.time) == repeats.exceptions.end()) {
    repeats.exceptions.push_back(repeats.start.time);
    sort_exceptions(repeats);
  }
  return repeats;
}

CalendarTime exported_recurrence_id(const Master& master, const Instance& instance) {
  const auto rule = ical::parse_rule(master.repeats.rrule);
  const SeriesTimes times(master.when, rule ? &*rule : nullptr, false);
  const CalendarTime start = start_time(master.when);
  CalendarTime id{times.exdate(instance.tag)};
  if (id.time.form == TimeForm::kLocal) id.zone = start.zone;
  return id;
}

std::optional<DateTime> stamp(const std::string& timestamp) {
  const auto ms = parse_timestamp_ms(timestamp);
  if (!ms) return std::nullopt;
  return DateTime{TimeForm::kUtc, *ms / 1000};
}

// Alarms of the imported file are kept as long as the event has their reminders.
void add_alarms(const Details& details, CalendarItem& item) {
  std::vector<int64_t> missing = details.reminder_minutes;
  std::erase_if(item.alarms, [&](const CalendarAlarm& alarm) {
    const auto minutes = reminder_of(alarm);
    if (!minutes) return false;
    std::erase(missing, *minutes);
    return std::ranges::find(details.reminder_minutes, *minutes) == details.reminder_minutes.end();
  });
  for (const int64_t minutes : missing) {
    CalendarAlarm& alarm = item.alarms.emplace_back();
    alarm.offset_s = -minutes * 60;
    alarm.description = details.title;
  }
}

void add_details(const Details& details, CalendarItem& item) {
  item.summary = details.title;
  item.description = details.description.value_or("");
  item.location = details.location.value_or("");
  item.status = to_text(details.status);
  item.categories = details.tags;
  // COLOR of RFC 7986 allows CSS names only.
  if (details.color) {
    item.other.insert(item.other.begin(), {.name = "X-NORN-COLOR", .value = *details.color});
  }
  add_alarms(details, item);
}

void add_zone_line(std::string name, const std::string& tzid, CalendarItem& item) {
  item.other.insert(item.other.begin(), {.name = std::move(name), .value = tzid});
}

void add_end(const When& when, CalendarItem& item) {
  // RFC 5545 (3.8.2.2) does not allow an end at the start; leaving it out means the same.
  if (!when.end_s || *when.end_s <= when.start_s) return;
  item.end = calendar_time(when.kind, when.end_tzid.value_or(when.start_tzid), *when.end_s);
  const bool is_journey = when.end_tzid.value_or(when.start_tzid) != when.start_tzid;
  if (is_journey && !item.end->zone) add_zone_line("X-NORN-END-TZID", *when.end_tzid, item);
}

void add_when(const When& when, CalendarItem& item) {
  item.start = calendar_time(when.kind, when.start_tzid, when.start_s);
  add_end(when, item);
  // A time in UTC says nothing of a zone, not even that it is meant in UTC.
  if (when.kind == TimeKind::kTimed && !item.start->zone) {
    add_zone_line("X-NORN-TZID", when.start_tzid, item);
  }
}

CalendarItem begin_item(const Details& details, const Stamp& times, const Ical& ical) {
  CalendarItem item = item_of_other(details.ical_other);
  item.uid = ical.uid;
  item.sequence = ical.sequence;
  item.created = stamp(times.created_at);
  item.last_modified = stamp(times.updated_at);
  item.stamp = item.last_modified;
  add_details(details, item);
  return item;
}

constexpr ical::DateTime kEpoch{ical::TimeForm::kUtc, 0};

// Items that are read at once.
constexpr int64_t kPageItems = 200;
// Changes whenever the same items become another text.
constexpr XXH64_hash_t kExportFormat = 1;

}  // namespace

store::QueryRequest items_below(const Context& context, const std::string& owner_id,
                                std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :sk)";
  request.placeholders.values = {{":pk", keys::user(owner_id)}, {":sk", std::string(prefix)}};
  request.consistent = true;
  return request;
}

CalendarExport::CalendarExport(const Context& context, ExportedFile file)
    : context_(&context), file_(std::move(file)), now_ms_(context.clock.now_ms()) {}

CalendarItem CalendarExport::named(CalendarItem item, const Guests& guests) const {
  if (file_.guests == ExportedGuests::kWith) name_guests(guests, item);
  return item;
}

Result<CalendarExport> CalendarExport::begin(const Context& context, ExportedFile wanted) {
  CalendarExport exported(context, std::move(wanted));
  ical::CalendarFile file;
  file.name = exported.file_.name;
  // What Apple's programs, and most others, read; COLOR of RFC 7986 allows CSS names only.
  if (!exported.file_.color.empty()) {
    file.other.push_back({.name = "X-APPLE-CALENDAR-COLOR", .value = exported.file_.color});
  }
  XXH3_state_t hash;
  XXH3_64bits_reset_withSeed(&hash, kExportFormat);
  const std::string head = ical::calendar_begin(file, {});
  XXH3_64bits_update(&hash, head.data(), head.size());
  ical::UsedZones zones;
  Position position = exported.position_;
  while (!exported.has_ended(position)) {
    NORN_TRY(exported.visit_some(position, [&](store::ItemView stored, const CalendarItem& item) {
      const std::string_view json = stored.json();
      XXH3_64bits_update(&hash, json.data(), json.size());
      zones.add(item);
    }));
  }
  exported.etag_ = fmt::format("{:016x}", XXH3_64bits_digest(&hash));
  exported.begin_ = ical::calendar_begin(file, zones);
  return exported;
}

Result<bool> CalendarExport::append_next(std::string& out) {
  out += std::exchange(begin_, {});
  if (!has_ended(position_)) {
    NORN_TRY(visit_some(position_, [&](store::ItemView, const CalendarItem& item) {
      out += ical::component_text(ical::item_component(item, kEpoch));
    }));
  }
  const bool more = !has_ended(position_);
  if (!more) out += ical::kCalendarEnd;
  return more;
}

bool CalendarExport::is_first(Position& position, const std::string& uid) const {
  if (file_.owners.size() < 2) return true;
  return position.seen.insert(XXH3_64bits(uid.data(), uid.size())).second;
}

Result<void> CalendarExport::visit_some(Position& position, const Visit& visit) const {
  if (!position.in_series) {
    NORN_ASSIGN(const bool more, visit_events(position, visit));
    position.in_series = !more;
    return {};
  }
  if (!position.after_series) {
    NORN_ASSIGN(const bool more, visit_series(position, visit));
    position.after_series = !more;
  } else {
    NORN_TRY(visit_further(position, visit));
  }
  if (position.after_series && position.kind == file_.further.size()) {
    position = {.owner = position.owner + 1, .seen = std::move(position.seen)};
  }
  return {};
}

Result<void> CalendarExport::visit_further(Position& position, const Visit& visit) const {
  const ExportedKind& kind = file_.further[position.kind];
  const std::string& owner = owner_of(position);
  NORN_ASSIGN(const auto page, read_page(kind.query(owner), position.start_after));
  for (const store::ItemView item : page.items) {
    const auto exported = kind.item_of(owner, item);
    if (exported && is_first(position, exported->uid)) visit(item, *exported);
  }
  if (!position.start_after) ++position.kind;
  return {};
}

Result<store::PageResult> CalendarExport::read_page(store::QueryRequest request,
                                                    std::optional<store::Item>& start_after) const {
  request.limit = kPageItems;
  request.start_after = std::move(start_after);
  NORN_ASSIGN(auto page, context_->store.query(request));
  start_after = std::move(page.last_key);
  return page;
}

Result<bool> CalendarExport::visit_events(Position& position, const Visit& visit) const {
  NORN_ASSIGN(const auto page, read_page(items_below(*context_, owner_of(position), keys::kEvents),
                                         position.start_after));
  for (const store::ItemView item : page.items) {
    const auto event = event_from(item);
    if (!event || has_expired(event->details, now_ms_)) continue;
    if (is_first(position, event->ical.uid)) {
      visit(item, named(calendar_item(*event), event->guests));
    }
  }
  return position.start_after.has_value();
}

// Exceptions of a deleted series are about to be swept, and those of a series that never occurs
// are not in the file.
Result<bool> CalendarExport::visit_series(Position& position, const Visit& visit) const {
  if (position.series.empty()) {
    NORN_ASSIGN(const auto page,
                read_page(items_below(*context_, owner_of(position), keys::kMasters),
                          position.start_after));
    for (const store::ItemView item : page.items) {
      position.series.push_back(store::Item::copy_of(item));
    }
  }
  while (!position.series.empty()) {
    const store::Item& item = position.series.front();
    const auto master = master_from(item);
    const bool is_shown = master && !has_expired(master->details, now_ms_);
    auto main = is_shown ? calendar_item(*master) : std::nullopt;
    const bool is_begun = position.exceptions_after.has_value();
    if (main && !is_begun && !is_first(position, main->uid)) main.reset();
    if (main && !is_begun) visit(item, named(*main, master->guests));
    if (main && master->repeats.has_exceptions) {
      NORN_ASSIGN(const bool more, visit_exceptions(position, *master, visit));
      if (more) return true;
    }
    position.series.pop_front();
  }
  return position.start_after.has_value();
}

Result<bool> CalendarExport::visit_exceptions(Position& position, const Master& master,
                                              const Visit& visit) const {
  NORN_ASSIGN(const auto page,
              read_page(items_below(*context_, owner_of(position), keys::instances_of(master.id)),
                        position.exceptions_after));
  for (const store::ItemView item : page.items) {
    const auto instance = instance_from(item);
    if (instance) visit(item, named(calendar_item(master, *instance), master.guests));
  }
  return position.exceptions_after.has_value();
}

CalendarItem calendar_item(const Event& event) {
  CalendarItem item = begin_item(event.details, event.stamp, event.ical);
  add_when(event.when, item);
  return item;
}

std::optional<CalendarItem> calendar_item(const Master& master) {
  const auto repeats = exported_repeats(master);
  if (!repeats) return std::nullopt;
  CalendarItem item = begin_item(master.details, master.stamp, master.ical);
  item.start = repeats->start;
  add_end(repeats->when, item);
  item.rule = repeats->rule;
  item.dates = repeats->dates;
  item.exceptions = repeats->exceptions;
  return item;
}

CalendarItem calendar_item(const Master& master, const Instance& instance) {
  CalendarItem item = begin_item(instance.details, instance.stamp, master.ical);
  add_when(instance.when, item);
  item.recurrence_id = exported_recurrence_id(master, instance);
  return item;
}

}  // namespace norn::events
