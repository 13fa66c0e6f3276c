#include "cli/commands/doctor_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "cli/doctor.h"
#include "cli/exit_code.h"
#include "cli/machine_checks.h"
#include "cli/open_data.h"
#include "cli/operator_desk.h"
#include "cli/printable.h"
#include "cli/progress_line.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDoctorHelp =
    R"(Checks the data, the folder that it is in and this machine, and says of each what is wrong
and what to do. Nothing is changed without --repair.

Examples
  norn doctor                          of the default folder, also while the server runs
  norn doctor --data /srv/norn --all
  norn doctor --repair                 asks before it repairs
  norn doctor --json                   for a program; norn doctor || mail -s "Norn is ill" ...

What it checks
  the data folder and its files are for their owner alone; there is room on the disk; the time zones
  of the machine are there, and not old; the clock; the daily and the continuous backups are
  made; versions
  the store: each index has exactly the entries of its items, items expire, counters are right,
  streams have no gaps (of a folder on this machine only)
  what the apps keep together: addresses and their accounts, members and what they are members of,
  nights and their bookings, relations of projects, people of family trees, lengths of events
  items of other programs that Norn cannot show

--repair does only what follows from data that is there: it writes a missing half, an entry of an
index, a counter or a bound, each in a transaction with conditions. It never deletes an item.

Options
  --repair            repair what is beyond doubt
  --force             do not ask before; needed to repair without a terminal
  --all               list all findings, not only the first ten of each check
  --json              print JSON
  --help              this text

It exits with 0 if nothing has failed (warnings may be there), and with 1 otherwise; with 3 if there
is no data, and with 5 if the data cannot be opened.

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

constexpr size_t kListedFindings = 10;
constexpr size_t kMaxListedFindings = 100'000;  // With --all.

constexpr std::string_view kStateNames[] = {"ok", "warning", "failed", "left out"};

std::string_view name_of(CheckState state) {
  return kStateNames[static_cast<size_t>(state)];
}

// A finding as the server has sent it.
struct ListedFinding {
  std::string table;
  std::string pk;
  std::string sk;
  std::string what;
  std::string advice;
  std::string repair;
  bool is_repaired = false;
};

// What a check has found.
struct CheckResult {
  CheckState worst = CheckState::kOk;  // Of what is not repaired.
  size_t found = 0;
  size_t repaired = 0;
  size_t repairable = 0;  // And not repaired.
  std::vector<ListedFinding> listed = {};
};

struct CheckedTable {
  std::string name;
  uint64_t items = 0;
  bool is_checked = false;  // Whether there is a check of its items.
};

// What doctor-begin says.
struct Beginning {
  std::string version;
  std::optional<int64_t> layout;
  std::vector<std::string> checks;
  std::vector<std::string> missing;
  std::vector<CheckedTable> tables;
};

std::unexpected<Error> not_a_report() {
  return fail(
      ErrorCode::kUnavailable,
      "The server gave no answer that is understood. Restart it with this version of Norn.");
}

std::string text_in(simdjson::dom::object object, std::string_view name) {
  std::string_view text;
  return object[name].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

std::vector<std::string> texts_in(simdjson::dom::object object, std::string_view name) {
  std::vector<std::string> texts;
  simdjson::dom::array array;
  if (object[name].get(array) != simdjson::SUCCESS) return texts;
  for (const simdjson::dom::element element : array) {
    std::string_view text;
    if (element.get(text) == simdjson::SUCCESS) texts.emplace_back(text);
  }
  return texts;
}

Result<Beginning> read_beginning(const std::string& json) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  simdjson::dom::array tables;
  if (parser.parse(json).get(object) != simdjson::SUCCESS ||
      object["tables"].get(tables) != simdjson::SUCCESS) {
    return not_a_report();
  }
  Beginning beginning{.version = text_in(object, "version"),
                      .layout = {},
                      .checks = texts_in(object, "checks"),
                      .missing = texts_in(object, "missing"),
                      .tables = {}};
  int64_t layout = 0;
  if (object["layout"].get(layout) == simdjson::SUCCESS) beginning.layout = layout;
  for (const simdjson::dom::element element : tables) {
    simdjson::dom::object table;
    uint64_t items = 0;
    if (element.get(table) != simdjson::SUCCESS) return not_a_report();
    bool is_checked = false;
    if (table["items"].get(items) != simdjson::SUCCESS ||
        table["checked"].get(is_checked) != simdjson::SUCCESS) {
      return not_a_report();
    }
    beginning.tables.push_back({text_in(table, "name"), items, is_checked});
  }
  return beginning;
}

