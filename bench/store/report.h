#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/measure.h"

namespace norn::bench {

// One line of the report: an answer to one question about a store of one size.
struct Finding {
  std::string question;
  uint64_t items = 0;
  std::string answer;
  bool has_ceiling = false;  // The answer is a ratio to one.
  std::string target;        // Empty when none was set.
  bool met = true;
  std::string remark;  // The absolute figures.
};

Finding finding(std::string question, uint64_t items, const Comparison& comparison, double target,
                const std::string& unit);

// "10 k", "1 M".
std::string short_count(uint64_t count);
std::string megabytes(uint64_t bytes);

// The machine, the load, the versions: what the absolute figures depend on.
std::string machine_facts(const std::string& directory);

// A Markdown table: ratios first, and the sizes of one question below each other.
std::string to_markdown(std::vector<Finding> findings);

}  // namespace norn::bench
