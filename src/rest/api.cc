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
#include "base/log_context.h"
#include "base/network.h"
#include "base/processor_time.h"
#include "base/sentences.h"
#include "base/work_budget.h"
#include "base/work_turns.h"
#include "http/operation_metrics.h"
#include "http/request_id.h"
#include "http/sentences.h"
#include "rest/body_pump.h"
#include "rest/caller.h"
#include "rest/cross_site.h"
#include "rest/heavy_requests.h"
#include "rest/openapi/description.h"
#include "rest/openapi/description_routes.h"
#include "rest/openapi/openapi.h"
#include "rest/problem.h"
#include "rest/rate_limit.h"
#include "rest/reply.h"
#include "rest/request_log.h"
#include "rest/route.h"
#include "rest/router.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

// Whether the caller may call the route at all: kNotSignedIn without a session or token, kForbidden
// if the caller lacks what the message names.
Result<void> check_access(const Route& route, const Caller& caller) {
  if (route.access == Access::kAnyone) return {};
  if (!caller.is_known()) {
    return not_signed_in(route.access == Access::kPerson ? kNotSignedInWithToken : kNotSignedIn);
  }
  if (route.access == Access::kPerson) {
    if (caller.may(route.scope)) return {};
    const auto may = [&](const std::string& scope) { return caller.may(scope); };
    if (std::ranges::any_of(route.other_scopes, may)) return {};
    return forbidden(kTokenLacksScope(scopes_text(route)));
  }
  if (caller.kind != Caller::Kind::kSession) {
    return forbidden(kNotWithToken);
  }
  if (route.access == Access::kAdministrator && !caller.administrator) {
    return forbidden(kOnlyAdministrators);
  }
  return {};
}

using std::chrono::steady_clock;

// The operation under which requests for no route are counted.
constexpr std::string_view kElsewhere = "none";

bool is_below_api(std::string_view path) {
  return path.starts_with("/api/") || path.starts_with("/auth/");
}

http::MetricNames metric_names() {
  return {.requests = "norn_http_requests_total",
          .requests_help = "Requests by operation and class of status.",
          .durations = "norn_http_request_duration_seconds",
          .durations_help = "Time spent on requests by operation.",
          .result = "status",
          .results = {"1xx", "2xx", "3xx", "4xx", "5xx"},
          .seconds = {0.005, 0.025, 0.1, 0.5, 2.5, 10}};
}

// Answers without asking any further.
void reject(http::Exchange& exchange, const Error& error) {
  set_problem(exchange.response, error);
  add_common_headers(exchange.response, CachePolicy::kNoStore);
}

Error nothing_here() {
  return not_found(http::kNothingHere).error();
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
    reject(exchange, refuse(405, http::kMethodNotAllowed(allowed)).error());
  }
  exchange.response.add_header("Allow", allowed);
}

Result<void> count(RateLimit& limit, std::string_view whose) {
  const auto wait_s = limit.take(whose);
  if (!wait_s) return {};
  return too_many_requests(kTooManyRequests, *wait_s);
}

// What a person may see is kept in no cache, even with an ETag: the next person in the same browser
// may be shown the same thing, of the same ETag, otherwise.
CachePolicy policy_of(const Call& call) {
  const bool is_public = call.etag().has_value() && !call.caller().is_known();
  return is_public ? CachePolicy::kRevalidate : CachePolicy::kNoStore;
}

// A tenth of a processor is for everybody to use as they like. Who uses more is greedy: their
// requests are heavy ones, and take turns from their beginning.
constexpr int64_t kFreeProcessorUs = 100'000;
// How long a request of anybody else runs before it takes turns with other long ones.
constexpr int64_t kShortMs = 5;

// Heavy requests have permits, so that only bodies which are being sent can be many.
constexpr size_t kMaxWaitingHeavyJobs = 1024;

// A body up to this size is an ordinary reply, with a length and compressed.
constexpr size_t kWholeBodyBytes = 64 * 1024;
// When a person has too many heavy requests: one of them should have ended by then.
constexpr int64_t kRetryHeavyAfterS = 5;

