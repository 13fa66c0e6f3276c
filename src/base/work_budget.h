#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/error.h"
#include "base/work_turns.h"

namespace norn {

// The processor time and the memory that one request may use, so that no request can take the
// machine from the others. It is tied to the thread that works on the request: code with long loops
// calls `check` or `give_way` in each round, code that gathers stored data `collect` for what it
// keeps, and threads without a budget are unlimited.
class WorkBudget {
 public:
  static constexpr int64_t kUnlimitedMs = std::numeric_limits<int64_t>::max();

  struct Limits {
    int64_t ms = kUnlimitedMs;  // Of processor time.
    size_t bytes = std::numeric_limits<size_t>::max();
    WorkTurns* turns = nullptr;  // Of long work; without it, it takes no turns.
    int64_t short_ms = 0;        // Processor time until the first turn.
  };

  // Begins now. Budgets of one thread nest.
  explicit WorkBudget(Limits limits);
  ~WorkBudget();
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  // Returns kInvalid if the thread's innermost budget is spent; otherwise gives way. Costs less
  // than a microsecond when there is nothing to wait for.
  static Result<void> check();
  // Lets others have their turn, if this is long work. The caller must not hold a lock.
  static void give_way();
  // Allows the thread's innermost budget that much more processor time: for work that is done once
  // and serves many requests, and has a bound of its own.
  static void extend(int64_t ms);
  // Counts stored data that the request keeps in memory until its end. Returns kInvalid beyond the
  // limit of the thread's innermost budget.
  static Result<void> collect(size_t bytes);

 private:
  void pass_turn(int64_t now_ns);

  const Limits limits_;
  int64_t ends_ns_;  // By the processor time of the thread.
  int64_t turn_ends_ns_;
  bool has_turn_ = false;
  size_t collected_bytes_ = 0;
  WorkBudget* const outer_;
};

}  // namespace norn
