#include <fmt/format.h>

#include <string>
#include <utility>

#include "apps/bookings/events/rules.h"
#include "apps/bookings/places/statistics.h"
#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes.h"
#include "apps/bookings/sentences.h"
#include "base/sentences.h"

// Prices of nights, quotes of stays, and the statistics of a place.
namespace norn::bookings {
namespace {

Result<Access> place_of(const Parts& parts, const rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  return authorize(parts.context, call.caller().user_id, id, Role::kViewer);
}

Result<void> list_prices(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Access access, place_of(parts, call));
  NORN_ASSIGN(const Stay range, range_of_query(call, kMaxPricedDays));
  append_prices(call.json(), access.place.settings, range.start, range.end);
  return {};
}

Result<void> quote_booking(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string place_id, place_id_of(call));
  NORN_ASSIGN(const Stay stay, stay_of_query(call));
  const auto instead = call.query("instead");
  NORN_ASSIGN(const QuoteFor quote,
              parts.events.quote(call.caller().user_id, place_id, stay, instead));
  append_json(call.json(), quote);
  return {};
}

Result<void> get_statistics(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const Access access, place_of(parts, call));
  const std::chrono::year_month_day today(today_at(access.place, parts.context.clock));
  NORN_ASSIGN(const int64_t year, call.integer_query("year", int(today.year()),
                                                     kFirstStatisticsYear, kLastStatisticsYear));
  NORN_ASSIGN(const auto counted, statistics_of(parts.context, call.caller().user_id,
                                                access.place.id, static_cast<int>(year)));
  append_json(call.json(), counted);
  return {};
}

void add_price_schemas(rest::Api& api) {
  std::string rules;
  for (const std::string_view rule :
       {kEndNotAfterStart.code, kTooLong.code, kTooShort.code, kInThePast.code,
        kTooManyChanges.code, kOverlap.code, kStaleVersion.code, kNightsAreFree.code}) {
    rules.append(rules.empty() ? "\"" : ",\"").append(rule).append("\"");
  }
  api.add_schema("BookingRule", R"({"type":"string","description":
    "The rule that was broken. The `code` of a problem has it, too.","enum":[)" +
                                    rules + "]}");
  api.add_schema("NightPrices", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["currency","nights"],
    "properties":{
      "currency":{"type":"string"},
      "nights":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["date","price","season"],
        "properties":{
          "date":$DATE,
          "price":{"type":"integer"},
          "season":{"type":["string","null"]}}}}}})"));
  api.add_schema("Quote", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["start","end","nights","parts","total","currency","taken","refusal"],
    "properties":{
      "start":$DATE,
      "end":$DATE,
      "nights":{"type":"integer"},
      "parts":{"type":"array","description":"Consecutive nights of one price.",
        "items":{"type":"object","additionalProperties":false,
          "required":["season","start","end","nights","pricePerNight","total"],
          "properties":{
            "season":{"type":["string","null"]},
            "start":$DATE,
            "end":$DATE,
            "nights":{"type":"integer"},
            "pricePerNight":{"type":"integer"},
            "total":{"type":"integer"}}}},
      "total":{"type":"integer"},
      "currency":{"type":"string"},
      "taken":{"type":"array","items":{"$ref":"#/components/schemas/TakenNight"}},
      "refusal":{"description":"Another rule that would refuse the booking.",
        "oneOf":[{"type":"null"},{"type":"object","additionalProperties":false,
          "required":["code","detail"],
          "properties":{"code":{"$ref":"#/components/schemas/BookingRule"},
            "params":{"$ref":"#/components/schemas/SentenceParams"},
            "detail":{"type":"string"}}}]}}})"));
  api.add_schema("TakenNight", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["night"],
    "properties":{
      "night":$DATE,
      "event":{"type":"object","additionalProperties":false,"required":["id","title","kind"],
        "description":"The booking that has the night, if you may know it.",
        "properties":{
          "id":{"type":"string"},
          "title":{"type":"string"},
          "kind":{"$ref":"#/components/schemas/BookingKind"}}}}})"));
}

void add_statistics_schema(rest::Api& api) {
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
              "The booked part of the nights that are not blocked."}}}},
      "people":{"type":"array","description":"By number of nights, the most first.",
        "items":{"type":"object","additionalProperties":false,
          "required":["userId","name","isMember","nights","stays","total","share","difference"],
          "properties":{
            "userId":{"type":["string","null"],"description":
              "Null: all guests, or all people whom you may not know."},
            "name":{"type":"string"},
            "isMember":{"type":"boolean","description":"Whether they may book now."},
            "nights":{"type":"integer"},
            "stays":{"type":"integer"},
            "total":{"type":"integer"},
            "share":{"type":"number","minimum":0,"maximum":1},
            "difference":{"type":"number","description":"Nights from the fair share."}}}},
      "fairNights":{"type":"number","description":
        "The equal share of each person who may book."},
      "fairness":{"type":["number","null"],"minimum":0,"maximum":1,"description":
        "Jain's index: 1 if all have the same. Null: none has any."},
      "currency":{"type":"string"}}})");
}

}  // namespace

void add_price_routes(rest::Api& api, const Parts& parts) {
  add_price_schemas(api);
  add_statistics_schema(api);
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}/prices",
           .operation = "listNightPrices",
           .tag = kTag,
           .summary = "Lists the price of each night in a range of days.",
           .scope = kReadScope,
           .query = range_parameters(fmt::format("at most {} nights", kMaxPricedDays)),
           .replies = {{.status = 200, .description = "The prices.", .schema = "NightPrices"}},
           .problems = {404},
           .handle = handled_by(parts, list_prices)});
  std::vector<rest::Parameter> quoted = range_parameters("the nights of the stay");
  quoted.push_back({.name = "instead",
                    .description = "The id of a booking that would move to these nights: its own "
                                   "nights count as free."});
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}/quote",
           .operation = "quoteBooking",
           .tag = kTag,
           .summary = "Returns the price of a stay, by season, and the reasons why it cannot be "
                      "booked. It holds nothing.",
           .scope = kReadScope,
           .query = std::move(quoted),
           .replies = {{.status = 200, .description = "The quote.", .schema = "Quote"}},
           .problems = {404},
           .handle = handled_by(parts, quote_booking)});
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}/statistics",
           .operation = "getPlaceStatistics",
           .tag = kTag,
           .summary = "Counts the use of a place in a year: by month, and by person, with how fair "
                      "that is.",
           .scope = kReadScope,
           .query = {{.name = "year",
                      .description = "Left out: the current year.",
                      .schema = filled_in(
                          R"({"type":"integer","minimum":$FIRST_YEAR,"maximum":$LAST_YEAR})")}},
           .replies = {{.status = 200, .description = "The numbers.", .schema = "PlaceStatistics"}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, get_statistics)});
}

}  // namespace norn::bookings
