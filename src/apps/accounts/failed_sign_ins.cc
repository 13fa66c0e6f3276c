#include "apps/accounts/failed_sign_ins.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"

namespace norn::accounts {

std::string shortened_address(std::string_view email) {
  const size_t at = email.rfind('@');
  if (at == std::string_view::npos || at == 0) return "...";
  const auto name = code_points(std::string(email.substr(0, at)));
  if (!name || name->empty()) return "...";
  return to_utf8({name->front()}) + "..." + std::string(email.substr(at));
}

FailedSignIns::FailedSignIns(const Clock& clock, Write write)
    : clock_(clock), write_(std::move(write)) {}

void FailedSignIns::note(std::string_view who, std::string_view address, std::string_view reason) {
  const int64_t minute = clock_.now_s() / 60;
  const std::scoped_lock lock(mutex_);
  if (minute != minute_) {
    if (left_out_ > 0) write_(fmt::format("{} more sign-ins failed", left_out_));
    minute_ = minute;
    lines_ = 0;
    left_out_ = 0;
  }
  if (lines_ == kLinesPerMinute) {
    ++left_out_;
    return;
  }
  ++lines_;
  write_(fmt::format("a sign-in failed: {} from {}: {}", who, address, reason));
}

}  // namespace norn::accounts
