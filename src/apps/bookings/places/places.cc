#include "apps/bookings/places/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/bookings/events/rules.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/sweep.h"
#include "apps/bookings/render.h"
#include "apps/bookings/sentences.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "apps/sharing/sentences.h"
#include "base/ascii.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

namespace norn::bookings {
namespace {

constexpr size_t kMaxShown = 40;  // Characters of a wrong value in the message about it.

// Returns the name trimmed. It has 1 to `max` characters on one line.
Result<std::string> checked_name(std::string_view field, const std::string& text, size_t max) {
  std::string name(trimmed(text));
  if (has_control(name)) {
    return invalid(field, accounts::kNameControlCharacter);
  }
  if (name.empty() || count_characters(name) > max) {
    return invalid(field, accounts::kNameLength(max));
  }
  return name;
}

// Returns the text trimmed, or nullopt if it is empty.
Result<std::optional<std::string>> checked_lines(std::string_view field,
                                                 const std::optional<std::string>& text,
                                                 size_t max) {
  if (!text) return std::nullopt;
  std::string lines(trimmed(*text));
  if (lines.empty()) return std::nullopt;
  if (has_control(lines, Lines::kSeveral)) {
    return invalid(field, kTextControl);
  }
  const size_t length = count_characters(lines);
  if (length > max) {
    return invalid(field, kTextTooLong(max, length));
  }
  return lines;
}

Result<void> check_color(std::string_view color) {
  if (is_color(color)) return {};
  return invalid("color", apps::kColorForm);
}

Result<void> check_time(std::string_view field, std::string_view time) {
  if (is_time_of_day(time)) return {};
  return invalid(field, kTimeOfDayForm(first_characters(time, kMaxShown)));
}

Result<void> check_price(std::string_view field, int64_t price) {
  if (price >= 0 && price <= kMaxPrice) return {};
  return invalid(field, kPriceOutOfRange(kMaxPrice, price));
}

Result<void> check_stay_lengths(const PlaceSettings& settings) {
  if (settings.max_nights < 1 || settings.max_nights > kMaxNights) {
    return invalid("maxNights", kMaxNightsOutOfRange(kMaxNights, settings.max_nights));
  }
  if (settings.min_nights < 1 || settings.min_nights > settings.max_nights) {
    return invalid("minNights", kMinNightsOutOfRange(settings.max_nights, settings.min_nights));
  }
  return {};
}

Result<void> check_currency(std::string_view currency) {
  if (currency_from(currency)) return {};
  return invalid("currency", kCurrencyForm);
}

// "07-01"; "02-29" is one, too.
bool is_day_of_year(std::string_view text) {
  constexpr std::string_view kLeapYear = "2024-";
  return text.size() == 5 && is_digit(text[0]) &&
         parse_date(std::string(kLeapYear).append(text)).has_value();
}

Result<void> check_day(const std::string& field, std::string_view day) {
  if (is_day_of_year(day) || parse_date(day)) return {};
  return invalid(field, kSeasonDayForm(first_characters(day, kMaxShown)));
}

Result<void> check_days(const std::string& field, const Season& season) {
  NORN_TRY(check_day(field + ".from", season.from));
  NORN_TRY(check_day(field + ".to", season.to));
  const auto from = parse_date(season.from);
  const auto to = parse_date(season.to);
  if (from.has_value() != to.has_value()) {
    return invalid(field + ".to", kSeasonYears);
  }
  if (from && *to < *from) {
    return invalid(field + ".to", kSeasonEndsBeforeStart(season.to, season.from));
  }
  return {};
}

Result<void> check_season(const std::string& field, Season& season, int64_t max_nights) {
  NORN_ASSIGN(season.name, checked_name(field + ".name", season.name, kMaxSeasonNameCharacters));
  NORN_TRY(check_days(field, season));
  NORN_TRY(check_price(field + ".pricePerNight", season.price_per_night));
  if (season.min_nights && (*season.min_nights < 1 || *season.min_nights > max_nights)) {
    return invalid(field + ".minNights", kMinNightsOutOfRange(max_nights, *season.min_nights));
  }
  return {};
}

Result<void> check_seasons(PlaceSettings& settings) {
  if (settings.seasons.size() > kMaxSeasons) {
    return invalid("seasons", kTooManySeasons(kMaxSeasons, settings.seasons.size()));
  }
  for (size_t i = 0; i < settings.seasons.size(); ++i) {
    NORN_TRY(check_season(fmt::format("seasons[{}]", i), settings.seasons[i], settings.max_nights));
  }
  return {};
}

store::Item default_marker_key() {
  return apps::key_of(keys::kDefaultTaken, keys::kDefaultTaken);
}

// Whether the default place was ever created, even if it was deleted since.
Result<bool> default_is_taken(const Context& context) {
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.bookings(),
                            {default_marker_key(), place_key(std::string(keys::kDefaultPlace))}));
  return !items.empty();
}

Place new_place(const Context& context, bool is_first, const PlaceSettings& settings) {
  const std::string now = now_text(context);
  return {.id = is_first ? std::string(keys::kDefaultPlace) : context.ids.uuid(),
          .settings = settings,
          .created_at = now,
          .updated_at = now};
}

Result<void> check_place_count(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const auto places, places_of(context, user_id));
  if (places.size() < kMaxPlacesPerPerson) return {};
  return conflict(sharing::kInTooManyThings(places.size(), "place"));
}

