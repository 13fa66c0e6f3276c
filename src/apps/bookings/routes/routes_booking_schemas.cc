#include <string>

#include "apps/bookings/events/rules.h"
#include "apps/bookings/routes/routes_parts.h"

// Bookings, prices, wishes and statistics, as JSON Schema.
namespace norn::bookings {
namespace {

void add_event_schemas(rest::Api& api) {
  api.add_schema("Booking", R"({"type":"object","additionalProperties":false,
    "description":"A FullCalendar event object.",
    "required":["id","title","start","end","allDay","resourceId","color","editable",
      "extendedProps"],
    "properties":{
      "id":{"type":"string"},
      "title":{"type":"string","description":"Who comes; `Taken` when you may not know."},
      "start":{"type":"string","format":"date","description":"The day of arrival."},
      "end":{"type":"string","format":"date","description":"The day of departure."},
      "allDay":{"const":true},
      "resourceId":{"type":"string","description":"The place."},
      "color":{"type":"string"},
      "editable":{"type":"boolean","description":"Whether you may change it."},
      "extendedProps":{"type":"object","additionalProperties":false,
        "required":["placeId","kind","userId","isOwn","note","nights","total","currency",
          "checkIn","checkOut","version","etag","createdBy","createdAt","updatedAt"],
        "properties":{
          "placeId":{"type":"string"},
          "kind":{"$ref":"#/components/schemas/BookingKind"},
          "userId":{"type":["string","null"],"description":
            "Whose it is. Null: a guest, or you may not know."},
          "isOwn":{"type":"boolean"},
          "note":{"type":["string","null"]},
          "nights":{"type":"integer"},
          "total":{"type":["integer","null"],"description":
            "What it costs, in the smallest unit of the currency, as it was when it was booked."},
          "currency":{"type":"string"},
          "checkIn":{"type":"string"},
          "checkOut":{"type":"string"},
          "version":{"type":"integer"},
          "etag":{"type":"string"},
          "createdBy":{"type":["string","null"]},
          "createdAt":{"type":"string"},
          "updatedAt":{"type":"string"}}}}})");
  api.add_schema("BookingKind", R"({"type":"string","enum":["booking","blocked"],
    "description":"Blocked: nobody can book these nights; administrators only."})");
  api.add_schema("Bookings", R"({"type":"array","items":{"$ref":"#/components/schemas/Booking"}})");
  api.add_schema("NewBooking", R"({"type":"object","additionalProperties":false,
    "required":["start","end"],
    "properties":{
      "start":{"type":"string","format":"date","description":"The day of arrival."},
      "end":{"type":"string","format":"date","description":"The day of departure."},
      "kind":{"$ref":"#/components/schemas/BookingKind"},
      "title":{"type":["string","null"],"minLength":1,"maxLength":200,"description":
        "Left out: the name of who comes. Guests need one."},
      "note":{"type":["string","null"],"maxLength":1000},
      "userId":{"type":["string","null"],"description":
        "For whom; left out: you. Administrators: any member, or null for a guest."}}})");
  api.add_schema("BookingChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{
      "start":{"type":"string","format":"date"},
      "end":{"type":"string","format":"date"},
      "title":{"type":"string","minLength":1,"maxLength":200},
      "note":{"type":["string","null"],"maxLength":1000},
      "userId":{"type":["string","null"],"description":"Administrators only."}}})");
}

