#include <fmt/format.h>
#include <time.h>

#include <CLI/CLI.hpp>

#include "rrule/libical_engine.h"
#include "rrule/norn_engine.h"

// One engine, one question, for some time: prints how long an expansion takes and what it found, as
// JSON. bench/rrule/main.py puts the questions, here and to rrule.js.
namespace norn::bench {
namespace {

struct Measured {
  Found found;
  double ns_per_expansion = 0;
};

// Processor time, which says the same on a machine that is busy with other things.
int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

Measured measure(Engine& engine, int64_t duration_ms) {
  // The first time reads time zones and fills caches.
  Measured measured{.found = engine.ask()};
  const int64_t begin = now_ns();
  const int64_t duration_ns = duration_ms * 1'000'000;
  int64_t expansions = 0;
  int64_t found = 0;
  int64_t batch = 1;
  int64_t taken_ns = 0;
  while (taken_ns < duration_ns) {
    for (int64_t i = 0; i < batch; ++i) found += engine.ask().count;
    expansions += batch;
    taken_ns = now_ns() - begin;
    // Looking at the clock takes time, too, so it is done twenty times or so.
    if (taken_ns * 20 < duration_ns) batch *= 2;
  }
  if (found != measured.found.count * expansions) measured.found.count = -1;
  measured.ns_per_expansion = static_cast<double>(taken_ns) / static_cast<double>(expansions);
  return measured;
}

int run(int argc, char** argv) {
  CLI::App app("Measures recurrence; see bench/rrule/run.");
  Question question;
  std::string engine_name = "norn";
  int64_t duration_ms = 300;
  app.add_option("--engine", engine_name)->check(CLI::IsMember({"norn", "libical"}));
  app.add_option("--dtstart", question.dtstart)->required();
  app.add_option("--tzid", question.tzid);
  app.add_option("--rrule", question.rrule)->required();
  app.add_option("--from", question.from);
  app.add_option("--to", question.to);
  app.add_flag("--read-each-time", question.read_each_time);
  app.add_option("--ms", duration_ms);
  CLI11_PARSE(app, argc, argv);
  const auto engine =
      engine_name == "norn" ? make_norn_engine(question) : make_libical_engine(question);
  const Measured measured = measure(*engine, duration_ms);
  fmt::print(R"({{"count": {}, "sum": {}, "ns": {:.1f}}})"
             "\n",
             measured.found.count, measured.found.sum_of_utc_s, measured.ns_per_expansion);
  return 0;
}

}  // namespace
}  // namespace norn::bench

int main(int argc, char** argv) {
  return norn::bench::run(argc, argv);
}
