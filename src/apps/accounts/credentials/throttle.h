#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::accounts {

// How many attempts are allowed in a window of time.
struct ThrottleRule {
  std::string kind;  // "sign-in-account"
  int64_t tries = 10;
  int64_t window_s = 900;
};

// Limits attempts. They are counted in the store, for all processes and across restarts, under the
// hash of their subject. Safe from any thread.
class Throttle {
 public:
  Throttle(store::Store& store, apps::TableNames tables, const Clock& clock);

  // Counts an attempt. Call it before the attempt, so that concurrent ones cannot exceed the limit.
  // Returns kTooManyRequests, with the time to wait, if there were too many.
  Result<void> take(const ThrottleRule& rule, std::string_view subject);
  // Forgets the attempts, after a success.
  Result<void> reset(const ThrottleRule& rule, std::string_view subject);

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::accounts
