// bookings_race_test [--attempts N] [--clients N] [--kills N] [--seed S] [--norn PROGRAM]: lets
// clients book the same nights at the same time, without and with a server that is killed and
// started again, and checks that nothing happened that could not have happened one at a time.
//
// ./check lets both races make all of the 100,000 attempts, which take 40 s on two cores; under
// sanitizers, which make the server slow, fewer.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <span>
#include <string_view>

#include "bookings_race/race_options.h"

namespace norn::race {
namespace {

// CMakeLists.txt knows about the server, which the test is not compiled like.
#ifdef NORN_RACE_ATTEMPTS
constexpr int kDefaultAttempts = NORN_RACE_ATTEMPTS;
#else
constexpr int kDefaultAttempts = 100'000;
#endif
constexpr int kDefaultClients = 64;
constexpr int kDefaultKills = 10;

RaceOptions& mutable_options() {
  static RaceOptions options;
  return options;
}

bool parse(std::span<char*> arguments, RaceOptions& options) {
  for (size_t i = 0; i + 1 < arguments.size(); i += 2) {
    const std::string_view name = arguments[i];
    const char* value = arguments[i + 1];
    if (name == "--attempts") {
      options.attempts = std::atoi(value);
    } else if (name == "--clients") {
      options.clients = std::atoi(value);
    } else if (name == "--kills") {
      options.kills = std::atoi(value);
    } else if (name == "--seed") {
      options.seed = std::strtoull(value, nullptr, 10);
    } else if (name == "--norn") {
      options.program = value;
    } else {
      return false;
    }
  }
  return arguments.size() % 2 == 0 && options.attempts > 0 && options.clients > 0;
}

int run(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  RaceOptions& options = mutable_options();
  options.attempts = kDefaultAttempts;
  options.clients = kDefaultClients;
  options.kills = kDefaultKills;
  options.seed = std::random_device()();
  // The server of the same build.
  options.program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "norn";
  if (!parse({argv + 1, static_cast<size_t>(argc) - 1}, options)) {
    fmt::print(stderr,
               "usage: bookings_race_test [--attempts N] [--clients N] [--kills N] [--seed S] "
               "[--norn PROGRAM]\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}

}  // namespace

const RaceOptions& race_options() {
  return mutable_options();
}

}  // namespace norn::race

int main(int argc, char** argv) {
  return norn::race::run(argc, argv);
}
