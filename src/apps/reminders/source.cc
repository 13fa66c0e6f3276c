#include "apps/reminders/source.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "apps/accounts/credentials/secrets.h"
#include "apps/reminders/limits.h"
#include "base/time_text.h"

namespace norn::reminders {
namespace {

// Ids have no '#', and that of the thing comes last.
constexpr size_t kIdParts = 6;
constexpr size_t kMaxIdBytes = 700;  // So that a key of it is one.

}  // namespace

ReminderId ReminderId::of(const Reminder& reminder) {
  const agenda::Item& item = reminder.item;
  ReminderId id{.app = item.app,
                .kind = item.kind,
                .owner_id = item.owner.id,
                .thing_id = item.id,
                .day = {},
                .minutes = reminder.minutes};
  constexpr size_t kDayCharacters = 10;
  if (item.kind != agenda::Kind::kEvent) {
    id.day = timestamp_s(item.times.start_s * 1'000).substr(0, kDayCharacters);
  }
  return id;
}

std::string ReminderId::text() const {
  return accounts::base64url(fmt::format("{}#{}#{}#{}#{}#{}", app, agenda::to_text(kind), owner_id,
                                         day, minutes, thing_id));
}

std::optional<ReminderId> parse_reminder_id(std::string_view text) {
  if (text.size() > kMaxIdBytes) return std::nullopt;
  const auto decoded = accounts::from_base64url(std::string(text));
  if (!decoded) return std::nullopt;
  std::array<std::string_view, kIdParts> parts;
  std::string_view rest = *decoded;
  for (size_t i = 0; i + 1 < kIdParts; ++i) {
    const size_t hash = rest.find('#');
    if (hash == std::string_view::npos) return std::nullopt;
    parts[i] = rest.substr(0, hash);
    rest.remove_prefix(hash + 1);
  }
  parts.back() = rest;
  const auto kind = agenda::kind_from(parts[1]);
  if (!kind) return std::nullopt;
  const bool has_day = *kind != agenda::Kind::kEvent || !parts[3].empty();
  if (has_day && !parse_date(parts[3])) return std::nullopt;
  ReminderId id{.app = std::string(parts[0]),
                .kind = *kind,
                .owner_id = std::string(parts[2]),
                .thing_id = std::string(parts[5]),
                .day = std::string(parts[3])};
  const std::string_view digits = parts[4];
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), id.minutes);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return std::nullopt;
  if (id.minutes < 0 || id.minutes > kMaxMinutesBefore) return std::nullopt;
  // Only one text is an id: another form of the same would be another key.
  if (id.text() != text) return std::nullopt;
  return id;
}

}  // namespace norn::reminders
