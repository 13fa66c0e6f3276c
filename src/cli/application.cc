#include "cli/application.h"

#include <fmt/format.h>

#include <boost/asio/ip/address.hpp>
#include <utility>

#include "apps/accounts/oidc.h"
#include "apps/accounts/routes.h"
#include "apps/accounts/service.h"
#include "apps/bookings/application.h"
#include "apps/calendars/entries.h"
#include "apps/calendars/feed.h"
#include "apps/calendars/routes.h"
#include "apps/calendars/service.h"
#include "apps/planner/application.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/kept_replies.h"
#include "apps/shared/sweeps.h"
#include "base/faults.h"
#include "base/ids.h"
#include "cli/tables.h"
#include "cli/web_app.h"
#include "cli/web_pack.h"
#include "http/client.h"
#include "http/text.h"
#include "live/hub.h"
#include "live/routes.h"
#include "rest/api.h"

namespace norn::cli {
namespace {

constexpr int64_t kProviderTimeoutMs = 10'000;
constexpr size_t kProviderReplyBytes = 1 << 20;

http::HttpClientOptions provider_client() {
  http::HttpClientOptions options;
  options.max_connections = 8;
  options.total_timeout_ms = kProviderTimeoutMs;
  options.max_reply_bytes = kProviderReplyBytes;
  return options;
}

accounts::Fetch fetch_with(http::HttpClient& client) {
  return [&client](const accounts::FetchRequest& wanted) -> Result<accounts::FetchReply> {
    http::HttpRequest request;
    request.method = wanted.method;
    request.url = wanted.url;
    request.headers = wanted.headers;
    request.body = wanted.body;
    NORN_ASSIGN(auto reply, client.send(request));
    return accounts::FetchReply{reply.status, std::move(reply.body)};
  };
}

apps::SweepOptions sweep_options(const ApplicationOptions& options) {
  apps::SweepOptions sweeps;
  sweeps.settle_ms = options.index_lag_ms;
  // No other process can work on our own folder, whatever a crashed one has left.
  if (options.index_lag_ms == 0) sweeps.lease_ms = 0;
  return sweeps;
}

size_t kept_bytes(const ApplicationOptions& options) {
  return options.index_lag_ms == 0 ? options.kept_bytes : 0;
}

bool is_local(std::string_view address) {
  return address == "127.0.0.1" || address == "::1";
}

// The client behind a proxy on this machine: the proxy adds its address at the end of the list. The
// addresses before it come from the client, and may be anything.
std::string_view client_behind_proxy(const http::Request& request) {
  const auto addresses = request.header("X-Forwarded-For");
  if (!addresses || !is_local(request.peer)) return request.peer;
  std::string_view last = *addresses;
  if (const size_t comma = last.rfind(','); comma != std::string_view::npos) {
    last.remove_prefix(comma + 1);
  }
  last = http::trim(last);
  boost::system::error_code error;
  boost::asio::ip::make_address(std::string(last), error);
  return error ? request.peer : last;
}

}  // namespace

class Application::Impl {
 public:
  Impl(store::Store& store, const Clock& clock, ThreadPool& pool, ApplicationOptions options,
       http::HealthCheck health, WebApp web_app)
      : pool_(pool),
        is_behind_proxy_(!options.public_origin.empty()),
        tables_{options.table_prefix},
        health_(health),
        health_handler_(http::health_handler(std::move(health))),
        web_app_(std::move(web_app)),
        sweeps_(store, tables_, clock, ids_, sweep_options(options)),
        idempotency_(store, tables_, clock),
        accounts_(store, tables_, clock, ids_, sweeps_),
        oidc_(store, tables_, clock, ids_, accounts_, std::move(options.providers),
              fetch_with(client_)),
        authenticator_(accounts_, options.public_origin),
        context_{store, tables_, clock, ids_, accounts_.users(), idempotency_, sweeps_},
        calendars_(context_),
        members_(context_),
        entries_(context_),
        kept_ranges_(store, tables_.calendars(), kept_bytes(options), calendars::calendar_of),
        planner_({store, tables_, clock, ids_, idempotency_, sweeps_}, accounts_.users(),
                 options.public_origin, kept_bytes(options)),
        bookings_({store, tables_, clock, ids_, accounts_.users(), idempotency_, sweeps_},
                  options.public_origin),
        calendar_feed_(context_),
        hub_(store, {&calendar_feed_, &planner_.feed(), &bookings_.feed()},
             {.poll_ms = options.stream_poll_ms}),
        api_(authenticator_, pool, clock,
             {.version = options.version,
              .requests_per_second = options.rate_limit,
              .public_origin = options.public_origin}) {
    accounts_.users().add_hook(members_);
    planner_.add_hooks(accounts_.users());
    bookings_.add_hooks(accounts_.users());
    accounts::add_routes(api_, accounts_, oidc_,
                         {.public_origin = options.public_origin, .version = options.version});
    calendars::add_routes(api_, calendars_, members_, entries_, kept_ranges_);
    planner_.add_routes(api_);
    bookings_.add_routes(api_);
    live::add_routes(api_, hub_, authenticator_);
    sweeps_.start();
    planner_.start({.stream_poll_ms = options.stream_poll_ms,
                    .listeners = [this] { return hub_.listeners(); },
                    .tell = [this](live::Event event) { hub_.publish(std::move(event)); }});
  }