// Where the checks are carried out: by the server that uses the data, or in this process.
class DoctorDesk {
 public:
  DoctorDesk(const DataOptions& options, const Clock& clock, std::string version)
      : options_(options), clock_(clock), version_(std::move(version)) {}

  Result<void> open() {
    if (!options_.remote_store) {
      NORN_ASSIGN(folder_, existing_data_folder(options_));
      NORN_ASSIGN(const auto answered,
                  ask_server(folder_, OperatorRequest("doctor-begin").json(), no_parts));
      is_served_ = answered.has_value();
      if (is_served_) return {};
    }
    NORN_ASSIGN(data_, open_data(options_, clock_));
    doctor_ = std::make_unique<Doctor>(data_.store(), data_.embedded.get(), options_.table_prefix,
                                       version_, clock_);
    commands_ = doctor_->commands();
    return {};
  }

  // Where the data is: the folder, or the endpoint.
  std::string location() const { return is_served_ ? folder_.string() : data_.location; }

  Result<std::string> ask(const std::string& request) {
    if (!is_served_) return carry_out_control(commands_, request, no_parts);
    NORN_ASSIGN(auto text, ask_server(folder_, request, no_parts));
    if (text) return *std::move(text);
    return fail(ErrorCode::kUnavailable, "The server has stopped. Run this again.");
  }

  // Why the server's last daily backup failed; empty if it did not, or there is no server.
  std::string backup_failure() {
    if (!is_served_) return {};
    const auto json = ask(OperatorRequest("backup-schedule-show").json());
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (!json || parser.parse(*json).get(object) != simdjson::SUCCESS) return {};
    return text_in(object, "failure");
  }

  // What the server says of its continuous backups, if there is one.
  std::optional<embedded::ArchiverState> continuous_backups() {
    if (!is_served_) return std::nullopt;
    const auto json = ask(OperatorRequest("backup-continuous-show").json());
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    embedded::ArchiverState state;
    if (!json) {
      state.failure = json.error().message;
    } else if (parser.parse(*json).get(object) == simdjson::SUCCESS) {
      state.failure = text_in(object, "failure");
      if (const auto latest_ms = parse_timestamp_ms(text_in(object, "latest"))) {
        state.times = {.earliest_s = 0, .latest_s = *latest_ms / 1000};
      }
    }
    return state;
  }

 private:
  static Result<void> no_parts(std::string_view /*part*/) { return {}; }

  const DataOptions& options_;
  const Clock& clock_;
  const std::string version_;
  fs::path folder_;
  bool is_served_ = false;
  Data data_;
  std::unique_ptr<Doctor> doctor_;
  OperatorCommands commands_;
};

// Looks at all pages once.
class Examination {
 public:
  Examination(DoctorDesk& desk, const Beginning& beginning, bool repairs, size_t max_listed)
      : desk_(desk), beginning_(beginning), repairs_(repairs), max_listed_(max_listed) {
    if (beginning.layout) results[std::string(kStoreCheck)];
    results[std::string(kAttentionCheck)];
    for (const std::string& check : beginning.checks) results[check];
  }

  Result<void> run(ProgressLine& progress) {
    if (beginning_.layout) {
      progress.begin("the store", 0, 0);
      NORN_TRY(walk("doctor-store", "", progress));
    }
    // The checks of a table read others, too.
    if (!beginning_.missing.empty()) return {};
    for (const CheckedTable& table : beginning_.tables) {
      if (!table.is_checked) continue;
      progress.begin(table.name, table.items, 0);
      NORN_TRY(walk("doctor-table", table.name, progress));
    }
    return {};
  }

