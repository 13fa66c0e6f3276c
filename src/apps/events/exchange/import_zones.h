#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "apps/shared/import_notes.h"
#include "ical/time_zone.h"

namespace norn::events {

using apps::ImportNotes;

// Maps the zones of a file to IANA names. For zones that a file defines itself, finds one with the
// same transitions in the following years: the person's own zone, a common one, or a fixed offset.
class ImportZones {
 public:
  explicit ImportZones(std::string own_tzid) : own_tzid_(std::move(own_tzid)) {}

  // The person's.
  const std::string& own_tzid() const { return own_tzid_; }

  struct Known {
    std::string tzid;
    // Whether wall times are the same as in the file's zone, at least at that time. If not, the
    // zone is UTC, and only instants are right.
    bool same_wall = true;
  };
  // Compares transitions from an instant on. Adds a note at the first use of an unknown zone.
  Known known(const ical::TimeZone& zone, int64_t from_s, ImportNotes& notes);

 private:
  Known look_for(const ical::TimeZone& zone, int64_t from_s, ImportNotes& notes) const;

  std::string own_tzid_;
  std::map<std::string, Known, std::less<>> found_;  // By year and name in the file.
};

}  // namespace norn::events
