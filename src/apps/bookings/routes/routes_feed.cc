#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <string>
#include <utility>

#include "apps/bookings/feeds/calendar_feed.h"
#include "apps/bookings/routes/routes_parts.h"
#include "base/faults.h"
#include "base/json_writer.h"

// A place as a calendar file that other calendars subscribe to.
namespace norn::bookings {
namespace {

constexpr std::string_view kCalendarType = "text/calendar";
constexpr std::string_view kCalendarReply = "text/calendar; charset=utf-8";
constexpr std::string_view kFeedPath = "/places/{placeId}/feed";

Result<void> get_feed(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const auto state, parts.feed_links.state(call.caller().user_id, id));
  ObjectWriter object(call.json());
  object.boolean("exists", state.has_value());
  if (state) object.text("createdAt", state->created_at);
  if (state && state->last_read_at) object.text("lastReadAt", *state->last_read_at);
  if (state && !state->last_read_at) object.null("lastReadAt");
  object.close();
  return {};
}

std::string origin_of(const rest::Call& call, const Parts& parts) {
  if (!parts.public_origin.empty()) return parts.public_origin;
  const http::Request& request = call.request();
  return fmt::format("{}://{}", request.secure ? "https" : "http",
                     request.header("Host").value_or("localhost"));
}

Result<void> make(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string secret, parts.feed_links.create(call.caller().user_id, id));
  ObjectWriter object(call.json(201));
  object.text("url", fmt::format("{}/ical/{}/place.ics", origin_of(call, parts), secret));
  object.close();
  return {};
}

Result<void> end(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_TRY(parts.feed_links.revoke(call.caller().user_id, id));
  call.no_content();
  return {};
}

Result<void> read_feed(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const auto reader, parts.feed_links.find(call.path("secret")));
  if (!reader) return not_found("feed");
  NORN_ASSIGN(const std::string text,
              calendar_file(parts.context, reader->user_id, reader->place_id));
  call.response().add_header("Cache-Control", "private, no-cache");
  call.set_etag(fmt::format("{:016x}", XXH3_64bits(text.data(), text.size())));
  call.body_of(kCalendarReply).append(text);
  return {};
}

}  // namespace

void add_feed_routes(rest::Api& api, const Parts& parts) {
  rest::Route getting = route("GET", kFeedPath, kReadScope);
  getting.operation = "getPlaceFeed";
  getting.summary =
      "Tells whether you have an address at which other calendars can subscribe to a place.";
  getting.replies = {
      {200, "Its state. The address itself is told once, when it is made.", "PlaceFeed"}};
  getting.problems = {404};
  getting.handle = [parts](rest::Call& call) { return get_feed(call, parts); };
  api.add(std::move(getting));

  rest::Route making = route("POST", kFeedPath, "");
  making.access = rest::Access::kSession;
  making.operation = "createPlaceFeed";
  making.summary =
      "Makes a new secret address at which a place can be read as a calendar file, as you see it; "
      "the one before ends at once.";
  making.replies = {{201, "The address.", "PlaceFeedLink"}};
  making.problems = {404};
  making.handle = [parts](rest::Call& call) { return make(call, parts); };
  api.add(std::move(making));

  rest::Route ending = route("DELETE", kFeedPath, "");
  ending.access = rest::Access::kSession;
  ending.operation = "deletePlaceFeed";
  ending.summary = "Ends your secret address of a place. Nothing happens when there is none.";
  ending.replies = {{204, "It answers no more."}};
  ending.problems = {404};
  ending.handle = [parts](rest::Call& call) { return end(call, parts); };
  api.add(std::move(ending));

  rest::Route reading = route("GET", "", "");
  reading.path = "/ical/{secret}/place.ics";
  reading.access = rest::Access::kAnyone;
  reading.operation = "readPlaceFeed";
  reading.summary =
      "Gets the bookings of a place as an iCalendar file, for programs that subscribe to it. "
      "Whoever knows the address may.";
  reading.replies = {{200, "The file.", "", std::string(kCalendarType)}};
  reading.problems = {404};
  reading.handle = [parts](rest::Call& call) { return read_feed(call, parts); };
  api.add(std::move(reading));
}

}  // namespace norn::bookings
