#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "apps/planner/model.h"
#include "base/error.h"
#include "ical/recurrence.h"

namespace norn::planner {

constexpr size_t kMaxListedTags = 1'000;  // Of each of exdate and rdate.

// A MASTER, made ready to be asked when it occurs. Instants and windows are on the scale of its
// `when`: UTC, or wall time for all-day and floating series.
class Series {
 public:
  // kInvalid of "rrule", "rdate" or "exdate" when it cannot be one.
  static Result<Series> of(const Master& master);

  // Whether it may come more than once a day, so that its tags have times.
  bool is_sub_daily() const { return is_sub_daily_; }

  // Those that start in the window, in order, also those that have items of their own (whoever asks
  // leaves those out). An error when there are more than `limit`, or the rule is a hostile one.
  Result<std::vector<ical::Occurrence>> occurrences(const ical::Window& window, size_t limit) const;
  // The same, with none at all after `limit`: the first of them.
  Result<std::vector<ical::Occurrence>> first_occurrences(const ical::Window& window,
                                                          size_t limit) const;

  std::string tag_of(const ical::Occurrence& occurrence) const;
  // The occurrence of a tag; nullopt when there is none (any more), exdates left aside:
  Result<std::optional<ical::Occurrence>> find(std::string_view tag) const;

  // On the scale of `when`.
  int64_t start_of(const ical::Occurrence& occurrence) const;
  When when_of(const ical::Occurrence& occurrence) const;
  // As the series says, with version 0.
  Instance instance_of(const ical::Occurrence& occurrence) const;

 private:
  const Master& master() const { return *master_; }

  std::shared_ptr<const Master> master_;
  bool is_sub_daily_ = false;
  std::optional<ical::Recurrence> recurrence_;  // Without what is left out,
  std::optional<ical::Recurrence> complete_;    // and with it, for `find`.
};

}  // namespace norn::planner
