#include "cli/application.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <mutex>
#include <utility>

#include "apps/accounts/confirmations.h"
#include "apps/accounts/person_feed.h"
#include "apps/accounts/routes/routes.h"
#include "apps/accounts/service.h"
#include "apps/agenda/agenda.h"
#include "apps/agenda/preferences.h"
#include "apps/agenda/replies.h"
#include "apps/agenda/routes.h"
#include "apps/attention/attention.h"
#include "apps/attention/routes.h"
#include "apps/availability/availability.h"
#include "apps/availability/routes.h"
#include "apps/bin/routes.h"
#include "apps/console/routes.h"
#include "apps/console/tables.h"
#include "apps/events/routes/routes.h"
#include "apps/events/sentences.h"
#include "apps/files/files.h"
#include "apps/files/routes.h"
#include "apps/quotas/quotas.h"
#include "apps/quotas/routes.h"
#include "apps/reminders/reminder_push.h"
#include "apps/reminders/reminders.h"
#include "apps/reminders/routes.h"
#include "apps/reminders/settings.h"
#include "apps/search/routes.h"
#include "apps/shared/demo.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/processes.h"
#include "apps/shared/sentences.h"
#include "apps/shared/sweeps.h"
#include "apps/sharing/sentences.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/json_writer.h"
#include "base/sentences.h"
#include "cli/machine_zone.h"
#include "cli/person_adoption.h"
#include "cli/person_export.h"
#include "cli/user_desk.h"
#include "cli/web_app.h"
#include "cli/web_pack.h"
#include "http/client.h"
#include "http/forwarded.h"
#include "http/request_id.h"
#include "http/sentences.h"
#include "ical/sentences.h"
#include "live/hub.h"
#include "live/routes.h"
#include "rest/api.h"
#include "rest/sentences.h"

namespace norn::cli {
namespace {

constexpr Sentence<> kSomethingMissing{"somethingMissing",
                                       "Something is missing in the store. Try again in a moment."};
constexpr Sentence<1> kTablesMissing{
    "tablesMissing",
    "The store lacks these tables: {tables}. Run `norn deploy`, or start Norn again."};
constexpr Sentence<> kMetricsOnlyHere{"metricsOnlyHere", "Metrics are for this machine only."};
constexpr SentenceText kSentences[] = {kSomethingMissing, kTablesMissing, kMetricsOnlyHere};

constexpr int64_t kTableCheckMs = 5'000;
constexpr const char* kMetricsType = "text/plain; version=0.0.4";

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

// The tables that are missing: they may be deleted under a running server.
class TableCheck {
 public:
  // Asking a remote store costs calls, so that what it said holds for a moment.
  TableCheck(store::Store& store, const std::vector<apps::Table>& tables, bool is_embedded)
      : store_(store), holds_for_(is_embedded ? 0 : kTableCheckMs) {
    for (const apps::Table& table : tables) tables_.push_back(table.schema.table);
  }

  // From any thread; may block. A store that cannot be asked has them all: it is not ready for
  // other reasons, which requests show.
  std::vector<std::string> missing() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now < looked_at_ + holds_for_) return missing_;
    looked_at_ = now;
    missing_.clear();
    for (const std::string& table : tables_) {
      const auto there = store_.describe_table(table);
      const bool is_missing = !there && (there.error().code == ErrorCode::kTableNotFound ||
                                         there.error().code == ErrorCode::kResourceNotFound);
      if (is_missing) missing_.push_back(table);
    }
    return missing_;
  }

  Said reason() {
    const auto names = missing();
    if (names.empty()) return kSomethingMissing;
    return kTablesMissing(fmt::format("{}", fmt::join(names, ", ")));
  }

 private:
  store::Store& store_;
  const std::chrono::milliseconds holds_for_;
  std::vector<std::string> tables_;

  std::mutex mutex_;
  // Guarded by mutex_.
  std::chrono::steady_clock::time_point looked_at_;
  std::vector<std::string> missing_;
};

std::vector<std::string> token_scopes(const std::vector<apps::Scope>& scopes) {
  std::vector<std::string> names;
  for (const apps::Scope& scope : scopes) names.push_back(scope.name);
  return names;
}

std::vector<live::EventScope> event_scopes(const std::vector<apps::Scope>& scopes) {
  std::vector<live::EventScope> with_events;
  for (const apps::Scope& scope : scopes) {
    if (!scope.events.empty()) with_events.push_back({scope.name, scope.events});
  }
  return with_events;
}

