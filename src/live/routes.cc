#include "live/routes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/faults.h"
#include "rest/sentences.h"

namespace norn::live {
namespace {

constexpr size_t kMaxEventIdBytes = 4'000;  // A remote store has many shards.
constexpr int64_t kRetryAfterS = 30;
// No stream has such a position, so the hub answers with `reset`.
constexpr std::string_view kNoPosition = "-";

// The caller's credentials, kept as long as the stream is open. The request itself is gone when the
// stream begins.
struct Credentials {
  std::string user_id;
  std::string cookie;
  std::string authorization;
  std::string peer;
  bool secure = false;

  explicit Credentials(const rest::Call& call)
      : user_id(call.caller().user_id),
        cookie(call.request().header("Cookie").value_or("")),
        authorization(call.request().header("Authorization").value_or("")),
        peer(call.request().peer),
        secure(call.request().secure) {}

  http::Request request() const {
    http::Request request;
    request.method = "GET";
    request.path = request.target = "/api/v1/events";
    request.peer = peer;
    request.secure = secure;
    if (!cookie.empty()) request.headers.emplace_back("Cookie", cookie);
    if (!authorization.empty()) request.headers.emplace_back("Authorization", authorization);
    return request;
  }
};

// A store that does not answer right now closes no stream: no events come from it either.
bool is_still_allowed(rest::Authenticator& authenticator, const Credentials& credentials) {
  const auto caller = authenticator.authenticate(credentials.request());
  if (!caller) return caller.error().code != ErrorCode::kNotSignedIn;
  // The scopes of a token never change.
  return caller->is_known() && caller->user_id == credentials.user_id;
}

bool is_event_id(std::string_view text) {
  return text.size() <= kMaxEventIdBytes && std::ranges::all_of(text, [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                  c == '.' || c == ',' || c == ':' || c == '-';
         });
}

// Browsers send the header by themselves, and it is newer than the parameter, which the page has
// set.
std::string last_event_id(const rest::Call& call) {
  std::string id(call.request().header("Last-Event-ID").value_or(""));
  if (id.empty()) id = call.query("lastEventId").value_or("");
  return is_event_id(id) ? id : std::string(kNoPosition);
}

Result<void> open(rest::Call& call, Hub& hub, rest::Authenticator& authenticator) {
  Subscriber subscriber;
  subscriber.user_id = call.caller().user_id;
  if (!hub.has_room(subscriber.user_id)) {
    return too_many_requests(rest::kTooManyPages, kRetryAfterS);
  }
  subscriber.last_event_id = last_event_id(call);
  subscriber.may_continue = [&authenticator, credentials = Credentials(call)] {
    return is_still_allowed(authenticator, credentials);
  };
  if (call.caller().kind == rest::Caller::Kind::kToken) {
    subscriber.may_receive = [caller = call.caller()](std::string_view scope) {
      return caller.may(scope);
    };
  }
  call.response().add_header("X-Accel-Buffering", "no");
  subscriber.stream = call.open_stream();
  const auto stream = subscriber.stream;
  // Other pages were faster, or the server is stopping: the page reconnects by itself and gets an
  // error.
  if (!hub.subscribe(std::move(subscriber))) stream->close();
  return {};
}

// "`entry`, `calendar` (a token needs `calendars:read`); `wish` (a token needs `bookings:read`)"
std::string described(const std::vector<EventScope>& scopes) {
  std::string text;
  for (const EventScope& one : scopes) {
    if (!text.empty()) text += "; ";
    text += fmt::format("`{}` (a token needs `{}`)", fmt::join(one.events, "`, `"), one.scope);
  }
  return text;
}

}  // namespace

void add_routes(rest::Api& api, Hub& hub, rest::Authenticator& authenticator,
                const std::vector<EventScope>& scopes) {
  rest::Route route;
  route.method = "GET";
  route.path = "/api/v1/events";
  route.operation = "followEvents";
  route.tag = "live";
  route.summary =
      "Follows what happens to your things, as server-sent events: " + described(scopes) +
      "; what was missed first. `hello` says that you are up to date from here on, and `reset` "
      "that something may have been missed and everything has to be loaded again.";
  route.access = rest::Access::kPerson;
  for (const EventScope& one : scopes) {
    if (route.scope.empty()) {
      route.scope = one.scope;
    } else {
      route.other_scopes.push_back(one.scope);
    }
  }
  route.query = {{"lastEventId",
                  "The id of the last event that was heard, to hear what came after it; the header "
                  "Last-Event-ID, which browsers send by themselves, goes before it."}};
  route.replies = {{200, "Events, for as long as you listen.", "", "text/event-stream"}};
  route.problems = {429};
  route.handle = [&hub, &authenticator](rest::Call& call) {
    return open(call, hub, authenticator);
  };
  api.add(std::move(route));
}

}  // namespace norn::live
