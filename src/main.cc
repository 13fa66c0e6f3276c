// The composition root: the only file that includes everything. It opens the store, passes it to
// the parts that need it, and serves.

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "base/ascii.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/thread_pool.h"
#include "base/thread_priority.h"
#include "cli/application.h"
#include "cli/backup_service.h"
#include "cli/command_line.h"
#include "cli/commands/all.h"
#include "cli/commands/serve_command.h"
#include "cli/console_host.h"
#include "cli/continuous_service.h"
#include "cli/control.h"
#include "cli/data_folder.h"
#include "cli/doctor.h"
#include "cli/exit_code.h"
#include "cli/health_probe.h"
#include "cli/open_data.h"
#include "cli/printable.h"
#include "cli/served_store.h"
#include "cli/server_metrics.h"
#include "cli/service_manager.h"
#include "cli/stop_signals.h"
#include "cli/table_desk.h"
#include "cli/user_desk.h"
#include "dynamodb/api/api.h"
#include "dynamodb/signing/keys_file.h"
#include "dynamodb/transfers/transfers.h"
#include "embedded/backup/table_backups.h"
#include "embedded/continuous/continuous_backups.h"
#include "http/hosts.h"
#include "http/server/server.h"
#include "pictures/worker.h"
#include "rest/request_log.h"
#include "sandbox/sandbox.h"

namespace norn {
namespace {

// Shares of the open files; the rest is for the data.
constexpr double kApiShareOfFiles = 0.55;
constexpr double kAppShareOfFiles = 0.25;
constexpr double kShareOfPeer = 0.25;  // Of the connections.
// More than cores, because many wait (for the disk, a password's hash, another machine), and those
// that wait for the disk share one sync.
constexpr size_t kPoolThreads = 32;
constexpr size_t kKeptShareOfCache = 8;  // For each app, in addition to the cache.
constexpr size_t kMaxWaitingJobs = 1024;
constexpr size_t kMetricsConnections = 64;
constexpr size_t kMaxAppBodyBytes = 11 << 20;  // Calendar files; other routes take less.

// Every connection and every table file is an open file, and the usual limit is only a default.
void raise_open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) log::warn("cannot raise the limit of open files");
}

http::HealthReport health_of(const cli::Data& data) {
  if (!data.embedded) return {};  // Every request to the endpoint reports its own failure.
  const auto healthy = data.embedded->healthy();
  if (healthy) return {};
  return {.ok = false, .reason = healthy.error().message};
}

std::optional<http::TlsFiles> tls_files(const cli::ServeOptions& command) {
  if (command.tls_cert.empty()) return std::nullopt;
  return http::TlsFiles{command.tls_cert, command.tls_key};
}

// The address of the DynamoDB API, and its keys.
struct ApiSettings {
  http::ListenAddress address;
  dynamodb::ApiOptions options;
  std::filesystem::path export_folder;
};

Result<std::optional<ApiSettings>> api_settings(const cli::ServeOptions& command) {
  // Clients of a remote store call it directly.
  if (command.dynamodb_listen == "none" || command.data.remote_store) return std::nullopt;
  ApiSettings settings;
  NORN_ASSIGN(settings.address, http::parse_listen_address(command.dynamodb_listen));
  if (!command.dynamodb_keys.empty()) {
    NORN_ASSIGN(settings.options.keys, dynamodb::read_keys_file(command.dynamodb_keys));
  }
  if (!settings.options.keys && !command.dynamodb_insecure && !settings.address.is_loopback()) {
    return fail(ErrorCode::kValidation,
                fmt::format("Without keys, anyone who can reach {} could read and change all data. "
                            "Give the DynamoDB API keys with --dynamodb-keys, or say "
                            "--dynamodb-insecure if that is what you want.",
                            settings.address.to_string()));
  }
  settings.options.loopback_only = settings.address.is_loopback();
  settings.export_folder = command.export_folder;
  return settings;
}

http::AllowedHosts hosts_of_app(const http::ListenAddress& address, const std::string& origin) {
  if (!origin.empty()) return http::AllowedHosts::of_origin(origin);
  if (address.is_loopback()) return {};
  return http::AllowedHosts::of_network(http::names_of_this_machine());
}

