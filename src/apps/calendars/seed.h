#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "base/time_text.h"
#include "store/store.h"

namespace norn::calendars {

struct SeedRequest {
  std::string calendar_id;  // kInvalid of "--calendar-id" when it is no UUID.
  Date highlighted_day;
  int64_t count = 25;
};

// Puts made-up entries of all four kinds around a day into a calendar of `table`, as the design's
// `seed` does, and returns how many. The calendar is made when it is not there (without members:
// for trying out the table with other tools). The same request gives the same entries but for their
// ids.
Result<int64_t> seed(store::Store& store, const std::string& table, const Clock& clock, Ids& ids,
                     const SeedRequest& request);

}  // namespace norn::calendars
