#pragma once

#include <rapidcheck.h>

#include <string>

#include "ical/rule.h"

// Rules that are allowed, of every kind: few values in many combinations, because that is where
// mistakes are.
namespace norn::ical::testing {

struct RandomSeries {
  Rule rule;
  DateTime start;
  std::string zone;  // Empty for none.
  int64_t end = 0;   // On the wall: how far the reference goes.
};

rc::Gen<RandomSeries> random_series();
rc::Gen<RandomSeries> random_zoned_series();

}  // namespace norn::ical::testing
