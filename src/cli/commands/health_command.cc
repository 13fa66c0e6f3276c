#include "cli/commands/health_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ostream>

#include "cli/exit_code.h"
#include "cli/health_probe.h"
#include "http/client.h"

namespace norn::cli {
namespace {

constexpr int64_t kMaxTimeoutS = 600;

constexpr std::string_view kHealthHelp =
    R"(Asks a running server how it is, and prints its report.

Examples
  norn health                                 the server at http://127.0.0.1:8080
  norn health https://home.example.org        by the address that people use
  norn health http://127.0.0.1:8000           the DynamoDB API

It exits with 0 if the server does all of its work, and with 5 if it reports trouble (its disk is
full, for instance) or does not answer. Of an address without a path, /readyz is asked for. Where
the address is a number and not a name, certificates are not verified: they are made for names.

Options
  --timeout SECONDS   how long to wait for the answer (default: 10)
  --json              changes nothing, because the report is JSON; for scripts that always say it
  --help              this text
)";

bool has_path(const std::string& url) {
  return url.find('/', url.find("://") + 3) != std::string::npos;
}

}  // namespace

HealthCommand::HealthCommand()
    : Command({.name = "health",
               .group = CommandGroup::kServer,
               .summary = "ask a running server how it is",
               .help = kHealthHelp}) {}

void HealthCommand::declare(CLI::App& app) {
  app.add_option("url", url_);
  json_.add_to(app);
  app.add_option("--timeout", timeout_s_)->check(CLI::Range(int64_t{1}, kMaxTimeoutS));
}

Result<void> HealthCommand::check(const dynamodb::Environment& /*environment*/) {
  if (!http::url_host(url_).empty()) return {};
  return fail(ErrorCode::kInvalid, fmt::format("'{}' is not an address. Write it like "
                                               "http://127.0.0.1:8080.",
                                               url_));
}

Result<int> HealthCommand::run(Console& console) {
  const auto report = probe_health(has_path(url_) ? url_ : url_ + "/readyz", timeout_s_ * 1000);
  if (!report) return fail(ErrorCode::kUnavailable, report.error().message);
  console.out << *report << "\n";
  return kExitOk;
}

}  // namespace norn::cli
