#include "base/work_budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "base/faults.h"
#include "base/processor_time.h"
#include "base/sentences.h"

namespace norn {
namespace {

constexpr int64_t kNanosPerMs = 1'000'000;

// Short enough that ten others can have theirs without anybody noticing.
constexpr int64_t kTurnNs = 10 * kNanosPerMs;

int64_t end_ns(int64_t begin_ns, int64_t limit_ms) {
  constexpr int64_t kMaxNs = std::numeric_limits<int64_t>::max();
  return limit_ms < (kMaxNs - begin_ns) / kNanosPerMs ? begin_ns + limit_ms * kNanosPerMs : kMaxNs;
}

thread_local WorkBudget* current_budget = nullptr;
// Until then, by the clock of the machine, the thread cannot have used up what it may use: asking
// for its processor time is a call of the kernel.
thread_local int64_t may_reach_limit_at_ns = 0;

int64_t clock_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace

WorkBudget::WorkBudget(Limits limits)
    : limits_(limits),
      ends_ns_(processor_time_ns()),
      turn_ends_ns_(end_ns(ends_ns_, limits.short_ms)),
      outer_(current_budget) {
  const int64_t now_ns = ends_ns_;
  ends_ns_ = end_ns(now_ns, limits.ms);
  current_budget = this;
  may_reach_limit_at_ns = 0;
  pass_turn(now_ns);
}

WorkBudget::~WorkBudget() {
  if (has_turn_) limits_.turns->give_back();
  current_budget = outer_;
  may_reach_limit_at_ns = 0;
}

Result<void> WorkBudget::check() {
  if (current_budget == nullptr) return {};
  if (current_budget->collected_bytes_ > current_budget->limits_.bytes) {
    return fault(ErrorCode::kInvalid, kTooMuchData(current_budget->limits_.bytes >> 20));
  }
  const int64_t clock = clock_ns();
  if (clock < may_reach_limit_at_ns) return {};
  const int64_t now_ns = processor_time_ns();
  if (now_ns >= current_budget->ends_ns_) {
    return fault(ErrorCode::kInvalid, kTooMuchWork);
  }
  current_budget->pass_turn(now_ns);
  const int64_t limit_ns = std::min(current_budget->ends_ns_, current_budget->turn_ends_ns_);
  may_reach_limit_at_ns = clock + std::clamp<int64_t>(limit_ns - now_ns, 0, kTurnNs);
  return {};
}

void WorkBudget::give_way() {
  if (current_budget != nullptr) current_budget->pass_turn(processor_time_ns());
}

void WorkBudget::extend(int64_t ms) {
  if (current_budget != nullptr) current_budget->ends_ns_ = end_ns(current_budget->ends_ns_, ms);
}

void WorkBudget::pass_turn(int64_t now_ns) {
  if (limits_.turns == nullptr || now_ns < turn_ends_ns_) return;
  turn_ends_ns_ = now_ns + kTurnNs;
  if (has_turn_ && !limits_.turns->is_wanted()) return;
  if (has_turn_) limits_.turns->give_back();
  limits_.turns->take();
  has_turn_ = true;
}

Result<void> WorkBudget::collect(size_t bytes) {
  if (current_budget == nullptr) return {};
  current_budget->collected_bytes_ += bytes;
  if (current_budget->collected_bytes_ <= current_budget->limits_.bytes) return {};
  return fault(ErrorCode::kInvalid, kTooMuchData(current_budget->limits_.bytes >> 20));
}

}  // namespace norn
