#pragma once

#include <cstdint>
#include <variant>

#include "ical/expansion/day_cursor.h"
#include "ical/expansion/period_cursor.h"
#include "ical/expansion/plan.h"
#include "ical/expansion/unit_cursor.h"

namespace norn::ical {

// Walks over any plan: wall times in order, each once.
class RuleCursor {
 public:
  RuleCursor(const Plan& plan, int64_t from, int64_t last) : cursor_(make(plan, from, last)) {}

  bool next(int64_t& time) {
    if (auto* const days = std::get_if<DayCursor>(&cursor_)) return days->next(time);
    if (auto* const units = std::get_if<UnitCursor>(&cursor_)) return units->next(time);
    return std::get<PeriodCursor>(cursor_).next(time);
  }

  bool skip(int64_t count) {
    return std::visit([count](auto& cursor) { return cursor.skip(count); }, cursor_);
  }

  bool gave_up() const {
    const auto* const units = std::get_if<UnitCursor>(&cursor_);
    return units != nullptr && units->gave_up();
  }

 private:
  using Cursor = std::variant<DayCursor, PeriodCursor, UnitCursor>;

  static Cursor make(const Plan& plan, int64_t from, int64_t last) {
    if (plan.walk == Plan::Walk::kDays) return DayCursor(plan, from, last);
    if (plan.walk == Plan::Walk::kPeriods) return PeriodCursor(plan, from, last);
    return UnitCursor(plan, from, last);
  }

  Cursor cursor_;
};

}  // namespace norn::ical
