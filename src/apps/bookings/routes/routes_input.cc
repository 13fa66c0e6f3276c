#include <functional>
#include <utility>
#include <vector>

#include "apps/bookings/routes/routes_parts.h"
#include "base/faults.h"
#include "base/ids.h"

// What people send, read member by member. Whether it makes sense is decided by the services.
namespace norn::bookings {
namespace {

using rest::JsonInput;

constexpr rest::TextRule kName{1, kMaxPlaceNameCharacters, false};
constexpr rest::TextRule kSeasonName{1, kMaxSeasonNameCharacters, false};
constexpr rest::TextRule kTitle{1, kMaxTitleCharacters, false};

// For whom: a member, or null for a guest.
Result<std::optional<std::string>> read_user_id(JsonInput& body) {
  NORN_ASSIGN(std::optional<std::string> id, body.optional_text("userId"));
  if (id && !is_uuid(*id)) {
    return invalid(body.path_of("userId"),
                   "This must be the id of a member of the place, or null for a guest.");
  }
  return id;
}

Result<Season> read_season(JsonInput& body) {
  Season season;
  NORN_ASSIGN(season.name, body.text("name", kSeasonName));
  NORN_ASSIGN(season.from, body.text("from"));
  NORN_ASSIGN(season.to, body.text("to"));
  NORN_ASSIGN(season.price_per_night, body.integer("pricePerNight", 0, kMaxPrice));
  NORN_ASSIGN(season.min_nights, body.optional_integer("minNights", 1, kMaxNights));
  NORN_TRY(body.finish());
  return season;
}

Result<std::vector<Season>> read_seasons(JsonInput& body) {
  NORN_ASSIGN(auto objects, body.objects("seasons", kMaxSeasons));
  std::vector<Season> seasons;
  for (JsonInput& object : objects) {
    NORN_ASSIGN(Season season, read_season(object));
    seasons.push_back(std::move(season));
  }
  return seasons;
}

// Reads the members that are there, and remembers what they change.
class SettingsReader {
 public:
  explicit SettingsReader(JsonInput& body) : body_(body) {}

  template <typename T, typename Read>
  Result<void> read(std::string_view name, T PlaceSettings::* member, Read read) {
    if (!body_.has(name)) return {};
    NORN_ASSIGN(T value, read(name));
    changes_.push_back(
        [member, value = std::move(value)](PlaceSettings& settings) { settings.*member = value; });
    return {};
  }
  Result<void> text(std::string_view name, std::string PlaceSettings::* member,
                    const rest::TextRule& rule = {}) {
    return read(name, member, [&](std::string_view each) { return body_.text(each, rule); });
  }
  Result<void> note(std::string_view name, std::optional<std::string> PlaceSettings::* member,
                    size_t max_characters) {
    return read(name, member,
                [&](std::string_view each) { return read_note(body_, each, max_characters); });
  }
  Result<void> integer(std::string_view name, int64_t PlaceSettings::* member, int64_t min,
                       int64_t max) {
    return read(name, member, [&](std::string_view each) { return body_.integer(each, min, max); });
  }
  Result<void> flag(std::string_view name, bool PlaceSettings::* member) {
    return read(name, member, [&](std::string_view each) { return body_.boolean(each); });
  }

  SettingsChange done() && {
    return [changes = std::move(changes_)](PlaceSettings& settings) {
      for (const SettingsChange& change : changes) change(settings);
    };
  }

 private:
  JsonInput& body_;
  std::vector<SettingsChange> changes_;
};

}  // namespace

Result<Date> read_date(JsonInput& body, std::string_view name) {
  NORN_ASSIGN(const std::string text, body.text(name));
  const auto date = parse_date(text);
  if (!date) {
    return invalid(body.path_of(name), "This must be a day that exists, as in \"2026-07-01\".");
  }
  return *date;
}

Result<std::optional<std::string>> read_note(JsonInput& body, std::string_view name,
                                             size_t max_characters) {
  NORN_ASSIGN(std::optional<std::string> text,
              body.optional_text(name, {.min = 0, .max = max_characters, .lines = true}));
  if (text && text->empty()) text.reset();
  return text;
}

Result<EventInput> read_booking(JsonInput& body) {
  EventInput input;
  NORN_ASSIGN(input.stay.start, read_date(body, "start"));
  NORN_ASSIGN(input.stay.end, read_date(body, "end"));
  NORN_ASSIGN(const auto kind, body.optional_choice("kind", {"booking", "blocked"}));
  if (kind == "blocked") input.kind = EventKind::kBlocked;
  NORN_ASSIGN(input.title, body.optional_text("title", kTitle));
  NORN_ASSIGN(input.note, read_note(body, "note", kMaxNoteCharacters));
  if (body.has("userId")) {
    NORN_ASSIGN(input.user_id, read_user_id(body));
  }
  NORN_TRY(body.finish());
  return input;
}

Result<EventChange> read_booking_change(JsonInput& body) {
  EventChange change;
  if (body.has("start")) {
    NORN_ASSIGN(change.start, read_date(body, "start"));
  }
  if (body.has("end")) {
    NORN_ASSIGN(change.end, read_date(body, "end"));
  }
  if (body.has("title")) {
    NORN_ASSIGN(change.title, body.text("title", kTitle));
  }
  if (body.has("note")) {
    NORN_ASSIGN(change.note, read_note(body, "note", kMaxNoteCharacters));
  }
  if (body.has("userId")) {
    NORN_ASSIGN(change.user_id, read_user_id(body));
  }
  NORN_TRY(body.finish());
  return change;
}

Result<SettingsChange> read_settings(JsonInput& body) {
  SettingsReader reader(body);
  NORN_TRY(reader.text("name", &PlaceSettings::name, kName));
  NORN_TRY(reader.text("color", &PlaceSettings::color));
  NORN_TRY(reader.note("description", &PlaceSettings::description, kMaxDescriptionCharacters));
  NORN_TRY(reader.note("houseRules", &PlaceSettings::house_rules, kMaxHouseRulesCharacters));
  NORN_TRY(reader.integer("maxNights", &PlaceSettings::max_nights, 1, kMaxNights));
  NORN_TRY(reader.integer("minNights", &PlaceSettings::min_nights, 1, kMaxNights));
  NORN_TRY(reader.text("checkIn", &PlaceSettings::check_in));
  NORN_TRY(reader.text("checkOut", &PlaceSettings::check_out));
  NORN_TRY(reader.text("tzid", &PlaceSettings::tzid));
  NORN_TRY(reader.text("currency", &PlaceSettings::currency));
  NORN_TRY(reader.integer("pricePerNight", &PlaceSettings::price_per_night, 0, kMaxPrice));
  NORN_TRY(reader.read("seasons", &PlaceSettings::seasons,
                       [&](std::string_view) { return read_seasons(body); }));
  NORN_TRY(reader.flag("allowsPast", &PlaceSettings::allows_past));
  NORN_TRY(reader.flag("showsNames", &PlaceSettings::shows_names));
  NORN_TRY(body.finish());
  return std::move(reader).done();
}

}  // namespace norn::bookings
