#include "ical/zone_rules.h"

#include <algorithm>
#include <limits>

namespace norn::ical {

ZoneRules::ZoneRules(std::string name, std::vector<Change> changes)
    : name_(std::move(name)), changes_(std::move(changes)) {
  std::ranges::stable_sort(changes_, {}, &Change::utc_s);
}

int64_t ZoneRules::offset_at(int64_t utc_s) const {
  const auto next = std::ranges::upper_bound(changes_, utc_s, {}, &Change::utc_s);
  return next == changes_.begin() ? next->before_s : std::prev(next)->after_s;
}

ZoneRules::Span ZoneRules::span_of(int64_t local_s) const {
  // The first change that is not over on the wall, with its gap or overlap.
  const auto next = std::ranges::partition_point(changes_, [local_s](const Change& change) {
    return change.utc_s + std::max(change.before_s, change.after_s) <= local_s;
  });
  Span span{std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(),
            next == changes_.end() ? changes_.back().after_s : next->before_s};
  if (next != changes_.end()) span.end = next->utc_s + std::min(next->before_s, next->after_s);
  if (next != changes_.begin()) {
    const Change& last = *std::prev(next);
    span.begin = last.utc_s + std::max(last.before_s, last.after_s);
  }
  return span;
}

}  // namespace norn::ical
