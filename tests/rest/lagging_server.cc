// The app on a store whose global indexes are behind its tables by a random number of changes, as
// DynamoDB's may be at any time. It starts and stops like `norn serve`, and keeps nothing.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "apps/accounts/oidc/oidc_config.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "base/thread_pool.h"
#include "cli/application.h"
#include "cli/stop_signals.h"
#include "embedded/embedded_store.h"
#include "http/server/server.h"
#include "pictures/worker.h"
#include "support/lagging_index_store.h"
#include "support/temporary_folder.h"

namespace norn {
namespace {

constexpr uint64_t kSeed = 4;
constexpr int64_t kIndexLagMs = 200;
constexpr size_t kMinPoolThreads = 4;
constexpr size_t kMaxWaitingJobs = 1024;
constexpr size_t kMaxBodyBytes = 16 << 20;

struct Arguments {
  std::string listen = "127.0.0.1:0";
  int64_t rate_limit = 0;
  std::string oidc = {};
};

Result<Arguments> parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const std::string_view value = argv[i + 1];
    if (name == "--listen") {
      arguments.listen = value;
    } else if (name == "--oidc") {
      arguments.oidc = value;
    } else if (name == "--rate-limit") {
      std::from_chars(value.data(), value.data() + value.size(), arguments.rate_limit);
    } else {
      return fail(ErrorCode::kInvalid, fmt::format("Option {} is not known.", name));
    }
  }
  return arguments;
}

Result<void> serve(const Arguments& arguments) {
  cli::StopSignals stop;
  NORN_ASSIGN(const http::ListenAddress address, http::parse_listen_address(arguments.listen));
  const SystemClock clock;
  const testing::TemporaryFolder folder("lagging-server");
  NORN_ASSIGN(const auto primary,
              embedded::EmbeddedStore::open({.directory = folder.path() / "primary"}, clock));
  NORN_ASSIGN(const auto replica,
              embedded::EmbeddedStore::open({.directory = folder.path() / "replica"}, clock));
  testing::LaggingIndexStore store(*primary, *replica, kSeed);

  ThreadPool pool(std::max<size_t>(kMinPoolThreads, std::thread::hardware_concurrency()),
                  kMaxWaitingJobs);
  cli::ApplicationOptions options;
  options.rate_limit = arguments.rate_limit;
  options.index_lag_ms = kIndexLagMs;
  if (!arguments.oidc.empty()) {
    NORN_ASSIGN(options.providers, accounts::read_providers(arguments.oidc));
  }
  NORN_ASSIGN(const auto application,
              cli::Application::start(store, clock, pool, std::move(options),
                                      [] { return http::HealthReport(); }));
  http::Options http_options;
  http_options.address = address;
  http_options.limits.body_bytes = kMaxBodyBytes;
  const auto handler = [&](http::Exchange& exchange) { application->handle(exchange); };
  NORN_ASSIGN(const auto server, http::Server::start(http_options, handler, clock));

  const std::string origin = fmt::format("http://{}", server->address().to_string());
  NORN_ASSIGN(const auto secret, application->setup_secret());
  fmt::print("Norn is ready at {} (data in {})\n", origin, folder.path().string());
  if (secret) fmt::print("Create the first account at {}/setup#{}\n", origin, *secret);
  std::fflush(stdout);
  stop.wait();
  application->close_streams();
  server->drain();
  return {};
}

}  // namespace
}  // namespace norn

int main(int argc, char** argv) {
  // Pictures are read by this program once more, as in main.cc.
  if (argc == 2 && argv[1] == norn::pictures::kWorkerCommand) norn::pictures::run_worker();
  std::signal(SIGPIPE, SIG_IGN);
  const auto arguments = norn::parse(argc, argv);
  const auto served = arguments ? norn::serve(*arguments) : std::unexpected(arguments.error());
  if (served) return 0;
  fmt::print(stderr, "lagging_server: {}\n", served.error().message);
  return 1;
}