// Followers may be some moments behind. A store on another machine is asked less often.
constexpr int64_t kReaderPollMs = 500;
constexpr int64_t kReaderPollFactor = 8;

apps::TableReaderOptions reader_options(const ApplicationOptions& options) {
  apps::TableReaderOptions readers;
  // No other process can read our own folder.
  if (options.index_lag_ms == 0) readers.lease_ms = 0;
  return readers;
}

apps::Apps opened(apps::Apps apps, const apps::Environment& environment) {
  for (const auto& app : apps) app->open(environment);
  return apps;
}

std::vector<live::Feed*> feeds_of(const apps::Apps& apps) {
  std::vector<live::Feed*> feeds;
  for (const auto& app : apps) {
    for (live::Feed* const feed : app->feeds()) feeds.push_back(feed);
  }
  return feeds;
}

std::vector<search::Searcher*> searchers_of(const apps::Apps& apps) {
  std::vector<search::Searcher*> searchers;
  for (const auto& app : apps) {
    if (search::Searcher* const searcher = app->search()) searchers.push_back(searcher);
  }
  return searchers;
}

std::vector<agenda::AgendaSource*> agenda_sources_of(const apps::Apps& apps) {
  std::vector<agenda::AgendaSource*> sources;
  for (const auto& app : apps) {
    if (agenda::AgendaSource* const source = app->agenda()) sources.push_back(source);
  }
  return sources;
}

std::vector<reminders::ReminderSource*> reminder_sources_of(const apps::Apps& apps) {
  std::vector<reminders::ReminderSource*> sources;
  for (const auto& app : apps) {
    if (reminders::ReminderSource* const source = app->reminders()) sources.push_back(source);
  }
  return sources;
}

// Reminders are due to the minute. A store on another machine is asked less often.
constexpr int64_t kReminderPollFactor = 300;
constexpr int64_t kMaxReminderPollMs = 20'000;
// What is remembered of a person with an open page is a few hundred bytes.
constexpr size_t kReminderBytes = size_t{8} << 20;

std::vector<apps::Company*> company_of(const apps::Apps& apps) {
  std::vector<apps::Company*> company;
  for (const auto& app : apps) std::ranges::copy(app->company(), std::back_inserter(company));
  return company;
}

// The threads that ask the apps for an agenda at the same time. Where the store is in the process,
// they would only wait for each other.
size_t agenda_threads(const ApplicationOptions& options) {
  constexpr size_t kThreads = 8;
  return options.index_lag_ms == 0 ? 0 : kThreads;
}

// The tables that the console shows; none: all with the prefix. The data folder is Norn's alone. In
// a remote store, tables of others have names of any form, and only a prefix tells them apart.
std::vector<std::string> console_tables_of(const ApplicationOptions& options,
                                           const apps::Apps& apps, const apps::TableNames& names) {
  std::vector<std::string> only;
  if (options.index_lag_ms == 0 || !names.prefix.empty()) return only;
  for (const apps::Table& table : apps::tables_of(apps, names)) only.push_back(table.schema.table);
  return only;
}

std::string people_json(apps::Demo& demo) {
  std::string json;
  ObjectWriter object(json);
  ListWriter list(object.key("people"));
  for (const apps::DemoPerson* const person : demo.people()) {
    ObjectWriter one(list.next());
    one.text("email", person->email);
    one.text("password", person->password);
    one.text("name", person->name);
    one.text("role", person->role);
    one.close();
  }
  list.close();
  object.close();
  return json + "\n";
}

}  // namespace

