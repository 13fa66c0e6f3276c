#include "apps/bookings/model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/ids.h"
#include "base/text.h"
#include "ical/civil.h"

namespace norn::bookings {
namespace {

constexpr std::string_view kUntitled = "(no title)";
constexpr std::string_view kDefaultColor = "#3B82F6";
constexpr const char* kDefaultCurrency = "EUR";
constexpr std::array<std::string_view, 3> kRoles = {"viewer", "member", "administrator"};

store::Value to_value(const Season& season) {
  store::Map map = {{"name", season.name},
                    {"from", season.from},
                    {"to", season.to},
                    {"pricePerNight", store::Value::number(season.price_per_night)}};
  if (season.min_nights) map.emplace("minNights", store::Value::number(*season.min_nights));
  return map;
}

Result<Season> season_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Season season;
  season.name = reader.text("name");
  season.from = reader.text("from");
  season.to = reader.text("to");
  season.price_per_night = reader.integer("pricePerNight");
  season.min_nights = reader.optional_integer("minNights");
  reader.require(season.price_per_night >= 0 && season.price_per_night <= kMaxPrice,
                 "pricePerNight");
  if (!reader.is_sound()) return reader.error("season");
  return season;
}

store::Value to_value(const std::vector<Season>& seasons) {
  store::List list;
  for (const Season& season : seasons) list.push_back(to_value(season));
  return list;
}

std::vector<Season> read_seasons(const apps::ItemReader& reader) {
  std::vector<Season> seasons;
  const auto list = reader.filled_list("seasons");
  if (!list) return seasons;
  for (const store::Value& one : *list) {
    const auto* const map = one.get_if<store::Map>();
    if (map == nullptr) continue;
    if (auto season = season_from(store::Item::from_map(*map))) seasons.push_back(*season);
  }
  return seasons;
}

std::optional<std::string> time_from(const std::string& text) {
  return is_time_of_day(text) ? std::optional(text) : std::nullopt;
}

PlaceSettings read_place_settings(apps::ItemReader& reader) {
  PlaceSettings settings;
  settings.name = reader.text("name");
  settings.color = reader.optional_text("color").value_or("");
  if (!is_color(settings.color)) settings.color = kDefaultColor;
  settings.description = reader.optional_text("description");
  settings.house_rules = reader.optional_text("houseRules");
  settings.max_nights = reader.integer("maxNights");
  settings.min_nights = reader.integer("minNights");
  settings.check_in = reader.optional_parsed("checkIn", time_from).value_or(settings.check_in);
  settings.check_out = reader.optional_parsed("checkOut", time_from).value_or(settings.check_out);
  settings.tzid = reader.optional_text("tzid").value_or(settings.tzid);
  settings.currency = reader.optional_parsed("currency", currency_from).value_or(kDefaultCurrency);
  settings.price_per_night = reader.integer("pricePerNight");
  settings.seasons = read_seasons(reader);
  settings.allows_past = reader.optional_boolean("allowsPast").value_or(settings.allows_past);
  settings.shows_names = reader.optional_boolean("showsNames").value_or(settings.shows_names);
  reader.require(!settings.name.empty(), "name");
  reader.require(settings.max_nights >= 1 && settings.max_nights <= kMaxNights, "maxNights");
  reader.require(settings.min_nights >= 1, "minNights");
  reader.require(settings.price_per_night >= 0 && settings.price_per_night <= kMaxPrice,
                 "pricePerNight");
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

Stay read_stay(apps::ItemReader& reader) {
  const Stay stay = {reader.parsed("startDate", parse_day), reader.parsed("endDate", parse_day)};
  reader.require(stay.start < stay.end, "endDate", apps::kAttributeBeforeStart);
  return stay;
}

// Norn counts versions from 1; the design leaves open where they begin.
int64_t read_version(apps::ItemReader& reader, int64_t lowest) {
  const int64_t version = reader.integer("version");
  reader.require(version >= lowest, "version");
  return version;
}

std::string read_time(const apps::ItemReader& reader, std::string_view name) {
  auto time = reader.optional_text(name);
  return time && parse_timestamp_ms(*time) ? *std::move(time) : std::string(kUnknownTime);
}

// The part of a key after its prefix; empty if it has another one.
std::string after(std::string_view prefix, const std::string& key) {
  return key.starts_with(prefix) ? key.substr(prefix.size()) : std::string();
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

std::optional<std::string> currency_from(std::string_view text) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (text.size() != 3 || !std::ranges::all_of(text, is_capital)) return std::nullopt;
  return std::string(text);
}

std::optional<Date> parse_day(std::string_view text) {
  constexpr size_t kDayLetters = 10;
  constexpr size_t kTimeLetters = 8;
  constexpr size_t kMaxLetters = 50;
  const auto day = parse_date(text.substr(0, kDayLetters));
  if (!day || text.size() == kDayLetters) return day;
  std::string_view time = text.substr(kDayLetters);
  if (!time.starts_with('T') || text.size() > kMaxLetters) return std::nullopt;
  time.remove_prefix(1);
  // A fraction and an offset follow the time. A space is a plus that was not encoded.
  const bool is_time = parse_time_of_day_s(time.substr(0, kTimeLetters)).has_value() &&
                       std::ranges::all_of(time, [](char c) {
                         return std::string_view("0123456789.:+- Z").contains(c);
                       });
  return is_time ? day : std::nullopt;
}

bool is_time_of_day(std::string_view text) {
  constexpr size_t kLetters = 5;
  return text.size() == kLetters && parse_time_of_day_s(std::string(text) + ":00").has_value();
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
  apps::ItemReader reader(item);
  Place place;
  place.id = reader.text("id");
  reader.require(is_place_id(place.id) && keys::place(place.id) == reader.text("PK"), "id");
  place.settings = read_place_settings(reader);
  place.has_wishes = reader.optional_boolean("hasWishes").value_or(false);
  place.version = read_version(reader, 1);
  place.created_at = read_time(reader, "createdAt");
  place.updated_at = read_time(reader, "updatedAt");
  if (!reader.is_sound()) return reader.error("place");
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

// The key is the contract: the attributes `placeId` and `userId` of other programs may be missing.
Result<Membership> membership_from(store::ItemView item) {
  apps::ItemReader reader(item);
  const std::string partition = reader.text("PK");
  const std::string sort_key = reader.text("SK");
  const bool is_of_place = sort_key.starts_with(keys::kMemberPrefix);
  Membership membership;
  membership.place_id = after(keys::place(""), is_of_place ? partition : sort_key);
  membership.user_id =
      is_of_place ? after(keys::kMemberPrefix, sort_key) : after(keys::user(""), partition);
  reader.require(is_place_id(membership.place_id) && apps::is_id(membership.user_id), "SK");
  membership.role = reader.parsed("role", role_from);
  membership.created_at = read_time(reader, "createdAt");
  membership.updated_at = read_time(reader, "updatedAt");
  if (!reader.is_sound()) return reader.error("membership");
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
                     {"createdAt", event.created_at},
                     {"updatedAt", event.updated_at}};
  if (!event.created_by.empty()) item.emplace("createdBy", event.created_by);
  if (!event.updated_by.empty()) item.emplace("updatedBy", event.updated_by);
  if (!event.digest.empty()) item.emplace("digest", event.digest);
  return store::Item::from_map(item);
}

// Events of other programs have the attributes of the design and no others.
Result<Event> event_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Event event;
  event.id = reader.text("SK");
  reader.require(apps::is_id(event.id), "SK");
  event.place_id = keys::place_in(reader.text("PK"));
  event.title = reader.optional_text("title").value_or(std::string(kUntitled));
  event.version = read_version(reader, 0);
  event.stay = read_stay(reader);
  if (reader.optional_text("kind") == to_text(EventKind::kBlocked)) {
    event.kind = EventKind::kBlocked;
  }
  event.note = reader.optional_text("note");
  event.user_id = reader.optional_text("userId");
  event.total = reader.optional_integer("total").value_or(0);
  if (event.total < 0 || event.total > kMaxPrice * kMaxNights) event.total = 0;
  event.currency = reader.optional_parsed("currency", currency_from).value_or(kDefaultCurrency);
  event.created_by = reader.optional_text("createdBy").value_or("");
  event.updated_by = reader.optional_text("updatedBy").value_or("");
  event.created_at = reader.optional_text("createdAt").value_or("");
  event.updated_at = reader.optional_text("updatedAt").value_or("");
  event.digest = reader.optional_text("digest").value_or("");
  if (!reader.is_sound()) return reader.error("event");
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
  apps::ItemReader reader(item);
  Wish wish;
  wish.id = reader.text("SK");
  reader.require(apps::is_id(wish.id), "SK");
  wish.place_id = keys::place_in(reader.text("PK"));
  wish.user_id = reader.text("userId");
  reader.require(apps::is_id(wish.user_id), "userId");
  wish.stay = read_stay(reader);
  wish.note = reader.optional_text("note");
  wish.created_at = read_time(reader, "createdAt");
  if (!reader.is_sound()) return reader.error("wish");
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
