#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/events/events.h"
#include "apps/bookings/feeds/feed_links.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/routes.h"
#include "apps/sharing/members.h"
#include "rest/api.h"

namespace norn::bookings {

// What the handlers work with. Everything outlives them.
struct Parts {
  Context context;
  Places& places;
  sharing::Members& members;
  Events& events;
  Wishes& wishes;
  PlaceFeedLinks& feed_links;
  std::string public_origin;  // Of the addresses of calendar feeds; empty: that of the request.
};

// All routes below /api/v1/places, /api/v1/bookings and /api/v1/wishes, and the calendar feeds of
// places.
void add_routes(rest::Api& api, const Parts& parts);

// The parts of add_routes, with their schemas.
void add_place_routes(rest::Api& api, const Parts& parts);
void add_booking_routes(rest::Api& api, const Parts& parts);
void add_price_routes(rest::Api& api, const Parts& parts);
void add_wish_routes(rest::Api& api, const Parts& parts);
void add_feed_routes(rest::Api& api, const Parts& parts);

// What these parts share.
using apps::creation_of;
using apps::handled_by;

constexpr const char* kTag = "bookings";

// A schema with its placeholders replaced: `$DATE` by the schema of a day, `$MAX_TITLE` and the
// like by the limits of apps/bookings/limits.h.
std::string filled_in(std::string schema);

// The place of the path. Returns kNotFound if the text cannot be the id of a place.
Result<std::string> place_id_of(const rest::Call& call);
std::string address_of(std::string_view place_id);

// A day, or the day of a time ("2026-11-01T00:00:00+01:00"), as calendar components send it.
Result<Date> read_day(const std::string& text, std::string_view field);
// `start` and `end` of the query, in any order.
Result<Stay> stay_of_query(const rest::Call& call);
// The same for a range [start, end) of 1 to `max_days` days.
Result<Stay> range_of_query(const rest::Call& call, int64_t max_days);
Result<void> check_range(const Stay& range, int64_t max_days);
// The description of these two parameters. `days` completes "The first of ...".
std::vector<rest::Parameter> range_parameters(std::string_view days, bool required = true);

// Members of bodies. Services check whether they make sense.
Result<Date> read_date(rest::JsonInput& body, std::string_view name);
// A text of several lines; nullopt if it is absent, null or empty.
Result<std::optional<std::string>> read_note(rest::JsonInput& body, std::string_view name,
                                             size_t max_characters);
Result<EventInput> read_booking(rest::JsonInput& body);
// The settings that the body has; applying the change leaves the others as they are.
Result<SettingsChange> read_settings(rest::JsonInput& body);

}  // namespace norn::bookings
