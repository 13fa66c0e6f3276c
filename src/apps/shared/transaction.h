#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "store/store.h"

// How every change is made: it is decided by what is read, and written in one transaction whose
// conditions say that what was read is still so. When they do not hold it is decided again, by what
// is there then. So a refusal is always made by the code that decides, and there is one place for
// each.
namespace norn::apps {

using Action = store::TransactWriteRequest::Action;

// How often a change is decided again: only when others keep changing the same thing.
constexpr int kMaxAttempts = 50;

// The result of changes that have nothing to tell.
struct Done {};

// Writes all of it or nothing. False when that was decided by what is no longer so. When another
// transaction was in the way, or the store had too much to do, that is an error: `was_busy`.
Result<bool> write_all(store::Store& store, std::vector<Action> actions);

// Writes all of it or nothing, and again when the store was busy. For those who ask the error which
// of the conditions did not hold (apps::Refusals).
Result<void> transact(store::Store& store, std::vector<Action> actions);

// Whether a transaction failed for nothing but others that were written at that moment
// (kTransactionConflict) or the load of the store (kThrottled). What the store refuses as a whole
// because of its load is not meant: it wants to be left alone.
bool was_busy(const Error& error);
// Sleeps for a random time of a few milliseconds, longer after more attempts.
void pause_before_retry(int attempt);

// The error of changes whose conditions never held.
std::unexpected<Error> too_many_attempts();

// `attempt` decides and writes once; it returns nullopt when `write_all` was false.
template <typename Attempt>
auto decide_and_write(const Attempt& attempt) {
  using Value = typename decltype(attempt())::value_type::value_type;
  for (int i = 1; i <= kMaxAttempts; ++i) {
    Result<std::optional<Value>> outcome = attempt();
    if (!outcome && i < kMaxAttempts && was_busy(outcome.error())) {
      pause_before_retry(i);
      continue;
    }
    if (!outcome) return Result<Value>(std::unexpected(std::move(outcome).error()));
    if (*outcome) return Result<Value>(std::move(**outcome));
  }
  return Result<Value>(too_many_attempts());
}

}  // namespace norn::apps
