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

FailedSignIns::FailedSignIns(const Clock& clock, LimitedLog::Write write)
    : log_(clock, std::move(write), kLinesPerMinute, "more sign-ins failed") {}

void FailedSignIns::note(std::string_view who, std::string_view address, std::string_view reason) {
  log_.write(fmt::format("a sign-in failed: {} from {}: {}", who, address, reason));
}

}  // namespace norn::accounts
