#include "base/work_budget.h"

#include <fmt/format.h>

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

}  // namespace

WorkBudget::WorkBudget(Limits limits)
    : limits_(limits),
      ends_ns_(end_ns(processor_time_ns(), limits.ms)),
      turn_ends_ns_(end_ns(processor_time_ns(), limits.short_ms)),
      outer_(current_budget) {
  current_budget = this;
  pass_turn(processor_time_ns());
}

WorkBudget::~WorkBudget() {
  if (has_turn_) limits_.turns->give_back();
  current_budget = outer_;
}

Result<void> WorkBudget::check() {
  if (current_budget == nullptr) return {};
  const int64_t now_ns = processor_time_ns();
  if (now_ns >= current_budget->ends_ns_) {
    return fault(ErrorCode::kInvalid, kTooMuchWork);
  }
  current_budget->pass_turn(now_ns);
  return {};
}

void WorkBudget::give_way() {
  if (current_budget != nullptr) current_budget->pass_turn(processor_time_ns());
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
