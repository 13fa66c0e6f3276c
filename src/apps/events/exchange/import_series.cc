#include "apps/events/exchange/import_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/events/exchange/ical_times.h"
#include "apps/events/exchange/import_zones.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/series.h"
#include "apps/events/service/edit_exceptions.h"
#include "base/faults.h"

namespace norn::events {

using ical::CalendarItem;
using ical::CalendarTime;
using ical::DateTime;
using ical::TimeForm;

namespace {

constexpr size_t kMaxCostlyRules = 100;
constexpr int64_t kCheapCount = 1'000;

bool is_costly(const ical::Rule& rule) {
  return rule.frequency > ical::Frequency::kDaily || rule.count.value_or(0) > kCheapCount;
}

// A local time of the item's zone; as an instant if the zone that is used instead has other wall
// times.
DateTime in_terms_of(const DateTime& time, const CalendarItem& item, bool same_wall) {
  if (time.form != TimeForm::kLocal || !item.start->zone || same_wall) return time;
  return {TimeForm::kUtc, item.start->zone->utc_of(time.second)};
}

void keep_first(std::vector<std::string>& tags, const Sentence<2>& too_many,
                const CalendarItem& item, ImportNotes& notes) {
  std::ranges::sort(tags);
  const auto repeated = std::ranges::unique(tags);
  tags.erase(repeated.begin(), repeated.end());
  if (tags.size() <= kMaxListedTags) return;
  tags.resize(kMaxListedTags);
  notes.add(item.line, too_many(shown_title(item), kMaxListedTags));
}

// The tag of the day, or those of all occurrences on it.
Result<void> leave_out(const DateTime& time, const SeriesTimes& times, const Series& series,
                       std::vector<std::string>& tags) {
  if (const auto tag = times.tag(time)) {
    tags.push_back(*tag);
    return {};
  }
  if (!times.is_sub_daily() || time.form != TimeForm::kDate) return {};
  const int64_t from_s = times.instant({TimeForm::kLocal, time.second});
  const int64_t to_s = times.instant({TimeForm::kLocal, time.second + ical::kDaySeconds});
  NORN_ASSIGN(const auto occurrences, series.first_occurrences({from_s, to_s}, kMaxListedTags));
  for (const ical::Occurrence& occurrence : occurrences) {
    tags.push_back(series.tag_of(occurrence));
  }
  return {};
}

Result<void> add_dates(const CalendarItem& item, bool same_wall, Master& master,
                       ImportNotes& notes) {
  const SeriesTimes times(master.when, item.rule ? &*item.rule : nullptr, false);
  std::vector<std::string>& rdate = master.repeats.rdate;
  for (ical::RecurrenceDate date : item.dates) {
    date.start = in_terms_of(date.start, item, same_wall);
    if (date.has_end) date.end = in_terms_of(date.end, item, same_wall);
    auto text = times.rdate_text(date);
    if (!text) return invalid("rdate", kImportDatesOfOtherKind);
    rdate.push_back(std::move(*text));
  }
  keep_first(rdate, kImportTooManyDates, item, notes);
  return {};
}

// exdate may have days as well as times.
Result<void> add_exceptions(const CalendarItem& item, bool same_wall, const Series& series,
                            Master& master, ImportNotes& notes) {
  const SeriesTimes times(master.when, item.rule ? &*item.rule : nullptr, series.is_sub_daily());
  std::vector<std::string> tags;
  for (const DateTime& time : item.exceptions) {
    NORN_TRY(leave_out(in_terms_of(time, item, same_wall), times, series, tags));
    if (tags.size() > 2 * kMaxListedTags) break;
  }
  keep_first(tags, kImportTooManyExceptions, item, notes);
  master.repeats.exdate = std::move(tags);
  return {};
}

// RECURRENCE-ID in the zone of the series.
DateTime recurrence_time(const CalendarItem& item, const Master& master, ImportZones& zones,
                         ImportNotes& notes) {
  const CalendarTime& id = *item.recurrence_id;
  if (id.time.form != TimeForm::kLocal || !id.zone) return id.time;
  if (master.when.kind != TimeKind::kTimed) return id.time;
  const ImportZones::Known known = zones.known(*id.zone, master.when.start_s, notes);
  const bool same_clocks = known.same_wall && known.tzid == master.when.start_tzid;
  return same_clocks ? id.time : DateTime{TimeForm::kUtc, id.utc_s()};
}

// Returns nullopt, with a note, if the engine cannot have it: then the occurrence is as the series
// defines it.
std::optional<Instance> read_override(const ItemReader& reader, const CalendarItem& item,
                                      const Master& master, const Instance& plain,
                                      ImportNotes& notes) {
  if (item.and_following) {
    notes.add(item.line, kImportThisOnly(shown_title(item)));
  }
  const auto when = reader.when(item, notes);
  if (!when) {
    notes.add(item.line, kImportChangeSkipped(shown_title(item), said_by(when.error())));
    return std::nullopt;
  }
  Instance instance = plain;
  instance.when = *when;
  instance.details = reader.details(item, notes);
  if (item.summary.empty()) instance.details.title = master.details.title;
  instance.details.ttl = master.details.ttl;
  instance.details.links = plain.details.links;
  instance.stamp = reader.stamp(item);
  return instance;
}

}  // namespace

bool RuleBudget::allows(const ical::Rule& rule) {
  if (costly_ >= kMaxCostlyRules) return false;
  if (is_costly(rule)) ++costly_;
  return true;
}

bool is_series(const CalendarItem& item) {
  return item.rule || !item.dates.empty();
}

Result<Master> read_master(const ItemReader& reader, const CalendarItem& item, RuleBudget& budget,
                           ImportNotes& notes) {
  if (item.rule && !budget.allows(*item.rule)) {
    return invalid("rrule", kImportTooManyRules);
  }
  Master master;
  NORN_ASSIGN(master.when, reader.when(item, notes));
  const bool same_wall =
      !item.start->zone ||
      reader.zones().known(*item.start->zone, master.when.start_s, notes).same_wall;
  master.details = reader.details(item, notes);
  master.stamp = reader.stamp(item);
  if (item.rule) master.repeats.rrule = ical::rule_text(*item.rule);
  NORN_TRY(add_dates(item, same_wall, master, notes));
  const auto series = Series::of(master);
  const auto first = series ? series->first_occurrences({}, 1) : std::unexpected(series.error());
  if (!first || first->empty()) budget.never_occurred();
  if (!first) return invalid("rrule", kImportRuleUnusable(said_by(first.error())));
  if (first->empty()) return invalid("rrule", kImportNeverOccurs);
  if (!series->check_how_often()) return invalid("rrule", kImportTooOften);
  NORN_TRY(add_exceptions(item, same_wall, *series, master, notes));
  return master;
}

Result<std::vector<const CalendarItem*>> add_overrides(const ItemReader& reader,
                                                       std::vector<const CalendarItem*> overrides,
                                                       const std::vector<Instance>& before,
                                                       WholeSeries& stored, ImportNotes& notes) {
  Master& master = stored.master;
  // A changed occurrence exists, even if the file also has it in EXDATE.
  std::vector<std::string> exdate = std::exchange(master.repeats.exdate, {});
  NORN_ASSIGN(const Series series, Series::of(master));
  const auto rule = ical::parse_rule(master.repeats.rrule);
  const SeriesTimes times(master.when, rule ? &*rule : nullptr, series.is_sub_daily());
  std::map<std::string, Instance> instances;
  for (Instance& instance : stored.exceptions) {
    instances.insert_or_assign(instance.tag, std::move(instance));
  }
  // If there are two for one occurrence, the newer one wins.
  std::ranges::stable_sort(overrides, {}, [](const CalendarItem* item) {
    return std::pair(item->sequence, changed_s(*item));
  });
  std::vector<const CalendarItem*> orphans;
  for (const CalendarItem* const item : overrides) {
    const auto tag = times.tag(recurrence_time(*item, master, reader.zones(), notes));
    std::optional<ical::Occurrence> occurrence;
    if (tag) occurrence = series.find(*tag).value_or(std::nullopt);
    if (!occurrence) {
      orphans.push_back(item);
    } else if (auto instance =
                   read_override(reader, *item, master, series.instance_of(*occurrence), notes)) {
      const Instance* const same = find_exception(before, *tag);
      if (same != nullptr) instance->details.links = same->details.links;
      instance->modified_fields = modified_fields(*instance, series.instance_of(*occurrence));
      std::erase(exdate, *tag);
      instances.insert_or_assign(*tag, std::move(*instance));
    }
  }
  stored.exceptions.clear();
  for (auto& [tag, instance] : instances) stored.exceptions.push_back(std::move(instance));
  master.repeats.exdate = std::move(exdate);
  master.repeats.has_exceptions = !stored.exceptions.empty();
  return orphans;
}

}  // namespace norn::events