void add_price_schemas(rest::Api& api) {
  std::string rules;
  for (const std::string_view rule : {kEndNotAfterStart, kTooLong, kTooShort, kInThePast,
                                      kTooManyChanges, kOverlap, kStaleVersion, kNightsAreFree}) {
    rules.append(rules.empty() ? "\"" : ",\"").append(rule).append("\"");
  }
  api.add_schema("BookingRule", R"({"type":"string","description":
    "The rule that was broken, as the `code` of a problem has it, too.","enum":[)" +
                                    rules + "]}");
  api.add_schema("NightPrices", R"({"type":"object","additionalProperties":false,
    "required":["currency","nights"],
    "properties":{
      "currency":{"type":"string"},
      "nights":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["date","price","season"],
        "properties":{
          "date":{"type":"string","format":"date"},
          "price":{"type":"integer"},
          "season":{"type":["string","null"]}}}}}})");
  api.add_schema("Quote", R"({"type":"object","additionalProperties":false,
    "required":["start","end","nights","parts","total","currency","taken","refusal"],
    "properties":{
      "start":{"type":"string","format":"date"},
      "end":{"type":"string","format":"date"},
      "nights":{"type":"integer"},
      "parts":{"type":"array","description":"Nights in a row that cost the same.",
        "items":{"type":"object","additionalProperties":false,
          "required":["season","start","end","nights","pricePerNight","total"],
          "properties":{
            "season":{"type":["string","null"]},
            "start":{"type":"string","format":"date"},
            "end":{"type":"string","format":"date"},
            "nights":{"type":"integer"},
            "pricePerNight":{"type":"integer"},
            "total":{"type":"integer"}}}},
      "total":{"type":"integer"},
      "currency":{"type":"string"},
      "taken":{"type":"array","items":{"$ref":"#/components/schemas/TakenNight"}},
      "refusal":{"description":"What else would be said to whoever books it.",
        "oneOf":[{"type":"null"},{"type":"object","additionalProperties":false,
          "required":["code","detail"],
          "properties":{"code":{"$ref":"#/components/schemas/BookingRule"},
            "detail":{"type":"string"}}}]}}})");
  api.add_schema("TakenNight", R"({"type":"object","additionalProperties":false,
    "required":["night"],
    "properties":{
      "night":{"type":"string","format":"date"},
      "event":{"type":"object","additionalProperties":false,"required":["id","title","kind"],
        "description":"Who has it; only when you may know.",
        "properties":{
          "id":{"type":"string"},
          "title":{"type":"string"},
          "kind":{"$ref":"#/components/schemas/BookingKind"}}}}})");
}

void add_wish_schemas(rest::Api& api) {
  api.add_schema("Wish", R"({"type":"object","additionalProperties":false,
    "required":["id","placeId","placeName","userId","userName","start","end","nights","note",
      "createdAt","offered"],
    "properties":{
      "id":{"type":"string","format":"uuid"},
      "placeId":{"type":"string"},
      "placeName":{"type":"string"},
      "userId":{"type":"string","format":"uuid"},
      "userName":{"type":"string"},
      "start":{"type":"string","format":"date"},
      "end":{"type":"string","format":"date"},
      "nights":{"type":"integer"},
      "note":{"type":["string","null"]},
      "createdAt":{"type":"string","format":"date-time"},
      "offered":{"type":"boolean","description":
        "All of its nights are free now: whoever books them first has them."}}})");
  api.add_schema("Wishes", R"({"type":"object","additionalProperties":false,
    "required":["wishes"],
    "properties":{"wishes":{"type":"array","items":{"$ref":"#/components/schemas/Wish"}}}})");
  api.add_schema("NewWish", R"({"type":"object","additionalProperties":false,
    "required":["start","end"],
    "properties":{
      "start":{"type":"string","format":"date"},
      "end":{"type":"string","format":"date"},
      "note":{"type":["string","null"],"maxLength":1000}}})");
}

void add_statistics_schemas(rest::Api& api) {
  api.add_schema("PlaceStatistics", R"({"type":"object","additionalProperties":false,
    "required":["year","months","people","fairNights","fairness","currency"],
    "properties":{
      "year":{"type":"integer"},
      "months":{"type":"array","minItems":12,"maxItems":12,
        "items":{"type":"object","additionalProperties":false,
          "required":["month","nights","booked","blocked","occupancy"],
          "properties":{
            "month":{"type":"integer","minimum":1,"maximum":12},
            "nights":{"type":"integer"},
            "booked":{"type":"integer"},
            "blocked":{"type":"integer"},
            "occupancy":{"type":"number","minimum":0,"maximum":1,"description":
              "Booked of those that are not blocked."}}}},
      "people":{"type":"array","description":"Those with the most nights first.",
        "items":{"type":"object","additionalProperties":false,
          "required":["userId","name","isMember","nights","stays","total","share","difference"],
          "properties":{
            "userId":{"type":["string","null"],"description":
              "Null: guests, or people of whom you may not know."},
            "name":{"type":"string"},
            "isMember":{"type":"boolean","description":"Whether they may book now."},
            "nights":{"type":"integer"},
            "stays":{"type":"integer"},
            "total":{"type":"integer"},
            "share":{"type":"number","minimum":0,"maximum":1},
            "difference":{"type":"number","description":"Nights from the fair share."}}}},
      "fairNights":{"type":"number","description":
        "What each of those who may book would have, if all had the same."},
      "fairness":{"type":["number","null"],"minimum":0,"maximum":1,"description":
        "Jain's index: 1 when all have the same. Null: nobody has any."},
      "currency":{"type":"string"}}})");
}

}  // namespace

void add_booking_schemas(rest::Api& api) {
  add_event_schemas(api);
  add_price_schemas(api);
  add_wish_schemas(api);
  add_statistics_schemas(api);
}

}  // namespace norn::bookings