class Application::Impl {
 public:
  Impl(store::Store& store, const Clock& clock, ThreadPool& pool, ApplicationOptions options,
       http::HealthCheck health, apps::Apps apps, WebApp web_app)
      : pool_(pool),
        hosts_(std::move(options.hosts)),
        is_public_(options.is_public),
        proxies_(options.public_origin.empty() ? 0 : options.proxies),
        more_metrics_(std::move(options.more_metrics)),
        tables_{options.table_prefix},
        table_check_(store, apps::tables_of(apps, tables_), options.index_lag_ms == 0),
        health_(health),
        health_handler_(http::health_handler(std::move(health))),
        web_app_(std::move(web_app)),
        sweeps_(store, tables_, clock, ids_, sweep_options(options)),
        idempotency_(store, tables_, clock),
        accounts_(store, tables_, clock, ids_, sweeps_, token_scopes(apps::scopes_of(apps)),
                  options.password_hash),
        identities_(accounts_.sessions(), store, tables_, clock, kept_bytes(options)),
        authenticator_(identities_, options.public_origin),
        quotas_(store, tables_, clock),
        context_{store, tables_, clock, ids_, accounts_.users(), idempotency_, sweeps_, quotas_},
        files_(context_),
        uploads_(context_),
        apps_(opened(std::move(apps), {.context = context_,
                                       .accounts = accounts_,
                                       .version = options.version,
                                       .public_origin = options.public_origin,
                                       .providers = std::move(options.providers),
                                       .feed_hosts = std::move(options.feed_hosts),
                                       .kept_bytes = kept_bytes(options)})),
        agenda_(clock, agenda_sources_of(apps_), agenda_threads(options)),
        agenda_replies_(store, clock, agenda_, kept_bytes(options)),
        agenda_preferences_(store, tables_, clock),
        agenda_feed_(store, tables_, clock, ids_, agenda::feed_form()),
        reminder_settings_(store, tables_, clock),
        reminders_(store, tables_, clock, agenda_, reminder_sources_of(apps_), reminder_settings_),
        availability_(store, tables_, clock, accounts_.users(), agenda_, agenda_preferences_,
                      company_of(apps_)),
        attention_(context_),
        confirmations_(accounts_, store, tables_, clock),
        console_tables_(store, tables_, ids_, options.admin_writes,
                        console_tables_of(options, apps_, tables_)),
        readers_(store, tables_, clock, ids_, reader_options(options)),
        processes_(store, tables_, clock, ids_),
        hub_(store, feeds_of(apps_), hub_options(options)),
        api_(authenticator_, pool, clock,
             {.version = options.version,
              .requests_per_second = options.rate_limit,
              .public_origin = options.public_origin,
              .explain_missing = [this] { return table_check_.reason(); }}),
        reminder_push_(
            reminders_, store, clock, std::min(kept_bytes(options), kReminderBytes),
            [this] { return hub_.listeners(); },
            [this](live::Event event) { hub_.publish(std::move(event)); }),
        ready_handler_(http::health_handler([this] { return readiness(); })) {
    for (const Sentences said :
         {Sentences(kSentences), Sentences(apps::kSentences), Sentences(sharing::kSentences),
          Sentences(events::kSentences), Sentences(ical::kSentences)}) {
      api_.add_sentences(said);
    }
    bin::add_schemas(api_);
    events::add_schemas(api_);
    files_.add_sweeps();
    accounts_.users().add_hook(uploads_);
    accounts_.users().add_hook(agenda_preferences_);
    accounts_.users().add_hook(agenda_feed_);
    accounts_.users().add_hook(reminder_settings_);
    accounts_.users().add_hook(availability_);
    for (const auto& app : apps_) {
      api_.add_sentences(app->sentences());
      for (accounts::UserHook* const hook : app->people()) accounts_.users().add_hook(*hook);
      for (auto* const inspector : app->inspectors()) attention_.add(*inspector, readers_);
      for (auto* const meter : app->meters()) quotas_.add(*meter, readers_);
      app->follow(readers_);
      app->add_routes(api_);
    }
    attention::add_routes(api_, attention_, confirmations_);
    quotas::add_routes(api_, quotas_, confirmations_);
    files::add_routes(api_, files_);
    search::add_routes(api_, searchers_of(apps_));
    agenda::add_routes(api_, {.agenda = agenda_,
                              .replies = agenda_replies_,
                              .preferences = agenda_preferences_,
                              .feed = agenda_feed_,
                              .clock = clock,
                              .public_origin = options.public_origin});
    reminders::add_routes(api_, {.reminders = reminders_, .clock = clock});
    availability::add_routes(api_, availability_);
    if (options.console) {
      console::Host* const host = options.console_host;
      console::add_routes(api_, {.accounts = accounts_,
                                 .confirmations = confirmations_,
                                 .tables = console_tables_,
                                 .host = host != nullptr ? *host : no_host_});
    }
    if (is_public_) api_.add(metrics_route());
    live::add_routes(api_, hub_, authenticator_, event_scopes(apps::scopes_of(apps_)));
    if (options.index_lag_ms > 0) processes_.start();
    sweeps_.start();
    const apps::Background background{
        .stream_poll_ms = options.stream_poll_ms,
        .listeners = [this] { return hub_.listeners(); },
        .send = [this](live::Event event) { hub_.publish(std::move(event)); }};
    for (const auto& app : apps_) app->start(background);
    reminder_push_.start(
        std::min(options.stream_poll_ms * kReminderPollFactor, kMaxReminderPollMs));
    readers_.start(std::max(kReaderPollMs, options.stream_poll_ms * kReaderPollFactor));
  }

