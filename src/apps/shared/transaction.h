#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "store/store.h"

// Optimistic changes: the code reads the current state, decides, and writes one transaction on the
// condition that the state is unchanged. If the condition fails, it reads and decides again. So
// every refusal comes from the code that decides, in one place.
namespace norn::apps {

using Action = store::TransactWriteRequest::Action;

// A bound on the attempts. Reached only while others keep changing the same thing.
constexpr int kMaxAttempts = 50;

// The result of changes that return nothing.
struct Done {};

// Writes all actions or none. Returns false if a condition failed. A conflict with another
// transaction, or an overloaded store, is an error: `was_busy`. The store takes one action for each
// item: a condition on an item that is also written, or on which there is another condition, is
// added to that action.
Result<bool> write_all(store::Store& store, std::vector<Action> actions);

// Writes all actions or none, and retries while the store is busy. For callers that look up in the
// error which condition failed (apps::Refusals).
Result<void> transact(store::Store& store, std::vector<Action> actions);

// Writes any number of actions, each of another item, in as many transactions as that takes, each
// on the condition `check`. Returns false if a condition failed: then some may be written.
Result<bool> write_while(store::Store& store, const Action& check, std::vector<Action> writes);

// Whether a transaction failed only because of concurrent transactions (kTransactionConflict) or
// throttled items (kThrottled). False for a request that the store throttled as a whole: retrying
// would add to its load.
bool was_busy(const Error& error);
// Sleeps for a few random milliseconds, longer after each attempt.
void pause_before_retry(int attempt);

// The error after kMaxAttempts.
std::unexpected<Error> too_many_attempts();

// `attempt` decides and writes once. It returns nullopt if `write_all` returned false.
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
