#include "rest/api.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/network.h"
#include "base/work_budget.h"
#include "rest/caller.h"
#include "rest/cross_site.h"
#include "rest/openapi/description.h"
#include "rest/openapi/description_routes.h"
#include "rest/openapi/openapi.h"
#include "rest/problem.h"
#include "rest/rate_limit.h"
#include "rest/reply.h"
#include "rest/route.h"
#include "rest/route_metrics.h"
#include "rest/router.h"

namespace norn::rest {
namespace {

// Whether the caller may call the route at all: kNotSignedIn without a session or token, kForbidden
// if the caller lacks what the message names.
Result<void> check_access(const Route& route, const Caller& caller) {
  if (route.access == Access::kAnyone) return {};
  if (!caller.is_known()) {
    return not_signed_in(route.access == Access::kPerson
                             ? "Nobody is signed in. Sign in, or send an API token as "
                               "`Authorization: Bearer`."
                             : "Nobody is signed in. Sign in first.");
  }
  if (route.access == Access::kPerson) {
    if (caller.may(route.scope)) return {};
    const auto may = [&](const std::string& scope) { return caller.may(scope); };
    if (std::ranges::any_of(route.other_scopes, may)) return {};
    return forbidden(fmt::format("This API token lacks the scope {}.", scopes_text(route)));
  }
  if (caller.kind != Caller::Kind::kSession) {
    return forbidden("An API token may not do this. Sign in instead.");
  }
  if (route.access == Access::kAdministrator && !caller.administrator) {
    return forbidden("Only administrators may do this.");
  }
  return {};
}

using std::chrono::steady_clock;

// The operation under which requests for no route are counted.
constexpr std::string_view kElsewhere = "none";

bool is_below_api(std::string_view path) {
  return path.starts_with("/api/") || path.starts_with("/auth/");
}

// Answers without asking any further.
void reject(http::Exchange& exchange, const Error& error) {
  set_problem(exchange.response, error);
  add_common_headers(exchange.response, CachePolicy::kNoStore);
}

Error nothing_here() {
  return {ErrorCode::kNotFound, "There is nothing at this address.", nullptr};
}

// Bugs go to the log, where it helps to know of which operation they are.
Error naming(std::string_view operation, Error error) {
  if (status_of(error) == 500) error.message = fmt::format("{}: {}", operation, error.message);
  return error;
}

bool is_of_missing_table(const Error& error) {
  return error.code == ErrorCode::kTableNotFound || error.code == ErrorCode::kResourceNotFound;
}

// Answers OPTIONS, and refuses the methods that there are no routes for.
void tell_methods(http::Exchange& exchange, const std::string& allowed) {
  if (exchange.request.method == "OPTIONS") {
    exchange.response.status = 204;
    add_common_headers(exchange.response, CachePolicy::kNoStore);
  } else {
    const auto refused =
        refuse(405, fmt::format("This address answers to these methods only: {}.", allowed));
    reject(exchange, refused.error());
  }
  exchange.response.add_header("Allow", allowed);
}

Result<void> count(RateLimit& limit, std::string_view whose) {
  const auto wait_s = limit.take(whose);
  if (!wait_s) return {};
  return too_many_requests("Too many requests. Wait a moment before you send more.", *wait_s);
}

// Makes the reply ready to be sent. What a person may see is kept in no cache, even with an ETag:
// the next person in the same browser may be shown the same thing, of the same ETag, otherwise.
void finish(http::Exchange& exchange, const Caller& caller, const Call& call) {
  const auto& etag = call.etag();
  const bool is_public = etag.has_value() && !caller.is_known();
  finish_reply(exchange.request, exchange.response, etag,
               is_public ? CachePolicy::kRevalidate : CachePolicy::kNoStore);
}

}  // namespace

class Api::Impl {
 public:
  Impl(Authenticator& authenticator, ThreadPool& pool, const Clock& clock, ApiOptions options)
      : authenticator_(authenticator),
        pool_(pool),
        options_(std::move(options)),
        people_(clock, options_.requests_per_second),
        networks_(clock, options_.requests_per_second) {
    add_schema("Problem", std::string(kProblemSchema));
    add_schema("OpenApi", std::string(kOpenApiSchema));
    for (Route& route : description_routes_.routes()) add(std::move(route));
  }