// Produces the beginning of a body. Returns whether there is more.
Result<bool> begin_body(BodySource& source, std::string& body) {
  bool more = true;
  while (more && body.size() <= kWholeBodyBytes) {
    NORN_ASSIGN(more, source(body));
  }
  return more;
}

}  // namespace

class Api::Impl {
 public:
  Impl(Authenticator& authenticator, ThreadPool& pool, const Clock& clock, ApiOptions options)
      : authenticator_(authenticator),
        pool_(pool),
        options_(std::move(options)),
        people_(clock, options_.requests_per_second),
        networks_(clock, options_.requests_per_second),
        processor_us_(clock, kFreeProcessorUs) {
    add_schema("Sentence", std::string(kSentenceSchema));
    add_schema("SentenceParams", std::string(kSentenceParamsSchema));
    add_sentences(kBaseSentences);
    add_sentences(http::kSentences);
    add_sentences(kSentences);
    add_schema("OpenApi", std::string(kOpenApiSchema));
    for (Route& route : description_routes_.routes()) add(std::move(route));
  }

  void add(Route route);
  void add_schema(std::string name, std::string json) {
    const bool is_new = schemas_.emplace(std::move(name), std::move(json)).second;
    NORN_CHECK(is_new, "a schema has a name of its own");
  }

  void add_sentences(Sentences sentences) {
    for (const SentenceText& sentence : sentences) {
      const bool is_new = sentences_.emplace(sentence.code, sentence.english).second;
      NORN_CHECK(is_new, "a sentence has a code of its own");
    }
    schemas_.insert_or_assign("Problem", problem_schema(sentences_));
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
    Endpoint(Impl& owner, size_t number, const std::string& operation)
        : api(owner), route(number), metrics(owner.metrics_, operation) {}

    Impl& api;
    size_t route;
    http::OneOperation metrics;
  };

  // Passes the request to the pool. Refuses it at once if it is too large or the pool is full.
  void hand_over(Endpoint& endpoint, http::Exchange& exchange);
  // A request whose sender is known.
  struct Work {
    Endpoint& endpoint;
    http::Exchange& exchange;
    const std::chrono::steady_clock::time_point begun = steady_clock::now();
    Caller caller = {};
    std::string whose = {};             // The person, or the network of a stranger.
    bool is_of_greedy = false;          // Somebody who has used much processor time lately.
    HeavyRequests::Permit permit = {};  // Of a heavy one.
  };

  // On a thread of the pool.
  void run(Endpoint& endpoint, http::Exchange& exchange);
  // Runs the request now, or when others of the same person have ended.
  void run_heavy(const std::shared_ptr<Work>& work);
  void resume(const std::shared_ptr<Work>& work);
  void carry_out(Work& work);
  // Whether the sender may call the route. Sets `caller` if the sender is known, either way.
  Result<void> admit(const Route& route, const http::Request& request, Caller& caller);
  Result<Caller> identify(const http::Request& request);
  // `call` is the owner's: it shows afterwards how far it came.
  using Handle = std::function<Result<void>(Call&)>;
  Result<void> answer(const Route& route, Work& work, std::optional<Call>& call,
                      const Handle& handle);
  bool answer_with_kept(Work& work);
  // Makes the reply ready to be sent. Returns false if it streams the body instead.
  Result<bool> finish(Work& work, Call& call);
  void end(Work& work);
  void end_with_error(Work& work, const Error& error);
  const Route& route_of(const Work& work) const { return routes_[work.endpoint.route]; }
  size_t body_bytes_of(const Route& route) const {
    return route.request_bytes > 0 ? route.request_bytes : options_.body_bytes;
  }

  Authenticator& authenticator_;
  ThreadPool& pool_;
  const ApiOptions options_;
  RateLimit people_;
  RateLimit networks_;
  RateLimit processor_us_;  // Whoever has used it up is greedy.
  HeavyRequests heavy_;
  WorkTurns turns_{WorkTurns::most_at_once()};

