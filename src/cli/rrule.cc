#include "cli/rrule.h"

#include <fmt/format.h>

#include <fstream>
#include <ostream>
#include <sstream>

#include "base/error.h"
#include "cli/rrule_vectors.h"
#include "ical/recurrence.h"

namespace norn::cli {
namespace {

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

Result<void> read_dates(const RruleCommand& command, ical::Series& series) {
  NORN_TRY(for_each_listed(command.rdate, [&series](std::string_view text) -> Result<void> {
    const auto date = ical::parse_recurrence_date(text);
    if (!date) return std::unexpected(of_option("--rdate", date.error()));
    series.dates.push_back(*date);
    return {};
  }));
  return for_each_listed(command.exdate, [&series](std::string_view text) -> Result<void> {
    NORN_ASSIGN(series.exceptions.emplace_back(), read_time("--exdate", text));
    return {};
  });
}

Result<ical::Recurrence> read_recurrence(const RruleCommand& command) {
  ical::Series series;
  NORN_ASSIGN(series.start, read_time("--dtstart", command.dtstart));
  if (!command.tzid.empty()) {
    const auto zone = ical::TimeZone::find(command.tzid);
    if (!zone) return std::unexpected(of_option("--tzid", zone.error()));
    series.zone = *zone;
    if (series.start.form == ical::TimeForm::kUtc) {
      return fail(ErrorCode::kInvalid,
                  "--tzid: --dtstart ends with a Z, which means UTC; leave out the Z or --tzid.");
    }
  }
  if (!command.rrule.empty()) {
    const auto rule = ical::parse_rule(command.rrule);
    if (!rule) return std::unexpected(of_option("--rrule", rule.error()));
    series.rule = *rule;
  }
  NORN_TRY(read_dates(command, series));
  return ical::Recurrence::create(series);
}

Result<ical::Window> read_window(const RruleCommand& command, const ical::Recurrence& recurrence) {
  ical::Window window;
  if (!command.from.empty()) {
    NORN_ASSIGN(const ical::DateTime from, read_time("--from", command.from));
    window.from_s = recurrence.instant_of(from);
  }
  if (!command.to.empty()) {
    NORN_ASSIGN(const ical::DateTime to, read_time("--to", command.to));
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

int expand(const RruleCommand& command, std::ostream& out, std::ostream& err) {
  const auto recurrence = read_recurrence(command);
  const auto window = recurrence ? read_window(command, *recurrence)
                                 : Result<ical::Window>(std::unexpected(recurrence.error()));
  if (!window) {
    err << fmt::format("norn: {}\nSee `norn rrule --help`.\n", window.error().message);
    return kExitUsage;
  }
  const auto printed = print_occurrences(*recurrence, *window, command.limit, out, err);
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

int run_cases(const std::string& path, std::ostream& out, std::ostream& err) {
  const auto json = read_file(path);
  const auto report =
      json ? run_rrule_vectors(*json) : Result<VectorReport>(std::unexpected(json.error()));
  if (!report) {
    err << fmt::format("norn: {}: {}.\n", path, report.error().message);
    return kExitFailed;
  }
  for (const std::string& failure : report->failures) out << failure << '\n';
  out << fmt::format("{} passed, {} failed\n", report->passed, report->failures.size());
  return report->failures.empty() ? 0 : kExitFailed;
}

}  // namespace

int run_rrule(const RruleCommand& command, std::ostream& out, std::ostream& err) {
  return command.vectors.empty() ? expand(command, out, err) : run_cases(command.vectors, out, err);
}

}  // namespace norn::cli
