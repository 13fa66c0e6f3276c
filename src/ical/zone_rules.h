#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace norn::ical {

// A time zone by the list of its changes: for those that come with a calendar file and are in no
// database.
class ZoneRules {
 public:
  // At `utc_s` the clocks go from one offset to another (seconds east of Greenwich).
  struct Change {
    int64_t utc_s = 0;
    int64_t before_s = 0;
    int64_t after_s = 0;
  };

  // Wall times from `begin` to before `end` exist once and have this offset.
  struct Span {
    int64_t begin;
    int64_t end;
    int64_t offset_s;
  };

  // In any order; at least one.
  ZoneRules(std::string name, std::vector<Change> changes);

  const std::string& name() const { return name_; }
  int64_t offset_at(int64_t utc_s) const;
  // As TimeZone::utc_of: the span that a wall time is in, or, for one that is skipped or comes
  // twice, the one before.
  Span span_of(int64_t local_s) const;

 private:
  std::string name_;
  std::vector<Change> changes_;
};

}  // namespace norn::ical
