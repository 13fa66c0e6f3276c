#pragma once

#include <simdjson.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/oidc/oidc_config.h"
#include "base/error.h"

namespace norn::accounts {

// HTTP requests to providers. The app provides the client.
struct FetchRequest {
  std::string method = "GET";
  std::string url;
  std::vector<std::string> headers = {};  // "name: value"
  std::string body = {};
};
struct FetchReply {
  int status = 0;
  std::string body;
};
using Fetch = std::function<Result<FetchReply>(const FetchRequest&)>;

// Limits `fetch` to four calls at a time. Further calls do not wait but return kTooManyRequests: a
// provider that does not respond must not occupy the threads of the server, because callers need no
// session.
Fetch limited(Fetch fetch);
// That error: kTooManyRequests.
std::unexpected<Error> providers_are_busy();

// The error for the user if a provider fails: "Signing in with Google failed: <why>." The page
// knows it by its code (web/src/accounts/sign_in/provider_errors.ts).
std::unexpected<Error> provider_failure(const Provider& provider, std::string_view why);

// Received JSON, with the parser that owns its memory.
struct ReceivedJson {
  // On the heap because the elements point to it.
  std::unique_ptr<simdjson::dom::parser> memory;
  simdjson::dom::element root;
};
// Returns nullopt if it is not JSON.
std::optional<ReceivedJson> parse_received(std::string_view text);
// A string member; empty if there is none.
std::string text_member(simdjson::dom::element object, std::string_view name);
// Whether a member is true; some providers send it as the string "true".
bool true_member(simdjson::dom::element object, std::string_view name);

// Sends the request. Every reply but 200 with JSON is a failure, which is logged, unless the
// request was not sent (kTooManyRequests). `what` names the data for the message: "its keys".
Result<ReceivedJson> fetch_json(const Fetch& fetch, FetchRequest request, const Provider& provider,
                                std::string_view what);

}  // namespace norn::accounts