  http::OperationMetrics metrics_{metric_names()};
  Router router_;
  std::vector<Route> routes_;
  std::deque<Endpoint> endpoints_;  // One for each route, in the same order.
  std::map<std::string, std::string> schemas_;
  std::map<std::string_view, std::string_view> sentences_;  // English texts by their codes.
  http::OneOperation elsewhere_{metrics_,
                                std::string(kElsewhere)};  // Requests that were for no route.
  DescriptionRoutes description_routes_{[this] { return description(); }};
  // Last: its jobs use everything else.
  ThreadPool heavy_pool_{HeavyRequests::kMaxRunningOfAll, kMaxWaitingHeavyJobs,
                         ThreadPriority::kBackground};
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
  endpoints_.emplace_back(*this, routes_.size(), route.operation);
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
    taken = refuse(413, http::kBodyLargerThan(body_bytes));
  } else if (pool_.post([&endpoint, &exchange] { endpoint.api.run(endpoint, exchange); })) {
    return;
  } else {
    taken = refuse(503, http::kServerBusy);
  }
  reject(exchange, taken.error());
  endpoint.metrics.add(exchange.response.status, {});
  exchange.done();
}

void Api::Impl::run(Endpoint& endpoint, http::Exchange& exchange) {
  const log::RequestScope scope(http::request_id_of(exchange.response));
  Work work{.endpoint = endpoint, .exchange = exchange};
  try {
    const auto admitted = admit(route_of(work), exchange.request, work.caller);
    if (!admitted) return end_with_error(work, admitted.error());
    work.whose = work.caller.is_known() ? work.caller.user_id : network_of(exchange.request.peer);
    work.is_of_greedy = processor_us_.is_empty(work.whose);
    const bool is_heavy = route_of(work).heavy || work.is_of_greedy;
    if (is_heavy) {
      const bool may_be_kept = route_of(work).handle_kept && !work.is_of_greedy;
      if (may_be_kept && answer_with_kept(work)) return;
      return run_heavy(std::make_shared<Work>(std::move(work)));
    }
  } catch (const std::exception& error) {
    return end_with_error(work, {ErrorCode::kInternal, error.what(), nullptr});
  }
  carry_out(work);
}

// Returns whether the request was answered.
bool Api::Impl::answer_with_kept(Work& work) {
  const Route& route = route_of(work);
  std::optional<Call> call;
  bool is_kept = false;
  const auto answered = answer(route, work, call, [&](Call& one) -> Result<void> {
    NORN_ASSIGN(is_kept, route.handle_kept(one));
    return {};
  });
  if (!answered) {
    end_with_error(work, answered.error());
  } else if (is_kept) {
    finish_reply(work.exchange.request, work.exchange.response, call->etag(), policy_of(*call));
    end(work);
  }
  return !answered || is_kept;
}

// Shared with the queue, in which it may have to wait.
void Api::Impl::run_heavy(const std::shared_ptr<Work>& work) {
  auto entered = heavy_.enter(work->whose, [this, work](HeavyRequests::Permit permit) {
    work->permit = std::move(permit);
    resume(work);
  });
  if (entered.entry == HeavyRequests::Entry::kWaits) return;
  if (entered.entry == HeavyRequests::Entry::kRefused) {
    const auto refused = too_many_requests(
        kTooManyLongRequests(HeavyRequests::kMaxRunning + HeavyRequests::kMaxWaiting),
        kRetryHeavyAfterS);
    return end_with_error(*work, refused.error());
  }
  work->permit = std::move(entered.permit);
  resume(work);
}

void Api::Impl::resume(const std::shared_ptr<Work>& work) {
  const auto job = [this, work] {
    const log::RequestScope scope(http::request_id_of(work->exchange.response));
    carry_out(*work);
  };
  if (heavy_pool_.post(job)) return;
  end_with_error(*work, refuse(503, http::kServerBusy).error());
}

