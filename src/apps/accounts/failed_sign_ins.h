#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/limited_log.h"

namespace norn::accounts {

// "j...@example.com": enough for an operator who knows the person, and not the whole address.
std::string shortened_address(std::string_view email);

// Logs failed sign-ins, so that an operator, or a program that blocks addresses, sees an attack. An
// attacker must not fill the disk with it. Safe from any thread.
class FailedSignIns {
 public:
  static constexpr int kLinesPerMinute = 30;

  FailedSignIns(const Clock& clock, LimitedLog::Write write);

  // `who` is a shortened address or a provider, `address` that of the client. None of them may be a
  // secret.
  void note(std::string_view who, std::string_view address, std::string_view reason);

 private:
  LimitedLog log_;
};

}  // namespace norn::accounts
