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

// How the provider is spoken to; the composition root gives the HTTP client.
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

// The same for at most four calls at a time. Who comes meanwhile does not wait, but is told to try
// again: providers that hang must not keep the threads of the server, since anybody may begin to
// sign in.
Fetch gated(Fetch fetch);
// What they are told: kTooManyRequests.
std::unexpected<Error> providers_are_busy();

// What a person reads when `provider` did not do its part: "Signing in with Google failed: <why>."
std::unexpected<Error> provider_failure(const Provider& provider, std::string_view why);

// JSON that was received, with the memory that it lives in.
struct ReceivedJson {
  // On the heap because the elements point to it.
  std::unique_ptr<simdjson::dom::parser> memory;
  simdjson::dom::element root;
};
// nullopt when it is not JSON.
std::optional<ReceivedJson> parse_received(std::string_view text);
// A member that is a text; empty when there is none.
std::string text_member(simdjson::dom::element object, std::string_view name);
// Whether it says so: some providers send "true" as a text.
bool true_member(simdjson::dom::element object, std::string_view name);

// Sends the request. Everything but a reply of 200 with JSON is a failure; what it was goes to the
// log, unless it was never sent (kTooManyRequests). `what` names what was asked for: "its keys".
Result<ReceivedJson> fetch_json(const Fetch& fetch, FetchRequest request, const Provider& provider,
                                std::string_view what);

}  // namespace norn::accounts
