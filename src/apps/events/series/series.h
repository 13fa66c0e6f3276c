#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/events/model.h"
#include "base/error.h"
#include "ical/recurrence.h"

namespace norn::events {

// Whether the occurrence with a tag is in exdate.
bool is_left_out(const Master& master, std::string_view tag);

// Expands a MASTER. Instants and windows are on the scale of its `when`: UTC, or wall time for
// all-day and floating series.
//
// The wall time in the series' zone repeats. All occurrences have the same duration, to the second
// (RFC 5545, 3.8.5.3), except those of rdate with a duration of their own. Wall times that do not
// exist or exist twice are read as RFC 5545 (3.3.5) says.
class Series {
 public:
  // Keeps a pointer: the master has to outlive the series. Returns kInvalid of "rrule", "rdate" or
  // "exdate" if the master is not a valid series.
  static Result<Series> of(const Master& master);
  static Result<Series> of(Master&&) = delete;

  // Whether it may occur more than once a day, so that its tags have times.
  bool is_sub_daily() const { return is_sub_daily_; }
  // The duration of its longest occurrence.
  int64_t longest_s() const { return longest_s_; }

  // The occurrences that start in the window, in order, including those with items of their own,
  // without those of exdate and after rruleUntil. Returns kInvalid of "to" if there are more than
  // `limit`, and of "rrule" if expanding the rule takes too long.
  Result<std::vector<ical::Occurrence>> occurrences(const ical::Window& window, size_t limit) const;
  // The same, but stops after `limit` occurrences.
  Result<std::vector<ical::Occurrence>> first_occurrences(const ical::Window& window,
                                                          size_t limit) const;

  // Returns kInvalid of "rrule" if it occurs more often than views can show. Costs nothing for
  // rules that never can.
  Result<void> check_how_often() const;

  std::string tag_of(const ical::Occurrence& occurrence) const;
  // The occurrence with a tag, even if it is in exdate; nullopt if there is none.
  Result<std::optional<ical::Occurrence>> find(std::string_view tag) const;
  // An occurrence at an instant on the scale of `when`, whether the series has it or not.
  ical::Occurrence occurrence_at(int64_t second) const;
  bool is_left_out(std::string_view tag) const { return events::is_left_out(*master_, tag); }

  // On the scale of `when`.
  int64_t start_of(const ical::Occurrence& occurrence) const { return occurrence.utc_s; }
  When when_of(const ical::Occurrence& occurrence) const;
  // The occurrence as the series defines it, with version 0.
  Instance instance_of(const ical::Occurrence& occurrence) const;

 private:
  explicit Series(const Master& master) : master_(&master) {}

  Result<ical::Series> read();
  Result<void> read_rule(ical::Series& series);
  Result<void> read_dates(ical::Series& series);
  Result<void> read_exceptions(ical::Series& series) const;
  // Including the occurrences of exdate.
  Result<ical::Recurrence> complete() const;
  ical::Window clipped(const ical::Window& window) const;
  Result<ical::Expanded> expand(const ical::Window& window, size_t limit) const;

  const Master* master_;
  bool is_sub_daily_ = false;
  bool is_sub_hourly_ = false;  // It may occur more than once an hour.
  int64_t longest_s_ = 0;
  std::optional<ical::Recurrence> recurrence_;
};

// The tag of a day, "20251224", and of a time, "20251224T150000Z".
std::string day_tag(int64_t local_s);
std::string time_tag(int64_t second);

}  // namespace norn::events
