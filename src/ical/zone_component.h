#pragma once

#include "base/error.h"
#include "ical/component.h"
#include "ical/time_zone.h"

// VTIMEZONE (RFC 5545, 3.6.5): time zones as calendar files carry them.
namespace norn::ical {

// How many changes of each kind are taken from a rule without end: a thousand years of them.
constexpr size_t kMaxZoneChanges = 1000;

// The zone that a VTIMEZONE describes, by its rules and whatever its name.
Result<TimeZone> read_zone(const Component& vtimezone);

// A VTIMEZONE for a zone of the database, right from `first_year` on: with rules where changes come
// by one, and otherwise with a list of them for some decades.
Component zone_component(const TimeZone& zone, int first_year);

}  // namespace norn::ical