  ~Impl() {
    pool_.close();
    readers_.stop();
    reminder_push_.stop();
    for (const auto& app : apps_) app->stop();
    sweeps_.stop();
    processes_.stop();
  }

  void handle(http::Exchange& exchange) {
    // A proxy that others cannot forge is one on this machine, of which we were told.
    http::assign_request_id(exchange,
                            proxies_ > 0 && http::is_loopback_peer(exchange.request.peer));
    if (const auto refusal = hosts_.refusal(exchange.request)) {
      http::set_problem(exchange.response, 421, *refusal);
      return exchange.done();
    }
    exchange.request.peer = http::client_address(exchange.request, proxies_);
    if (api_.handle(exchange)) return;
    if (web_app_.serve(exchange)) return;
    if (exchange.request.path == "/metrics") return tell_metrics_here(exchange);
    tell_health(exchange);
  }

  void handle_operator(http::Exchange& exchange) {
    if (exchange.request.path != "/metrics") return tell_health(exchange);
    tell_metrics(exchange);
  }

  accounts::Accounts& accounts() { return accounts_; }
  apps::OperatorCommands commands() {
    apps::OperatorCommands all;
    for (const auto& app : apps_) all.merge(app->commands());
    all.merge(person_commands(apps_, accounts_.users()));
    all.merge(newcomer_commands(accounts_));
    all.merge(adoption_commands(apps_, tables_, context_.store, accounts_.users()));
    all.emplace("demo",
                [this](rest::JsonInput& request, const apps::SendPart&) -> Result<std::string> {
                  NORN_ASSIGN(const auto json, request.optional_boolean("json"));
                  NORN_TRY(request.finish());
                  return demo(json.value_or(false));
                });
    return all;
  }

  Result<std::string> demo(bool as_json) {
    const ical::TimeZone zone = zone_of_this_machine();
    const int64_t local_ms = zone.local_of(context_.clock.now_s()) * 1000;
    const Date today = std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(local_ms)));
    apps::Demo demo = apps::new_demo(ids_, today, zone.name());
    NORN_TRY(
        apps::begin_demo(context_.store, tables_, context_.clock, apps::tables_of(apps_, tables_)));
    for (const auto& app : apps_) NORN_TRY(app->demo(demo));
    NORN_TRY(apps::finish_demo(context_.store, tables_, context_.clock));
    if (as_json) return people_json(demo);
    return fmt::format(
        "The demo is ready: a family and a small team. Sign in as any of them; their passwords are "
        "not shown again.\n{}",
        apps::people_text(demo));
  }
  live::Hub& hub() { return hub_; }

 private:
  // The processes on a remote store share the calls that it allows for each shard of a stream.
  live::HubOptions hub_options(const ApplicationOptions& options) {
    live::HubOptions hub{.poll_ms = options.stream_poll_ms};
    if (options.index_lag_ms > 0) hub.readers = [this] { return processes_.count(); };
    return hub;
  }

  // Looking at the tables may block.
  void tell_health(http::Exchange& exchange) {
    if (exchange.request.path != "/readyz") return health_handler_(exchange);
    if (pool_.post([this, &exchange] { ready_handler_(exchange); })) return;
    refuse_busy(exchange);
  }

  static void refuse_busy(http::Exchange& exchange) {
    http::set_problem(exchange.response, 503, http::kServerBusy);
    exchange.response.add_header("Retry-After", "1");
    exchange.done();
  }

  http::HealthReport readiness() {
    http::HealthReport health = health_();
    if (!health.ok || table_check_.missing().empty()) return health;
    return {.ok = false, .reason = table_check_.reason().text()};
  }

  std::string metrics() const {
    std::string text = api_.metrics();
    fmt::format_to(std::back_inserter(text),
                   "# HELP norn_up Whether all writes are taken.\n"
                   "# TYPE norn_up gauge\nnorn_up {}\n"
                   "# HELP norn_event_streams Open streams of live changes.\n"
                   "# TYPE norn_event_streams gauge\nnorn_event_streams {}\n",
                   health_().ok ? 1 : 0, hub_.subscribers());
    if (more_metrics_) text += more_metrics_();
    return text;
  }

  // Asking the store how it is may block.
  void tell_metrics(http::Exchange& exchange) {
    const auto job = [this, &exchange] {
      exchange.response.content_type = kMetricsType;
      exchange.response.body = metrics();
      exchange.done();
    };
    if (!pool_.post(job)) refuse_busy(exchange);
  }

  // Of an app that only this machine can reach: its programs may read the metrics. A proxy that we
  // were not told about asks for others.
  void tell_metrics_here(http::Exchange& exchange) {
    const http::Request& request = exchange.request;
    if (http::is_loopback_peer(request.peer) && !request.header("X-Forwarded-For")) {
      return tell_metrics(exchange);
    }
    http::set_problem(exchange.response, 403, kMetricsOnlyHere);
    exchange.done();
  }

  // Of an app that others can reach.
  rest::Route metrics_route() {
    return {.method = "GET",
            .path = "/metrics",
            .operation = "getMetrics",
            .tag = "server",
            .summary = "Gets the metrics of the server, for Prometheus. Only for administrators.",
            .access = rest::Access::kPerson,
            .scope = std::string(accounts::kMetricsScope),
            .replies = {{.description = "The metrics.", .content_type = kMetricsType}},
            .handle = [this](rest::Call& call) -> Result<void> {
              if (!call.caller().is_of_administrator) {
                return forbidden(kOnlyAdministrators);
              }
              call.body_of(kMetricsType) = metrics();
              return {};
            }};
  }

  // In the order of dependence: what stands below uses what stands above.
  ThreadPool& pool_;
  const http::AllowedHosts hosts_;
  const bool is_public_;
  const size_t proxies_;  // In front of us.
  const std::function<std::string()> more_metrics_;
  RandomIds ids_;
  const apps::TableNames tables_;
  TableCheck table_check_;
  http::HealthCheck health_;
  http::Handler health_handler_;
  const WebApp web_app_;
  apps::Sweeps sweeps_;
  apps::Idempotency idempotency_;
  accounts::Accounts accounts_;
  accounts::KeptIdentities identities_;
  accounts::SessionAuthenticator authenticator_;
  quotas::Quotas quotas_;
  const apps::Context context_;
  const files::Files files_;
  files::UploadsOfPeople uploads_;
  const apps::Apps apps_;
  agenda::Agenda agenda_;
  agenda::AgendaReplies agenda_replies_;
  agenda::AgendaPreferences agenda_preferences_;
  accounts::PersonFeed agenda_feed_;
  reminders::ReminderSettings reminder_settings_;
  reminders::Reminders reminders_;
  availability::Availability availability_;
  attention::Attention attention_;
  accounts::Confirmations confirmations_;
  console::Host no_host_;
  console::Tables console_tables_;
  apps::TableReaders readers_;
  apps::Processes processes_;  // Only with a remote store.
  live::Hub hub_;
  rest::Api api_;
  reminders::ReminderPush reminder_push_;
  http::Handler ready_handler_;
};