Result<std::optional<Access>> try_create(const Context& context, const std::string& user_id,
                                         const PlaceSettings& settings,
                                         const apps::Creation& creation) {
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return authorize(context, user_id, *made, Role::kViewer);
  NORN_TRY(check_place_count(context, user_id));
  NORN_TRY(context.quotas.check_new(user_id, apps::kPlacesQuota));
  NORN_ASSIGN(const bool taken, default_is_taken(context));
  Access access;
  access.place = new_place(context, !taken, settings);
  access.membership = new_membership(context, access.place.id, user_id, Role::kAdministrator);
  std::vector<Action> actions = {put_new(context, to_item(access.place)),
                                 user_exists(context, user_id)};
  add_membership(context, access.membership, actions);
  if (!taken) actions.push_back(put_new(context, default_marker_key()));
  if (auto remembered = context.idempotency.remember(creation, access.place.id)) {
    actions.push_back(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (written) return access;
  NORN_ASSIGN(const auto user, context.users.find(user_id));
  if (!user) return not_signed_in(accounts::kAccountDeleted);
  return std::nullopt;
}

Action replace_place(const Context& context, const Place& old, const Place& next) {
  store::PutRequest put;
  put.table = context.tables.bookings();
  put.item = to_item(next);
  // A first wish does not change the version, and must not be overwritten.
  put.condition = old.has_wishes ? "#version = :version"
                                 : "#version = :version AND attribute_not_exists(hasWishes)";
  put.placeholders.names.emplace("#version", "version");
  put.placeholders.values.emplace(":version", store::Value::number(old.version));
  return put;
}

Result<std::optional<Access>> try_change(const Context& context, const std::string& user_id,
                                         const std::string& place_id, const SettingsChange& change,
                                         const std::string& etag) {
  NORN_ASSIGN(auto access, authorize(context, user_id, place_id, Role::kAdministrator));
  if (etag_of(access.place) != etag) {
    std::string current;
    append_json(current, access);
    return version_conflict("place", std::move(current), etag_of(access.place));
  }
  Place next = access.place;
  change(next.settings);
  NORN_ASSIGN(next.settings, checked(std::move(next.settings)));
  if (next == access.place) return access;
  NORN_TRY(context.quotas.check_change(user_id));
  next.version++;
  next.updated_at = now_text(context);
  NORN_ASSIGN(const bool written,
              apps::write_all(context.store, {replace_place(context, access.place, next),
                                              still_administrator(context, user_id, place_id)}));
  if (!written) return std::nullopt;
  access.place = std::move(next);
  return access;
}

Result<std::optional<apps::Done>> try_remove_place(const Context& context,
                                                   const std::string& user_id,
                                                   const std::string& place_id) {
  NORN_TRY(authorize(context, user_id, place_id, Role::kAdministrator));
  NORN_ASSIGN(const bool written,
              apps::write_all(context.store, {remove_place(context, place_id),
                                              still_administrator(context, user_id, place_id),
                                              begin_place_sweep(context, place_id)}));
  if (!written) return std::nullopt;
  return apps::Done{};
}

}  // namespace

Result<PlaceSettings> checked(PlaceSettings settings) {
  NORN_ASSIGN(settings.name, checked_name("name", settings.name, kMaxPlaceNameCharacters));
  NORN_TRY(check_color(settings.color));
  NORN_ASSIGN(settings.description,
              checked_lines("description", settings.description, kMaxDescriptionCharacters));
  NORN_ASSIGN(settings.house_rules,
              checked_lines("houseRules", settings.house_rules, kMaxHouseRulesCharacters));
  NORN_TRY(check_stay_lengths(settings));
  NORN_TRY(check_time("checkIn", settings.check_in));
  NORN_TRY(check_time("checkOut", settings.check_out));
  if (!ical::TimeZone::find(settings.tzid)) {
    return invalid("tzid", apps::kTimeZoneUnknown(first_characters(settings.tzid, kMaxShown)));
  }
  NORN_TRY(check_currency(settings.currency));
  NORN_TRY(check_price("pricePerNight", settings.price_per_night));
  NORN_TRY(check_seasons(settings));
  return settings;
}

Action remove_place(const Context& context, const std::string& place_id) {
  store::DeleteRequest request;
  request.table = context.tables.bookings();
  request.key = place_key(place_id);
  request.condition = "attribute_exists(PK)";
  return request;
}

Places::Places(Context context) : context_(std::move(context)) {
  context_.sweeps.add(std::string(kPlaceSweep), [copy = context_](const std::string& place_id) {
    return sweep_place(copy, place_id);
  });
}

Result<Access> Places::create(const std::string& user_id, const PlaceSettings& settings,
                              const apps::Creation& creation) {
  NORN_ASSIGN(const PlaceSettings tidy, checked(settings));
  return apps::decide_and_write([&] { return try_create(context_, user_id, tidy, creation); });
}

Result<std::vector<Access>> Places::list(const std::string& user_id) {
  return places_of(context_, user_id);
}

Result<Access> Places::get(const std::string& user_id, const std::string& place_id) {
  return authorize(context_, user_id, place_id, Role::kViewer);
}

Result<Access> Places::change(const std::string& user_id, const std::string& place_id,
                              const SettingsChange& change, const std::string& etag) {
  return apps::decide_and_write(
      [&] { return try_change(context_, user_id, place_id, change, etag); });
}

Result<void> Places::remove(const std::string& user_id, const std::string& place_id) {
  const auto attempt = [&] { return try_remove_place(context_, user_id, place_id); };
  NORN_TRY(apps::decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::bookings
