#include "cli/commands/user_command.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/faults.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "cli/exit_code.h"
#include "cli/open_data.h"

namespace norn::cli {
namespace {

constexpr std::string_view kUserHelp =
    R"(Lists people, and sets passwords, for the operator: it needs nothing but access to the data.

Examples
  norn user list                                        since when, address, name
  norn user passwd ben@example.org                      asks for the new password, twice
  norn user passwd ben@example.org --data /srv/norn --remove-second-factor <password.txt

A new password ends all sessions of the person, who is told at the next sign-in that the operator
has set it. Without a terminal it is read as one line of the input.

Options of passwd
  --end-access             end all API tokens and calendar links of the person as well
  --remove-second-factor   turn off the second factor, for somebody who has lost it
  --help                   this text

Where the data is, as for `norn serve`. A server that is using the folder does it itself: it listens
for commands of its own user and of root at norn.sock in that folder. If neither --store nor --data
is given and AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_DYNAMODB or DYNAMODB_ENDPOINT names an endpoint, the
data is there.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

constexpr std::string_view kPasswd = "user-passwd";
constexpr std::string_view kList = "user-list";

Result<std::string> set_password(accounts::Accounts& accounts, rest::JsonInput& request) {
  NORN_ASSIGN(const std::string email, request.text("email"));
  NORN_ASSIGN(const std::string password, request.secret("password", accounts::kMaxPasswordBytes));
  NORN_ASSIGN(const bool ends_access, request.boolean("endAccess"));
  NORN_ASSIGN(const bool removes_second_factor, request.boolean("removeSecondFactor"));
  NORN_TRY(request.finish());
  using Ending = accounts::Users::Ending;
  const auto user = accounts.set_password(
      email, password, ends_access ? Ending::kAllAccess : Ending::kSessions, removes_second_factor);
  if (!user && user.error().code == ErrorCode::kNotFound) {
    return fail(ErrorCode::kNotFound,
                fmt::format("There is no account with the address {}.", email));
  }
  if (!user) return std::unexpected(user.error());
  return fmt::format("The password of {} is set, and all sessions have ended.{}{}\n", user->email,
                     ends_access ? " So have all API tokens and calendar links." : "",
                     removes_second_factor ? " The second factor is off." : "");
}

Result<std::string> list_users(accounts::Accounts& accounts, rest::JsonInput& request) {
  NORN_TRY(request.finish());
  NORN_ASSIGN(const std::vector<accounts::Person> people, accounts.users().list());
  std::string text;
  for (const accounts::Person& person : people) {
    text += fmt::format("{}  {}  {}{}\n", timestamp_s(person.user.created_ms).substr(0, 10),
                        person.user.email, person.user.name,
                        person.administrator ? "  (administrator)" : "");
  }
  return text;
}

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

Result<std::string> read_password(std::istream& in, bool on_terminal, std::ostream& out) {
  if (!on_terminal) return read_password_line(in);
  const Unseen unseen;
  out << "New password: " << std::flush;
  NORN_ASSIGN(std::string password, read_password_line(in));
  out << "\nThe same again: " << std::flush;
  NORN_ASSIGN(const std::string again, read_password_line(in));
  out << "\n";
  if (password != again) {
    return fail(ErrorCode::kValidation, "These are two different passwords. Nothing was changed.");
  }
  return password;
}

Result<std::string> request_of(const UserOptions& options, std::istream& in, bool on_terminal,
                               std::ostream& out) {
  std::string request;
  ObjectWriter object(request);
  if (options.action == UserOptions::Action::kList) {
    object.text("command", kList);
  } else {
    NORN_ASSIGN(const std::string password, read_password(in, on_terminal, out));
    object.text("command", kPasswd);
    object.text("email", options.email);
    object.text("password", password);
    object.boolean("endAccess", options.end_access);
    object.boolean("removeSecondFactor", options.remove_second_factor);
  }
  object.close();
  return request;
}

// The answers of these commands are short.
Result<void> no_parts(std::string_view /*part*/) {
  return {};
}

// Without a server.
Result<std::string> carry_out_here(const UserOptions& options, const Clock& clock,
                                   const std::string& request) {
  NORN_ASSIGN(const Data data, open_data(options.data, clock));
  LoneAccounts lone(data.store(), options.data.table_prefix, clock);
  return carry_out_control(user_commands(lone.accounts()), request, no_parts);
}

}  // namespace

OperatorCommands user_commands(accounts::Accounts& accounts) {
  return {
      {std::string(kPasswd),
       [&accounts](rest::JsonInput& request, const SendPart&) {
         return set_password(accounts, request);
       }},
      {std::string(kList), [&accounts](rest::JsonInput& request,
                                       const SendPart&) { return list_users(accounts, request); }},
  };
}

UserCommand::UserCommand()
    : Command({.name = "user",
               .group = CommandGroup::kPeople,
               .summary = "list people, or set the password of one who forgot it",
               .help = kUserHelp}) {}

void UserCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  auto* const passwd = app.add_subcommand("passwd");
  passwd->callback([this] { options_.action = UserOptions::Action::kPasswd; });
  data_.add_to(*passwd);
  passwd->add_option("email", options_.email)->required();
  passwd->add_flag("--end-access", options_.end_access);
  passwd->add_flag("--remove-second-factor", options_.remove_second_factor);
  auto* const list = app.add_subcommand("list");
  list->callback([this] { options_.action = UserOptions::Action::kList; });
  data_.add_to(*list);
}

Result<void> UserCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  options_.data = data_.options();
  return {};
}

Result<int> UserCommand::run(Console& console) {
  std::filesystem::path folder;
  if (!options_.data.remote_store) {
    NORN_ASSIGN(folder, existing_data_folder(options_.data));
  }
  NORN_ASSIGN(const std::string request,
              request_of(options_, console.in, console.in_is_terminal, console.out));
  std::optional<std::string> text;
  if (!options_.data.remote_store) {
    NORN_ASSIGN(text, ask_server(folder, request, no_parts));
  }
  if (!text) {
    NORN_ASSIGN(text, carry_out_here(options_, console.clock, request));
  }
  console.out << *text;
  return kExitOk;
}

}  // namespace norn::cli
