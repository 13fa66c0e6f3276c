#include "cli/commands/seed_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ostream>

#include "apps/all.h"
#include "apps/calendars/schema.h"
#include "apps/calendars/seed.h"
#include "base/ids.h"
#include "base/json_writer.h"
#include "cli/exit_code.h"
#include "cli/open_data.h"
#include "cli/printable.h"

namespace norn::cli {
namespace {

constexpr int64_t kMaxSeeded = 10'000;

constexpr std::string_view kSeedHelp =
    R"(Puts made-up entries of all kinds into a calendar, around a day.

Examples
  norn seed --calendar-id 550e8400-e29b-41d4-a716-446655440002
  norn seed --calendar-id 550e8400-e29b-41d4-a716-446655440002 --highlighted-day 2024-06-15
  norn seed --calendar-id 550e8400-e29b-41d4-a716-446655440002 --count 50

Options
  --calendar-id UUID      the calendar; it is made if it is not there
  --highlighted-day DATE  around which day (default: today)
  --count N               how many (default: 25)
  --table-name NAME       the table (default: calendsync)
  --json                  print JSON about what was made
  --help                  this text

Where the data is, as for `norn serve`: in a folder that no server is using, or behind an endpoint.
If neither --store nor --data is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or
DYNAMODB_ENDPOINT names an endpoint, it is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

Result<void> put_made_up_entries(const SeedOptions& options, const Data& data, Console& console) {
  const Clock& clock = console.clock;
  const apps::TableNames names{.prefix = options.data.table_prefix};
  const std::string table = options.table_name.value_or(names.calendars());
  const Date today = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(clock.now_ms())));
  const calendars::SeedRequest request{.calendar_id = options.calendar_id,
                                       .highlighted_day = options.highlighted_day.value_or(today),
                                       .count = options.count};
  NORN_TRY(calendars::check_seed(request));
  announce_store(console, data.location);
  NORN_TRY(apps::ensure_tables(data.store(), {{.schema = calendars::calendars_table(table)}}));
  RandomIds ids;
  NORN_ASSIGN(const int64_t made, calendars::seed(data.store(), table, clock, ids, request));
  const std::string day = date_text(request.highlighted_day);
  if (options.json) {
    std::string json;
    ObjectWriter object(json);
    object.text("table", table);
    object.text("calendarId", options.calendar_id);
    object.text("highlightedDay", day);
    object.integer("entries", made);
    object.close();
    console.out << printable(json) << "\n";
    return {};
  }
  console.out << fmt::format("{} entries around {} are in calendar {} of {}\n", made, day,
                             options.calendar_id, table);
  return {};
}

}  // namespace

SeedCommand::SeedCommand()
    : Command({.name = "seed",
               .group = CommandGroup::kServer,
               .summary = "put made-up entries into a calendar, to try things out",
               .help = kSeedHelp}) {}

void SeedCommand::declare(CLI::App& app) {
  data_.add_to(app);
  app.add_option("--table-name", options_.table_name);
  app.add_option("--calendar-id", options_.calendar_id)->required();
  app.add_option("--highlighted-day", highlighted_day_);
  json_.add_to(app);
  app.add_option("--count", options_.count)->check(CLI::Range(int64_t{1}, kMaxSeeded));
}

Result<void> SeedCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  options_.data = data_.options();
  options_.json = json_.on;
  if (highlighted_day_.empty()) return {};
  options_.highlighted_day = parse_date(highlighted_day_);
  if (options_.highlighted_day) return {};
  return fail(
      ErrorCode::kInvalid,
      fmt::format("--highlighted-day: '{}' is no day; write it as 2024-06-15", highlighted_day_));
}

Result<int> SeedCommand::run(Console& console) {
  NORN_ASSIGN(const Data data, open_data(options_.data, console.clock));
  NORN_TRY(put_made_up_entries(options_, data, console));
  return kExitOk;
}

}  // namespace norn::cli
