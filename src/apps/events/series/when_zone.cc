#include "apps/events/series/when_zone.h"

#include <fmt/format.h>

#include <unordered_map>

#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::events {
namespace {

constexpr size_t kMaxShownName = 64;

// Finding a zone reads the file system each time, which takes longer than expanding a series. The
// cache has known names only, so it is bounded by the machine's zones; each thread has its own,
// without locks.
const ical::TimeZone* find_kept(const std::string& tzid) {
  thread_local std::unordered_map<std::string, ical::TimeZone> kept;
  const auto known = kept.find(tzid);
  if (known != kept.end()) return &known->second;
  const auto found = ical::TimeZone::find(tzid);
  return found ? &kept.emplace(tzid, *found).first->second : nullptr;
}

}  // namespace

Result<ical::TimeZone> checked_zone(std::string_view field, const std::string& tzid) {
  const ical::TimeZone* const found = find_kept(tzid);
  if (found != nullptr) return *found;
  return invalid(field, apps::kTimeZoneUnknown(tzid.substr(0, kMaxShownName)));
}

const ical::TimeZone& zone_of(const std::string& tzid) {
  static const ical::TimeZone utc = ical::TimeZone::utc();
  const ical::TimeZone* const found = find_kept(tzid);
  return found != nullptr ? *found : utc;
}

}  // namespace norn::events
