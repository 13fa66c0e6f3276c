#include "apps/accounts/users/normal_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "apps/accounts/sentences.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::accounts {
namespace {

constexpr int32_t kZeroWidthNonJoiner = 0x200C;
constexpr int32_t kZeroWidthJoiner = 0x200D;

// The two joiners are invisible, but the spelling of names in Persian and Hindi needs them.
bool belongs_in_name(int32_t point) {
  return point == kZeroWidthNonJoiner || point == kZeroWidthJoiner || point == ' ' ||
         !(is_unprintable(point) || is_space(point));
}

bool is_ascii(int32_t point) {
  return point < 0x80;
}

// Whether a character becomes ASCII in the normal form: U+212A (KELVIN SIGN) becomes k, and U+0130
// (I with a dot) becomes i. An address with such a character is another mailbox than its normal
// form.
bool becomes_ascii(int32_t point) {
  if (is_ascii(point)) return false;
  const std::optional<std::vector<int32_t>> normal = code_points(to_nfc(to_utf8({point})));
  return std::ranges::any_of(*normal, [](int32_t part) { return is_ascii(to_lower(part)); });
}

bool belongs_in_address(int32_t point) {
  return point != '#' && !is_unprintable(point) && !is_space(point) && !becomes_ascii(point);
}

std::unexpected<Error> too_long(std::string_view field) {
  return invalid(field, kEmailTooLong(kMaxEmailBytes));
}

}  // namespace

Result<std::string> normal_name(std::string_view text, std::string_view field) {
  const std::string_view name = trimmed(text);
  const std::optional<std::vector<int32_t>> points = code_points(name);
  if (!points || !std::ranges::all_of(*points, belongs_in_name)) {
    return invalid(field, kNameControlCharacter);
  }
  if (points->empty() || points->size() > kMaxNameCharacters) {
    return invalid(field, kNameLength(kMaxNameCharacters));
  }
  return to_nfc(name);
}

Result<std::string> normal_email(std::string_view text, std::string_view field) {
  const std::string_view address = trimmed(text);
  if (address.empty()) return invalid(field, kEmailMissing);
  if (address.size() > kMaxEmailBytes) return too_long(field);
  std::optional<std::vector<int32_t>> points = code_points(address);
  if (!points || !std::ranges::all_of(*points, belongs_in_address)) {
    return invalid(field, kEmailCharacters);
  }
  const size_t at = address.find('@');
  if (at == std::string_view::npos || at == 0 || at + 1 == address.size() ||
      address.find('@', at + 1) != std::string_view::npos) {
    return invalid(field, kEmailForm);
  }
  points = code_points(to_nfc(address));
  std::ranges::transform(*points, points->begin(), to_lower);
  std::string normal = to_nfc(to_utf8(*points));
  if (normal.size() > kMaxEmailBytes) return too_long(field);
  return normal;
}

Result<void> check_identity(std::string_view provider, std::string_view subject) {
  constexpr size_t kMaxProvider = 32;
  constexpr size_t kMaxSubject = 255;
  const auto is_provider_character = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  const auto is_subject_character = [](char c) { return c > ' ' && c <= '~' && c != '#'; };
  if (provider.empty() || provider.size() > kMaxProvider ||
      !std::ranges::all_of(provider, is_provider_character)) {
    return invalid("provider", kProviderIdInvalid);
  }
  if (subject.empty() || subject.size() > kMaxSubject ||
      !std::ranges::all_of(subject, is_subject_character)) {
    return invalid("provider", kSubjectInvalid);
  }
  return {};
}

}  // namespace norn::accounts
