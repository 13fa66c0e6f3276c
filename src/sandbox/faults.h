#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "http/message.h"
#include "sandbox/delays.h"

namespace norn::sandbox {

// What goes wrong with a call because a test wants it to.
struct Fault {
  std::string error = {};    // "ThrottlingException"; empty: only the delay.
  int64_t delay_ms = 0;      // Before anything else happens.
  bool loses_reply = false;  // The call is carried out, and answered with the error all the same.
};

// Which calls a fault is for.
struct FaultRule {
  std::string operation = {};  // "PutItem"; empty: any.
  Fault fault = {};
  int64_t skip = 0;   // So many calls are left alone first.
  int64_t times = 1;  // Then so many have the fault; 0: all.
};

// Faults of calls, by a header of the call or by a list of rules. From any thread.
class Faults {
 public:
  explicit Faults(Delays& delays) : delays_(delays) {}

  // Replaces the rules. Returns an error if one is wrong, and keeps the others then.
  Result<void> set(std::vector<FaultRule> rules);
  void clear();
  std::vector<FaultRule> rules() const;

  // Answers a call by `serve`, with the fault that it has to have, if any.
  using Serve = std::function<void(http::Exchange&)>;
  void handle(http::Exchange& exchange, const Serve& serve);

 private:
  // That of the next call of this operation.
  std::optional<Fault> next(std::string_view operation);

  Delays& delays_;
  mutable std::mutex mutex_;
  std::vector<FaultRule> rules_;  // Guarded by mutex_.
};

}  // namespace norn::sandbox
