#include "apps/bookings/model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/shared/corrupt.h"
#include "apps/shared/items.h"
#include "base/ids.h"
#include "ical/civil.h"

namespace norn::bookings {
namespace {

constexpr std::array<std::string_view, 3> kRoles = {"viewer", "member", "administrator"};

store::Value to_value(const Season& season) {
  store::Map map = {{"name", season.name},
                    {"from", season.from},
                    {"to", season.to},
                    {"pricePerNight", store::Value::number(season.price_per_night)}};
  if (season.min_nights) map.emplace("minNights", store::Value::number(*season.min_nights));
  return map;
}

Season season_from(const store::Map& map) {
  const store::Item item = store::Item::from_map(map);
  Season season;
  season.name = apps::text_of(item, "name");
  season.from = apps::text_of(item, "from");
  season.to = apps::text_of(item, "to");
  season.price_per_night = apps::integer_of(item, "pricePerNight");
  if (item.contains("minNights")) season.min_nights = apps::integer_of(item, "minNights");
  return season;
}

store::Value to_value(const std::vector<Season>& seasons) {
  store::List list;
  for (const Season& season : seasons) list.push_back(to_value(season));
  return list;
}

std::vector<Season> seasons_from(store::ItemView item) {
  std::vector<Season> seasons;
  const auto value = item.value("seasons");
  const auto* const list = value ? value->get_if<store::List>() : nullptr;
  if (list == nullptr) return seasons;
  for (const store::Value& one : *list) {
    if (const auto* const map = one.get_if<store::Map>()) seasons.push_back(season_from(*map));
  }
  return seasons;
}

PlaceSettings settings_from(store::ItemView item) {
  PlaceSettings settings;
  settings.name = apps::text_of(item, "name");
  settings.color = apps::text_of(item, "color");
  settings.description = apps::optional_text_of(item, "description");
  settings.house_rules = apps::optional_text_of(item, "houseRules");
  settings.max_nights = apps::integer_of(item, "maxNights");
  settings.min_nights = apps::integer_of(item, "minNights");
  settings.check_in = apps::text_of(item, "checkIn");
  settings.check_out = apps::text_of(item, "checkOut");
  settings.tzid = apps::text_of(item, "tzid");
  settings.currency = apps::text_of(item, "currency");
  settings.price_per_night = apps::integer_of(item, "pricePerNight");
  settings.seasons = seasons_from(item);
  settings.allows_past = apps::boolean_of(item, "allowsPast");
  settings.shows_names = apps::boolean_of(item, "showsNames");
  return settings;
}

store::Map attributes_of(const Membership& membership) {
  return {{"entityType", "MEMBER"},
          {"placeId", membership.place_id},
          {"userId", membership.user_id},
          {"role", to_text(membership.role)},
          {"createdAt", membership.created_at},
          {"updatedAt", membership.updated_at}};
}

std::optional<Stay> stay_from(store::ItemView item) {
  const auto start = parse_date(apps::text_of(item, "startDate"));
  const auto end = parse_date(apps::text_of(item, "endDate"));
  if (!start || !end || *end <= *start) return std::nullopt;
  return Stay{*start, *end};
}

// Norn counts versions from 1; the design leaves open where they begin.
bool has_version(store::ItemView item) {
  const auto version = item.value("version");
  const auto* const number = version ? version->get_if<store::Number>() : nullptr;
  int64_t integer = 0;
  return number != nullptr && number->to_int64(integer) && integer >= 0;
}

}  // namespace

std::string_view to_text(Role role) {
  return kRoles[static_cast<size_t>(role)];
}

std::optional<Role> role_from(std::string_view text) {
  const auto* const found = std::ranges::find(kRoles, text);
  if (found == kRoles.end()) return std::nullopt;
  return static_cast<Role>(found - kRoles.begin());
}

bool is_place_id(std::string_view text) {
  return text == keys::kDefaultPlace || is_uuid(text);
}

store::Item to_item(const Place& place) {
  const PlaceSettings& settings = place.settings;
  store::Map item = {{"PK", keys::place(place.id)},
                     {"SK", keys::kPlace},
                     {"entityType", "PLACE"},
                     {"id", place.id},
                     {"name", settings.name},
                     {"color", settings.color},
                     {"description", apps::text_or_null(settings.description)},
                     {"houseRules", apps::text_or_null(settings.house_rules)},
                     {"maxNights", store::Value::number(settings.max_nights)},
                     {"minNights", store::Value::number(settings.min_nights)},
                     {"checkIn", settings.check_in},
                     {"checkOut", settings.check_out},
                     {"tzid", settings.tzid},
                     {"currency", settings.currency},
                     {"pricePerNight", store::Value::number(settings.price_per_night)},
                     {"seasons", to_value(settings.seasons)},
                     {"allowsPast", store::Value::boolean(settings.allows_past)},
                     {"showsNames", store::Value::boolean(settings.shows_names)},
                     {"version", store::Value::number(place.version)},
                     {"createdAt", place.created_at},
                     {"updatedAt", place.updated_at}};
  if (place.has_wishes) item.emplace("hasWishes", store::Value::boolean(true));
  return store::Item::from_map(item);
}

Result<Place> place_from(store::ItemView item) {
  Place place;
  place.id = apps::text_of(item, "id");
  place.settings = settings_from(item);
  place.has_wishes = apps::boolean_of(item, "hasWishes");
  place.version = apps::integer_of(item, "version");
  place.created_at = apps::text_of(item, "createdAt");
  place.updated_at = apps::text_of(item, "updatedAt");
  const PlaceSettings& settings = place.settings;
  const bool is_sound = is_place_id(place.id) && !settings.name.empty() && place.version > 0 &&
                        settings.max_nights >= 1 && settings.max_nights <= kMaxNights &&
                        settings.min_nights >= 1 && settings.price_per_night >= 0;
  if (!is_sound) return apps::corrupt("a place", item);
  return place;
}

store::Item to_member_item(const Membership& membership) {
  store::Map item = attributes_of(membership);
  item.emplace("PK", keys::place(membership.place_id));
  item.emplace("SK", keys::member(membership.user_id));
  return store::Item::from_map(item);
}

store::Item to_person_item(const Membership& membership) {
  store::Map item = attributes_of(membership);
  item.emplace("PK", keys::user(membership.user_id));
  item.emplace("SK", keys::place(membership.place_id));
  return store::Item::from_map(item);
}

Result<Membership> membership_from(store::ItemView item) {
  Membership membership;
  membership.place_id = apps::text_of(item, "placeId");
  membership.user_id = apps::text_of(item, "userId");
  membership.created_at = apps::text_of(item, "createdAt");
  membership.updated_at = apps::text_of(item, "updatedAt");
  const auto role = role_from(apps::text_of(item, "role"));
  if (!role || !is_place_id(membership.place_id)) return apps::corrupt("a membership", item);
  membership.role = *role;
  return membership;
}

std::vector<Date> nights_only_in(const Stay& left, const Stay& right) {
  std::vector<Date> nights;
  for (Date night = left.start; night < left.end; night += std::chrono::days(1)) {
    if (!right.has(night)) nights.push_back(night);
  }
  return nights;
}

std::string_view to_text(EventKind kind) {
  return kind == EventKind::kBlocked ? "blocked" : "booking";
}

store::Item to_item(const Event& event) {
  store::Map item = {{"PK", keys::events(event.place_id)},
                     {"SK", event.id},
                     {"startDate", date_text(event.stay.start)},
                     {"endDate", date_text(event.stay.end)},
                     {"title", event.title},
                     {"version", store::Value::number(event.version)},
                     {"kind", to_text(event.kind)},
                     {"note", apps::text_or_null(event.note)},
                     {"userId", apps::text_or_null(event.user_id)},
                     {"total", store::Value::number(event.total)},
                     {"currency", event.currency},
                     {"createdBy", event.created_by},
                     {"createdAt", event.created_at},
                     {"updatedAt", event.updated_at}};
  if (!event.digest.empty()) item.emplace("digest", event.digest);
  return store::Item::from_map(item);
}

// Reads events of other programs, too: they have the attributes of the design and no others.
Result<Event> event_from(store::ItemView item) {
  Event event;
  event.id = apps::text_of(item, "SK");
  event.place_id = keys::place_in(apps::text_of(item, "PK"));
  event.title = apps::text_of(item, "title");
  const auto stay = stay_from(item);
  event.version = apps::integer_of(item, "version");
  if (!stay || event.id.empty() || !has_version(item)) return apps::corrupt("an event", item);
  event.stay = *stay;
  if (apps::text_of(item, "kind") == to_text(EventKind::kBlocked)) {
    event.kind = EventKind::kBlocked;
  }
  event.note = apps::optional_text_of(item, "note");
  event.user_id = apps::optional_text_of(item, "userId");
  event.total = apps::integer_of(item, "total");
  event.currency = apps::optional_text_of(item, "currency").value_or("EUR");
  event.created_by = apps::text_of(item, "createdBy");
  event.created_at = apps::text_of(item, "createdAt");
  event.updated_at = apps::text_of(item, "updatedAt");
  event.digest = apps::text_of(item, "digest");
  return event;
}

store::Item slot_item(std::string_view place_id, Date night, std::string_view event_id) {
  return store::Item::from_map(
      {{"PK", keys::slots(place_id)}, {"SK", date_text(night)}, {"eventId", event_id}});
}

// The item expires when its nights are over.
store::Item to_item(const Wish& wish) {
  const int64_t ends_s = wish.stay.end.time_since_epoch().count() * ical::kDaySeconds;
  return store::Item::from_map({{"PK", keys::wishes(wish.place_id)},
                                {"SK", wish.id},
                                {"entityType", "WISH"},
                                {"userId", wish.user_id},
                                {"startDate", date_text(wish.stay.start)},
                                {"endDate", date_text(wish.stay.end)},
                                {"note", apps::text_or_null(wish.note)},
                                {"createdAt", wish.created_at},
                                {"ttl", store::Value::number(ends_s + ical::kDaySeconds)}});
}

Result<Wish> wish_from(store::ItemView item) {
  Wish wish;
  wish.id = apps::text_of(item, "SK");
  wish.place_id = keys::place_in(apps::text_of(item, "PK"));
  wish.user_id = apps::text_of(item, "userId");
  const auto stay = stay_from(item);
  if (!stay || wish.id.empty() || wish.user_id.empty()) return apps::corrupt("a wish", item);
  wish.stay = *stay;
  wish.note = apps::optional_text_of(item, "note");
  wish.created_at = apps::text_of(item, "createdAt");
  return wish;
}

std::string etag_of(const Place& place) {
  return "v" + std::to_string(place.version);
}

std::string etag_of(const Membership& membership) {
  return apps::etag_of(std::string(to_text(membership.role)) + membership.updated_at);
}

std::string etag_of(const Event& event) {
  return "v" + std::to_string(event.version);
}

}  // namespace norn::bookings
