#include "store/report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <rocksdb/version.h>
#include <sys/statfs.h>
#include <sys/utsname.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace norn::bench {
namespace {

// The value of the first "name : value" line of a file of /proc.
std::string proc_value(const char* file, std::string_view name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) {
      const size_t value = line.find_first_not_of(" \t", line.find(':') + 1);
      return value == line.npos ? "" : line.substr(value);
    }
  }
  return "unknown";
}

std::string load_average() {
  std::ifstream in("/proc/loadavg");
  std::string load;
  in >> load;
  return load;
}

// Plain numbers read badly above a few digits: 123456 becomes "123 k".
std::string short_rate(double per_second) {
  if (per_second < 10'000) {
    return fmt::format("{:.0f}", per_second);
  }
  return per_second < 10e6 ? fmt::format("{:.0f} k", per_second / 1e3)
                           : fmt::format("{:.1f} M", per_second / 1e6);
}

}  // namespace

std::string short_count(uint64_t count) {
  if (count % 1'000'000 == 0) {
    return fmt::format("{} M", count / 1'000'000);
  }
  return count % 1000 == 0 ? fmt::format("{} k", count / 1000) : fmt::format("{}", count);
}

std::string megabytes(uint64_t bytes) {
  return fmt::format("{:.0f} MB", static_cast<double>(bytes) / 1e6);
}

Finding finding(std::string question, uint64_t items, const Comparison& comparison, double target,
                const std::string& unit) {
  Finding result;
  result.question = std::move(question);
  result.items = items;
  result.answer = fmt::format("{:.0f} % of the ceiling", comparison.ratio * 100);
  result.has_ceiling = true;
  result.target = fmt::format(">= {:.0f} %", target * 100);
  result.met = comparison.ratio >= target;
  result.remark =
      fmt::format("{} {}/s of {}; half of the turns between {:.0f} % and {:.0f} %",
                  short_rate(comparison.candidate), unit, short_rate(comparison.ceiling),
                  comparison.ratio_low * 100, comparison.ratio_high * 100);
  return result;
}

std::string machine_facts(const std::string& directory) {
  utsname system{};
  uname(&system);
  struct statfs disk{};
  statfs(directory.c_str(), &disk);
  return fmt::format(
      "{:%Y-%m-%d %H:%M} UTC; {} ({} cores), {} of memory, Linux {}, file system {:#x}, RocksDB "
      "{}.{}.{}, g++ {}, load average {} at the end.",
      fmt::gmtime(std::time(nullptr)), proc_value("/proc/cpuinfo", "model name"),
      std::thread::hardware_concurrency(), proc_value("/proc/meminfo", "MemTotal"), system.release,
      static_cast<unsigned long>(disk.f_type), ROCKSDB_MAJOR, ROCKSDB_MINOR, ROCKSDB_PATCH,
      __VERSION__, load_average());
}

std::string to_markdown(std::vector<Finding> findings) {
  std::vector<std::string> questions;
  for (const Finding& one : findings) {
    questions.push_back(one.question);
  }
  const auto rank = [&](const Finding& one) {
    return std::pair(!one.has_ceiling, std::find(questions.begin(), questions.end(), one.question));
  };
  std::stable_sort(
      findings.begin(), findings.end(),
      [&](const Finding& left, const Finding& right) { return rank(left) < rank(right); });
  std::string text =
      "| question | items | answer | target | | remark |\n|---|---:|---|---|---|---|\n";
  for (const Finding& one : findings) {
    const std::string_view verdict = one.target.empty() ? "" : one.met ? "met" : "MISSED";
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", one.question, short_count(one.items),
                        one.answer, one.target, verdict, one.remark);
  }
  return text;
}

}  // namespace norn::bench
