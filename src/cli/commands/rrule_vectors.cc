#include "cli/commands/rrule_vectors.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <optional>

#include "ical/recurrence.h"

namespace norn::cli {
namespace {

using simdjson::dom::element;

struct VectorCase {
  std::string name;
  std::string dtstart;
  std::optional<std::string> tzid;
  std::optional<std::string> rrule;
  std::vector<std::string> exdate;
  std::vector<std::string> rdate;
  std::vector<std::string> expected;
  std::vector<std::string> expected_utc;
  std::optional<std::string> start_at;
  bool truncated = false;
};

std::unexpected<Error> malformed(std::string_view name, std::string_view what) {
  return fail(ErrorCode::kInvalid, fmt::format("{}: {}", name, what));
}

// Null and absent are the same.
Result<std::optional<std::string>> text_of(const element& object, const std::string& name,
                                           std::string_view member) {
  element value;
  if (object[member].get(value) != simdjson::SUCCESS || value.is_null()) return std::nullopt;
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  return malformed(name, fmt::format("`{}` must be a text", member));
}

Result<std::vector<std::string>> texts_of(const element& object, const std::string& name,
                                          std::string_view member) {
  std::vector<std::string> texts;
  element value;
  if (object[member].get(value) != simdjson::SUCCESS || value.is_null()) return texts;
  simdjson::dom::array array;
  if (value.get(array) != simdjson::SUCCESS) {
    return malformed(name, fmt::format("`{}` must be a list", member));
  }
  for (const element item : array) {
    std::string_view text;
    if (item.get(text) != simdjson::SUCCESS) {
      return malformed(name, fmt::format("`{}` must be a list of texts", member));
    }
    texts.emplace_back(text);
  }
  return texts;
}

Result<VectorCase> read_case(const element& object, size_t number) {
  VectorCase read;
  const std::string which = fmt::format("case {}", number);
  if (!object.is_object()) return malformed(which, "a case must be an object");
  NORN_ASSIGN(const auto name, text_of(object, which, "name"));
  if (!name) return malformed(which, "`name` is missing");
  read.name = *name;
  NORN_ASSIGN(const auto dtstart, text_of(object, read.name, "dtstart"));
  if (!dtstart) return malformed(read.name, "`dtstart` is missing");
  read.dtstart = *dtstart;
  element expected;
  if (object["expected"].get(expected) != simdjson::SUCCESS) {
    return malformed(read.name, "`expected` is missing");
  }
  NORN_ASSIGN(read.tzid, text_of(object, read.name, "tzid"));
  NORN_ASSIGN(read.rrule, text_of(object, read.name, "rrule"));
  NORN_ASSIGN(read.start_at, text_of(object, read.name, "start_at"));
  NORN_ASSIGN(read.exdate, texts_of(object, read.name, "exdate"));
  NORN_ASSIGN(read.rdate, texts_of(object, read.name, "rdate"));
  NORN_ASSIGN(read.expected, texts_of(object, read.name, "expected"));
  NORN_ASSIGN(read.expected_utc, texts_of(object, read.name, "expected_utc"));
  bool truncated = false;
  read.truncated = object["truncated"].get(truncated) == simdjson::SUCCESS && truncated;
  return read;
}

Result<ical::Recurrence> recurrence_of(const VectorCase& vector) {
  ical::Series series;
  NORN_ASSIGN(series.start, ical::parse_date_time(vector.dtstart));
  if (vector.tzid) {
    NORN_ASSIGN(series.zone, ical::TimeZone::find(*vector.tzid));
  }
  if (vector.rrule) {
    NORN_ASSIGN(series.rule, ical::parse_rule(*vector.rrule));
  }
  for (const std::string& text : vector.rdate) {
    NORN_ASSIGN(series.dates.emplace_back(), ical::parse_recurrence_date(text));
  }
  for (const std::string& text : vector.exdate) {
    NORN_ASSIGN(series.exceptions.emplace_back(), ical::parse_date_time(text));
  }
  return ical::Recurrence::create(series);
}

// The difference, or nothing.
Result<std::string> difference(const VectorCase& vector) {
  NORN_ASSIGN(const ical::Recurrence recurrence, recurrence_of(vector));
  ical::Window window;
  if (vector.start_at) {
    NORN_ASSIGN(const ical::DateTime start_at, ical::parse_date_time(*vector.start_at));
    window.from_s = recurrence.instant_of(start_at);
  }
  NORN_ASSIGN(const ical::Expanded expanded, recurrence.expand(window, vector.expected.size()));
  for (size_t i = 0; i < vector.expected.size(); ++i) {
    if (i == expanded.occurrences.size()) {
      return fmt::format("ends after {} of {} occurrences", i, vector.expected.size());
    }
    const ical::Occurrence& occurrence = expanded.occurrences[i];
    const std::string local = ical::date_time_text({recurrence.form(), occurrence.local_s});
    if (local != vector.expected[i]) {
      return fmt::format("occurrence {} is {}, expected {}", i + 1, local, vector.expected[i]);
    }
    if (i >= vector.expected_utc.size()) continue;
    const std::string utc = ical::date_time_text({ical::TimeForm::kUtc, occurrence.utc_s});
    if (utc != vector.expected_utc[i]) {
      return fmt::format("occurrence {} ({}) is at {}, expected {}", i + 1, local, utc,
                         vector.expected_utc[i]);
    }
  }
  if (expanded.more && !vector.truncated) {
    return fmt::format("goes on after {} occurrences", vector.expected.size());
  }
  return std::string();
}

}  // namespace

Result<VectorReport> run_rrule_vectors(std::string_view json) {
  simdjson::dom::parser parser;
  simdjson::dom::array cases;
  if (parser.parse(simdjson::padded_string(json)).get(cases) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, "it is no JSON array of cases");
  }
  VectorReport report;
  size_t number = 0;
  for (const element object : cases) {
    NORN_ASSIGN(const VectorCase vector, read_case(object, ++number));
    const Result<std::string> different = difference(vector);
    if (different && different->empty()) {
      ++report.passed;
    } else {
      report.failures.push_back(
          fmt::format("{}: {}", vector.name, different ? *different : different.error().message));
    }
  }
  return report;
}

}  // namespace norn::cli
