#pragma once

#include <cctz/time_zone.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "ical/zone_rules.h"

// Wall time and UTC, by the machine's time zone database (IANA's, of the package tzdata). All times
// are seconds since 1970-01-01T00:00:00, on the wall or in UTC.
namespace norn::ical {

// Where the database is: $TZDIR, or where Debian has it.
std::filesystem::path zone_folder();

// A time zone. Copying costs next to nothing, and many threads may use it.
class TimeZone {
 public:
  // By its IANA name, "Europe/London". The first use of a name reads a file. Only names of the
  // database reach the library below, because it caches every name that it is asked for.
  static Result<TimeZone> find(std::string_view name);
  static TimeZone utc() { return TimeZone(cctz::utc_time_zone(), true); }
  // One that is in no database.
  static TimeZone of_rules(ZoneRules rules);

  std::string name() const { return rules_ ? rules_->name() : zone_.name(); }
  // Whether `find` knows it by its name.
  bool is_known() const { return !rules_; }
  // Without changes of any kind: wall time is UTC.
  bool is_utc() const { return is_utc_; }

  // The instant of a wall time, as RFC 5545 (3.3.5) has it: one that is skipped is read with the
  // offset from before the gap (02:30 becomes 03:30), and of one that comes twice the first counts.
  int64_t utc_of(int64_t local_s) const;
  // The wall time of an instant.
  int64_t local_of(int64_t utc_s) const { return utc_s + offset_at(utc_s); }
  // Seconds east of Greenwich at an instant.
  int64_t offset_at(int64_t utc_s) const;

 private:
  friend class OffsetCursor;
  friend class ZoneCursor;
  friend std::vector<ZoneRules::Change> changes_of(const TimeZone& zone, int first_year,
                                                   int last_year);
  TimeZone(cctz::time_zone zone, bool is_utc) : zone_(zone), is_utc_(is_utc) {}

  cctz::time_zone zone_;
  bool is_utc_;
  // Shared, because zones are copied freely and rules never change.
  std::shared_ptr<const ZoneRules> rules_;
};

// local_of for many instants that lie near each other: it keeps the time between two changes of the
// zone. Not thread-safe.
class OffsetCursor {
 public:
  explicit OffsetCursor(const TimeZone& zone) : zone_(zone) {}

  int64_t local_of(int64_t utc_s) {
    if (utc_s < begin_ || utc_s >= end_) look_up(utc_s);
    return utc_s + offset_;
  }

 private:
  void look_up(int64_t utc_s);

  TimeZone zone_;
  // Instants from begin_ to before end_ have this offset.
  int64_t begin_ = 0;
  int64_t end_ = 0;
  int64_t offset_ = 0;
};

// The changes of a zone of the database from the start of one year to the end of another.
std::vector<ZoneRules::Change> changes_of(const TimeZone& zone, int first_year, int last_year);

// The wall times that any instant of [from, to) can have, and perhaps some more: an interval of
// wall time, with its end left out.
struct LocalRange {
  int64_t from;
  int64_t to;
};
LocalRange local_range(const TimeZone& zone, int64_t from_utc_s, int64_t to_utc_s);

// utc_of for many wall times that lie near each other: it keeps the interval between two changes of
// the zone in which the answer is one subtraction. Not thread-safe.
class ZoneCursor {
 public:
  explicit ZoneCursor(const TimeZone& zone);

  int64_t utc_of(int64_t local_s) {
    if (local_s >= begin_ && local_s < end_) return local_s - offset_;
    return look_up(local_s);
  }

 private:
  int64_t look_up(int64_t local_s);
  int64_t look_up_in_rules(int64_t local_s);

  TimeZone zone_;
  // Wall times from begin_ to before end_ exist, once, with this offset.
  int64_t begin_ = 0;
  int64_t end_ = 0;
  int64_t offset_ = 0;
};

}  // namespace norn::ical
