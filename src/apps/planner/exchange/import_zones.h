#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "apps/planner/exchange/import_notes.h"
#include "ical/time_zone.h"

namespace norn::planner {

// The zones of a file as the planner has them: by their IANA names. A file may bring its own, which
// are in no database. Of those one is used that has the same changes in the years that follow: the
// person's own, one of the common ones, or one without changes.
class ImportZones {
 public:
  explicit ImportZones(std::string own_tzid) : own_tzid_(std::move(own_tzid)) {}

  struct Known {
    std::string tzid;
    // Whether clocks there show what they show in the file's zone, at least at that time. If not,
    // it is UTC, and only instants are right.
    bool same_wall = true;
  };
  // From an instant on. The first time that a zone has to be looked for is noted.
  Known known(const ical::TimeZone& zone, int64_t from_s, ImportNotes& notes);

 private:
  Known look_for(const ical::TimeZone& zone, int64_t from_s, ImportNotes& notes) const;

  std::string own_tzid_;
  std::map<std::string, Known, std::less<>> found_;  // By name in the file, and year.
};

}  // namespace norn::planner
