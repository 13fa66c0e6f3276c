#include <functional>
#include <utility>
#include <vector>

#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes.h"
#include "apps/sharing/members_json.h"
#include "apps/sharing/routes.h"
#include "base/json_writer.h"

// Places, their settings and their members.
namespace norn::bookings {
namespace {

using rest::JsonInput;

constexpr rest::TextRule kPlaceNameRule{1, kMaxPlaceNameCharacters, false};
constexpr rest::TextRule kSeasonNameRule{1, kMaxSeasonNameCharacters, false};

// The settings of a place in a schema; with placeholders.
constexpr std::string_view kSettings = R"(
      "name":{"type":"string","minLength":1,"maxLength":$MAX_PLACE_NAME},
      "color":{"$ref":"#/components/schemas/Color"},
      "description":{"type":["string","null"],"maxLength":$MAX_DESCRIPTION},
      "houseRules":{"type":["string","null"],"maxLength":$MAX_HOUSE_RULES},
      "maxNights":{"type":"integer","minimum":1,"maximum":$MAX_NIGHTS},
      "minNights":{"type":"integer","minimum":1,"maximum":$MAX_NIGHTS,
        "description":"Not more than maxNights."},
      "checkIn":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]$"},
      "checkOut":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]$"},
      "tzid":{"type":"string","description":
        "An IANA name: the time zone of the place, which decides which day is today."},
      "currency":{"type":"string","pattern":"^[A-Z]{3}$","description":"ISO 4217."},
      "pricePerNight":{"type":"integer","minimum":0,"maximum":$MAX_PRICE,"description":
        "Of nights in no season, in the smallest unit of the currency. 0: free of charge."},
      "seasons":{"type":"array","maxItems":$MAX_SEASONS,
        "items":{"$ref":"#/components/schemas/PlaceSeason"},
        "description":"The first season that contains a night counts."},
      "allowsPast":{"type":"boolean","description":
        "Whether past nights can be booked and given back."},
      "showsNames":{"type":"boolean","description":
        "Whether all members see who comes, or administrators only."})";

Result<Season> read_season(JsonInput& body) {
  Season season;
  NORN_ASSIGN(season.name, body.text("name", kSeasonNameRule));
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

// Reads the members that the body has, and collects the changes.
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

void render_place(rest::Call& call, std::string& out, const Access& access) {
  call.set_etag(etag_of(access.place));
  append_json(out, access);
}

Result<void> list_places(const Parts& parts, rest::Call& call) {
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const auto all, parts.places.list(user_id));
  NORN_ASSIGN(const auto invited, parts.members.own_invitations(user_id));
  ObjectWriter object(call.json());
  ListWriter places(object.key("places"));
  for (const Access& access : all) append_json(places.next(), access);
  places.close();
  ListWriter invitations(object.key("invitations"));
  for (const sharing::OwnInvitation& one : invited) {
    sharing::append_json(invitations.next(), parts.members.description(), one);
  }
  invitations.close();
  object.close();
  return {};
}

Result<void> create_place(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(JsonInput body, call.body());
  for (const std::string_view needed : {"name", "color"}) NORN_TRY(body.text(needed));
  NORN_ASSIGN(const SettingsChange choose, read_settings(body));
  PlaceSettings settings;
  choose(settings);
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createPlace"));
  NORN_ASSIGN(const Access made, parts.places.create(call.caller().user_id, settings, creation));
  render_place(call, call.created(address_of(made.place.id)), made);
  return {};
}

Result<void> get_place(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const Access access, parts.places.get(call.caller().user_id, id));
  render_place(call, call.json(), access);
  return {};
}

Result<void> change_place(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(JsonInput body, call.body());
  NORN_ASSIGN(const SettingsChange change, read_settings(body));
  NORN_ASSIGN(const Access access, parts.places.change(call.caller().user_id, id, change, etag));
  render_place(call, call.json(), access);
  return {};
}

