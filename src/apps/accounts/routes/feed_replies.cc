#include "apps/accounts/routes/feed_replies.h"

#include <fmt/format.h>

#include <utility>

#include "apps/shared/items.h"
#include "base/json_writer.h"

namespace norn::accounts {
namespace {

constexpr std::string_view kCalendarFileReply = "text/calendar; charset=utf-8";

std::string feed_origin(std::string_view public_origin, const rest::Call& call) {
  if (!public_origin.empty()) return std::string(public_origin);
  const http::Request& request = call.request();
  return fmt::format("{}://{}", request.secure ? "https" : "http",
                     request.header("Host").value_or("localhost"));
}

}  // namespace

void reply_feed_state(rest::Call& call, const std::optional<FeedAddresses::State>& state) {
  ObjectWriter object(call.json());
  object.boolean("exists", state.has_value());
  if (state) object.text("createdAt", state->created_at);
  if (state && state->last_read_at) object.text("lastReadAt", *state->last_read_at);
  if (state && !state->last_read_at) object.null("lastReadAt");
  object.close();
}

void reply_feed_link(rest::Call& call, std::string_view public_origin, std::string_view secret,
                     std::string_view file) {
  ObjectWriter object(call.json(201));
  object.text("url", fmt::format("{}/ical/{}/{}", feed_origin(public_origin, call), secret, file));
  object.close();
}

void reply_calendar_file(rest::Call& call, std::string file) {
  call.response().add_header("Cache-Control", "private, no-cache");
  call.response().add_header("Vary", "Accept-Language");
  call.set_etag(apps::etag_of(file));
  call.stream_body(kCalendarFileReply, [text = std::move(file)](std::string& out) {
    out += text;
    return Result<bool>(false);
  });
}

}  // namespace norn::accounts
