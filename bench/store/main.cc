// How near does the store come to what RocksDB can do with the same bytes, and how does it grow?
// docs/benchmarks.md explains the questions.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "store/ceilings.h"
#include "store/measure.h"
#include "store/questions.h"
#include "store/report.h"
#include "store/store_folder.h"

namespace norn::bench {
namespace {

namespace fs = std::filesystem;

struct Settings {
  std::vector<uint64_t> items = {10'000, 1'000'000};
  fs::path directory = "build/bench-data";
  double seconds = 8;
  std::vector<std::string> only;
  std::string task;  // Of a process that a measurement starts.

  bool wants(const std::string& question) const {
    return only.empty() || std::find(only.begin(), only.end(), question) != only.end();
  }
};

using Findings = std::vector<Finding>;

// A run takes minutes, so what is known is shown at once.
void progress(const std::string& what) {
  fmt::print(stderr, "{}\n", what);
}

void add(Findings& findings, Finding one) {
  progress(fmt::format("  {}: {} ({})", one.question, one.answer, one.remark));
  findings.push_back(std::move(one));
}

void add(Findings& findings, Findings more) {
  for (Finding& one : more) {
    add(findings, std::move(one));
  }
}

Finding disk_finding(uint64_t items, const Loaded& loaded, uint64_t bytes) {
  Finding result;
  result.question = "bytes on disk per byte stored";
  result.items = items;
  const double ratio = static_cast<double>(bytes) / static_cast<double>(loaded.user_bytes);
  result.answer = fmt::format("{:.2f}", ratio);
  result.remark = fmt::format(
      "{} for {} of items, each kept three times (itself and in two indexes): {:.2f} per copy; "
      "{:.0f} bytes per item; loaded in {:.0f} s",
      megabytes(bytes), megabytes(loaded.user_bytes), ratio / 3,
      static_cast<double>(loaded.user_bytes) / static_cast<double>(items), loaded.seconds);
  return result;
}

// Everything about a store of one size. Measures that write get copies of the files.
Findings measure(const Settings& settings, uint64_t items) {
  const fs::path folder = settings.directory / std::to_string(items);
  const fs::path filled = folder / "filled";
  fs::remove_all(folder);
  fs::create_directories(folder);
  Findings findings;

  progress(fmt::format("{} items: load", short_count(items)));
  const Loaded loaded = load(filled, items);
  if (settings.wants("open")) {
    add(findings, measure_open(filled, items, "open after a clean close"));
  }
  const size_t cache_bytes = cache_bytes_for(items);
  BareDatabase(options_for(filled, cache_bytes, false)).settle();
  if (settings.wants("disk")) {
    add(findings, disk_finding(items, loaded, disk_bytes(filled)));
  }
  if (settings.wants("open")) {
    add(findings, measure_open(filled, items, "open after a quiet night"));
  }

  for (const char* copy : {"bare", "day"}) {
    fs::copy(filled, folder / copy, fs::copy_options::recursive);
  }
  const auto store = open_store(options_for(filled, cache_bytes, /*sync=*/true));
  {
    BareDatabase bare(options_for(folder / "bare", cache_bytes, /*sync=*/true));
    const Pair pair{*store, bare, items, settings.seconds};
    if (settings.wants("get")) {
      add(findings, measure_gets(pair));
    }
    if (settings.wants("query")) {
      add(findings, measure_queries(pair));
    }
    if (settings.wants("put")) {
      add(findings, measure_puts(pair));
    }
  }
  if (settings.wants("memory")) {
    add(findings, measure_memory(folder / "day", items));
  }
  if (settings.wants("open")) {
    add(findings, measure_open_after_kill(folder / "day", items));
  }
  return findings;
}

void run(const Settings& settings) {
  if (settings.task == "write-day") {
    return write_day_and_report(settings.directory, settings.items.front());
  }
  if (settings.task == "be-killed") {
    write_and_be_killed(settings.directory, settings.items.front());
  }
  Findings findings;
  for (const uint64_t items : settings.items) {
    const Findings more = measure(settings, items);
    findings.insert(findings.end(), more.begin(), more.end());
    fs::remove_all(settings.directory / std::to_string(items));
  }
  fmt::print("{}\n{}\n", to_markdown(findings), machine_facts(settings.directory.string()));
}

}  // namespace
}  // namespace norn::bench

int main(int argc, char** argv) {
  norn::bench::Settings settings;
  CLI::App app{"Measures the embedded store against RocksDB alone, and how it grows."};
  app.add_option("--items", settings.items, "Entries in the store; may be given several times")
      ->check(CLI::Range(uint64_t{1000}, uint64_t{1'000'000'000}));
  app.add_option("--directory", settings.directory, "Where the stores are made and removed");
  app.add_option("--seconds", settings.seconds, "For each measurement");
  app.add_option("--only", settings.only, "get, query, put, disk, memory or open; may be repeated")
      ->check(CLI::IsMember({"get", "query", "put", "disk", "memory", "open"}));
  app.add_option("--task", settings.task, "For processes that a measurement starts")->group("");
  CLI11_PARSE(app, argc, argv);
  norn::bench::run(settings);
  return 0;
}