  void add(Route route);
  void add_schema(std::string name, std::string json) {
    const bool is_new = schemas_.emplace(std::move(name), std::move(json)).second;
    NORN_CHECK(is_new, "a schema has a name of its own");
  }

  bool handle(http::Exchange& exchange);

  const std::vector<Route>& routes() const { return routes_; }
  Description description() const {
    return {routes_, schemas_, options_.version, options_.public_origin};
  }
  std::string metrics() const;

 private:
  // The state of a job of the pool: together with its exchange it fits into a job without a memory
  // of its own.
  struct Endpoint {
    Impl& api;
    size_t route;
    RouteMetrics metrics{};
  };

  // Passes the request to the pool. Refuses it at once if it is too large or the pool is full.
  void hand_over(Endpoint& endpoint, http::Exchange& exchange);
  // On a thread of the pool.
  void run(Endpoint& endpoint, http::Exchange& exchange);
  // `call` and the `caller` it refers to are the owner's: they show afterwards how far it came.
  Result<void> answer(const Route& route, http::Exchange& exchange, Caller& caller,
                      std::optional<Call>& call);
  Result<Caller> identify(const http::Request& request);
  size_t body_bytes_of(const Route& route) const {
    return route.request_bytes > 0 ? route.request_bytes : options_.body_bytes;
  }

  Authenticator& authenticator_;
  ThreadPool& pool_;
  const ApiOptions options_;
  RateLimit people_;
  RateLimit networks_;

