#include "ical/calendar_zones.h"

#include <fmt/format.h>

#include "ical/calendar_file.h"
#include "ical/zone_component.h"
#include "ical/zone_names.h"

namespace norn::ical {

void CalendarZones::add(const Component& vtimezone, std::vector<Note>& notes,
                        std::vector<Component>& kept) {
  const ContentLine* const tzid = vtimezone.line("TZID");
  if (tzid == nullptr || zones_.size() >= kMaxFileZones) {
    kept.push_back(vtimezone);
    if (notes.size() < kMaxNotes) {
      notes.push_back({0, "A time zone without TZID, or one too many, is not used."});
    }
    return;
  }
  auto known = find_zone_by_any_name(tzid->value);
  if (!known) {
    // What many programs add: where in the world it is.
    const ContentLine* const place = vtimezone.line("X-LIC-LOCATION");
    if (place != nullptr) known = find_zone_by_any_name(place->value);
  }
  if (known) {
    zones_.insert_or_assign(tzid->value, *known);
    return;
  }
  kept.push_back(vtimezone);
  const auto by_rules = read_zone(vtimezone);
  if (by_rules) {
    zones_.insert_or_assign(tzid->value, *by_rules);
    notes.push_back({0, fmt::format("The time zone '{}' is in no database; its own rules are used.",
                                    tzid->value)});
  } else {
    notes.push_back({0, fmt::format("'{}': {}", tzid->value, by_rules.error().message)});
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
      notes.push_back({0, fmt::format("The time zone '{}' is not known, and the file does not "
                                      "describe it: its times are taken as floating.",
                                      tzid.substr(0, 64))});
    }
    found = zones_.emplace(tzid, zone).first;
  }
  return found->second ? &*found->second : nullptr;
}

}  // namespace norn::ical
