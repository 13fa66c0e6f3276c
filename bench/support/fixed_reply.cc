// The ceiling of what any of the servers can reach: Norn's own HTTP server with a handler that
// knows all of its answers. It answers a path "/name" with the content of the file that was given
// for the name, and prints its port when it is ready.
//
//   bench_support --type application/json --reply get=/tmp/get.json --reply query=/tmp/query.json

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "http/server/server.h"

namespace norn::bench {
namespace {

struct Replies {
  std::string content_type = "application/json";
  std::map<std::string, std::string, std::less<>> by_path = {};
};

void read_replies(Replies& replies, const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    if (equals == std::string::npos) continue;
    std::ifstream in(option.substr(equals + 1), std::ios::binary);
    replies.by_path["/" + option.substr(0, equals)] =
        std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
}

void answer(const Replies& replies, http::Exchange& exchange) {
  exchange.response.content_type = replies.content_type;
  const auto found = replies.by_path.find(exchange.request.path);
  if (found != replies.by_path.end()) {
    exchange.response.body = found->second;
  } else {
    exchange.response.status = 404;
  }
  exchange.done();
}

int serve(const Replies& replies) {
  // The signal that ends it is taken by sigwait and must not reach the server's threads.
  sigset_t end;
  sigemptyset(&end);
  sigaddset(&end, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &end, nullptr);

  const SystemClock clock;
  http::Options options;
  options.address.port = 0;
  const auto server = http::Server::start(
      options, [&](http::Exchange& exchange) { answer(replies, exchange); }, clock);
  if (!server) {
    fmt::print(stderr, "{}\n", server.error().message);
    return 1;
  }
  fmt::print("{}\n", (*server)->address().port);
  std::fflush(stdout);
  int signal = 0;
  sigwait(&end, &signal);
  return 0;
}

}  // namespace
}  // namespace norn::bench

int main(int count, char** arguments) {
  CLI::App app("Answers with fixed replies.");
  norn::bench::Replies replies;
  std::vector<std::string> files;
  app.add_option("--type", replies.content_type, "The Content-Type of all replies");
  app.add_option("--reply", files, "NAME=FILE: what /NAME answers");
  CLI11_PARSE(app, count, arguments);
  norn::bench::read_replies(replies, files);
  return norn::bench::serve(replies);
}
