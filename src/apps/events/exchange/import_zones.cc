#include "apps/events/exchange/import_zones.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "apps/events/sentences.h"
#include "ical/civil.h"

namespace norn::events {

using ical::kDaySeconds;
using ical::TimeZone;

namespace {

constexpr int kYears = 5;
// How many zones of a file are compared with known ones; real files have far fewer.
constexpr size_t kMaxSearches = 200;
constexpr int64_t kHour = 3600;
constexpr int64_t kMostHoursEast = 14;
constexpr int64_t kMostHoursWest = 12;

// One zone for each set of rules in use, the most common first.
constexpr auto kCommonZones = std::to_array<std::string_view>(
    {"America/New_York",  "America/Chicago",     "America/Denver",      "America/Los_Angeles",
     "America/Phoenix",   "America/Anchorage",   "Pacific/Honolulu",    "America/Halifax",
     "America/St_Johns",  "America/Sao_Paulo",   "America/Mexico_City", "America/Bogota",
     "America/Caracas",   "America/Santiago",    "America/Asuncion",    "America/Havana",
     "America/Nuuk",      "Atlantic/Azores",     "Europe/London",       "Europe/Berlin",
     "Europe/Athens",     "Europe/Chisinau",     "Europe/Istanbul",     "Europe/Moscow",
     "Africa/Casablanca", "Africa/Cairo",        "Africa/Johannesburg", "Africa/Lagos",
     "Africa/Nairobi",    "Asia/Jerusalem",      "Asia/Beirut",         "Asia/Gaza",
     "Asia/Tehran",       "Asia/Dubai",          "Asia/Kabul",          "Asia/Karachi",
     "Asia/Kolkata",      "Asia/Kathmandu",      "Asia/Dhaka",          "Asia/Yangon",
     "Asia/Bangkok",      "Asia/Shanghai",       "Australia/Perth",     "Australia/Eucla",
     "Asia/Tokyo",        "Australia/Darwin",    "Australia/Adelaide",  "Australia/Brisbane",
     "Australia/Sydney",  "Australia/Lord_Howe", "Pacific/Guadalcanal", "Pacific/Norfolk",
     "Pacific/Auckland",  "Pacific/Chatham",     "Pacific/Tongatapu",   "Pacific/Kiritimati",
     "Pacific/Marquesas", "Pacific/Pago_Pago"});

int year_of(int64_t second) {
  return ical::civil_date(ical::day_of_second(second)).year;
}

// Whether both have the same offsets for some years: compared every week, and before and after each
// transition of the known zone.
bool is_same(const TimeZone& zone, const TimeZone& other, int64_t from_s) {
  const auto agree = [&](int64_t utc_s) { return zone.offset_at(utc_s) == other.offset_at(utc_s); };
  constexpr int64_t kWeek = 7 * kDaySeconds;
  for (int64_t utc_s = from_s; utc_s < from_s + kYears * 53 * kWeek; utc_s += kWeek) {
    if (!agree(utc_s)) return false;
  }
  const int year = year_of(from_s);
  return std::ranges::all_of(
      ical::changes_of(other, year, year + kYears), [&](const ical::ZoneRules::Change& change) {
        return change.utc_s < from_s || (agree(change.utc_s - 1) && agree(change.utc_s));
      });
}

// "Etc/GMT-1" is an hour east of Greenwich.
std::optional<std::string> zone_of_hours(int64_t offset_s) {
  const int64_t hours = offset_s / kHour;
  if (offset_s % kHour != 0 || hours > kMostHoursEast || hours < -kMostHoursWest) {
    return std::nullopt;
  }
  if (hours == 0) return "UTC";
  return fmt::format("Etc/GMT{}{}", hours > 0 ? '-' : '+', hours > 0 ? hours : -hours);
}

}  // namespace

ImportZones::Known ImportZones::known(const TimeZone& zone, int64_t from_s, ImportNotes& notes) {
  if (zone.is_known()) return {.tzid = zone.name()};
  std::string key = fmt::format("{} {}", year_of(from_s), zone.name());
  const auto found = found_.find(key);
  if (found != found_.end()) return found->second;
  Known known = look_for(zone, from_s, notes);
  found_.emplace(std::move(key), known);
  return known;
}

ImportZones::Known ImportZones::look_for(const TimeZone& zone, int64_t from_s,
                                         ImportNotes& notes) const {
  const std::string name = zone.name().substr(0, 64);
  const auto fits = [&](std::string_view tzid) {
    const auto other = TimeZone::find(tzid);
    return other && is_same(zone, *other, from_s);
  };
  const auto by_hours = zone_of_hours(zone.offset_at(from_s));
  std::string tzid;
  if (found_.size() >= kMaxSearches) {
    tzid.clear();
  } else if (fits(own_tzid_)) {
    tzid = own_tzid_;
  } else if (by_hours && fits(*by_hours)) {
    tzid = *by_hours;
  } else if (const auto common = std::ranges::find_if(kCommonZones, fits);
             common != kCommonZones.end()) {
    tzid = *common;
  }
  if (!tzid.empty()) {
    notes.add(0, kImportZoneReplaced(name, tzid));
    return {.tzid = tzid};
  }
  tzid = by_hours.value_or("UTC");
  notes.add(0, kImportZoneGuessed(name, tzid));
  return {.tzid = tzid, .same_wall = by_hours.has_value()};
}

}  // namespace norn::events
