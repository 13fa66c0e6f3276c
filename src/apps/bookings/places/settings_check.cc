#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/bookings/places/places.h"
#include "base/ascii.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

// The settings of a place as they are kept. They are checked as a whole, whatever part of them was
// changed: what fits one setting depends on others.
namespace norn::bookings {
namespace {

constexpr size_t kMaxShown = 40;  // Of a value that is wrong, in what is said about it.

// Without spaces around it; 1 to `max` characters on one line.
Result<std::string> checked_name(std::string_view field, const std::string& text, size_t max) {
  std::string name(trimmed(text));
  if (has_control(name)) {
    return invalid(field, "The name must not have control characters or line breaks.");
  }
  if (name.empty() || count_characters(name) > max) {
    return invalid(field, fmt::format("The name must have 1 to {} characters.", max));
  }
  return name;
}

// Nullopt for one with nothing but spaces in it.
Result<std::optional<std::string>> checked_lines(std::string_view field,
                                                 const std::optional<std::string>& text,
                                                 size_t max) {
  if (!text) return std::nullopt;
  std::string lines(trimmed(*text));
  if (lines.empty()) return std::nullopt;
  if (has_control(lines, Lines::kSeveral)) {
    return invalid(field, "The text must not have control characters.");
  }
  const size_t length = count_characters(lines);
  if (length > max) {
    return invalid(
        field, fmt::format("The text has {} characters, and it can have {} at most.", length, max));
  }
  return lines;
}

Result<void> check_color(std::string_view color) {
  if (is_color(color)) return {};
  return invalid("color", "The color must be a hash and six hex digits, like #3B82F6.");
}

Result<void> check_time(std::string_view field, std::string_view time) {
  if (time.size() == 5 && parse_time_of_day_s(std::string(time) + ":00")) return {};
  return invalid(field, fmt::format("'{}' is no time of day. Write it like 16:00.",
                                    first_characters(time, kMaxShown)));
}

Result<void> check_price(std::string_view field, int64_t price) {
  if (price >= 0 && price <= kMaxPrice) return {};
  return invalid(field, fmt::format("A night costs 0 to {}, in the smallest unit of the currency, "
                                    "and not {}.",
                                    kMaxPrice, price));
}

Result<void> check_nights(const PlaceSettings& settings) {
  if (settings.max_nights < 1 || settings.max_nights > kMaxNights) {
    return invalid("maxNights", fmt::format("A stay lasts at most 1 to {} nights, and not {}.",
                                            kMaxNights, settings.max_nights));
  }
  if (settings.min_nights < 1 || settings.min_nights > settings.max_nights) {
    return invalid("minNights",
                   fmt::format("A stay lasts at least 1 to {} nights, as no stay is longer than "
                               "that, and not {}.",
                               settings.max_nights, settings.min_nights));
  }
  return {};
}

Result<void> check_currency(std::string_view currency) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (currency.size() == 3 && std::ranges::all_of(currency, is_capital)) return {};
  return invalid("currency", "The currency must be three capital letters, like EUR.");
}

// "07-01", of a year that has all days.
bool is_day_of_year(std::string_view text) {
  constexpr std::string_view kLeapYear = "2024-";
  return text.size() == 5 && is_digit(text[0]) &&
         parse_date(std::string(kLeapYear).append(text)).has_value();
}

Result<void> check_day(const std::string& field, std::string_view day) {
  if (is_day_of_year(day) || parse_date(day)) return {};
  return invalid(field, fmt::format("'{}' is no day. Write it like 07-01, for every year, or like "
                                    "2026-07-01, for one.",
                                    first_characters(day, kMaxShown)));
}

Result<void> check_days(const std::string& field, const Season& season) {
  NORN_TRY(check_day(field + ".from", season.from));
  NORN_TRY(check_day(field + ".to", season.to));
  const auto from = parse_date(season.from);
  const auto to = parse_date(season.to);
  if (from.has_value() != to.has_value()) {
    return invalid(field + ".to",
                   "The first and the last night must both have a year, or neither of them.");
  }
  if (from && *to < *from) {
    return invalid(field + ".to", fmt::format("The last night, {}, is before the first one, {}.",
                                              season.to, season.from));
  }
  return {};
}

Result<void> check_season(const std::string& field, Season& season, int64_t max_nights) {
  NORN_ASSIGN(season.name, checked_name(field + ".name", season.name, kMaxSeasonNameCharacters));
  NORN_TRY(check_days(field, season));
  NORN_TRY(check_price(field + ".pricePerNight", season.price_per_night));
  if (season.min_nights && (*season.min_nights < 1 || *season.min_nights > max_nights)) {
    return invalid(field + ".minNights",
                   fmt::format("A stay lasts at least 1 to {} nights, as no stay is longer than "
                               "that, and not {}.",
                               max_nights, *season.min_nights));
  }
  return {};
}

Result<void> check_seasons(PlaceSettings& settings) {
  if (settings.seasons.size() > kMaxSeasons) {
    return invalid("seasons", fmt::format("There can be {} seasons at most, and these are {}.",
                                          kMaxSeasons, settings.seasons.size()));
  }
  for (size_t i = 0; i < settings.seasons.size(); ++i) {
    NORN_TRY(check_season(fmt::format("seasons[{}]", i), settings.seasons[i], settings.max_nights));
  }
  return {};
}

}  // namespace

Result<PlaceSettings> checked(PlaceSettings settings) {
  NORN_ASSIGN(settings.name, checked_name("name", settings.name, kMaxPlaceNameCharacters));
  NORN_TRY(check_color(settings.color));
  NORN_ASSIGN(settings.description,
              checked_lines("description", settings.description, kMaxDescriptionCharacters));
  NORN_ASSIGN(settings.house_rules,
              checked_lines("houseRules", settings.house_rules, kMaxHouseRulesCharacters));
  NORN_TRY(check_nights(settings));
  NORN_TRY(check_time("checkIn", settings.check_in));
  NORN_TRY(check_time("checkOut", settings.check_out));
  if (!ical::TimeZone::find(settings.tzid)) {
    return invalid("tzid", fmt::format("There is no time zone '{}'. Use a name like Europe/Berlin.",
                                       first_characters(settings.tzid, kMaxShown)));
  }
  NORN_TRY(check_currency(settings.currency));
  NORN_TRY(check_price("pricePerNight", settings.price_per_night));
  NORN_TRY(check_seasons(settings));
  return settings;
}

}  // namespace norn::bookings
