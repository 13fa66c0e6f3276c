#pragma once

#include <cstdint>

#include "base/error.h"

namespace norn {

// The processor time that one request may use, so that no request can take the machine from the
// others. It is tied to the thread that works on the request: code with long loops calls `check` in
// each round, and threads without a budget are unlimited.
class WorkBudget {
 public:
  // Begins now. Budgets of one thread nest.
  explicit WorkBudget(int64_t limit_ms);
  ~WorkBudget();
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  // Returns kInvalid if the thread's innermost budget is spent. Costs less than a microsecond.
  static Result<void> check();

 private:
  const int64_t ends_ns_;  // By the processor time of the thread.
  WorkBudget* const outer_;
};

}  // namespace norn
