#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/time_text.h"

// Nights as people say them.
namespace norn::bookings {

// "1 night", "34 nights"
std::string count_in_words(int64_t nights);

// Nights in a row: "July 3", "July 3 and 4", "July 3 to 9", "July 31 to August 2".
std::string nights_in_words(Date first, Date last, bool with_year = false);

// Any nights, in order: "July 3 and 4, July 8 and July 10 to 12". Whether there is a year in it is
// the caller's to say: somebody who names nights knows of which year they are.
std::string nights_in_words(const std::vector<Date>& nights, bool with_year = false);

// "July 3, 2026"
std::string day_in_words(Date day);

}  // namespace norn::bookings
