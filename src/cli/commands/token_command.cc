#include "cli/commands/token_command.h"

#include <CLI/CLI.hpp>
#include <ostream>
#include <string_view>

#include "cli/exit_code.h"
#include "cli/operator_desk.h"
#include "cli/user_desk.h"

namespace norn::cli {
namespace {

constexpr std::string_view kTokenHelp =
    R"(Makes, lists and revokes API tokens of people, for programs that use Norn's HTTP API on their
behalf.

Examples
  norn token create ben@example.org --name backup --scope calendars:read --scope planner:read
  norn token create ben@example.org --name phone --scope planner:write --days 90 >token.txt
  norn token list ben@example.org                       id, days, name, scopes
  norn token revoke ben@example.org 0b0e4f2a-5d0c-4a39-9d0e-2f6f8f1c2a11

A new token is printed once: Norn stores a hash of it. It may do what its scopes say and nothing
else, for the person and never as an administrator. The person sees it in their settings, too. What
is wrong with a scope is answered with the list of all.

Options
  --name TEXT              of create: what the token is for
  --scope SCOPE            of create: what it may do; repeat it for more
  --days N                 of create: how long it is valid, 1 to 3650 days; the default is until it
                           is revoked
  --json                   print JSON
  --help                   this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

}  // namespace

TokenCommand::TokenCommand()
    : Command({.name = "token",
               .group = CommandGroup::kPeople,
               .summary = "make, list and revoke API tokens of people",
               .help = kTokenHelp}) {}

CLI::App& TokenCommand::declare_action(CLI::App& app, const std::string& name, Action action) {
  CLI::App* const declared = app.add_subcommand(name);
  declared->callback([this, action] { action_ = action; });
  data_.add_to(*declared);
  json_.add_to(*declared);
  declared->add_option("email", email_)->required();
  return *declared;
}

void TokenCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  CLI::App& create = declare_action(app, "create", Action::kCreate);
  create.add_option("--name", name_)->required();
  create.add_option("--scope", scopes_)->required()->allow_extra_args(false);
  create.add_option("--days", days_)->check(CLI::Range(1, 3650));
  declare_action(app, "list", Action::kList);
  CLI::App& revoke = declare_action(app, "revoke", Action::kRevoke);
  revoke.add_option("id", id_)->required();
}

Result<void> TokenCommand::check(const dynamodb::Environment& environment) {
  return data_.check(environment);
}

std::string TokenCommand::request() const {
  switch (action_) {
    case Action::kCreate: {
      OperatorRequest create("token-create");
      create.text("email", email_).text("name", name_).texts("scopes", scopes_);
      if (days_ > 0) create.integer("days", days_);
      return create.boolean("json", json_.on).json();
    }
    case Action::kList:
      return OperatorRequest("token-list").text("email", email_).boolean("json", json_.on).json();
    case Action::kRevoke:
      break;
  }
  return OperatorRequest("token-revoke")
      .text("email", email_)
      .text("id", id_)
      .boolean("json", json_.on)
      .json();
}

Result<int> TokenCommand::run(Console& console) {
  NORN_ASSIGN(const std::string text, ask_accounts(data_.options(), console, AccountsWith::kNothing,
                                                   [this] { return request(); }));
  console.out << text;
  return kExitOk;
}

}  // namespace norn::cli