Result<cli::ApplicationOptions> application_options(const cli::ServeOptions& command,
                                                    const http::ListenAddress& address) {
  cli::ApplicationOptions options;
  options.version = NORN_VERSION;
  options.table_prefix = command.data.table_prefix;
  options.rate_limit = command.rate_limit;
  options.proxies = command.proxies;
  if (command.password_hash == "bcrypt") {
    options.password_hash = accounts::PasswordHash::kBcrypt;
  }
  options.kept_bytes = (size_t{command.data.cache_mb} << 20) / kKeptShareOfCache;
  NORN_ASSIGN(options.public_origin, cli::origin_of(command.public_url));
  options.hosts = hosts_of_app(address, options.public_origin);
  options.is_public = !address.is_loopback() || !options.public_origin.empty();
  if (!command.oidc.empty()) {
    NORN_ASSIGN(options.providers, accounts::read_providers(command.oidc));
  }
  for (const std::string& host : command.feed_hosts)
    options.feed_hosts.push_back(ascii_lower(host));
  options.console = command.console == "on";
  options.admin_writes = command.admin_writes;
  if (command.data.remote_store) cli::adapt_to_remote_store(options);
  return options;
}

// The addresses and the options of the app.
struct AppSettings {
  http::ListenAddress address;
  std::optional<http::ListenAddress> metrics_address;
  cli::ApplicationOptions options;
};

Result<std::optional<AppSettings>> app_settings(const cli::ServeOptions& command) {
  if (command.listen == "none") return std::nullopt;
  AppSettings settings;
  NORN_ASSIGN(settings.address, http::parse_listen_address(command.listen));
  if (!command.metrics_listen.empty()) {
    NORN_ASSIGN(settings.metrics_address, http::parse_listen_address(command.metrics_listen));
  }
  NORN_ASSIGN(settings.options, application_options(command, settings.address));
  return settings;
}

// The servers and their handlers, in the order of construction; destroyed in reverse.
class Service {
 public:
  Service(const cli::ServeOptions& command, const cli::Data& data, const Clock& clock)
      : data_(data),
        clock_(clock),
        tls_(tls_files(command)),
        unused_variable_(command.data.unused_variable),
        pool_(kPoolThreads, kMaxWaitingJobs) {}

  // What is written is archived, if that is turned on, from the first request on.
  void start_continuous_backups() {
    if (!data_.embedded) return;
    continuous_.emplace(*data_.embedded, clock_);
    const auto started =
        continuous_->start(embedded::EmbeddedContinuousBackups::Work::kInBackground);
    if (!started) log::error("no continuous backups are made: {}", started.error().message);
  }

  Result<void> start_api(ApiSettings settings) {
    table_backups_.emplace(*data_.embedded);
    settings.options.backups = &*table_backups_;
    settings.options.continuous = &*continuous_;
    settings.options.settings = data_.embedded.get();
    if (!settings.export_folder.empty()) {
      NORN_ASSIGN(transfers_, open_transfers(settings.export_folder));
      settings.options.transfers = transfers_.get();
    }
    api_.emplace(*data_.embedded, clock_, pool_, std::move(settings.options));
    const http::Options options{
        .address = settings.address,
        .limits = {.share_of_files = kApiShareOfFiles, .share_of_peer = kShareOfPeer},
        .tls = tls_,
        .trusts_loopback = true,
        .option = "--dynamodb-listen"};
    const auto handler = [this](http::Exchange& exchange) { api_->handle(exchange); };
    NORN_ASSIGN(api_server_, http::Server::start(options, handler, clock_));
    return {};
  }

  Result<void> start_app(AppSettings settings) {
    public_origin_ = settings.options.public_origin;
    settings.options.more_metrics = [this] { return more_metrics(); };
    if (data_.embedded) backups_.emplace(*data_.embedded, clock_);
    console_host_.emplace(cli::ConsoleHost::Sources{.version = NORN_VERSION,
                                                    .data = data_,
                                                    .backups = backups_ ? &*backups_ : nullptr,
                                                    .health = [this] { return health_of(data_); },
                                                    .metrics = [this] { return more_metrics(); }},
                          clock_);
    settings.options.console_host = &*console_host_;
    NORN_ASSIGN(application_,
                cli::Application::start(data_.store(), clock_, pool_, std::move(settings.options),
                                        [this] { return health_of(data_); }));
    const http::Options options{.address = settings.address,
                                .limits = {.body_bytes = kMaxAppBodyBytes,
                                           .share_of_files = kAppShareOfFiles,
                                           .share_of_peer = kShareOfPeer},
                                .tls = tls_,
                                .strict_transport = tls_ || public_origin_.starts_with("https://"),
                                .trusts_loopback = !public_origin_.empty()};
    const auto handler = [this](http::Exchange& exchange) { application_->handle(exchange); };
    NORN_ASSIGN(app_server_, http::Server::start(options, handler, clock_));
    if (settings.metrics_address) NORN_TRY(start_metrics(*settings.metrics_address));
    return {};
  }

