#include "apps/accounts/users/email.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "apps/accounts/text.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::accounts {

namespace {

constexpr size_t kMaxBytes = 254;  // RFC 5321, 4.5.3.1.3, without the angle brackets.

bool is_ascii(int32_t point) {
  return point < 0x80;
}

// U+212A (KELVIN SIGN) is a K in normal form, and U+0130 (I with a dot) is an i in lower case. An
// address with such a letter is another mailbox than the one it would be compared with, so it must
// not pass for it.
bool passes_for_ascii(int32_t point) {
  if (is_ascii(point)) return false;
  const std::optional<std::vector<int32_t>> normal = code_points(nfc(to_utf8({point})));
  return std::ranges::any_of(*normal, [](int32_t part) { return is_ascii(lower(part)); });
}

bool belongs_in_address(int32_t point) {
  return point != '#' && !is_unprintable(point) && !is_space(point) && !passes_for_ascii(point);
}

}  // namespace

Result<std::string> normal_email(std::string_view text, std::string_view field) {
  const std::string_view address = trimmed(text);
  if (address.empty()) return invalid(field, "Enter an e-mail address.");
  if (address.size() > kMaxBytes) {
    return invalid(field, "The e-mail address must have at most 254 bytes.");
  }
  std::optional<std::vector<int32_t>> points = code_points(address);
  if (!points || !std::ranges::all_of(*points, belongs_in_address)) {
    return invalid(field,
                   "The e-mail address must not have spaces, control characters, # or letters that "
                   "look like others.");
  }
  const size_t at = address.find('@');
  if (at == std::string_view::npos || at == 0 || at + 1 == address.size() ||
      address.find('@', at + 1) != std::string_view::npos) {
    return invalid(field, "The e-mail address must look like name@example.org.");
  }
  points = code_points(nfc(address));
  std::ranges::transform(*points, points->begin(), lower);
  std::string normal = nfc(to_utf8(*points));
  if (normal.size() > kMaxBytes) {
    return invalid(field, "The e-mail address must have at most 254 bytes.");
  }
  return normal;
}

}  // namespace norn::accounts
