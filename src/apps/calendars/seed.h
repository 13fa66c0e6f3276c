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
  std::string calendar_id;  // A UUID.
  Date highlighted_day;
  int64_t count = 25;
};

// Returns kInvalid with the name of the option that is wrong.
Result<void> check_seed(const SeedRequest& request);

// Adds generated entries of all four kinds around a day to a calendar of `table`, as the design's
// `seed` does, and returns how many. Creates the calendar, without members, if it does not exist:
// it is for trying out the table with other tools. The same request generates the same entries,
// except for their ids. Errors of check_seed, too.
Result<int64_t> seed(store::Store& store, const std::string& table, const Clock& clock, Ids& ids,
                     const SeedRequest& request);

}  // namespace norn::calendars
