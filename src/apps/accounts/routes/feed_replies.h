#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/accounts/feed_links.h"
#include "rest/call.h"

// What the routes of all calendar feeds reply.
namespace norn::accounts {

constexpr const char* kCalendarFileType = "text/calendar";

// The schemas of the state of a feed, and of a new address.
constexpr const char* kFeedSchema = R"({"type":"object","additionalProperties":false,
    "required":["exists"],
    "properties":{"exists":{"type":"boolean"},
      "createdAt":{"type":"string","format":"date-time"},
      "lastReadAt":{"type":["string","null"],"description":"To the hour."}}})";
constexpr const char* kFeedLinkSchema = R"({"type":"object","additionalProperties":false,
    "required":["url"],"properties":{"url":{"type":"string","description":
      "The secret address. It is shown once."}}})";

void reply_feed_state(rest::Call& call, const std::optional<FeedAddresses::State>& state);
// 201 with the address. `file` is the name of the file, with a query if it has one; an empty
// `public_origin` is taken from the request.
void reply_feed_link(rest::Call& call, std::string_view public_origin, std::string_view secret,
                     std::string_view file);
// A whole calendar file, in words of the reader's language.
void reply_calendar_file(rest::Call& call, std::string file);

}  // namespace norn::accounts
