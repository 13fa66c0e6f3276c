#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ical/component.h"
#include "ical/time_zone.h"

namespace norn::ical {

// The zones of one calendar file by the names that it gives them.
class CalendarZones {
 public:
  // The VTIMEZONEs of a calendar; those that are in no database are kept as they are.
  void add(const Component& vtimezone, std::vector<Note>& notes, std::vector<Component>& kept);

  // nullptr with a note, once, when nobody knows it.
  const TimeZone* find(std::string_view tzid, std::vector<Note>& notes);

 private:
  std::map<std::string, std::optional<TimeZone>, std::less<>> zones_;
};

}  // namespace norn::ical
