#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "store/measure.h"
#include "store/questions.h"
#include "store/store_folder.h"

namespace norn::bench {
namespace {

constexpr uint64_t kWritesOfADay = 1'000'000;
constexpr uint64_t kWritesBeforeTheKill = 50'000;
constexpr double kOpenTargetSeconds = 1.0;
// A store as `norn serve` opens it, but for the syncs: a day of them would take too long, and they
// take no memory.
const size_t kDefaultCacheBytes = embedded::Options().block_cache_bytes;

// A line of /proc/self/status, in bytes.
uint64_t status_bytes(std::string_view name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) {
      return std::stoull(line.substr(line.find_first_of("0123456789"))) * 1024;
    }
  }
  return 0;
}

// Runs this program again with `arguments`. Returns what it printed; `status` is waitpid's.
std::string run_self(const std::string& arguments, int& status) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe");
  FILE* output = popen(fmt::format("exec '{}' {}", program, arguments).c_str(), "r");
  if (output == nullptr) {
    give_up("cannot start a process");
  }
  std::string text;
  for (int byte = std::fgetc(output); byte != EOF; byte = std::fgetc(output)) {
    text.push_back(static_cast<char>(byte));
  }
  status = pclose(output);
  return text;
}

std::string arguments_for(const char* task, const std::filesystem::path& directory,
                          uint64_t items) {
  return fmt::format("--task {} --directory '{}' --items {}", task, directory.string(), items);
}

}  // namespace

Finding measure_memory(const std::filesystem::path& directory, uint64_t items) {
  int status = 0;
  const std::string output = run_self(arguments_for("write-day", directory, items), status);
  uint64_t resident = 0;
  uint64_t peak = 0;
  double seconds = 0;
  if (status != 0 || std::sscanf(output.c_str(), "%lu %lu %lf", &resident, &peak, &seconds) != 3) {
    give_up("the process that writes for a day failed");
  }
  Finding result;
  result.question = fmt::format("memory after {} writes", short_count(kWritesOfADay));
  result.items = items;
  result.answer = megabytes(resident);
  result.remark = fmt::format("at most {}; block cache {}; {:.0f} k writes/s without syncs",
                              megabytes(peak), megabytes(kDefaultCacheBytes),
                              static_cast<double>(kWritesOfADay) / seconds / 1e3);
  return result;
}

void write_day_and_report(const std::filesystem::path& directory, uint64_t items) {
  const auto begin = SteadyClock::now();
  const auto store = open_store(options_for(directory, kDefaultCacheBytes, /*sync=*/false));
  write_day(*store, items, items, kWritesOfADay);
  fmt::print("{} {} {}\n", status_bytes("VmRSS"), status_bytes("VmHWM"), seconds_since(begin));
}

Finding measure_open(const std::filesystem::path& directory, uint64_t items,
                     const std::string& question) {
  const uint64_t log_bytes = wal_bytes(directory);
  const auto begin = SteadyClock::now();
  open_store(options_for(directory, kDefaultCacheBytes, /*sync=*/true));
  const double seconds = seconds_since(begin);
  Finding result;
  result.question = question;
  result.items = items;
  result.answer = fmt::format("{:.2f} s", seconds);
  result.target = fmt::format("< {:.0f} s", kOpenTargetSeconds);
  result.met = seconds < kOpenTargetSeconds;
  result.remark = fmt::format("opening and closing; {} of log to go through", megabytes(log_bytes));
  return result;
}

Finding measure_open_after_kill(const std::filesystem::path& directory, uint64_t items) {
  int status = 0;
  run_self(arguments_for("be-killed", directory, items), status);
  if (!WIFSIGNALED(status)) {
    give_up("the process that is to be killed ended by itself");
  }
  return measure_open(directory, items, "open after a kill");
}

void write_and_be_killed(const std::filesystem::path& directory, uint64_t items) {
  // With syncs: a store that leaves its log to the page cache would let the next one wait for it.
  const auto store = open_store(options_for(directory, kDefaultCacheBytes, /*sync=*/true));
  write_day(*store, items, items + 2 * kWritesOfADay, kWritesBeforeTheKill);
  kill(getpid(), SIGKILL);
  give_up("SIGKILL came back");
}

}  // namespace norn::bench
