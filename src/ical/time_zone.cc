#include "ical/time_zone.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "base/faults.h"
#include "ical/civil.h"
#include "ical/sentences.h"

namespace norn::ical {
namespace {

constexpr size_t kMaxZoneName = 64;
// No zone has ever moved its clocks further at once; Samoa left out a whole day.
constexpr int64_t kMaxShiftSeconds = 25 * kHourSeconds;
// The library lists changes for 400 years from the last one that is written down, and repeats them
// from then on. Before this year an end of the list means that there are no more changes.
constexpr int kLastListedYear = 2400;

using Seconds = cctz::time_point<cctz::seconds>;

Seconds instant(int64_t utc_s) {
  return Seconds(cctz::seconds(utc_s));
}

int64_t seconds_of(Seconds time) {
  return time.time_since_epoch().count();
}

cctz::civil_second wall(int64_t local_s) {
  return cctz::civil_second(1970, 1, 1, 0, 0, 0) + local_s;
}

int64_t seconds_of(const cctz::civil_second& time) {
  return time - cctz::civil_second(1970, 1, 1, 0, 0, 0);
}

// Names become paths of files, so nothing but what names are made of may be in them.
bool could_be_zone(std::string_view name) {
  if (name.empty() || name.size() > kMaxZoneName || name.front() == '/') return false;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '+' || c == '/';
  };
  if (!std::ranges::all_of(name, fits)) return false;
  // Copies of the database in other forms, and what is configured on this machine.
  for (const std::string_view other : {"posix/", "right/", "posixrules", "localtime", "Factory"}) {
    if (name.starts_with(other)) return false;
  }
  return true;
}

}  // namespace

std::filesystem::path zone_folder() {
  const char* const folder = std::getenv("TZDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/usr/share/zoneinfo";
}

Result<TimeZone> TimeZone::find(std::string_view name) {
  if (name == "UTC" || name == "Etc/UTC") return utc();
  std::error_code error;
  cctz::time_zone zone;
  if (could_be_zone(name) && std::filesystem::is_regular_file(zone_folder() / name, error) &&
      cctz::load_time_zone(std::string(name), &zone)) {
    return TimeZone(zone, false);
  }
  return invalid("tzid", kZoneNotKnown(name.substr(0, kMaxZoneName)));
}

TimeZone TimeZone::of_rules(ZoneRules rules) {
  TimeZone zone(cctz::utc_time_zone(), false);
  zone.rules_ = std::make_shared<const ZoneRules>(std::move(rules));
  return zone;
}

int64_t TimeZone::utc_of(int64_t local_s) const {
  if (is_utc_) return local_s;
  if (rules_) return local_s - rules_->span_of(local_s).offset_s;
  return seconds_of(zone_.lookup(wall(local_s)).pre);
}

int64_t TimeZone::offset_at(int64_t utc_s) const {
  if (rules_) return rules_->offset_at(utc_s);
  return is_utc_ ? 0 : zone_.lookup(instant(utc_s)).offset;
}

std::vector<ZoneRules::Change> changes_of(const TimeZone& zone, int first_year, int last_year) {
  std::vector<ZoneRules::Change> changes;
  if (zone.is_utc() || !zone.is_known()) return changes;
  const int64_t end = first_day_of_year(last_year + 1) * kDaySeconds;
  int64_t utc_s = first_day_of_year(first_year) * kDaySeconds - 1;
  cctz::time_zone::civil_transition change;
  while (zone.zone_.next_transition(instant(utc_s), &change)) {
    utc_s = seconds_of(zone.zone_.lookup(change.to).trans);
    if (utc_s >= end) break;
    const int64_t before_s = zone.offset_at(utc_s - 1);
    const int64_t after_s = zone.offset_at(utc_s);
    // Some changes are only about names.
    if (before_s != after_s) changes.push_back({utc_s, before_s, after_s});
  }
  return changes;
}

LocalRange local_range(const TimeZone& zone, int64_t from_utc_s, int64_t to_utc_s) {
  if (zone.is_utc()) return {from_utc_s, to_utc_s};
  // The clocks may have been moved just before: what was skipped or repeated then was read with
  // the offset that had been valid.
  const auto offsets = [&zone](int64_t utc_s) {
    const int64_t now = zone.offset_at(utc_s);
    const int64_t before = zone.offset_at(utc_s - kMaxShiftSeconds);
    return std::minmax({now, before});
  };
  return {from_utc_s + offsets(from_utc_s).first, to_utc_s + offsets(to_utc_s).second};
}

ZoneCursor::ZoneCursor(const TimeZone& zone) : zone_(zone) {
  if (!zone.is_utc()) return;
  begin_ = std::numeric_limits<int64_t>::min();
  end_ = std::numeric_limits<int64_t>::max();
}

void OffsetCursor::look_up(int64_t utc_s) {
  offset_ = zone_.offset_at(utc_s);
  begin_ = utc_s;
  end_ = utc_s + 1;
  if (zone_.is_utc()) {
    begin_ = std::numeric_limits<int64_t>::min();
    end_ = std::numeric_limits<int64_t>::max();
  }
  if (zone_.is_utc() || !zone_.is_known()) return;
  cctz::time_zone::civil_transition change;
  if (zone_.zone_.prev_transition(instant(utc_s + 1), &change)) {
    begin_ = seconds_of(zone_.zone_.lookup(change.to).trans);
  }
  if (zone_.zone_.next_transition(instant(utc_s), &change)) {
    end_ = seconds_of(zone_.zone_.lookup(change.to).trans);
  } else if (constexpr int64_t kListed = first_day_of_year(kLastListedYear) * kDaySeconds;
             utc_s < kListed) {
    end_ = kListed;
  } else {
    begin_ = utc_s;
  }
}

int64_t ZoneCursor::look_up_in_rules(int64_t local_s) {
  const ZoneRules::Span span = zone_.rules_->span_of(local_s);
  begin_ = span.begin;
  end_ = span.end;
  offset_ = span.offset_s;
  return local_s - span.offset_s;
}

int64_t ZoneCursor::look_up(int64_t local_s) {
  if (zone_.rules_) return look_up_in_rules(local_s);
  const cctz::civil_second time = wall(local_s);
  const auto found = zone_.zone_.lookup(time);
  const int64_t utc_s = seconds_of(found.pre);
  // Within a gap or an overlap there is no interval to keep; the next time will be outside.
  if (found.kind != cctz::time_zone::civil_lookup::UNIQUE) return utc_s;
  cctz::time_zone::civil_transition change;
  int64_t begin = std::numeric_limits<int64_t>::min();
  int64_t end = std::numeric_limits<int64_t>::max();
  if (zone_.zone_.prev_transition(instant(utc_s + 1), &change)) {
    begin = seconds_of(std::max(change.from, change.to));
  }
  if (zone_.zone_.next_transition(instant(utc_s), &change)) {
    end = seconds_of(std::min(change.from, change.to));
  } else if (time.year() >= kLastListedYear) {
    return utc_s;
  }
  begin_ = begin;
  end_ = end;
  offset_ = local_s - utc_s;
  return utc_s;
}

}  // namespace norn::ical
