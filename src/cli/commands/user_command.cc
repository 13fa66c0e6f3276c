#include "cli/commands/user_command.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>
#include <string>

#include "cli/application.h"
#include "cli/exit_code.h"
#include "cli/operator_desk.h"
#include "cli/person_adoption.h"
#include "cli/user_desk.h"

namespace norn::cli {
namespace {

constexpr std::string_view kUserHelp =
    R"(Lists, adds, invites and disables people, and sets passwords, for the operator: it needs
nothing but access to the data.

Examples
  norn user list                                        since when, address, name
  norn user add ben@example.org --name Ben              asks for the password, twice
  norn user add ada@example.org --name Ada --administrator --data /srv/norn <password.txt
  norn user invite ben@example.org --days 7             prints a link, once
  norn user passwd ben@example.org                      asks for the new password, twice
  norn user passwd ben@example.org --data /srv/norn --remove-second-factor <password.txt
  norn user disable ben@example.org                     nothing is a way in until it is enabled
  norn user enable ben@example.org
  norn user adopt ben@example.org                       says what would move, and asks

Without a terminal a password is read as one line of the input. A new password ends all sessions of
the person, who is told at the next sign-in that the operator has set it.

Who is added can sign in at once, whoever may sign up, and has what was shared with the address. The
first account has to be an administrator's. An invitation is a link with which one person makes an
account; with an address, only that one.

Who is disabled cannot sign in in any way. All sessions end, and API tokens, calendar links and
links for a new password are refused; tokens and calendar links work again when the account is
enabled. What the person owns or shares stays. The last administrator cannot be disabled.

adopt moves what another program has stored for a person under another id, in Norn's tables, to the
account with the same address: memberships of calendars, places and projects with their roles, what
was entered, booked or assigned, and the events and tasks of the planner. Family trees are handed
over, and those that others share with the person are shared with the account instead.
Where the account has the same already, both stay as they are and are named, and so do the items of
the person themselves and what cannot be read. It can be interrupted and begun again.

Options
  --name TEXT              of add: what the person is called
  --administrator          of add: they decide who may sign up, and help others
  --days N                 of invite: how long the link works, 1 to 90 days [14]
  --public-url URL         of invite: the address of the server, for the link; the default is what
                           the server was told
  --end-access             of passwd: end all API tokens and calendar links of the person as well
  --remove-second-factor   of passwd: turn off the second factor, for somebody who has lost it
  --from USER_ID           of adopt: the id; the default is all with the address
  --force                  of adopt: do not ask; needed without a terminal
  --json                   print JSON
  --help                   this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

using UserAction = UserOptions::Action;

// Hides what is typed while it lives.
class Unseen {
 public:
  Unseen() : is_terminal_(::tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (!is_terminal_) return;
    termios quiet = before_;
    quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
  }
  ~Unseen() {
    if (is_terminal_) ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;

 private:
  termios before_{};
  const bool is_terminal_;
};

Result<std::string> read_password_line(std::istream& in) {
  std::string line;
  if (!std::getline(in, line)) {
    return fail(ErrorCode::kValidation, "There is no password: give it as one line of the input.");
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

Result<std::string> read_password(std::istream& in, bool on_terminal, std::ostream& asks) {
  if (!on_terminal) return read_password_line(in);
  const Unseen unseen;
  asks << "New password: " << std::flush;
  NORN_ASSIGN(std::string password, read_password_line(in));
  asks << "\nThe same again: " << std::flush;
  NORN_ASSIGN(const std::string again, read_password_line(in));
  asks << "\n";
  if (password != again) {
    return fail(ErrorCode::kValidation, "These are two different passwords. Nothing was changed.");
  }
  return password;
}

Result<std::string> request_of(const UserOptions& options, Console& console) {
  const auto password = [&] {
    return read_password(console.in, console.in_is_terminal, console.err);
  };
  switch (options.action) {
    case UserAction::kList:
      return OperatorRequest("user-list").boolean("json", options.json).json();
    case UserAction::kAdd: {
      NORN_ASSIGN(const std::string typed, password());
      return OperatorRequest("user-add")
          .text("email", options.email)
          .text("name", options.name)
          .text("password", typed)
          .boolean("administrator", options.administrator)
          .boolean("json", options.json)
          .json();
    }
    case UserAction::kInvite: {
      NORN_ASSIGN(const std::string origin, origin_of(options.public_url));
      OperatorRequest request("user-invite");
      if (!options.email.empty()) request.text("email", options.email);
      return request.integer("days", options.days)
          .text("origin", origin)
          .boolean("json", options.json)
          .json();
    }
    case UserAction::kDisable:
    case UserAction::kEnable:
      return OperatorRequest(options.action == UserAction::kDisable ? "user-disable"
                                                                    : "user-enable")
          .text("email", options.email)
          .boolean("json", options.json)
          .json();
    case UserAction::kPasswd:
    case UserAction::kAdopt:  // Several requests: person_adoption.h.
      break;
  }
  NORN_ASSIGN(const std::string typed, password());
  return OperatorRequest("user-passwd")
      .text("email", options.email)
      .text("password", typed)
      .boolean("endAccess", options.end_access)
      .boolean("removeSecondFactor", options.remove_second_factor)
      .boolean("json", options.json)
      .json();
}

}  // namespace

UserCommand::UserCommand()
    : Command({.name = "user",
               .group = CommandGroup::kPeople,
               .summary = "list, add, invite and disable people, or set a password",
               .help = kUserHelp}) {}

CLI::App& UserCommand::declare_action(CLI::App& app, const std::string& name, UserAction action) {
  CLI::App* const declared = app.add_subcommand(name);
  declared->callback([this, action] { options_.action = action; });
  data_.add_to(*declared);
  json_.add_to(*declared);
  if (action != UserAction::kList) {
    declared->add_option("email", options_.email)->required(action != UserAction::kInvite);
  }
  return *declared;
}

void UserCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  declare_action(app, "list", UserAction::kList);
  CLI::App& add = declare_action(app, "add", UserAction::kAdd);
  add.add_option("--name", options_.name)->required();
  add.add_flag("--administrator", options_.administrator);
  CLI::App& invite = declare_action(app, "invite", UserAction::kInvite);
  invite.add_option("--days", options_.days)->check(CLI::Range(1, 90));
  invite.add_option("--public-url", options_.public_url);
  CLI::App& passwd = declare_action(app, "passwd", UserAction::kPasswd);
  passwd.add_flag("--end-access", options_.end_access);
  passwd.add_flag("--remove-second-factor", options_.remove_second_factor);
  declare_action(app, "disable", UserAction::kDisable);
  declare_action(app, "enable", UserAction::kEnable);
  CLI::App& adopt = declare_action(app, "adopt", UserAction::kAdopt);
  adopt.add_option("--from", options_.from);
  adopt.add_flag("--force", options_.force);
}

Result<void> UserCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  options_.data = data_.options();
  options_.json = json_.on;
  return {};
}

Result<int> UserCommand::run(Console& console) {
  if (options_.action == UserAction::kAdopt) {
    OperatorDesk desk(options_.data, console.clock);
    NORN_TRY(desk.open(OperatorDesk::Folder::kExists));
    return adopt_people(desk, console,
                        {.email = options_.email,
                         .from = options_.from,
                         .is_forced = options_.force,
                         .is_json = options_.json});
  }
  NORN_ASSIGN(const std::string text,
              ask_accounts(options_.data, console,
                           options_.action == UserAction::kAdd ? AccountsWith::kApps
                                                               : AccountsWith::kNothing,
                           [&] { return request_of(options_, console); }));
  console.out << text;
  return kExitOk;
}

}  // namespace norn::cli
