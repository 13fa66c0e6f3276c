#include "apps/accounts/oidc/oidc_fetch.h"

#include <fmt/format.h>

#include <utility>

#include "apps/accounts/permits.h"
#include "apps/accounts/sentences.h"
#include "base/faults.h"
#include "base/log.h"

namespace norn::accounts {

Fetch limited(Fetch fetch) {
  constexpr int kMaxCalls = 4;
  // Shared because a Fetch is copied.
  return [fetch = std::move(fetch), permits = std::make_shared<Permits>(kMaxCalls, kMaxCalls)](
             const FetchRequest& request) -> Result<FetchReply> {
    const std::optional<Permits::Permit> permit = permits->try_acquire();
    if (!permit) return providers_are_busy();
    return fetch(request);
  };
}

std::unexpected<Error> providers_are_busy() {
  constexpr int64_t kRetryAfterS = 2;
  return too_many_requests(kProvidersBusy, kRetryAfterS);
}

std::unexpected<Error> provider_failure(const Provider& provider, std::string_view why) {
  return forbidden(kProviderFailed(provider.name, why));
}

std::optional<ReceivedJson> parse_received(std::string_view text) {
  ReceivedJson json{.memory = std::make_unique<simdjson::dom::parser>(), .root = {}};
  if (json.memory->parse(text.data(), text.size()).get(json.root) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  return json;
}

std::string text_member(simdjson::dom::element object, std::string_view name) {
  std::string_view text;
  return object[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

bool true_member(simdjson::dom::element object, std::string_view name) {
  bool value = false;
  if (object[name].get(value) == simdjson::SUCCESS) return value;
  return text_member(object, name) == "true";
}

Result<ReceivedJson> fetch_json(const Fetch& fetch, FetchRequest request, const Provider& provider,
                                std::string_view what) {
  constexpr int kOk = 200;
  request.headers.emplace_back("Accept: application/json");
  // GitHub refuses requests without it.
  request.headers.emplace_back("User-Agent: norn");
  const Result<FetchReply> reply = fetch(request);
  if (!reply && reply.error().code == ErrorCode::kTooManyRequests) {
    return std::unexpected(reply.error());
  }
  if (!reply) {
    log::warn("provider {}: {} could not be fetched: {}", provider.id, what, reply.error().message);
    return provider_failure(provider, "it cannot be reached at the moment");
  }
  if (reply->status != kOk) {
    log::warn("provider {}: {} could not be fetched: status {}", provider.id, what, reply->status);
    return provider_failure(provider, fmt::format("it refused to send {}", what));
  }
  std::optional<ReceivedJson> json = parse_received(reply->body);
  if (!json) {
    log::warn("provider {}: {}: the reply is not JSON", provider.id, what);
    return provider_failure(provider, "its reply is malformed");
  }
  return std::move(*json);
}

}  // namespace norn::accounts
