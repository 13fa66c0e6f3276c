#include "base/work_budget.h"

#include <fmt/format.h>

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

WorkBudget::WorkBudget(int64_t limit_ms, size_t limit_bytes)
    : ends_ns_(processor_time_ns() + limit_ms * kNanosPerMs),
      limit_bytes_(limit_bytes),
      outer_(current_budget) {
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

Result<void> WorkBudget::collect(size_t bytes) {
  if (current_budget == nullptr) return {};
  current_budget->collected_bytes_ += bytes;
  if (current_budget->collected_bytes_ <= current_budget->limit_bytes_) return {};
  return fail(ErrorCode::kInvalid,
              fmt::format("This needs more than {} MiB of data at once. Ask for less: fewer days, "
                          "or one thing at a time.",
                          current_budget->limit_bytes_ >> 20));
}

}  // namespace norn
