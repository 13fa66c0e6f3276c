#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::accounts {

// Tries of something that must not be tried often, counted in the store, so that it holds over all
// processes and restarts. What is counted is known by its hash only.
struct ThrottleRule {
  std::string kind;        // "sign-in-account"
  int64_t tries = 10;      // Free tries in a window ...
  int64_t window_s = 900;  // ... of this length; after them it is refused until the window ends.
};

class Throttle {
 public:
  Throttle(store::Store& store, apps::TableNames tables, const Clock& clock);

  // Counts a try before it is made, so that many at one time do not slip through. kTooManyRequests
  // (with the time to wait) when there were too many.
  Result<void> take(const ThrottleRule& rule, std::string_view subject);
  // After a success: forgets the tries.
  Result<void> reset(const ThrottleRule& rule, std::string_view subject);

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::accounts
