#include "apps/shared/transaction.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "store/errors.h"

namespace norn::apps {
namespace {

constexpr int kShortestPauseMs = 2;
constexpr int kLongestPauseMs = 50;

// What a transaction was refused for, when that may be otherwise the next time.
struct Passing {
  bool conditions = false;  // Something is not as it has to be.
  bool conflict = false;    // Another transaction was in the way.
  bool throttled = false;   // The store had too much to do.

  bool busy() const { return conflict || throttled; }
};

Passing passing_reasons(const Error& error) {
  Passing passing;
  passing.conflict = error.code == ErrorCode::kTransactionConflict;
  const auto* const cancellation = dynamic_cast<const store::Cancellation*>(error.detail.get());
  if (cancellation == nullptr) return passing;
  for (const store::CancellationReason& reason : cancellation->reasons) {
    if (reason.code == "None") continue;
    if (reason.code == "ConditionalCheckFailed") {
      passing.conditions = true;
    } else if (reason.code == "TransactionConflict") {
      passing.conflict = true;
    } else if (reason.code == "ThrottlingError" || reason.code == "ProvisionedThroughputExceeded") {
      passing.throttled = true;
    } else {
      return {};
    }
  }
  return passing;
}

// The cancellation of a busy store as the error that it is, with its reasons.
Error busy_error(const Passing& passing, const Error& error) {
  return {passing.conflict ? ErrorCode::kTransactionConflict : ErrorCode::kThrottled, error.message,
          error.detail};
}

}  // namespace

Result<bool> write_all(store::Store& store, std::vector<Action> actions) {
  const auto written = store.transact_write({.actions = std::move(actions), .client_token = {}});
  if (written) return true;
  const Passing passing = passing_reasons(written.error());
  if (passing.conditions) return false;
  return std::unexpected(passing.busy() ? busy_error(passing, written.error()) : written.error());
}

Result<void> transact(store::Store& store, std::vector<Action> actions) {
  const store::TransactWriteRequest request{.actions = std::move(actions), .client_token = {}};
  for (int attempt = 1;; ++attempt) {
    const auto written = store.transact_write(request);
    if (written) return {};
    const Passing passing = passing_reasons(written.error());
    if (!passing.busy()) return std::unexpected(written.error());
    if (attempt == kMaxAttempts) return std::unexpected(busy_error(passing, written.error()));
    pause_before_retry(attempt);
  }
}

bool was_busy(const Error& error) {
  return passing_reasons(error).busy();
}

void pause_before_retry(int attempt) {
  thread_local std::minstd_rand random{std::random_device{}()};
  // The ceiling doubles with every attempt, and chance keeps those apart who met before.
  constexpr int kMaxPauseDoublings = 5;
  const int ceiling =
      std::min(kLongestPauseMs, kShortestPauseMs << std::min(attempt, kMaxPauseDoublings));
  std::uniform_int_distribution<int> pause_ms(kShortestPauseMs, ceiling);
  std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms(random)));
}

std::unexpected<Error> too_many_attempts() {
  return fail(ErrorCode::kUnavailable,
              "Too many people are changing this at the same moment. Try again.");
}

}  // namespace norn::apps
