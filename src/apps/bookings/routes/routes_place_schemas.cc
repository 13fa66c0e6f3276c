#include <string>

#include "apps/bookings/routes/routes_parts.h"

// Places as JSON Schema.
namespace norn::bookings {
namespace {

// What people choose about a place.
constexpr std::string_view kSettings = R"(
      "name":{"type":"string","minLength":1,"maxLength":100},
      "color":{"$ref":"#/components/schemas/Color"},
      "description":{"type":["string","null"],"maxLength":1000},
      "houseRules":{"type":["string","null"],"maxLength":5000},
      "maxNights":{"type":"integer","minimum":1,"maximum":99},
      "minNights":{"type":"integer","minimum":1,"maximum":99,
        "description":"Not more than maxNights."},
      "checkIn":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]$"},
      "checkOut":{"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]$"},
      "tzid":{"type":"string","description":
        "An IANA name: where the place is. It says which day is today."},
      "currency":{"type":"string","pattern":"^[A-Z]{3}$","description":"ISO 4217."},
      "pricePerNight":{"type":"integer","minimum":0,"maximum":100000000,"description":
        "Of nights in no season, in the smallest unit of the currency. 0: it costs nothing."},
      "seasons":{"type":"array","maxItems":50,
        "items":{"$ref":"#/components/schemas/PlaceSeason"},
        "description":"The first one that a night is in counts."},
      "allowsPast":{"type":"boolean","description":
        "Whether nights that are over can be booked and given back."},
      "showsNames":{"type":"boolean","description":
        "Whether everybody sees who comes, or only administrators do."})";

std::string object_of(std::string_view members, std::string_view before) {
  std::string schema = R"({"type":"object","additionalProperties":false,)";
  return schema.append(before).append(R"("properties":{)").append(members).append("}}");
}

void add_settings_schemas(rest::Api& api) {
  api.add_schema("PlaceRole", R"({"type":"string","enum":["viewer","member","administrator"],
    "description":
    "Viewers look, members also book for themselves, administrators also book for others."})");
  api.add_schema("PlaceSeason", R"({"type":"object","additionalProperties":false,
    "required":["name","from","to","pricePerNight"],
    "properties":{
      "name":{"type":"string","minLength":1,"maxLength":60},
      "from":{"type":"string","pattern":"^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$","description":
        "Its first night: 2026-07-01 of one year, 07-01 of every year."},
      "to":{"type":"string","pattern":"^([0-9]{4}-)?[0-9]{2}-[0-9]{2}$","description":
        "Its last night, in the same form. Of every year it may be before `from`."},
      "pricePerNight":{"type":"integer","minimum":0,"maximum":100000000},
      "minNights":{"type":["integer","null"],"minimum":1,"maximum":99,"description":
        "Of stays that begin in it, in place of that of the place."}}})");
  api.add_schema("Place", object_of(std::string(kSettings) + R"(,
      "id":{"type":"string","description":"A UUID; `default` of the first place of all."},
      "version":{"type":"integer"},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"},
      "role":{"$ref":"#/components/schemas/PlaceRole","description":"What you may do in it."},
      "etag":{"type":"string"})",
                                    R"("required":["id","name","color","description","houseRules",
    "maxNights","minNights","checkIn","checkOut","tzid","currency","pricePerNight","seasons",
    "allowsPast","showsNames","version","createdAt","updatedAt","role","etag"],)"));
  api.add_schema("NewPlace", object_of(kSettings, R"("required":["name","color"],)"));
  api.add_schema(
      "PlaceChange",
      object_of(kSettings, R"("description":"Members that are left out stay as they are.",)"));
  api.add_schema("Places", R"({"type":"object","additionalProperties":false,
    "required":["places","invitations"],
    "properties":{
      "places":{"type":"array","items":{"$ref":"#/components/schemas/Place"}},
      "invitations":{"type":"array",
        "items":{"$ref":"#/components/schemas/OwnPlaceInvitation"},
        "description":"Of you; only when it is proved that your address is yours."}}})");
}

}  // namespace

void add_place_schemas(rest::Api& api) {
  add_settings_schemas(api);
  api.add_schema("PlaceFeed", R"({"type":"object","additionalProperties":false,
    "required":["exists"],
    "properties":{"exists":{"type":"boolean"},
      "createdAt":{"type":"string","format":"date-time"},
      "lastReadAt":{"type":["string","null"],"description":"To the hour."}}})");
  api.add_schema("PlaceFeedLink", R"({"type":"object","additionalProperties":false,
    "required":["url"],"properties":{"url":{"type":"string","description":
      "The secret address. It is not told again."}}})");
}

}  // namespace norn::bookings
