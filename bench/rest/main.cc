// The open pages of many people and one person who changes things: how long does it take until all
// of them know? bench/rest/streams.py starts it, tells it line by line when to do the next step,
// and reads a line of JSON after each.
//
//   open      opens the streams
//   change    makes the changes, and says how long they took to arrive

#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "rest/changes.h"
#include "rest/streams.h"

namespace norn::bench {
namespace {

using std::chrono::duration;
using std::chrono::steady_clock;
using Milliseconds = duration<double, std::milli>;

struct Settings {
  std::string cookies;  // A file.
  size_t streams = 1'000;
  ChangeOptions changes;
};

void wait_for_word() {
  std::string line;
  std::getline(std::cin, line);
}

void say(const std::string& json) {
  fmt::print("{}\n", json);
  std::fflush(stdout);
}

void raise_open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string describe(std::vector<double>& delays_ms) {
  if (delays_ms.empty()) return "null";
  std::ranges::sort(delays_ms);
  const auto at = [&](double part) {
    return delays_ms[static_cast<size_t>(part * static_cast<double>(delays_ms.size() - 1))];
  };
  return fmt::format(R"({{"p50_ms":{:.3f},"p99_ms":{:.3f},"max_ms":{:.3f}}})", at(0.5), at(0.99),
                     at(1));
}

// An event may overtake the reply to the request that caused it; such a delay counts as none.
std::string compare(const std::vector<Change>& changes,
                    const std::vector<Streams::Arrival>& arrivals) {
  std::vector<double> after_request;
  std::vector<double> after_reply;
  for (const Streams::Arrival& arrival : arrivals) {
    if (arrival.change >= changes.size()) continue;
    const Change& change = changes[arrival.change];
    after_request.push_back(Milliseconds(arrival.at - change.sent).count());
    after_reply.push_back(std::max(0.0, Milliseconds(arrival.at - change.acknowledged).count()));
  }
  return fmt::format(R"("after_request":{},"after_reply":{})", describe(after_request),
                     describe(after_reply));
}

Result<void> run(Settings settings) {
  const std::vector<std::string> cookies = read_lines(settings.cookies);
  if (cookies.size() < 2) {
    return fail(ErrorCode::kValidation, settings.cookies + " has no cookies of readers");
  }
  settings.changes.cookie = cookies.front();
  const size_t readers = cookies.size() - 1;
  Streams streams(settings.changes.port);

  wait_for_word();
  const Time begin = steady_clock::now();
  for (size_t i = 0; i < settings.streams; ++i) {
    NORN_TRY(streams.open(cookies[1 + i % readers]));
  }
  NORN_TRY(streams.wait_for_greetings());
  say(fmt::format(R"({{"open_ms":{:.1f}}})", Milliseconds(steady_clock::now() - begin).count()));

  wait_for_word();
  NORN_ASSIGN(const auto changes, make_changes(settings.changes));
  const size_t expected = changes.size() * settings.streams;
  streams.wait_for_arrivals(expected);
  const size_t closed = streams.closed();
  const auto arrivals = streams.finish();
  say(fmt::format(R"({{"changes":{},"missing":{},"closed":{},{}}})", changes.size(),
                  static_cast<int64_t>(expected) - static_cast<int64_t>(arrivals.size()), closed,
                  compare(changes, arrivals)));
  return {};
}

}  // namespace
}  // namespace norn::bench

int main(int count, char** arguments) {
  norn::bench::Settings settings;
  CLI::App app{"Opens streams of events and measures how soon changes arrive."};
  app.add_option("--port", settings.changes.port, "Of the server, on 127.0.0.1")->required();
  app.add_option("--cookies", settings.cookies,
                 "A file of Cookie headers: first the writer's, then the readers'")
      ->required();
  app.add_option("--calendar", settings.changes.calendar_id, "What is changed")->required();
  app.add_option("--streams", settings.streams, "How many are opened");
  app.add_option("--changes", settings.changes.count, "How many are made")->required();
  app.add_option("--per-second", settings.changes.per_second, "How many in a second");
  CLI11_PARSE(app, count, arguments);
  norn::bench::raise_open_file_limit();
  if (const auto done = norn::bench::run(settings); !done) {
    fmt::print(stderr, "{}\n", done.error().message);
    return 1;
  }
  return 0;
}
