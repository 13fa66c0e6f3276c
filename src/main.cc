// The composition root: the only file that sees everything. It opens the store, hands it to what
// needs it, and serves.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/thread_pool.h"
#include "cli/command_line.h"
#include "cli/data_folder.h"
#include "cli/stop_signals.h"
#include "dynamodb/api.h"
#include "dynamodb/keys_file.h"
#include "dynamodb/remote_store.h"
#include "embedded/embedded_store.h"
#include "http/health.h"
#include "http/server.h"

namespace norn {
namespace {

// Of the open files; the rest is for the data.
constexpr double kApiShareOfFiles = 0.55;
constexpr double kAppShareOfFiles = 0.25;
constexpr size_t kMinPoolThreads = 4;
constexpr size_t kMaxWaitingJobs = 1024;

// Every connection and every table file is an open file, and the usual limit is only a default.
void raise_open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) log::warn("cannot raise the limit of open files");
}

Result<std::filesystem::path> data_folder(const cli::ServeCommand& command) {
  if (!command.data.empty()) return cli::absolute_folder(command.data);
  if (const auto folder = cli::default_data_folder(cli::Surroundings::of_this_process())) {
    return *folder;
  }
  return fail(ErrorCode::kValidation,
              "There is no home folder to keep the data in. Choose a folder with --data.");
}

// The data: in a folder of this machine or behind a DynamoDB endpoint. One of the two is there.
struct Data {
  std::unique_ptr<embedded::EmbeddedStore> embedded;
  std::unique_ptr<dynamodb::RemoteStore> remote;
  std::string place;  // For a person.

  http::HealthReport health() const {
    if (!embedded) return {};  // The endpoint says so itself, request by request.
    const auto healthy = embedded->healthy();
    if (healthy) return {};
    return {.ok = false, .reason = healthy.error().message};
  }
};

Result<Data> open_data(const cli::ServeCommand& command, const Clock& clock) {
  Data data;
  if (command.remote_store) {
    // A profile that was asked for goes before keys that happen to be in the environment.
    const auto environment = [system = dynamodb::system_environment(), profile = command.profile](
                                 const std::string& name) -> std::optional<std::string> {
      if (profile.empty()) return system(name);
      if (name == "AWS_PROFILE") return profile;
      const bool is_key = name == "AWS_ACCESS_KEY_ID" || name == "AWS_SECRET_ACCESS_KEY" ||
                          name == "AWS_SESSION_TOKEN";
      return is_key ? std::nullopt : system(name);
    };
    dynamodb::RemoteOptions options;
    options.endpoint = command.endpoint_url;
    options.region = command.region;
    NORN_ASSIGN(data.remote, dynamodb::RemoteStore::open(options, environment, clock));
    data.place = data.remote->address().endpoint;
    return data;
  }
  NORN_ASSIGN(const auto folder, data_folder(command));
  const embedded::Options options{.directory = folder, .block_cache_bytes = command.cache_mb << 20};
  NORN_ASSIGN(data.embedded, embedded::EmbeddedStore::open(options, clock));
  data.place = folder.string();
  return data;
}

std::optional<http::TlsFiles> tls_files(const cli::ServeCommand& command) {
  if (command.tls_cert.empty()) return std::nullopt;
  return http::TlsFiles{command.tls_cert, command.tls_key};
}

// Where the DynamoDB API listens and who may call it.
struct ApiSettings {
  http::ListenAddress address;
  dynamodb::ApiOptions options;
};

Result<std::optional<ApiSettings>> api_settings(const cli::ServeCommand& command) {
  // Clients of a remote store ask it themselves.
  if (command.dynamodb_listen == "none" || command.remote_store) return std::nullopt;
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
  return settings;
}

void reload_tls(const std::vector<http::Server*>& servers) {
  for (http::Server* const server : servers) {
    if (const auto reloaded = server->reload_tls(); !reloaded) {
      log::error("the TLS files stay as they were: {}", reloaded.error().message);
      return;
    }
  }
  log::info("the TLS files have been read again");
}

// Serves until it is asked to stop.
Result<void> serve(const cli::ServeCommand& command) {
  log::set_level(command.log_level);
  NORN_ASSIGN(const auto address, http::parse_listen_address(command.listen));
  NORN_ASSIGN(auto api_to_serve, api_settings(command));
  const auto tls = tls_files(command);
  cli::StopSignals stop(tls.has_value());
  raise_open_file_limit();

  const SystemClock clock;
  NORN_ASSIGN(const Data data, open_data(command, clock));
  ThreadPool pool(std::max<size_t>(kMinPoolThreads, std::thread::hardware_concurrency()),
                  kMaxWaitingJobs);

  std::vector<http::Server*> servers;
  std::optional<dynamodb::Api> api;
  std::unique_ptr<http::Server> api_server;
  if (api_to_serve) {
    api.emplace(*data.embedded, clock, pool, std::move(api_to_serve->options));
    const http::Options options{.address = api_to_serve->address,
                                .limits = {.share_of_files = kApiShareOfFiles},
                                .tls = tls,
                                .option = "--dynamodb-listen"};
    NORN_ASSIGN(api_server,
                http::Server::start(
                    options, [&api](http::Exchange& exchange) { api->handle(exchange); }, clock));
    servers.push_back(api_server.get());
  }
  auto handler = http::health_handler([&data] { return data.health(); });
  const http::Options options{
      .address = address, .limits = {.share_of_files = kAppShareOfFiles}, .tls = tls};
  NORN_ASSIGN(const auto server, http::Server::start(options, std::move(handler), clock));
  servers.push_back(server.get());

  const char* const scheme = tls ? "https" : "http";
  fmt::print("Norn is ready at {}://{} (data in {})\n", scheme, server->address().to_string(),
             data.place);
  if (api_server) {
    fmt::print("The DynamoDB API is at {}://{}\n", scheme, api_server->address().to_string());
  }
  std::fflush(stdout);

  stop.on_hangup([&servers] { reload_tls(servers); });
  stop.wait();
  stop.on_hangup(nullptr);
  log::info("stopping: requests under way are finished; a second signal stops at once");
  // At the same time: slow clients of one must not keep us waiting once more for those of the
  // other.
  std::vector<std::jthread> drains;
  for (http::Server* const one : servers) drains.emplace_back([one] { one->drain(); });
  return {};
}

int run(const std::vector<std::string>& arguments) {
  const auto command = cli::parse_command_line(arguments, NORN_VERSION);
  if (const auto* const reply = std::get_if<cli::Reply>(&command)) {
    std::fputs(reply->text.c_str(), reply->exit_code == 0 ? stdout : stderr);
    return reply->exit_code;
  }
  const auto served = serve(std::get<cli::ServeCommand>(command));
  if (served) return 0;
  fmt::print(stderr, "norn: {}\n", served.error().message);
  return cli::kExitFailed;
}

}  // namespace
}  // namespace norn

int main(int argc, char** argv) {
  // A reader of our output that goes away is no reason to stop serving.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return norn::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "norn: unexpected failure: %s\n", error.what());
    return norn::cli::kExitFailed;
  }
}
