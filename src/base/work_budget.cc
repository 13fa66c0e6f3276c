#include "base/work_budget.h"

#include <ctime>

namespace norn {
namespace {

constexpr int64_t kNanosPerMs = 1'000'000;

int64_t processor_time_ns() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return int64_t{time.tv_sec} * 1'000 * kNanosPerMs + time.tv_nsec;
}

thread_local WorkBudget* current_budget = nullptr;

}  // namespace

WorkBudget::WorkBudget(int64_t limit_ms)
    : ends_ns_(processor_time_ns() + limit_ms * kNanosPerMs), outer_(current_budget) {
  current_budget = this;
}

WorkBudget::~WorkBudget() {
  current_budget = outer_;
}

Result<void> WorkBudget::check() {
  if (current_budget == nullptr || processor_time_ns() < current_budget->ends_ns_) return {};
  return fail(ErrorCode::kInvalid,
              "This takes too much work at once. Ask for less: fewer days, or fewer and less "
              "frequent series.");
}

}  // namespace norn
