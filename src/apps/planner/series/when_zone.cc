#include "apps/planner/series/when_zone.h"

#include <fmt/format.h>

#include <unordered_map>

#include "base/faults.h"

namespace norn::planner {
namespace {

constexpr size_t kMaxShownName = 64;

// Finding a zone asks the file system each time, which costs more than expanding a series. Only
// names that were found are kept, so there are never more than the machine has zones; and each
// thread keeps its own, so nobody waits.
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
  return invalid(field, fmt::format("There is no time zone '{}'. Use a name like Europe/Berlin.",
                                    tzid.substr(0, kMaxShownName)));
}

const ical::TimeZone& zone_of(const std::string& tzid) {
  static const ical::TimeZone utc = ical::TimeZone::utc();
  const ical::TimeZone* const found = find_kept(tzid);
  return found != nullptr ? *found : utc;
}

}  // namespace norn::planner
