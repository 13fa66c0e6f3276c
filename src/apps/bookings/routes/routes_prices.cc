#include <utility>

#include "apps/bookings/places/statistics.h"
#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes_parts.h"
#include "base/faults.h"
#include "base/ids.h"

// What nights cost, what a stay would, and how a place was used.
namespace norn::bookings {
namespace {

Result<Access> place_of(const rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  return authorize(parts.context, call.caller().user_id, id, Role::kViewer);
}

Result<void> prices(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const Access access, place_of(call, parts));
  NORN_ASSIGN(const Stay range, range_of_query(call, kMaxPricedDays));
  append_prices(call.json(), access.place.settings, range.start, range.end);
  return {};
}

Result<void> quote(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string place_id, place_id_of(call));
  NORN_ASSIGN(const Stay stay, stay_of_query(call));
  const auto instead = call.query("instead");
  if (instead && !is_uuid(*instead)) return not_found("booking");
  NORN_ASSIGN(const QuoteFor quote,
              parts.events.quote(call.caller().user_id, place_id, stay, instead));
  append_json(call.json(), quote);
  return {};
}

Result<void> statistics(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const Access access, place_of(call, parts));
  const std::chrono::year_month_day today(today_at(access.place, parts.context.clock));
  NORN_ASSIGN(const int64_t year, call.integer_query("year", int(today.year()),
                                                     kFirstStatisticsYear, kLastStatisticsYear));
  NORN_ASSIGN(const auto counted, statistics_of(parts.context, call.caller().user_id,
                                                access.place.id, static_cast<int>(year)));
  append_json(call.json(), counted);
  return {};
}

}  // namespace

void add_price_routes(rest::Api& api, const Parts& parts) {
  rest::Route pricing = route("GET", "/places/{placeId}/prices", kReadScope);
  pricing.operation = "listNightPrices";
  pricing.summary = "Lists what each night from one day to another costs.";
  pricing.query = range_parameters("at most 800 nights");
  pricing.replies = {{200, "The prices.", "NightPrices"}};
  pricing.problems = {404};
  pricing.handle = [parts](rest::Call& call) { return prices(call, parts); };
  api.add(std::move(pricing));

  rest::Route quoting = route("GET", "/places/{placeId}/quote", kReadScope);
  quoting.operation = "quoteBooking";
  quoting.summary =
      "Tells what a stay would cost, by season, and what would be in its way. Nothing is held.";
  quoting.query = range_parameters("its nights");
  quoting.query.push_back(
      {"instead", "The id of a booking that would move: it is not in its own way."});
  quoting.replies = {{200, "The quote.", "Quote"}};
  quoting.problems = {404};
  quoting.handle = [parts](rest::Call& call) { return quote(call, parts); };
  api.add(std::move(quoting));

  rest::Route counting = route("GET", "/places/{placeId}/statistics", kReadScope);
  counting.operation = "getPlaceStatistics";
  counting.summary =
      "Counts how a place was used in a year: by month, and by person, with how fair that is.";
  counting.query = {{"year", "Which year; this one when it is left out.",
                     R"({"type":"integer","minimum":1970,"maximum":9998})"}};
  counting.replies = {{200, "The numbers.", "PlaceStatistics"}};
  counting.problems = {404};
  counting.handle = [parts](rest::Call& call) { return statistics(call, parts); };
  api.add(std::move(counting));
}

}  // namespace norn::bookings