  size_t repairable() const {
    size_t count = 0;
    for (const auto& [name, result] : results) count += result.repairable;
    return count;
  }

  std::map<std::string, CheckResult> results;
  std::optional<NewestWrite> newest;
  bool has_uncounted = false;

 private:
  Result<void> walk(std::string_view command, const std::string& table, ProgressLine& progress) {
    std::string after;
    do {
      OperatorRequest request(command);
      if (!table.empty()) request.text("table", table);
      request.text("after", after).boolean("repair", repairs_);
      NORN_ASSIGN(const std::string json, desk_.ask(request.json()));
      NORN_ASSIGN(after, take_page(json, progress));
    } while (!after.empty());
    return {};
  }

  // Returns where the next page begins.
  Result<std::string> take_page(const std::string& json, ProgressLine& progress) {
    simdjson::dom::parser parser;
    simdjson::dom::object page;
    simdjson::dom::array findings;
    uint64_t looked_at = 0;
    if (parser.parse(json).get(page) != simdjson::SUCCESS ||
        page["findings"].get(findings) != simdjson::SUCCESS ||
        page["lookedAt"].get(looked_at) != simdjson::SUCCESS) {
      return not_a_report();
    }
    for (const simdjson::dom::element element : findings) {
      simdjson::dom::object finding;
      if (element.get(finding) != simdjson::SUCCESS) return not_a_report();
      take_finding(finding);
    }
    bool is_uncounted = false;
    if (page["hasUncounted"].get(is_uncounted) == simdjson::SUCCESS) has_uncounted |= is_uncounted;
    simdjson::dom::object written;
    int64_t ms = 0;
    if (page["newest"].get(written) == simdjson::SUCCESS &&
        written["ms"].get(ms) == simdjson::SUCCESS && (!newest || ms > newest->ms)) {
      newest = {ms, fmt::format("the item {} {} of {}", text_in(written, "pk"),
                                text_in(written, "sk"), text_in(written, "table"))};
    }
    progress.add(looked_at);
    return text_in(page, "next");
  }

  void take_finding(simdjson::dom::object json) {
    bool is_repaired = false;
    if (json["repaired"].get(is_repaired) != simdjson::SUCCESS) is_repaired = false;
    ListedFinding finding{.table = text_in(json, "table"),
                          .pk = text_in(json, "pk"),
                          .sk = text_in(json, "sk"),
                          .what = text_in(json, "what"),
                          .advice = text_in(json, "advice"),
                          .repair = text_in(json, "repair"),
                          .is_repaired = is_repaired};
    CheckResult& result = results[text_in(json, "check")];
    ++result.found;
    const CheckState state = text_in(json, "state") == name_of(CheckState::kWarning)
                                 ? CheckState::kWarning
                                 : CheckState::kFailed;
    if (is_repaired) {
      ++result.repaired;
    } else {
      result.worst = std::max(result.worst, state);
      if (!finding.repair.empty()) ++result.repairable;
    }
    if (result.listed.size() < max_listed_) result.listed.push_back(std::move(finding));
  }

  DoctorDesk& desk_;
  const Beginning& beginning_;
  const bool repairs_;
  const size_t max_listed_;
};

// A line of the report, with what was found.
struct ReportLine {
  CheckLine line;
  CheckResult result = {};
};

std::string counted(size_t count, std::string_view one, std::string_view more) {
  return fmt::format("{} {}", count, count == 1 ? one : more);
}

ReportLine line_of_check(const std::string& name, const CheckResult& result, bool repairs) {
  ReportLine line{.line = {name, result.worst, "nothing is wrong"}, .result = result};
  if (result.found == 0) return line;
  line.line.text = counted(result.found, "finding", "findings");
  if (result.repaired > 0) line.line.text += fmt::format(", {} repaired", result.repaired);
  if (result.repairable > 0) {
    line.line.text += repairs
                          ? fmt::format(
                                ", {} not repaired because something was written at "
                                "that moment: run it again",
                                result.repairable)
                          : fmt::format(", {} can be repaired with --repair", result.repairable);
  }
  return line;
}