Result<void> delete_place(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_TRY(parts.places.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

std::string settings_schema(std::string_view before, std::string_view more = "") {
  std::string schema = R"({"type":"object","additionalProperties":false,)";
  schema.append(before).append(R"("properties":{)").append(kSettings).append(more).append("}}");
  return filled_in(std::move(schema));
}

void add_place_schemas(rest::Api& api) {
  api.add_schema("PlaceRole", R"({"type":"string","enum":["viewer","member","administrator"],
    "description":
    "Viewers look, members also book for themselves, administrators also book for others."})");
  api.add_schema("PlaceSeason", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["name","from","to","pricePerNight"],
    "properties":{
      "name":{"type":"string","minLength":1,"maxLength":$MAX_ONE_SEASON_NAME},
      "from":{"type":"string","pattern":"^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$","description":
        "The first night: 2026-07-01 of one year, 07-01 of every year."},
      "to":{"type":"string","pattern":"^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$","description":
        "The last night, in the same form. Of every year it may be before `from`."},
      "pricePerNight":{"type":"integer","minimum":0,"maximum":$MAX_PRICE},
      "minNights":{"type":["integer","null"],"minimum":1,"maximum":$MAX_NIGHTS,"description":
        "Of stays that begin in the season, instead of that of the place."}}})"));
  api.add_schema("Place", settings_schema(
                              R"("required":["id","name","color","description","houseRules",
    "maxNights","minNights","checkIn","checkOut","tzid","currency","pricePerNight","seasons",
    "allowsPast","showsNames","version","createdAt","updatedAt","role","etag"],)",
                              R"(,
      "id":{"type":"string","description":"A UUID; `default` for the first place."},
      "version":{"type":"integer"},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"},
      "role":{"$ref":"#/components/schemas/PlaceRole","description":"Your role."},
      "etag":{"type":"string"})"));
  api.add_schema("NewPlace", settings_schema(R"("required":["name","color"],)"));
  api.add_schema(
      "PlaceChange",
      settings_schema(R"("description":"Members that are left out stay as they are.",)"));
  api.add_schema("Places", R"({"type":"object","additionalProperties":false,
    "required":["places","invitations"],
    "properties":{
      "places":{"type":"array","items":{"$ref":"#/components/schemas/Place"}},
      "invitations":{"type":"array",
        "items":{"$ref":"#/components/schemas/OwnPlaceInvitation"},
        "description":"Your open invitations, if your address is verified."}}})");
}

sharing::RouteNames member_routes(const Parts& parts) {
  sharing::RouteNames names;
  names.collection = "/api/v1/places";
  names.own_invitations_path = "/api/v1/place-invitations";
  names.tag = kTag;
  names.read_scope = kReadScope;
  names.write_scope = kWriteScope;
  names.operations = {.list = "listPlaceMembers",
                      .invite = "inviteToPlace",
                      .withdraw = "withdrawPlaceInvitation",
                      .change_role = "changePlaceRole",
                      .remove = "removePlaceMember",
                      .own_invitations = "listPlaceInvitations",
                      .accept = "acceptPlaceInvitation",
                      .decline = "declinePlaceInvitation"};
  names.schemas = {.role = "PlaceRole",
                   .thing = "Place",
                   .member = "PlaceMember",
                   .members = "PlaceMembers",
                   .invitation = "PlaceInvitation",
                   .invited = "InvitedPlaceMember",
                   .new_member = "NewPlaceMember",
                   .role_change = "PlaceRoleChange",
                   .own_invitation = "OwnPlaceInvitation",
                   .own_invitations = "OwnPlaceInvitations"};
  names.stale_status = 409;
  names.thing_id_of = place_id_of;
  names.render_thing = [&places = parts.places](rest::Call& call, std::string& out,
                                                const std::string& user_id,
                                                const std::string& place_id) -> Result<void> {
    NORN_ASSIGN(const Access access, places.get(user_id, place_id));
    render_place(call, out, access);
    return {};
  };
  return names;
}

}  // namespace

Result<SettingsChange> read_settings(JsonInput& body) {
  SettingsReader reader(body);
  NORN_TRY(reader.text("name", &PlaceSettings::name, kPlaceNameRule));
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

void add_place_routes(rest::Api& api, const Parts& parts) {
  add_place_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/places",
           .operation = "listPlaces",
           .tag = kTag,
           .summary = "Lists your places, by name, and the places that you are invited to.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "Your places and invitations.",
                        .schema = "Places"}},
           .handle = handled_by(parts, list_places)});
  api.add({.method = "POST",
           .path = "/api/v1/places",
           .operation = "createPlace",
           .tag = kTag,
           .summary = "Creates a place, of which you are the administrator.",
           .scope = kWriteScope,
           .request = "NewPlace",
           .replies = {{.status = 201, .description = "The new place.", .schema = "Place"}},
           .problems = {409, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_place)});
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}",
           .operation = "getPlace",
           .tag = kTag,
           .summary = "Gets one of your places.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The place.", .schema = "Place"}},
           .problems = {404},
           .handle = handled_by(parts, get_place)});
  api.add({.method = "PATCH",
           .path = "/api/v1/places/{placeId}",
           .operation = "changePlace",
           .tag = kTag,
           .summary = "Changes the settings of a place. Existing bookings and their prices stay as "
                      "they are. Administrators only.",
           .scope = kWriteScope,
           .request = "PlaceChange",
           .replies = {{.status = 200, .description = "The changed place.", .schema = "Place"}},
           .problems = {404, 409},
           .needs_if_match = true,
           .handle = handled_by(parts, change_place)});
  api.add({.method = "DELETE",
           .path = "/api/v1/places/{placeId}",
           .operation = "deletePlace",
           .tag = kTag,
           .summary = "Deletes a place with all of its bookings, for all members. Administrators "
                      "only.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "The place is deleted."}},
           .problems = {404},
           .handle = handled_by(parts, delete_place)});
  const sharing::RouteNames names = member_routes(parts);
  sharing::add_schemas(api, parts.members.description(), names);
  sharing::add_routes(api, parts.members, names);
}

}  // namespace norn::bookings
