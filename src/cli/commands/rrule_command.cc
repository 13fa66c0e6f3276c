#include "cli/commands/rrule_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <ostream>
#include <sstream>

#include "base/error.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "cli/commands/rrule_vectors.h"
#include "cli/exit_code.h"
#include "ical/recurrence.h"

namespace norn::cli {
namespace {

constexpr int64_t kMaxOccurrences = 10'000'000;

constexpr std::string_view kRruleHelp =
    R"(Says when something recurs, as RFC 5545 (iCalendar) has it. Needs no data and no server.

Examples
  norn rrule --dtstart 20250106T100000 --tzid America/New_York --rrule 'FREQ=WEEKLY;BYDAY=MO' \
    --from 20250301 --to 20250401
  norn rrule --dtstart 20250131 --rrule 'FREQ=MONTHLY;BYMONTHDAY=-1' --limit 12
  norn rrule --dtstart 20250106T150000Z --rrule 'FREQ=DAILY;COUNT=5' --exdate 20250107T150000Z

It prints one line per occurrence, in order: the time in the form of --dtstart, and with --tzid
behind a space the same instant in UTC. The first example prints

  20250303T100000 20250303T150000Z
  20250310T100000 20250310T140000Z
  20250317T100000 20250317T140000Z
  20250324T100000 20250324T140000Z
  20250331T100000 20250331T140000Z

Times are written as 20250106T100000 (on the clocks of --tzid, or anywhere without it),
20250106T150000Z (UTC), or 20250106 (a whole day).

Options
  --dtstart TIME      when it begins; an occurrence only if the rule says so
  --tzid ZONE         the time zone of --dtstart and other local times, such as Europe/London
  --rrule RULE        the rule; without it there are only --dtstart and --rdate
  --rdate TIME        one more occurrence, or a period with its length (20250106T100000/PT2H), which
                      is then printed as a third word; may be given several times
  --exdate TIME       leave this one out; may be given several times
  --from TIME         only occurrences at this time or later; a day means its midnight
  --to TIME           only occurrences before this time
  --limit N           at most so many (default: 1000); if there are more, it says so on stderr
  --vectors FILE      run the cases of a JSON file instead (tests/ical/README.md has the form):
                      prints a line per case that fails, then `N passed, N failed`; exits with 1
                      if any failed
  --json              print JSON: "occurrences" with "time", "utc" and "duration" (null if there is
                      none), and "more"; with --vectors, "passed" and "failures"
  --help              this text

A time that the zone skips when clocks go forward is read as if they had not yet, and of a time that
comes twice when they go back the first counts. Nothing recurs after the year 9999.
)";

// The error of an option, with its name in front.
Error of_option(std::string_view option, const Error& error) {
  return {error.code, fmt::format("{}: {}", option, error.message), nullptr};
}

// Calls `add(text)` for every value of a repeatable option; a value may also be a list with commas,
// as in a calendar file.
template <typename Add>
Result<void> for_each_listed(const std::vector<std::string>& values, const Add& add) {
  for (const std::string& value : values) {
    std::string_view rest = value;
    while (true) {
      const size_t comma = rest.find(',');
      NORN_TRY(add(rest.substr(0, comma)));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return {};
}

Result<ical::DateTime> read_time(std::string_view option, std::string_view text) {
  const auto time = ical::parse_date_time(text);
  if (!time) return std::unexpected(of_option(option, time.error()));
  return *time;
}

Result<void> read_dates(const RruleOptions& options, ical::Series& series) {
  NORN_TRY(for_each_listed(options.rdate, [&series](std::string_view text) -> Result<void> {
    const auto date = ical::parse_recurrence_date(text);
    if (!date) return std::unexpected(of_option("--rdate", date.error()));
    series.dates.push_back(*date);
    return {};
  }));
  return for_each_listed(options.exdate, [&series](std::string_view text) -> Result<void> {
    NORN_ASSIGN(series.exceptions.emplace_back(), read_time("--exdate", text));
    return {};
  });
}

Result<ical::Recurrence> read_recurrence(const RruleOptions& options) {
  ical::Series series;
  NORN_ASSIGN(series.start, read_time("--dtstart", options.dtstart));
  if (!options.tzid.empty()) {
    const auto zone = ical::TimeZone::find(options.tzid);
    if (!zone) return std::unexpected(of_option("--tzid", zone.error()));
    series.zone = *zone;
    if (series.start.form == ical::TimeForm::kUtc) {
      return fail(ErrorCode::kInvalid,
                  "--tzid: --dtstart ends with a Z, which means UTC; leave out the Z or --tzid.");
    }
  }
  if (!options.rrule.empty()) {
    const auto rule = ical::parse_rule(options.rrule);
    if (!rule) return std::unexpected(of_option("--rrule", rule.error()));
    series.rule = *rule;
  }
  NORN_TRY(read_dates(options, series));
  return ical::Recurrence::create(series);
}

Result<ical::Window> read_window(const RruleOptions& options, const ical::Recurrence& recurrence) {
  ical::Window window;
  if (!options.from.empty()) {
    NORN_ASSIGN(const ical::DateTime from, read_time("--from", options.from));
    window.from_s = recurrence.instant_of(from);
  }
  if (!options.to.empty()) {
    NORN_ASSIGN(const ical::DateTime to, read_time("--to", options.to));
    window.to_s = recurrence.instant_of(to);
  }
  return window;
}

// One line for a person and for `cut`: see kRruleHelp.
std::string line_of(const ical::Recurrence& recurrence, const ical::Occurrence& occurrence) {
  std::string line = ical::date_time_text({recurrence.form(), occurrence.local_s});
  if (recurrence.has_zone()) {
    line += " " + ical::date_time_text({ical::TimeForm::kUtc, occurrence.utc_s});
  }
  if (occurrence.duration_s != 0) line += " " + ical::duration_text(occurrence.duration_s);
  return line;
}

std::string occurrence_json(const ical::Recurrence& recurrence,
                            const ical::Occurrence& occurrence) {
  std::string json;
  ObjectWriter object(json);
  const auto text_or_null = [&object](std::string_view name, bool is_there, auto text) {
    if (!is_there) return object.null(name);
    object.text(name, text());
  };
  object.text("time", ical::date_time_text({recurrence.form(), occurrence.local_s}));
  text_or_null("utc", recurrence.has_zone(),
               [&] { return ical::date_time_text({ical::TimeForm::kUtc, occurrence.utc_s}); });
  text_or_null("duration", occurrence.duration_s != 0,
               [&] { return ical::duration_text(occurrence.duration_s); });
  object.close();
  return json;
}

Result<void> print_occurrences_json(const ical::Recurrence& recurrence, const ical::Window& window,
                                    int64_t limit, std::ostream& out) {
  ical::Expansion expansion(recurrence, window);
  ical::Occurrence occurrence;
  bool has_more = false;
  out << "{\"occurrences\":[";
  for (int64_t printed = 0; expansion.next(occurrence); ++printed) {
    has_more = printed == limit;
    if (has_more) break;
    out << (printed == 0 ? "\n" : ",\n") << occurrence_json(recurrence, occurrence);
    if (!out) return fail(ErrorCode::kInternal, "The output cannot be written.");
  }
  if (!has_more) NORN_TRY(expansion.outcome());
  out << "\n],\"more\":" << (has_more ? "true" : "false") << "}\n";
  return {};
}

Result<void> print_occurrences(const ical::Recurrence& recurrence, const ical::Window& window,
                               int64_t limit, std::ostream& out, std::ostream& err) {
  ical::Expansion expansion(recurrence, window);
  ical::Occurrence occurrence;
  for (int64_t printed = 0; expansion.next(occurrence); ++printed) {
    if (printed == limit) {
      err << fmt::format("norn: there are more than {}; --limit N prints more of them.\n", limit);
      return {};
    }
    out << line_of(recurrence, occurrence) << '\n';
    if (!out) return fail(ErrorCode::kInternal, "The output cannot be written.");
  }
  return expansion.outcome();
}

int expand(const RruleOptions& options, std::ostream& out, std::ostream& err) {
  const auto recurrence = read_recurrence(options);
  const auto window = recurrence ? read_window(options, *recurrence)
                                 : Result<ical::Window>(std::unexpected(recurrence.error()));
  if (!window) {
    err << fmt::format("norn: {}\nSee `norn rrule --help`.\n", window.error().message);
    return kExitUsage;
  }
  const auto printed = options.json
                           ? print_occurrences_json(*recurrence, *window, options.limit, out)
                           : print_occurrences(*recurrence, *window, options.limit, out, err);
  if (printed) return 0;
  err << fmt::format("norn: {}\n", printed.error().message);
  return kExitFailed;
}

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || text.str().empty()) {
    return fail(ErrorCode::kInvalid, "it cannot be read, or is empty");
  }
  return text.str();
}

std::string cases_json(const VectorReport& report) {
  std::string json;
  ObjectWriter object(json);
  object.integer("passed", static_cast<int64_t>(report.passed));
  ListWriter failures(object.key("failures"));
  for (const std::string& failure : report.failures) append_json_string(failures.next(), failure);
  failures.close();
  object.close();
  return json;
}

int run_cases(const std::string& path, bool as_json, std::ostream& out, std::ostream& err) {
  const auto json = read_file(path);
  const auto report =
      json ? run_rrule_vectors(*json) : Result<VectorReport>(std::unexpected(json.error()));
  if (!report) {
    err << fmt::format("norn: {}: {}.\n", path, report.error().message);
    return kExitFailed;
  }
  if (as_json) {
    out << cases_json(*report) << '\n';
    return report->failures.empty() ? 0 : kExitFailed;
  }
  for (const std::string& failure : report->failures) out << failure << '\n';
  out << fmt::format("{} passed, {} failed\n", report->passed, report->failures.size());
  return report->failures.empty() ? 0 : kExitFailed;
}

}  // namespace

