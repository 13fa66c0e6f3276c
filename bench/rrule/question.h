#pragma once

#include <cstdint>
#include <string>

// What bench/rrule asks of every engine: all occurrences of a series in a window, again and again.
namespace norn::bench {

struct Question {
  std::string dtstart;
  std::string tzid;  // Empty for floating.
  std::string rrule;
  // A window on the wall; empty for all, and then the rule has an end.
  std::string from;
  std::string to;
  // Whether the rule is read each time, or once before.
  bool read_each_time = false;
};

// What one expansion found, to see that all engines found the same.
struct Found {
  int64_t count = 0;
  int64_t sum_of_utc_s = 0;
};

// An engine with the question put to it. Asking does the work that is measured.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Found ask() = 0;
};

}  // namespace norn::bench
