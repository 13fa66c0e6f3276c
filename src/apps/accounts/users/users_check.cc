#include "apps/accounts/users/users_check.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "apps/accounts/text.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::accounts {

namespace {

constexpr int32_t kZeroWidthNonJoiner = 0x200C;
constexpr int32_t kZeroWidthJoiner = 0x200D;

// The two joiners are invisible, but names in Persian and Hindi are spelled with them.
bool belongs_in_name(int32_t point) {
  return point == kZeroWidthNonJoiner || point == kZeroWidthJoiner || point == ' ' ||
         !(is_unprintable(point) || is_space(point));
}

}  // namespace

Result<std::string> normal_name(std::string_view text, std::string_view field) {
  const std::string_view name = trimmed(text);
  const std::optional<std::vector<int32_t>> points = code_points(name);
  if (!points || !std::ranges::all_of(*points, belongs_in_name)) {
    return invalid(field, "The name must not have control characters or line breaks.");
  }
  if (points->empty() || points->size() > kMaxNameCharacters) {
    return invalid(field, "The name must have 1 to 100 characters.");
  }
  return nfc(name);
}

Result<void> check_identity(std::string_view provider, std::string_view subject) {
  constexpr size_t kMaxProvider = 32;
  constexpr size_t kMaxSubject = 255;
  const auto fits_provider = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  const auto fits_subject = [](char c) { return c > ' ' && c <= '~' && c != '#'; };
  if (provider.empty() || provider.size() > kMaxProvider ||
      !std::ranges::all_of(provider, fits_provider)) {
    return invalid("provider", "The name of a provider has 1 to 32 characters of a-z, 0-9 and -.");
  }
  if (subject.empty() || subject.size() > kMaxSubject ||
      !std::ranges::all_of(subject, fits_subject)) {
    return invalid("provider",
                   "The provider named you in a way that cannot be kept: a subject has 1 to 255 "
                   "printable ASCII characters without spaces and #.");
  }
  return {};
}

}  // namespace norn::accounts