  // Lets commands work on a data folder that this process has locked, with the app and without.
  Result<void> start_control(const std::string& table_prefix) {
    if (!data_.embedded) return {};
    if (!application_) lone_accounts_.emplace(data_.store(), table_prefix, clock_);
    accounts::Accounts& accounts =
        application_ ? application_->accounts() : lone_accounts_->accounts();
    cli::OperatorCommands commands = cli::user_commands(accounts, clock_, app_origin());
    commands.merge(cli::table_commands(data_.store(), clock_));
    commands.merge(cli::exchange_commands(data_.store(), clock_));
    if (application_) commands.merge(application_->commands());
    if (!backups_) backups_.emplace(*data_.embedded, clock_);
    commands.merge(backups_->commands());
    doctor_.emplace(data_.store(), data_.embedded.get(), table_prefix, NORN_VERSION, clock_);
    commands.merge(doctor_->commands());
    backups_->start();
    continuous_service_.emplace(*continuous_);
    commands.merge(continuous_service_->commands());
    NORN_ASSIGN(control_, cli::ControlServer::start(data_.location, std::move(commands)));
    return {};
  }

  // Where people reach the app; empty without it.
  std::string app_origin() const {
    if (!app_server_) return "";
    return public_origin_.empty() ? origin_of(*app_server_) : public_origin_;
  }

  // Who can reach it may read: the operator chooses where it listens.
  Result<void> start_metrics(const http::ListenAddress& address) {
    const http::Options options{.address = address,
                                .threads = 1,
                                .limits = {.connections = kMetricsConnections},
                                .tls = tls_,
                                .option = "--metrics-listen"};
    // Scrapers in the network use whatever name they have for this machine.
    std::optional<http::AllowedHosts> hosts;
    if (address.is_loopback()) hosts.emplace();
    const auto handler = [this, hosts](http::Exchange& exchange) {
      if (const auto refusal = hosts ? hosts->refusal(exchange.request) : std::nullopt) {
        http::set_problem(exchange.response, 421, *refusal);
        return exchange.done();
      }
      application_->handle_operator(exchange);
    };
    NORN_ASSIGN(metrics_server_, http::Server::start(options, handler, clock_));
    return {};
  }

  // What the app does not know of.
  std::string more_metrics() const {
    std::string text = cli::process_metrics(NORN_VERSION);
    if (api_) text += api_->metrics();
    if (data_.remote) text += cli::remote_metrics(data_.remote->client().calls());
    if (!data_.embedded) return text;
    if (const auto statistics = data_.embedded->statistics()) {
      text += cli::store_metrics(*statistics);
    }
    text += cli::continuous_metrics(continuous_->archiver().state());
    return text;
  }

  // To be called when the app listens: if it cannot, the passwords would not be printed.
  Result<void> add_demo() {
    auto made = application_->demo();
    if (!made) {
      return fail(made.error().code,
                  fmt::format("{} (The data is in {}.)", made.error().message, data_.location));
    }
    demo_people_ = *std::move(made);
    return {};
  }

  // Prints the addresses that a person needs to begin.
  Result<void> print_addresses() {
    if (unused_variable_) {
      fmt::print("{} is set and not used: the data is in {}. --store dynamodb would use it.\n",
                 *unused_variable_, data_.location);
    }
    if (app_server_) {
      fmt::print("Norn is ready at {} (data in {})\n", origin_of(*app_server_), data_.location);
    }
    if (api_server_) {
      const std::string location = app_server_ ? "" : fmt::format(" (data in {})", data_.location);
      fmt::print("The DynamoDB API is at {}{}\n", origin_of(*api_server_), location);
    }
    if (metrics_server_) fmt::print("Metrics are at {}/metrics\n", origin_of(*metrics_server_));
    if (application_) {
      NORN_ASSIGN(const auto secret, application_->setup_secret());
      if (secret) fmt::print("Create the first account at {}/setup#{}\n", app_origin(), *secret);
    }
    fmt::print("{}", demo_people_);
    std::fflush(stdout);
    return {};
  }

