#include "apps/bookings/routes/routes.h"

#include <fmt/format.h>

#include <utility>

#include "apps/bookings/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

constexpr std::string_view kDayOrTime =
    R"({"type":"string","description":"A day, or a time of that day with or without an offset.",
    "examples":["2026-07-01","2026-07-01T00:00:00+02:00"]})";

}  // namespace

void add_routes(rest::Api& api, const Parts& parts) {
  add_place_routes(api, parts);
  add_booking_routes(api, parts);
  add_price_routes(api, parts);
  add_wish_routes(api, parts);
  add_feed_routes(api, parts);
}

std::string filled_in(std::string schema) {
  return apps::filled_in(std::move(schema),
                         {{"$DATE", R"({"type":"string","format":"date"})"},
                          {"$MAX_NIGHTS", fmt::to_string(kMaxNights)},
                          {"$MAX_PLACE_NAME", fmt::to_string(kMaxPlaceNameCharacters)},
                          {"$MAX_DESCRIPTION", fmt::to_string(kMaxDescriptionCharacters)},
                          {"$MAX_HOUSE_RULES", fmt::to_string(kMaxHouseRulesCharacters)},
                          {"$MAX_SEASONS", fmt::to_string(kMaxSeasons)},
                          {"$MAX_ONE_SEASON_NAME", fmt::to_string(kMaxSeasonNameCharacters)},
                          {"$MAX_PRICE", fmt::to_string(kMaxPrice)},
                          {"$MAX_TITLE", fmt::to_string(kMaxTitleCharacters)},
                          {"$MAX_NOTE", fmt::to_string(kMaxNoteCharacters)},
                          {"$FIRST_YEAR", fmt::to_string(kFirstStatisticsYear)},
                          {"$LAST_YEAR", fmt::to_string(kLastStatisticsYear)}});
}

Result<std::string> place_id_of(const rest::Call& call) {
  const std::string& id = call.path("placeId");
  if (!is_place_id(id)) return not_found(kPlaceNotFound);
  return id;
}

std::string address_of(std::string_view place_id) {
  return std::string("/api/v1/places/").append(place_id);
}

Result<Date> read_day(const std::string& text, std::string_view field) {
  const auto day = parse_day(text);
  if (!day) {
    return invalid(field, kDayOrTimeForm);
  }
  return *day;
}

Result<Stay> stay_of_query(const rest::Call& call) {
  NORN_ASSIGN(const std::string start, call.required_query("start"));
  NORN_ASSIGN(const std::string end, call.required_query("end"));
  Stay stay;
  NORN_ASSIGN(stay.start, read_day(start, "start"));
  NORN_ASSIGN(stay.end, read_day(end, "end"));
  return stay;
}

Result<void> check_range(const Stay& range, int64_t max_days) {
  if (range.nights() <= 0) return invalid("end", kEndAfterStart);
  if (range.nights() > max_days) {
    return invalid("end", apps::kRangeTooLong(max_days));
  }
  return {};
}

Result<Stay> range_of_query(const rest::Call& call, int64_t max_days) {
  NORN_ASSIGN(const Stay range, stay_of_query(call));
  NORN_TRY(check_range(range, max_days));
  return range;
}

std::vector<rest::Parameter> range_parameters(std::string_view days, bool required) {
  return {{.name = "start",
           .description = fmt::format("The first of {}.", days),
           .schema = std::string(kDayOrTime),
           .required = required},
          {.name = "end",
           .description = "The day after the last of them.",
           .schema = std::string(kDayOrTime),
           .required = required}};
}

Result<Date> read_date(rest::JsonInput& body, std::string_view name) {
  NORN_ASSIGN(const std::string text, body.text(name));
  const auto date = parse_date(text);
  if (!date) {
    return invalid(body.path_of(name), apps::kDayForm);
  }
  return *date;
}

Result<std::optional<std::string>> read_note(rest::JsonInput& body, std::string_view name,
                                             size_t max_characters) {
  NORN_ASSIGN(std::optional<std::string> text,
              body.optional_text(name, {.min = 0, .max = max_characters, .lines = true}));
  if (text && text->empty()) text.reset();
  return text;
}

}  // namespace norn::bookings