void Api::Impl::carry_out(Work& work) {
  const std::string& operation = route_of(work).operation;
  std::optional<Call> call;
  try {
    const auto answered = answer(route_of(work), work, call, route_of(work).handle);
    if (call && call->is_streaming()) {
      if (!answered) log::error("{} failed: {}", operation, answered.error().message);
      // The exchange is the connection's again.
      return work.endpoint.metrics.add(200, steady_clock::now() - work.begun);
    }
    if (!answered) return end_with_error(work, answered.error());
    const auto is_whole = finish(work, *call);
    if (!is_whole) return end_with_error(work, is_whole.error());
    if (*is_whole) return end(work);
    work.endpoint.metrics.add(200, steady_clock::now() - work.begun);
  } catch (const std::exception& error) {
    if (call && call->is_streaming()) return log::error("{} failed: {}", operation, error.what());
    // Memory may have run out while the reply was written: nothing of it has been sent.
    end_with_error(work, {ErrorCode::kInternal, error.what(), nullptr});
  }
}

void Api::Impl::end(Work& work) {
  const int status = work.exchange.response.status;
  const auto time = steady_clock::now() - work.begun;
  work.endpoint.metrics.add(status, time);
  log_slow(route_of(work).operation, work.caller.user_id, status, time);
  log_audited(route_of(work), work.caller, work.exchange.request, status);
  work.exchange.done();
}

void Api::Impl::end_with_error(Work& work, const Error& error) {
  if (is_of_missing_table(error) && options_.explain_missing) {
    reject(work.exchange, refuse(503, options_.explain_missing()).error());
  } else {
    reject(work.exchange, naming(route_of(work).operation, error));
  }
  end(work);
}

Result<void> Api::Impl::admit(const Route& route, const http::Request& request, Caller& caller) {
  NORN_TRY(check_cross_site(request, options_.public_origin, route.request_type));
  NORN_ASSIGN(caller, identify(request));
  return check_access(route, caller);
}

Result<void> Api::Impl::answer(const Route& route, Work& work, std::optional<Call>& call,
                               const Handle& handle) {
  auto parameters = Router::parameters(route.path, work.exchange.request.path);
  if (!parameters) return std::unexpected(nothing_here());
  call.emplace(work.exchange, work.caller, *std::move(parameters), body_bytes_of(route));
  NORN_TRY(call->check_query());
  if (route.needs_if_match) NORN_TRY(call->if_match());
  const WorkBudget budget({.ms = options_.work_ms,
                           .bytes = options_.work_bytes,
                           .turns = &turns_,
                           .short_ms = work.is_of_greedy ? 0 : kShortMs});
  const int64_t begin_ns = processor_time_ns();
  auto handled = handle(*call);
  processor_us_.charge(work.whose, (processor_time_ns() - begin_ns) / 1'000);
  return handled;
}

Result<bool> Api::Impl::finish(Work& work, Call& call) {
  http::Exchange& exchange = work.exchange;
  BodySource source = call.take_source();
  bool more = source && !has_current_state(exchange.request, call.etag());
  if (more) {
    const WorkBudget budget({.turns = &turns_});
    NORN_ASSIGN(more, begin_body(source, exchange.response.body));
  }
  if (!more) {
    finish_reply(exchange.request, exchange.response, call.etag(), policy_of(call));
    return true;
  }
  finish_head(exchange.response, call.etag(), policy_of(call));
  const std::string begin = std::move(exchange.response.body);
  // The exchange is the connection's again as soon as the body has begun, and nothing of it may be
  // used at its end.
  const std::string& operation = route_of(work).operation;
  log_audited(route_of(work), work.caller, exchange.request, exchange.response.status);
  BodyPump::Logged logged{.operation = operation,
                          .request_id = std::string(http::request_id_of(exchange.response)),
                          .on_end = [operation, begun = work.begun, user_id = work.caller.user_id,
                                     status = exchange.response.status] {
                            log_slow(operation, user_id, status, steady_clock::now() - begun);
                          }};
  const auto pump =
      std::make_shared<BodyPump>(heavy_pool_, turns_, call.begin_body(), std::move(source),
                                 std::move(work.permit), std::move(logged));
  pump->start(begin);
  return false;
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
  return metrics_.text();
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

void Api::add_sentences(Sentences sentences) {
  impl_->add_sentences(sentences);
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
