#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/model.h"
#include "base/error.h"
#include "ical/recurrence.h"

namespace norn::planner {

// In the first month of a series: every half an hour. A year of it can still be shown.
constexpr size_t kMaxOccurrencesPerMonth = 1'500;
constexpr size_t kMaxListedTags = 1'000;  // Of each of exdate and rdate.

// A MASTER, made ready to be asked when it occurs. Instants and windows are on the scale of its
// `when`: UTC, or wall time for all-day and floating series.
//
// What repeats is the time on the wall of the series' zone; how long it takes is the same for all,
// to the second (RFC 5545, 3.8.5.3), but for further dates that say how long they take. Times that
// the clocks skip or show twice are read as RFC 5545 (3.3.5) has it.
class Series {
 public:
  // Keeps no copy: the master has to stay where it is for as long as this is used.
  // kInvalid of "rrule", "rdate" or "exdate" when it cannot be one.
  static Result<Series> of(const Master& master);
  static Result<Series> of(Master&&) = delete;

  // Whether it may come more than once a day, so that its tags have times.
  bool is_sub_daily() const { return is_sub_daily_; }
  // How long the longest of its occurrences takes.
  int64_t longest_s() const { return longest_s_; }

  // Those that start in the window, in order, also those that have items of their own (whoever asks
  // leaves those out); what exdate leaves out is not among them, nor what rruleUntil ends. kInvalid
  // of "to" when there are more than `limit`, of "rrule" when the rule is a hostile one.
  Result<std::vector<ical::Occurrence>> occurrences(const ical::Window& window, size_t limit) const;
  // The same, with none at all after `limit`: the first of them.
  Result<std::vector<ical::Occurrence>> first_occurrences(const ical::Window& window,
                                                          size_t limit) const;

  // kInvalid of "rrule" when it comes more often than views can show.
  Result<void> check_how_often() const;

  std::string tag_of(const ical::Occurrence& occurrence) const;
  // The occurrence of a tag, also when exdate leaves it out; nullopt when there is none, or none
  // any more.
  Result<std::optional<ical::Occurrence>> find(std::string_view tag) const;
  // Whether exdate leaves out the occurrence of a tag.
  bool is_left_out(std::string_view tag) const;

  // On the scale of `when`.
  int64_t start_of(const ical::Occurrence& occurrence) const { return occurrence.utc_s; }
  When when_of(const ical::Occurrence& occurrence) const;
  // As the series says, with version 0.
  Instance instance_of(const ical::Occurrence& occurrence) const;

 private:
  explicit Series(const Master& master) : master_(&master) {}

  Result<ical::Series> read();
  Result<void> read_rule(ical::Series& series);
  Result<void> read_dates(ical::Series& series);
  Result<void> read_exceptions(ical::Series& series) const;
  // With what exdate leaves out.
  Result<ical::Recurrence> complete() const;
  ical::Window clipped(const ical::Window& window) const;
  Result<ical::Expanded> expand(const ical::Window& window, size_t limit) const;

  const Master* master_;
  bool is_sub_daily_ = false;
  int64_t longest_s_ = 0;
  std::optional<ical::Recurrence> recurrence_;
};

// The text of a tag: "20251224" of a day, "20251224T150000Z" of a time.
std::string day_tag(int64_t local_s);
std::string time_tag(int64_t second);

}  // namespace norn::planner
