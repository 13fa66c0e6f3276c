#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/series/series.h"
#include "apps/planner/views/view_item.h"
#include "apps/planner/series/when.h"
#include "ical/time_zone.h"

namespace norn::planner {

// Whether something is still to come or under way.
bool is_ahead(const Instants& instants, int64_t now_s);

// The occurrence of a series that is nearest to now: the next one, or, when there is none any more,
// the last one that was.
class SeriesNow {
 public:
  // All exceptions of the series, by their tags. Both have to stay where they are.
  SeriesNow(const ViewItem& master, const std::vector<const ViewItem*>& exceptions,
            const ical::TimeZone& zone, int64_t now_s);

  struct Nearest {
    bool is_ahead = false;
    int64_t start_s = 0;  // An instant.
    When when;
    std::string id;
  };

  // When it never occurs, it is as the series begins.
  Nearest nearest() const;
  // Among some of its exceptions; nullopt when none of them counts.
  std::optional<Nearest> nearest_of(const std::vector<const ViewItem*>& exceptions) const;

 private:
  bool is_overridden(const ical::Occurrence& occurrence) const;
  Nearest made(const When& when, std::string id) const;
  std::optional<Nearest> next(const Series& series) const;
  std::optional<Nearest> last(const Series& series) const;

  const ViewItem& item_;
  const std::vector<const ViewItem*>& exceptions_;
  const ical::TimeZone& zone_;
  const int64_t now_s_;
};

}  // namespace norn::planner