ReportLine version_line(const Beginning& beginning, const std::string& version) {
  CheckLine line{"versions", CheckState::kOk, fmt::format("Norn {}", beginning.version)};
  if (beginning.layout) line.text += fmt::format(", layout {} of the store", *beginning.layout);
  if (beginning.version != version) {
    line.state = CheckState::kWarning;
    line.text += fmt::format(". This program is {}: restart the server.", version);
  }
  return {.line = std::move(line)};
}

ReportLine tables_line(const Beginning& beginning) {
  const std::string name = "tables";
  if (beginning.missing.empty()) {
    return {
        .line = {name, CheckState::kOk, fmt::format("all {} are there", beginning.tables.size())}};
  }
  const std::string missing = fmt::format("{}", fmt::join(beginning.missing, ", "));
  if (beginning.tables.empty()) {
    return {.line = {name, CheckState::kWarning,
                     "None of Norn's tables is there. norn serve and norn deploy create them; "
                     "--table-prefix says how their names begin."}};
  }
  return {.line = {name, CheckState::kFailed,
                   fmt::format("Missing: {}. Restore them from a backup, or create them empty with "
                               "norn deploy or a restart of the server.",
                               missing)}};
}

void print_finding(std::ostream& out, const ListedFinding& finding) {
  std::string key = finding.table;
  for (const std::string& part : {finding.pk, finding.sk}) {
    if (!part.empty()) key += "  " + part;
  }
  out << fmt::format("    {}\n      {}\n", printable(key), printable(finding.what));
  if (!finding.repair.empty()) {
    out << fmt::format("      {} {}.\n", finding.is_repaired ? "Repaired:" : "--repair",
                       printable(finding.repair));
  } else if (!finding.advice.empty()) {
    out << fmt::format("      {}\n", printable(finding.advice));
  }
}

void print_report(std::ostream& out, const std::vector<ReportLine>& report) {
  size_t width = 0;
  for (const ReportLine& line : report) width = std::max(width, line.line.name.size());
  for (const ReportLine& line : report) {
    out << fmt::format("{:<8}  {:<{}}  {}\n", name_of(line.line.state), line.line.name, width,
                       printable(line.line.text));
    for (const ListedFinding& finding : line.result.listed) print_finding(out, finding);
    const size_t more = line.result.found - line.result.listed.size();
    if (more > 0) out << fmt::format("    and {} more: --all lists them\n", more);
  }
}

std::string report_json(const std::vector<ReportLine>& report, bool is_well) {
  std::string json;
  ObjectWriter object(json);
  object.boolean("ok", is_well);
  ListWriter checks(object.key("checks"));
  for (const ReportLine& line : report) {
    ObjectWriter check(checks.next());
    check.text("name", line.line.name);
    check.text("state", name_of(line.line.state));
    check.text("text", line.line.text);
    check.integer("found", static_cast<int64_t>(line.result.found));
    check.integer("repaired", static_cast<int64_t>(line.result.repaired));
    ListWriter findings(check.key("findings"));
    for (const ListedFinding& finding : line.result.listed) {
      ObjectWriter one(findings.next());
      one.text("table", finding.table);
      one.text("pk", finding.pk);
      one.text("sk", finding.sk);
      one.text("what", finding.what);
      one.text("advice", finding.advice);
      one.text("repair", finding.repair);
      one.boolean("repaired", finding.is_repaired);
      one.close();
    }
    findings.close();
    check.close();
  }
  checks.close();
  object.close();
  return json;
}