RruleCommand::RruleCommand()
    : Command({.name = "rrule",
               .group = CommandGroup::kOther,
               .summary = "say when a recurrence rule (RRULE) comes",
               .help = kRruleHelp}) {}

void RruleCommand::declare(CLI::App& app) {
  app.add_option("--dtstart", options_.dtstart);
  app.add_option("--tzid", options_.tzid);
  app.add_option("--rrule", options_.rrule);
  app.add_option("--rdate", options_.rdate)->allow_extra_args(false);
  app.add_option("--exdate", options_.exdate)->allow_extra_args(false);
  app.add_option("--from", options_.from);
  app.add_option("--to", options_.to);
  app.add_option("--limit", options_.limit)->check(CLI::Range(int64_t{1}, kMaxOccurrences));
  app.add_option("--vectors", options_.vectors);
  json_.add_to(app);
}

Result<void> RruleCommand::check(const dynamodb::Environment& /*environment*/) {
  options_.json = json_.on;
  if (!options_.vectors.empty() || !options_.dtstart.empty()) return {};
  return fail(ErrorCode::kInvalid, "--dtstart is required: when it begins, as in 20250106T100000");
}

Result<int> RruleCommand::run(Console& console) {
  if (!options_.vectors.empty()) {
    return run_cases(options_.vectors, options_.json, console.out, console.err);
  }
  return expand(options_, console.out, console.err);
}

}  // namespace norn::cli