  ~Impl() {
    pool_.close();
    planner_.stop();
    sweeps_.stop();
  }

  void handle(http::Exchange& exchange) {
    if (is_behind_proxy_) exchange.request.peer = client_behind_proxy(exchange.request);
    if (api_.handle(exchange)) return;
    if (web_app_.serve(exchange)) return;
    if (exchange.request.path == "/metrics") return metrics(exchange);
    health_handler_(exchange);
  }

  accounts::Accounts& accounts() { return accounts_; }
  live::Hub& hub() { return hub_; }

 private:
  void metrics(http::Exchange& exchange) {
    // Metrics are only for the operator of the machine. A proxy on this machine asks for others.
    const bool is_forwarded = exchange.request.header("X-Forwarded-For").has_value();
    if (is_local(exchange.request.peer) && !is_forwarded) {
      exchange.response.content_type = "text/plain; version=0.0.4";
      exchange.response.body = api_.metrics();
      fmt::format_to(std::back_inserter(exchange.response.body),
                     "# TYPE norn_up gauge\nnorn_up {}\n"
                     "# TYPE norn_event_streams gauge\nnorn_event_streams {}\n",
                     health_().ok ? 1 : 0, hub_.subscribers());
    } else {
      http::set_problem(exchange.response, 403, "Metrics are for this machine only.");
    }
    exchange.done();
  }

  // In the order of dependence: what stands below uses what stands above.
  ThreadPool& pool_;
  const bool is_behind_proxy_;
  RandomIds ids_;
  const apps::TableNames tables_;
  http::HealthCheck health_;
  http::Handler health_handler_;
  const WebApp web_app_;
  http::HttpClient client_{provider_client()};
  apps::Sweeps sweeps_;
  apps::Idempotency idempotency_;
  accounts::Accounts accounts_;
  accounts::Oidc oidc_;
  accounts::SessionAuthenticator authenticator_;
  calendars::Context context_;
  calendars::Calendars calendars_;
  calendars::Members members_;
  calendars::Entries entries_;
  apps::KeptReplies kept_ranges_;
  planner::Application planner_;
  bookings::Application bookings_;
  calendars::CalendarFeed calendar_feed_;
  live::Hub hub_;
  rest::Api api_;
};

Result<std::unique_ptr<Application>> Application::start(store::Store& store, const Clock& clock,
                                                        ThreadPool& pool,
                                                        ApplicationOptions options,
                                                        http::HealthCheck health) {
  NORN_ASSIGN(WebApp web_app, WebApp::open(web_pack()));
  NORN_TRY(ensure_tables(store, all_tables({.prefix = options.table_prefix})));
  auto impl = std::make_unique<Impl>(store, clock, pool, std::move(options), std::move(health),
                                     std::move(web_app));
  return std::unique_ptr<Application>(new Application(std::move(impl)));
}

Application::Application(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Application::~Application() = default;

void Application::handle(http::Exchange& exchange) {
  impl_->handle(exchange);
}

Result<std::optional<std::string>> Application::setup_secret() {
  return impl_->accounts().admission().new_setup_secret();
}

void Application::close_streams() {
  impl_->hub().close();
}

Result<std::string> origin_of(const std::string& url) {
  if (url.empty()) return url;
  std::string origin = url;
  while (origin.ends_with('/')) origin.pop_back();
  const size_t scheme = origin.find("://");
  const std::string host = http::url_host(origin);
  const bool has_path =
      scheme != std::string::npos && origin.find('/', scheme + 3) != std::string::npos;
  if (host.empty() || has_path || origin.find_first_of("?#@ ") != std::string::npos) {
    return invalid("--public-url",
                   fmt::format("'{}' is not an address that people can use for Norn. Write it like "
                               "https://home.example.org, without a path.",
                               url));
  }
  return origin;
}

}  // namespace norn::cli
