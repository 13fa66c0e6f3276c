#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ical/rule.h"

// Recurrence by brute force: every day, and every second of it where that matters, is held to what
// RFC 5545 (3.3.10) says of each part, with the calendar of the standard library and the time zones
// of the C library. It shares nothing with src/ical but the rule as it was read.
namespace norn::ical::testing {

// The wall times of a rule from DTSTART to before `end`, in order, with COUNT and an UNTIL on the
// wall.
std::vector<int64_t> reference_times(const Rule& rule, int64_t start, bool all_day, int64_t end);

// Wall time to UTC by the C library: of a time that comes twice the first, and one that never comes
// with the offset from before. Sets the time zone of the process while it lives.
class ReferenceZone {
 public:
  explicit ReferenceZone(const std::string& name);
  ~ReferenceZone();
  ReferenceZone(const ReferenceZone&) = delete;
  ReferenceZone& operator=(const ReferenceZone&) = delete;

  int64_t utc_of(int64_t local_s) const;
};

}  // namespace norn::ical::testing
