#include <string>
#include <utility>

#include "apps/accounts/routes/feed_replies.h"
#include "apps/accounts/sentences.h"
#include "apps/bookings/feeds/calendar_feed.h"
#include "apps/bookings/routes/routes.h"
#include "base/faults.h"
#include "http/languages.h"

// The calendar feed of a place.
namespace norn::bookings {
namespace {

constexpr std::string_view kCalendarReply = "text/calendar; charset=utf-8";
constexpr const char* kFeedPath = "/api/v1/places/{placeId}/feed";

Result<void> get_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const auto state, parts.feed_links.state(call.caller().user_id, id));
  accounts::reply_feed_state(call, state);
  return {};
}

Result<void> create_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string secret,
              parts.feed_links.create(call.caller().user_id, id, call.caller().session_epoch));
  accounts::reply_feed_link(call, parts.public_origin, secret, "place.ics");
  return {};
}

Result<void> delete_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_TRY(parts.feed_links.revoke(call.caller().user_id, id));
  call.no_content();
  return {};
}

Result<void> read_feed(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto reader, parts.feed_links.find(call.path("secret")));
  if (!reader) return not_found(accounts::kFeedNotFound);
  NORN_ASSIGN(CalendarFeed feed,
              CalendarFeed::begin(parts.context, reader->user_id, reader->place_id,
                                  http::accepted_languages(call.request())));
  NORN_ASSIGN(const std::string etag, feed.etag());
  call.response().add_header("Cache-Control", "private, no-cache");
  call.response().add_header("Vary", "Accept-Language");
  call.set_etag(etag);
  call.stream_body(kCalendarReply, [file = std::move(feed)](std::string& out) mutable {
    return file.append_next(out);
  });
  return {};
}

void add_feed_schemas(rest::Api& api) {
  api.add_schema("PlaceFeed", accounts::kFeedSchema);
  api.add_schema("PlaceFeedLink", accounts::kFeedLinkSchema);
}

}  // namespace

void add_feed_routes(rest::Api& api, const Parts& parts) {
  add_feed_schemas(api);
  api.add({.method = "GET",
           .path = kFeedPath,
           .operation = "getPlaceFeed",
           .tag = kTag,
           .summary = "Returns whether you have a secret address at which other calendars can "
                      "subscribe to a place.",
           .scope = kReadScope,
           .replies = {{.status = 200,
                        .description = "Its state, without the address itself.",
                        .schema = "PlaceFeed"}},
           .problems = {404},
           .handle = handled_by(parts, get_feed)});
  api.add({.method = "POST",
           .path = kFeedPath,
           .operation = "createPlaceFeed",
           .tag = kTag,
           .summary = "Creates a secret address at which a place can be read as a calendar file, "
                      "as you see it. Your previous address becomes invalid.",
           .access = rest::Access::kSession,
           .replies = {{.status = 201, .description = "The address.", .schema = "PlaceFeedLink"}},
           .problems = {404},
           .handle = handled_by(parts, create_feed)});
  api.add({.method = "DELETE",
           .path = kFeedPath,
           .operation = "deletePlaceFeed",
           .tag = kTag,
           .summary = "Deletes your secret address of a place, if you have one.",
           .access = rest::Access::kSession,
           .replies = {{.status = 204, .description = "There is no address."}},
           .problems = {404},
           .handle = handled_by(parts, delete_feed)});
  api.add({.method = "GET",
           .path = "/ical/{secret}/place.ics",
           .operation = "readPlaceFeed",
           .tag = kTag,
           .summary = "Gets the bookings of a place as an iCalendar file, for programs that "
                      "subscribe to it. Needs no credentials but the secret address. Its texts are "
                      "in the language of your account; without one, in that of Accept-Language.",
           .access = rest::Access::kAnyone,
           .replies = {{.status = 200,
                        .description = "The file.",
                        .content_type = accounts::kCalendarFileType}},
           .problems = {404},
           .heavy = true,
           .handle = handled_by(parts, read_feed)});
}

}  // namespace norn::bookings
