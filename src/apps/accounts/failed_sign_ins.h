#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace norn::accounts {

// "j...@example.com": enough for an operator who knows the person, and not the whole address.
std::string shortened_address(std::string_view email);

// Logs failed sign-ins, so that an operator, or a program that blocks addresses, sees an attack. An
// attacker must not fill the disk with it: after kLinesPerMinute lines, the others of that minute
// are only counted, and the next minute's first line is preceded by their number. Safe from any
// thread.
class FailedSignIns {
 public:
  static constexpr int kLinesPerMinute = 30;

  // Writes one line of the log.
  using Write = std::function<void(const std::string&)>;
  FailedSignIns(const Clock& clock, Write write);

  // `who` is a shortened address or a provider, `address` that of the client. None of them may be a
  // secret.
  void note(std::string_view who, std::string_view address, std::string_view reason);

 private:
  const Clock& clock_;
  const Write write_;

  std::mutex mutex_;
  int64_t minute_ = 0;    // Guarded by mutex_.
  int lines_ = 0;         // In this minute. Guarded by mutex_.
  int64_t left_out_ = 0;  // Guarded by mutex_.
};

}  // namespace norn::accounts