bool agrees_to_repair(Console& console, size_t count) {
  console.err << fmt::format("Repair {}? [y/N] ", counted(count, "finding", "findings"))
              << std::flush;
  std::string answer;
  std::getline(console.in, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace

DoctorCommand::DoctorCommand(std::string version)
    : Command({.name = "doctor",
               .group = CommandGroup::kCare,
               .summary = "check the data, the folder and the machine, and repair",
               .help = kDoctorHelp}),
      version_(std::move(version)) {}

void DoctorCommand::declare(CLI::App& app) {
  data_.add_to(app);
  json_.add_to(app);
  app.add_flag("--repair", repair_);
  app.add_flag("--force", force_);
  app.add_flag("--all", all_);
}

Result<void> DoctorCommand::check(const dynamodb::Environment& environment) {
  if (force_ && !repair_) return fail(ErrorCode::kInvalid, "--force is for --repair");
  return data_.check(environment);
}

Result<int> DoctorCommand::run(Console& console) {
  const DataOptions& options = data_.options();
  const int64_t now_ms = console.clock.now_ms();
  if (repair_ && !force_ && !console.in_is_terminal) {
    return fail(ErrorCode::kConflict,
                "--repair asks before it repairs, and there is no terminal: add --force.");
  }
  std::vector<ReportLine> report;
  const auto finish = [&](int exit_of_failure) {
    const auto is_failed = [](const ReportLine& line) {
      return line.line.state == CheckState::kFailed;
    };
    const bool is_well = std::ranges::none_of(report, is_failed);
    if (json_.on) {
      console.out << report_json(report, is_well) << "\n";
    } else {
      print_report(console.out, report);
    }
    return is_well ? kExitOk : exit_of_failure;
  };
  fs::path folder;
  if (!options.remote_store) {
    NORN_ASSIGN(folder, existing_data_folder(options));
    report.push_back({.line = check_data_folder(folder)});
    report.push_back({.line = check_space(folder)});
  }
  report.push_back({.line = check_time_zones(now_ms)});
  DoctorDesk desk(options, console.clock, version_);
  if (const auto opened = desk.open(); !opened) {
    report.push_back({.line = check_clock(now_ms, std::nullopt)});
    report.push_back(
        {.line = {std::string(kStoreCheck), CheckState::kFailed, opened.error().message}});
    return finish(exit_code_of(opened.error()));
  }
  announce_store(console, desk.location());
  NORN_ASSIGN(const std::string begun, desk.ask(OperatorRequest("doctor-begin").json()));
  NORN_ASSIGN(const Beginning beginning, read_beginning(begun));
  const size_t max_listed = all_ ? kMaxListedFindings : kListedFindings;
  std::unique_ptr<Examination> examination;
  bool repairs = repair_ && force_;
  const auto examine = [&]() -> Result<void> {
    ProgressLine progress(console.err_is_terminal ? &console.err : nullptr, true);
    examination = std::make_unique<Examination>(desk, beginning, repairs, max_listed);
    return examination->run(progress);
  };
  NORN_TRY(examine());
  if (repair_ && !repairs && examination->repairable() > 0 &&
      agrees_to_repair(console, examination->repairable())) {
    repairs = true;
    NORN_TRY(examine());
  }
  report.push_back({.line = check_clock(now_ms, examination->newest)});
  report.push_back(version_line(beginning, version_));
  if (!options.remote_store) {
    report.push_back({.line = check_backups(folder, now_ms, desk.backup_failure())});
    report.push_back({.line = check_continuous_backups(folder, now_ms, desk.continuous_backups())});
  }
  report.push_back(tables_line(beginning));
  if (!beginning.layout) {
    report.push_back({.line = {std::string(kStoreCheck), CheckState::kLeftOut,
                               "the indexes of another store can only be checked by itself"}});
  }
  for (const auto& [name, result] : examination->results) {
    const bool is_left_out = name != kStoreCheck && !beginning.missing.empty();
    report.push_back(is_left_out
                         ? ReportLine{.line = {name, CheckState::kLeftOut, "tables are missing"}}
                         : line_of_check(name, result, repairs));
  }
  return finish(kExitFailed);
}

}  // namespace norn::cli
