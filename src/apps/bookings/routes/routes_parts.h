#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/bookings/routes/routes.h"
#include "apps/shared/routes.h"

// The parts that add_routes of apps/bookings/routes.h is made of.
namespace norn::bookings {

void add_place_schemas(rest::Api& api);
void add_booking_schemas(rest::Api& api);
void add_place_routes(rest::Api& api, const Parts& parts);
void add_member_routes(rest::Api& api, const Parts& parts);
void add_booking_routes(rest::Api& api, const Parts& parts);
void add_list_routes(rest::Api& api, const Parts& parts);
void add_price_routes(rest::Api& api, const Parts& parts);
void add_wish_routes(rest::Api& api, const Parts& parts);
void add_feed_routes(rest::Api& api, const Parts& parts);

// A route of bookings for people, or tokens that may `scope`; `path` is below /api/v1.
rest::Route route(std::string method, std::string_view path, std::string_view scope);

// The place of the path. What cannot be its id is not there: kNotFound.
Result<std::string> place_id_of(const rest::Call& call);
std::string address_of(std::string_view place_id);
using apps::creation_of;

// A day, or the day of a time ("2026-11-01T00:00:00+01:00"), as calendar components send it.
Result<Date> read_day(const std::string& text, std::string_view field);
// `start` and `end` of the query, whatever they are to each other.
Result<Stay> stay_of_query(const rest::Call& call);
// The same for [start, end) of at least one day and at most `max_days`.
Result<Stay> range_of_query(const rest::Call& call, int64_t max_days);
// How these two stand in the description. `days` says what they are.
std::vector<rest::Parameter> range_parameters(std::string_view days, bool required = true);
Result<void> check_range(const Stay& range, int64_t max_days);

// Members of bodies.
Result<Date> read_date(rest::JsonInput& body, std::string_view name);
// Text that there may be none of: absent, null and empty are alike.
Result<std::optional<std::string>> read_note(rest::JsonInput& body, std::string_view name,
                                             size_t max_characters);
Result<EventInput> read_booking(rest::JsonInput& body);
Result<EventChange> read_booking_change(rest::JsonInput& body);
// What is said about a place; the rest stays as it is.
Result<SettingsChange> read_settings(rest::JsonInput& body);

}  // namespace norn::bookings
