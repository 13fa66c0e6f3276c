#include "apps/shared/transaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <variant>

#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "store/errors.h"

namespace norn::apps {
namespace {

constexpr int kShortestPauseMs = 2;
constexpr int kLongestPauseMs = 50;
constexpr size_t kActionsPerTransaction = 100;

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

std::string target_of(const Action& action) {
  return std::visit(
      [](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<T, store::PutRequest>) {
          return one.table + std::string(store::Item::subset(one.item, {"PK", "SK"}).json());
        } else {
          return one.table + std::string(one.key.json());
        }
      },
      action);
}

// The text of a condition in which the placeholders have another ending.
std::string with_ending(std::string_view condition, std::string_view ending) {
  std::string text;
  bool is_placeholder = false;
  for (const char c : condition) {
    const bool is_word = c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_placeholder && !is_word) {
      text += ending;
      is_placeholder = false;
    }
    if (c == '#' || c == ':') is_placeholder = true;
    text += c;
  }
  if (is_placeholder) text += ending;
  return text;
}

// `number` differs from those of all other conditions of the action.
void add_condition(Action& action, const store::ConditionCheck& check, size_t number) {
  const std::string ending = fmt::format("_{}", number);
  const std::string condition = with_ending(check.condition, ending);
  std::visit(
      [&](auto& one) {
        one.condition = one.condition.empty()
                            ? condition
                            : fmt::format("({}) AND ({})", one.condition, condition);
        for (const auto& [name, attribute] : check.placeholders.names) {
          one.placeholders.names.emplace(name + ending, attribute);
        }
        for (const auto& [name, value] : check.placeholders.values) {
          one.placeholders.values.emplace(name + ending, value);
        }
      },
      action);
}

void merge_conditions(std::vector<Action>& actions) {
  std::map<std::string, size_t> first;  // The action of each item; a write, if there is one.
  std::vector<std::string> targets;
  bool is_repeated = false;
  for (size_t i = 0; i < actions.size(); ++i) {
    targets.push_back(target_of(actions[i]));
    const auto [found, is_new] = first.try_emplace(targets.back(), i);
    is_repeated = is_repeated || !is_new;
    const bool is_check = std::holds_alternative<store::ConditionCheck>(actions[i]);
    if (!is_check && std::holds_alternative<store::ConditionCheck>(actions[found->second])) {
      found->second = i;
    }
  }
  if (!is_repeated) return;
  std::vector<Action> merged;
  for (size_t i = 0; i < actions.size(); ++i) {
    const size_t into = first.at(targets[i]);
    const auto* const check = std::get_if<store::ConditionCheck>(&actions[i]);
    if (into != i && check != nullptr) add_condition(actions[into], *check, i);
  }
  for (size_t i = 0; i < actions.size(); ++i) {
    const bool is_check = std::holds_alternative<store::ConditionCheck>(actions[i]);
    if (first.at(targets[i]) == i || !is_check) merged.push_back(std::move(actions[i]));
  }
  actions = std::move(merged);
}

// The cancellation of a busy store as the error that it is, with its reasons.
Error busy_error(const Passing& passing, const Error& error) {
  return {passing.conflict ? ErrorCode::kTransactionConflict : ErrorCode::kThrottled, error.message,
          error.detail};
}

}  // namespace

Result<bool> write_all(store::Store& store, std::vector<Action> actions) {
  merge_conditions(actions);
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

Result<bool> write_while(store::Store& store, const Action& check, std::vector<Action> writes) {
  while (!writes.empty()) {
    std::vector<Action> actions = {check};
    for (; !writes.empty() && actions.size() < kActionsPerTransaction; writes.pop_back()) {
      actions.push_back(std::move(writes.back()));
    }
    const auto written = transact(store, std::move(actions));
    if (written) continue;
    if (passing_reasons(written.error()).conditions) return false;
    return std::unexpected(written.error());
  }
  return true;
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
  return fault(ErrorCode::kUnavailable, kTooManyAttempts);
}

}  // namespace norn::apps
