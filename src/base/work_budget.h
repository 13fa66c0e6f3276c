#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/error.h"

namespace norn {

// The processor time and the memory that one request may use, so that no request can take the
// machine from the others. It is tied to the thread that works on the request: code with long loops
// calls `check` in each round, code that gathers stored data `collect` for what it keeps, and
// threads without a budget are unlimited.
class WorkBudget {
 public:
  // Begins now. Budgets of one thread nest.
  explicit WorkBudget(int64_t limit_ms, size_t limit_bytes = std::numeric_limits<size_t>::max());
  ~WorkBudget();
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  // Returns kInvalid if the thread's innermost budget is spent. Costs less than a microsecond.
  static Result<void> check();
  // Counts stored data that the request keeps in memory until its end. Returns kInvalid beyond the
  // limit of the thread's innermost budget.
  static Result<void> collect(size_t bytes);

 private:
  const int64_t ends_ns_;  // By the processor time of the thread.
  const size_t limit_bytes_;
  size_t collected_bytes_ = 0;
  WorkBudget* const outer_;
};

}  // namespace norn
