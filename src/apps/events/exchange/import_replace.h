#pragma once

#include <cstdint>
#include <string_view>

#include "apps/events/context.h"
#include "apps/events/owner.h"
#include "base/error.h"
#include "ical/calendar_file.h"

namespace norn::events {

struct ReplaceReport {
  int64_t created = 0;
  int64_t updated = 0;
  int64_t unchanged = 0;
  int64_t skipped = 0;
  int64_t removed = 0;
};

// Makes an owner's events those of a calendar file, which is all there is: its versions win, and
// what is not in it is removed. What is in it but cannot be imported stays as it was. Tasks are
// skipped. It writes as `import_calendar` does, so what was interrupted can be repeated.
//
// Returns kConflict if another import of the same owner starts meanwhile.
Result<ReplaceReport> replace_calendar(const Context& context, const Owner& owner,
                                       const ical::ReadCalendar& read);

}  // namespace norn::events