  Router router_;
  std::vector<Route> routes_;
  std::deque<Endpoint> endpoints_;  // One for each route, in the same order.
  std::map<std::string, std::string> schemas_;
  RouteMetrics elsewhere_;  // Requests that were for no route.
  DescriptionRoutes description_routes_{[this] { return description(); }};
};

void Api::Impl::add(Route route) {
  const auto same_operation = [&](const Route& other) {
    return other.operation == route.operation;
  };
  NORN_CHECK(!route.operation.empty() && std::ranges::none_of(routes_, same_operation),
             "an operation has a name of its own");
  NORN_CHECK(route.access != Access::kPerson || !route.scope.empty(),
             "a route for persons has a scope, for their tokens");
  NORN_CHECK(!route.replies.empty(), "a route says what it replies");
  NORN_CHECK(static_cast<bool>(route.handle), "a route does something");
  router_.add(route.method, route.path, routes_.size());
  endpoints_.emplace_back(*this, routes_.size());
  routes_.push_back(std::move(route));
}

bool Api::Impl::handle(http::Exchange& exchange) {
  const http::Request& request = exchange.request;
  const Resource* const resource = router_.find(request.path);
  if (resource == nullptr && !is_below_api(request.path)) return false;
  const auto route = resource != nullptr ? resource->route_of(request.method) : std::nullopt;
  if (route) {
    hand_over(endpoints_[*route], exchange);
    return true;
  }
  if (resource != nullptr) {
    tell_methods(exchange, resource->allow());
  } else {
    reject(exchange, nothing_here());
  }
  elsewhere_.add(exchange.response.status, {});
  exchange.done();
  return true;
}

void Api::Impl::hand_over(Endpoint& endpoint, http::Exchange& exchange) {
  Result<void> taken = {};
  const size_t body_bytes = body_bytes_of(routes_[endpoint.route]);
  if (exchange.request.body.size() > body_bytes) {
    taken = refuse(413, fmt::format("The body is larger than {} bytes.", body_bytes));
  } else if (pool_.post([&endpoint, &exchange] { endpoint.api.run(endpoint, exchange); })) {
    return;
  } else {
    taken = refuse(503, "Too many requests at a time. Try again in a moment.");
  }
  reject(exchange, taken.error());
  endpoint.metrics.add(exchange.response.status, {});
  exchange.done();
}

void Api::Impl::run(Endpoint& endpoint, http::Exchange& exchange) {
  const auto begun = steady_clock::now();
  const Route& route = routes_[endpoint.route];
  const std::string& operation = route.operation;
  Caller caller;
  std::optional<Call> call;
  try {
    const auto answered = answer(route, exchange, caller, call);
    if (call && call->is_streaming()) {
      if (!answered) log::error("{} failed: {}", operation, answered.error().message);
      // The exchange is the connection's again.
      return endpoint.metrics.add(200, steady_clock::now() - begun);
    }
    if (answered) {
      finish(exchange, caller, *call);
    } else if (is_of_missing_table(answered.error()) && options_.explain_missing) {
      reject(exchange, refuse(503, options_.explain_missing()).error());
    } else {
      reject(exchange, naming(operation, answered.error()));
    }
  } catch (const std::exception& error) {
    if (call && call->is_streaming()) return log::error("{} failed: {}", operation, error.what());
    // Memory may have run out while the reply was written: nothing of it has been sent.
    reject(exchange, naming(operation, {ErrorCode::kInternal, error.what(), nullptr}));
  }
  endpoint.metrics.add(exchange.response.status, steady_clock::now() - begun);
  exchange.done();
}

Result<void> Api::Impl::answer(const Route& route, http::Exchange& exchange, Caller& caller,
                               std::optional<Call>& call) {
  const http::Request& request = exchange.request;
  NORN_TRY(check_cross_site(request, options_.public_origin, route.request_type));
  NORN_ASSIGN(caller, identify(request));
  NORN_TRY(check_access(route, caller));
  auto parameters = Router::parameters(route.path, request.path);
  if (!parameters) return std::unexpected(nothing_here());
  call.emplace(exchange, caller, *std::move(parameters), body_bytes_of(route));
  NORN_TRY(call->check_query());
  if (route.needs_if_match) NORN_TRY(call->if_match());
  const WorkBudget budget(options_.work_ms);
  return route.handle(*call);
}

// Anonymous requests are counted before anything is done for them; the others when it
// is known who they are.
Result<Caller> Api::Impl::identify(const http::Request& request) {
  const bool is_anonymous = !request.header("Cookie") && !request.header("Authorization");
  if (is_anonymous) NORN_TRY(count(networks_, network_of(request.peer)));
  auto caller = authenticator_.authenticate(request);
  if (caller && caller->is_known()) {
    NORN_TRY(count(people_, caller->user_id));
  } else if (!is_anonymous) {
    NORN_TRY(count(networks_, network_of(request.peer)));
  }
  return caller;
}

std::string Api::Impl::metrics() const {
  std::string text(kRequestsHead);
  for (const Endpoint& endpoint : endpoints_) {
    endpoint.metrics.append_requests(text, routes_[endpoint.route].operation);
  }
  elsewhere_.append_requests(text, kElsewhere);
  text += kTimesHead;
  for (const Endpoint& endpoint : endpoints_) {
    endpoint.metrics.append_times(text, routes_[endpoint.route].operation);
  }
  elsewhere_.append_times(text, kElsewhere);
  return text;
}

Api::Api(Authenticator& authenticator, ThreadPool& pool, const Clock& clock, ApiOptions options)
    : impl_(std::make_unique<Impl>(authenticator, pool, clock, std::move(options))) {}

Api::~Api() = default;

void Api::add(Route route) {
  impl_->add(std::move(route));
}

void Api::add_schema(std::string name, std::string json) {
  impl_->add_schema(std::move(name), std::move(json));
}

bool Api::handle(http::Exchange& exchange) {
  return impl_->handle(exchange);
}

const std::vector<Route>& Api::routes() const {
  return impl_->routes();
}

std::string Api::openapi() const {
  return make_openapi(impl_->description());
}

std::string Api::metrics() const {
  return impl_->metrics();
}

}  // namespace norn::rest
