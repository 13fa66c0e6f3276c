// crash_test [--kills N] [--seed S] [--directory D]: kills a process that writes to a store, N
// times, and checks after each kill that the store kept its promises. It starts itself as that
// process.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>

#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "crash/crash_options.h"
#include "crash/workload.h"
#include "support/temporary_folder.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define NORN_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define NORN_SANITIZED 1
#endif
#endif

namespace norn::testing {
namespace {

#ifdef NORN_SANITIZED
constexpr int kDefaultKills = 6;
#else
constexpr int kDefaultKills = 25;
#endif

CrashOptions& mutable_options() {
  static CrashOptions options;
  return options;
}

bool parse(std::span<char*> arguments, CrashOptions& options) {
  for (size_t i = 0; i + 1 < arguments.size(); i += 2) {
    const std::string_view name = arguments[i];
    const char* value = arguments[i + 1];
    if (name == "--kills") {
      options.kills = std::atoi(value);
    } else if (name == "--seed") {
      options.seed = std::strtoull(value, nullptr, 10);
    } else if (name == "--directory") {
      options.directory = value;
    } else {
      return false;
    }
  }
  return arguments.size() % 2 == 0 && options.kills > 0;
}

// crash_test --child FOLDER JOURNAL READY_FD SEED ROUND
int run_child(std::span<char*> arguments) {
  // A child must not outlive the test.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  Workload workload;
  workload.folder = arguments[0];
  workload.journal = arguments[1];
  workload.ready_fd = std::atoi(arguments[2]);
  workload.seed = std::strtoull(arguments[3], nullptr, 10);
  workload.round = std::atoi(arguments[4]);
  return run_workload(workload);
}

int run(int argc, char** argv) {
  constexpr size_t kChildArguments = 6;
  std::span<char*> arguments(argv + 1, static_cast<size_t>(argc) - 1);
  if (arguments.size() == kChildArguments && std::string_view(arguments[0]) == "--child") {
    return run_child(arguments.subspan(1));
  }
  ::testing::InitGoogleTest(&argc, argv);
  arguments = {argv + 1, static_cast<size_t>(argc) - 1};
  CrashOptions& options = mutable_options();
  options.kills = kDefaultKills;
  options.seed = std::random_device()();
  const TemporaryFolder folder("crash");
  options.directory = folder.path();
  if (!parse(arguments, options)) {
    fmt::print(stderr, "usage: crash_test [--kills N] [--seed S] [--directory D]\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}

}  // namespace

const CrashOptions& crash_options() {
  return mutable_options();
}

}  // namespace norn::testing

int main(int argc, char** argv) {
  return norn::testing::run(argc, argv);
}