  // Where this machine asks for our health. A report of /readyz shows that sockets, threads and the
  // store answer; that of a remote store could take as long as its endpoint does.
  std::string health_url() const {
    const http::Server& server = app_server_ ? *app_server_ : *api_server_;
    const std::string_view path = !app_server_ ? "/" : data_.embedded ? "/readyz" : "/healthz";
    return fmt::format("{}://{}{}", tls_ ? "https" : "http",
                       cli::reachable_address(server.address()).to_string(), path);
  }

  std::string status() const {
    return fmt::format("Ready at {}", origin_of(app_server_ ? *app_server_ : *api_server_));
  }

  void reload_tls() {
    if (!tls_) return log::info("there is nothing to read again: no TLS files are in use");
    for (http::Server* const server : servers()) {
      if (const auto reloaded = server->reload_tls(); !reloaded) {
        log::error("the TLS files stay as they were: {}", reloaded.error().message);
        return;
      }
    }
    log::info("the TLS files have been read again");
  }

  // Drains all servers at the same time, so that the waits for their slow clients do not add up.
  void drain() {
    control_.reset();
    continuous_service_.reset();
    // Requests under way may still ask how they are.
    if (backups_) backups_->stop();
    if (console_host_) console_host_->stop();
    if (application_) application_->close_streams();
    std::vector<std::jthread> drains;
    for (http::Server* const server : servers()) {
      drains.emplace_back([server] { server->drain(); });
    }
  }

 private:
  // Buckets must not lead into the data: an export would write there, and an import read.
  Result<std::unique_ptr<dynamodb::Transfers>> open_transfers(const std::filesystem::path& folder) {
    const std::filesystem::path& data = data_.embedded->directory();
    NORN_TRY(cli::check_export_folder(folder, data));
    return dynamodb::Transfers::open(
        {.folder = std::filesystem::absolute(folder), .records = data / "transfers"},
        *data_.embedded, &*continuous_, clock_);
  }

  std::vector<http::Server*> servers() const {
    std::vector<http::Server*> all = {api_server_.get(), app_server_.get(), metrics_server_.get()};
    std::erase(all, nullptr);
    return all;
  }

  std::string origin_of(const http::Server& server) const {
    return fmt::format("{}://{}", tls_ ? "https" : "http", server.address().to_string());
  }

  const cli::Data& data_;
  const Clock& clock_;
  const std::optional<http::TlsFiles> tls_;
  const std::optional<std::string> unused_variable_;
  ThreadPool pool_;
  std::string public_origin_;
  std::string demo_people_;  // What is printed of a new demo.
  std::optional<embedded::EmbeddedTableBackups> table_backups_;
  std::optional<embedded::EmbeddedContinuousBackups> continuous_;  // Of a data folder.
  std::unique_ptr<dynamodb::Transfers> transfers_;
  std::optional<dynamodb::Api> api_;
  std::optional<cli::BackupService> backups_;     // Of a data folder.
  std::optional<cli::ConsoleHost> console_host_;  // Of the app.
  std::unique_ptr<cli::Application> application_;
  std::unique_ptr<http::Server> api_server_;
  std::unique_ptr<http::Server> app_server_;
  std::unique_ptr<http::Server> metrics_server_;
  std::optional<cli::LoneAccounts> lone_accounts_;            // Without the app.
  std::optional<cli::Doctor> doctor_;                         // Of a data folder.
  std::optional<cli::ContinuousService> continuous_service_;  // Of a data folder.
  std::unique_ptr<cli::ControlServer> control_;               // Of a data folder.
};

// The same with everything in memory, for tests: no folder, and nothing that reaches into one.
Result<void> serve_in_memory(const cli::ServeOptions& command) {
  NORN_ASSIGN(auto api, api_settings(command));
  NORN_CHECK(api.has_value(), "the command line turns nothing off that is served");
  cli::StopSignals stop(!command.tls_cert.empty());
  set_thread_priority(ThreadPriority::kPrompt);
  raise_open_file_limit();
  const SystemClock clock;
  api->options.allowed_origins = command.cors_origins;
  sandbox::SandboxOptions options{.address = api->address,
                                  .tls = tls_files(command),
                                  .api = std::move(api->options),
                                  .cache_bytes = command.data.cache_mb << 20,
                                  .isolate_keys = command.isolate_keys,
                                  .version = NORN_VERSION};
  NORN_ASSIGN(const auto sandbox, sandbox::Sandbox::start(std::move(options), clock));
  fmt::print("{}\n", sandbox->description());
  std::fflush(stdout);
  stop.on_hangup([&] {
    if (const auto reloaded = sandbox->reload_tls(); !reloaded) {
      log::error("the TLS files stay as they were: {}", reloaded.error().message);
    }
  });
  stop.wait();
  stop.on_hangup(nullptr);
  sandbox->drain();
  return {};
}

