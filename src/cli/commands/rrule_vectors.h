#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// Cases of recurrence in a file, so that engines can be held to the same ones. The file is a JSON
// array of
//
//   {"name": "...", "dtstart": "20250106T100000", "tzid": "America/New_York", "rrule": "FREQ=...",
//    "exdate": [...], "rdate": [...], "expected": [...], "expected_utc": [...],
//    "start_at": "...", "truncated": false}
//
// Times are written as iCalendar does. `expected` has the wall times (UTC with a Z when dtstart is,
// days when dtstart is one), `expected_utc` the instants of the same occurrences. `tzid` null means
// floating. With `start_at` the list begins there. With `truncated` it is the beginning of a longer
// one, and what follows is not looked at. Only name, dtstart and expected have to be there.
namespace norn::cli {

struct VectorReport {
  size_t passed = 0;
  std::vector<std::string> failures;  // A line each: "name: what is different".
};

// An error when the file is not of that form.
Result<VectorReport> run_rrule_vectors(std::string_view json);

}  // namespace norn::cli
