// The composition root: the only file that sees everything. It opens the store, hands it to what
// needs it, and serves.

#include <fmt/format.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/log.h"
#include "cli/command_line.h"
#include "cli/data_folder.h"
#include "cli/stop_signals.h"
#include "embedded/embedded_store.h"
#include "http/health.h"
#include "http/server.h"

namespace norn {
namespace {

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

http::HealthReport health_of(const embedded::EmbeddedStore& store) {
  const auto healthy = store.healthy();
  if (healthy) return {};
  return {.ok = false, .reason = healthy.error().message};
}

// Serves until it is asked to stop.
Result<void> serve(const cli::ServeCommand& command) {
  log::set_level(command.log_level);
  NORN_ASSIGN(const auto address, http::parse_listen_address(command.listen));
  NORN_ASSIGN(const auto folder, data_folder(command));
  cli::StopSignals stop;
  raise_open_file_limit();

  const SystemClock clock;
  const embedded::Options store_options{.directory = folder,
                                        .block_cache_bytes = command.cache_mb << 20};
  NORN_ASSIGN(const auto store, embedded::EmbeddedStore::open(store_options, clock));
  auto handler = http::health_handler([&store = *store] { return health_of(store); });
  const http::Options server_options{.address = address, .limits = {}};
  NORN_ASSIGN(const auto server, http::Server::start(server_options, std::move(handler), clock));
  fmt::print("Norn is ready at http://{} (data in {})\n", server->address().to_string(),
             folder.string());
  std::fflush(stdout);

  stop.wait();
  log::info("stopping: requests under way are finished; a second signal stops at once");
  server->drain();
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