// Serves until it is asked to stop.
Result<void> serve(const cli::ServeOptions& command) {
  log::set_level(command.log_level);
  log::set_format(command.log_format);
  if (command.memory) return serve_in_memory(command);
  rest::set_slow_request_ms(command.slow_ms);
  NORN_ASSIGN(auto app, app_settings(command));
  NORN_ASSIGN(auto api, api_settings(command));
  if (!app && !api) {
    return fail(
        ErrorCode::kValidation,
        "There is nothing to serve: the app is turned off with --listen none, and the DynamoDB "
        "API with --dynamodb-listen none or because the data is in another store.");
  }
  const cli::ServiceManager manager(dynamodb::system_environment());
  // A service manager asks a service to read its settings again in this way.
  cli::StopSignals stop(!command.tls_cert.empty() || manager.is_there());
  set_thread_priority(ThreadPriority::kPrompt);  // Of all threads that it starts, too.
  raise_open_file_limit();

  const SystemClock clock;
  NORN_ASSIGN(const cli::Data data, cli::open_data(command.data, clock));
  Service service(command, data, clock);
  service.start_continuous_backups();
  if (api) NORN_TRY(service.start_api(std::move(*api)));
  if (app) NORN_TRY(service.start_app(std::move(*app)));
  if (command.demo) NORN_TRY(service.add_demo());
  NORN_TRY(service.start_control(command.data.table_prefix));
  NORN_TRY(service.print_addresses());

  stop.on_hangup([&] {
    manager.reloading();
    service.reload_tls();
    manager.ready(service.status());
  });
  manager.ready(service.status());
  {
    const cli::ServiceWatchdog watchdog(
        manager, [url = service.health_url()](std::chrono::milliseconds timeout) {
          return cli::probe_health(url, timeout.count());
        });
    stop.wait();
  }
  stop.on_hangup(nullptr);
  manager.stopping();
  log::info("stopping: requests under way are finished; a second signal stops at once");
  service.drain();
  return {};
}

int run(const std::vector<std::string>& arguments) {
  const cli::Commands commands = cli::all_commands({.version = NORN_VERSION, .serve = serve});
  const auto parsed =
      cli::parse_command_line(arguments, commands, NORN_VERSION, dynamodb::system_environment());
  if (const auto* const reply = std::get_if<cli::Reply>(&parsed)) {
    std::fputs(reply->text.c_str(), reply->exit_code == 0 ? stdout : stderr);
    return reply->exit_code;
  }
  const SystemClock clock;
  cli::Console console{.in = std::cin,
                       .out = std::cout,
                       .err = std::cerr,
                       .in_is_terminal = ::isatty(STDIN_FILENO) == 1,
                       .out_is_terminal = ::isatty(STDOUT_FILENO) == 1,
                       .err_is_terminal = ::isatty(STDERR_FILENO) == 1,
                       .clock = clock};
  // What is printed is the answer; the log of a server (`serve` sets its level) would be beside it.
  log::set_level(log::Level::kWarn);
  const auto done = std::get<cli::Command*>(parsed)->run(console);
  std::cout.flush();
  if (done && *done == cli::kExitOk && !std::cout) {
    fmt::print(stderr, "norn: the output could not be written; is the disk full?\n");
    return cli::kExitFailed;
  }
  if (done) return *done;
  fmt::print(stderr, "norn: {}\n", cli::printable(done.error().message));
  return cli::exit_code_of(done.error());
}

}  // namespace
}  // namespace norn

int main(int argc, char** argv) {
  if (argc == 2 && argv[1] == norn::pictures::kWorkerCommand) norn::pictures::run_worker();
  // Whatever Norn makes is for its owner alone.
  ::umask(S_IRWXG | S_IRWXO);
  // A closed pipe at our output is no reason to stop serving.
  std::signal(SIGPIPE, SIG_IGN);
  // How a process that reads pictures has ended is asked for.
  std::signal(SIGCHLD, SIG_DFL);
  try {
    return norn::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "norn: unexpected failure: %s\n", error.what());
    return norn::cli::kExitFailed;
  }
}