void adapt_to_remote_store(ApplicationOptions& options) {
  // DynamoDB's global indexes usually lag a fraction of a second. The second sweep is late on
  // purpose.
  constexpr int64_t kRemoteIndexLagMs = 15 * 60 * 1000;
  // DynamoDB allows five reads per second and shard; this is for the live feeds of all processes
  // together.
  constexpr int64_t kRemoteStreamPollMs = 250;
  options.index_lag_ms = kRemoteIndexLagMs;
  options.stream_poll_ms = kRemoteStreamPollMs;
}

Result<std::unique_ptr<Application>> Application::start(store::Store& store, const Clock& clock,
                                                        ThreadPool& pool,
                                                        ApplicationOptions options,
                                                        http::HealthCheck health, apps::Apps apps,
                                                        std::string_view web_pack) {
  NORN_ASSIGN(WebApp web_app, WebApp::open(web_pack));
  NORN_TRY(apps::ensure_tables(store, apps::tables_of(apps, {.prefix = options.table_prefix})));
  auto impl = std::make_unique<Impl>(store, clock, pool, std::move(options), std::move(health),
                                     std::move(apps), std::move(web_app));
  return std::unique_ptr<Application>(new Application(std::move(impl)));
}

Application::Application(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Application::~Application() = default;

void Application::handle(http::Exchange& exchange) {
  impl_->handle(exchange);
}

void Application::handle_operator(http::Exchange& exchange) {
  impl_->handle_operator(exchange);
}

Result<std::optional<std::string>> Application::setup_secret() {
  return impl_->accounts().admission().new_setup_secret();
}

accounts::Accounts& Application::accounts() {
  return impl_->accounts();
}

Result<std::string> Application::demo() {
  return impl_->demo(false);
}

apps::OperatorCommands Application::commands() {
  return impl_->commands();
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
    return fail(ErrorCode::kInvalid,
                fmt::format("'{}' is not an address that people can use for Norn. Write it like "
                            "https://home.example.org, without a path.",
                            url));
  }
  return origin;
}

}  // namespace norn::cli
