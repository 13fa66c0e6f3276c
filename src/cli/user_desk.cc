#include "cli/user_desk.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/account_json.h"
#include "apps/accounts/credentials/sessions.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/admission.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users.h"
#include "apps/all.h"
#include "apps/app.h"
#include "base/faults.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "base/log_context.h"
#include "base/time_text.h"
#include "cli/open_data.h"
#include "cli/operator_desk.h"
#include "cli/printable.h"
#include "cli/text_table.h"
#include "rest/json_input.h"

namespace norn::cli {
namespace {

constexpr int64_t kUserDayMs = int64_t{24} * 60 * 60 * 1000;
constexpr int64_t kMaxInvitationDays = 90;
constexpr int64_t kMaxTokenDays = 3650;
constexpr size_t kMaxTokenScopes = 50;

// As the requests of administrators have it, but for who asked.
void audit(std::string operation, std::string_view kind, const std::string& id) {
  const log::Field fields[] = {{"operation", std::move(operation)}, {"by", "operator"}, {kind, id}};
  log::write_always("audit", fields);
}
void audit(std::string operation, const std::string& user_id) {
  audit(std::move(operation), "account", user_id);
}

Result<accounts::Users::Known> known_with(accounts::Accounts& accounts, const std::string& email) {
  NORN_ASSIGN(const std::string address, accounts::normal_email(email));
  NORN_ASSIGN(std::optional<accounts::Users::Known> known,
              accounts.users().find_known_by_email(address));
  if (known) return std::move(*known);
  return fail(ErrorCode::kNotFound,
              fmt::format("There is no account with the address {}. `norn user list` lists them.",
                          printable(email)));
}

std::string person_json(const accounts::Person& person) {
  std::string json;
  accounts::append_person(json, person);
  return json + "\n";
}

Result<std::string> set_password(accounts::Accounts& accounts, rest::JsonInput& request) {
  NORN_ASSIGN(const std::string email, request.text("email"));
  NORN_ASSIGN(const std::string password, request.secret("password", accounts::kMaxPasswordBytes));
  NORN_ASSIGN(const bool ends_access, request.boolean("endAccess"));
  NORN_ASSIGN(const bool removes_second_factor, request.boolean("removeSecondFactor"));
  NORN_ASSIGN(const auto json, request.optional_boolean("json"));
  NORN_TRY(request.finish());
  using Ending = accounts::Users::Ending;
  const auto user = accounts.set_password(
      email, password, ends_access ? Ending::kAllAccess : Ending::kSessions, removes_second_factor);
  if (!user && user.error().code == ErrorCode::kNotFound) {
    return fail(ErrorCode::kNotFound,
                fmt::format("There is no account with the address {}.", email));
  }
  if (!user) return std::unexpected(user.error());
  audit("setPassword", user->id);
  if (json.value_or(false)) {
    NORN_ASSIGN(const accounts::Users::Known known, known_with(accounts, user->email));
    return person_json({.user = known.user,
                        .administrator = known.account.administrator,
                        .disabled = known.account.disabled});
  }
  return fmt::format("The password of {} is set, and all sessions have ended.{}{}\n", user->email,
                     ends_access ? " So have all API tokens and calendar links." : "",
                     removes_second_factor ? " The second factor is off." : "");
}

Result<std::string> list_users(accounts::Accounts& accounts, rest::JsonInput& request) {
  NORN_ASSIGN(const auto json, request.optional_boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const std::vector<accounts::Person> people, accounts.users().list());
  std::string text;
  if (json.value_or(false)) {
    ObjectWriter object(text);
    ListWriter list(object.key("users"));
    for (const accounts::Person& person : people) accounts::append_person(list.next(), person);
    list.close();
    object.close();
    return text + "\n";
  }
  for (const accounts::Person& person : people) {
    text += fmt::format("{}  {}  {}{}{}\n", timestamp_s(person.user.created_ms).substr(0, 10),
                        person.user.email, person.user.name,
                        person.administrator ? "  (administrator)" : "",
                        person.disabled ? "  (disabled)" : "");
  }
  return text;
}

Result<std::string> set_disabled(accounts::Accounts& accounts, rest::JsonInput& request,
                                 bool disabled) {
  NORN_ASSIGN(const std::string email, request.text("email"));
  NORN_ASSIGN(const bool json, request.boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const accounts::Users::Known known, known_with(accounts, email));
  const auto person = accounts.set_standing(std::nullopt, known.user.id,
                                            {.administrator = {}, .disabled = disabled});
  if (!person && says(person.error(), accounts::kLastAdministrator)) {
    return fail(ErrorCode::kConflict,
                fmt::format("{} is the only administrator who is not disabled. Make somebody else "
                            "an administrator first, in Settings, People.",
                            known.user.email));
  }
  if (!person) return std::unexpected(person.error());
  audit(disabled ? "disableUser" : "enableUser", person->user.id);
  if (json) return person_json(*person);
  if (known.account.disabled == disabled) {
    return fmt::format("The account of {} is {} already.\n", person->user.email,
                       disabled ? "disabled" : "enabled");
  }
  if (!disabled) {
    return fmt::format(
        "The account of {} is enabled: signing in, API tokens and calendar links work again.\n",
        person->user.email);
  }
  return fmt::format("The account of {} is disabled, and all sessions have ended.\n",
                     person->user.email);
}

Result<std::string> invite_person(accounts::Accounts& accounts, rest::JsonInput& request,
                                  const std::string& known_origin) {
  NORN_ASSIGN(const auto email, request.optional_text("email"));
  NORN_ASSIGN(const int64_t days, request.integer("days", 1, kMaxInvitationDays));
  NORN_ASSIGN(const std::string given_origin, request.text("origin", {.min = 0}));
  NORN_ASSIGN(const bool json, request.boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const bool is_empty, accounts.admission().needs_setup());
  if (is_empty) {
    return fail(ErrorCode::kConflict,
                "There is no account yet. Make the first one with `norn user add --administrator`, "
                "or with the link that the server prints at its start.");
  }
  NORN_ASSIGN(const accounts::Admission::Invited invited,
              accounts.admission().invite("", email, days * kUserDayMs));
  const std::string& origin = given_origin.empty() ? known_origin : given_origin;
  audit("invite", "invitation", invited.invitation.id);
  const std::string link = origin + "/join#" + invited.secret;
  if (json) {
    std::string text;
    ObjectWriter object(text);
    accounts::append_invitation(object.key("invitation"), invited.invitation);
    object.text("secret", invited.secret);
    object.text("link", link);
    object.close();
    return text + "\n";
  }
  NORN_ASSIGN(const accounts::Settings settings, accounts.admission().settings());
  return fmt::format(
      "{}\nThis link makes one account{}, until {}. It is not shown again.\n{}{}", link,
      invited.invitation.email ? ", for " + *invited.invitation.email : "",
      timestamp_s(invited.invitation.expires_ms).substr(0, 10),
      origin.empty() ? "Put the address of the server in front of it, or say it with "
                       "--public-url.\n"
                     : "",
      settings.sign_up == accounts::SignUp::kClosed
          ? "Sign-up is closed at the moment, also for those who are invited: an administrator "
            "opens it in Settings, People.\n"
          : "");
}

Result<std::string> add_person(accounts::Accounts& accounts, rest::JsonInput& request) {
  accounts::Accounts::NewPerson person;
  NORN_ASSIGN(person.email, request.text("email"));
  NORN_ASSIGN(person.name, request.text("name"));
  NORN_ASSIGN(person.password, request.secret("password", accounts::kMaxPasswordBytes));
  NORN_ASSIGN(person.administrator, request.boolean("administrator"));
  NORN_ASSIGN(const bool json, request.boolean("json"));
  NORN_TRY(request.finish());
  const auto user = accounts.add_person(person);
  if (!user && says(user.error(), accounts::kNotSetUp)) {
    return fail(ErrorCode::kConflict,
                "There is no account yet, and the first one is an administrator's: add "
                "--administrator.");
  }
  if (!user && says(user.error(), accounts::kAddressTaken)) {
    return fail(ErrorCode::kConflict,
                fmt::format("There is an account with the address {} already. `norn user passwd` "
                            "gives it another password.",
                            printable(person.email)));
  }
  if (!user && says(user.error(), accounts::kAddressOfForeignPerson)) {
    return fail(ErrorCode::kConflict,
                fmt::format("Another program has stored a person with the address {}, and such a "
                            "person never becomes an administrator at once. Add them without "
                            "--administrator; an administrator can make them one then.",
                            printable(person.email)));
  }
  if (!user) return std::unexpected(user.error());
  audit("addUser", user->id);
  if (json) {
    return person_json({.user = *user, .administrator = person.administrator, .disabled = false});
  }
  return fmt::format("{} can sign in with the address {} now.{}\n", user->name, user->email,
                     person.administrator ? " They are an administrator." : "");
}

Result<std::string> create_token(accounts::Accounts& accounts, rest::JsonInput& request,
                                 int64_t now_ms) {
  NORN_ASSIGN(const std::string email, request.text("email"));
  NORN_ASSIGN(const std::string name, request.text("name"));
  NORN_ASSIGN(std::vector<std::string> scopes, request.texts("scopes", kMaxTokenScopes));
  NORN_ASSIGN(const auto days, request.optional_integer("days", 1, kMaxTokenDays));
  NORN_ASSIGN(const bool json, request.boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const accounts::Users::Known known, known_with(accounts, email));
  std::optional<int64_t> expires_ms;
  if (days) expires_ms = now_ms + *days * kUserDayMs;
  const auto made =
      accounts.sessions().make_token(known.user.id, name, std::move(scopes), expires_ms);
  if (!made && says(made.error(), accounts::kAccountDisabled)) {
    return fail(ErrorCode::kConflict,
                fmt::format("The account of {} is disabled. `norn user enable {}` enables it.",
                            known.user.email, known.user.email));
  }
  if (!made) return std::unexpected(made.error());
  audit("makeToken", known.user.id);
  if (!json) return made->text + "\n";
  std::string text;
  ObjectWriter object(text);
  accounts::append_token(object.key("token"), made->token);
  object.text("text", made->text);
  object.close();
  return text + "\n";
}

std::string day_of(const std::optional<int64_t>& ms) {
  return ms ? timestamp_s(*ms).substr(0, 10) : std::string("never");
}

Result<std::string> list_tokens(accounts::Accounts& accounts, rest::JsonInput& request) {
  NORN_ASSIGN(const std::string email, request.text("email"));
  NORN_ASSIGN(const bool json, request.boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const accounts::Users::Known known, known_with(accounts, email));
  NORN_ASSIGN(const std::vector<accounts::Token> tokens, accounts.sessions().tokens(known.user.id));
  if (json) {
    std::string text;
    ObjectWriter object(text);
    ListWriter list(object.key("tokens"));
    for (const accounts::Token& token : tokens) accounts::append_token(list.next(), token);
    list.close();
    object.close();
    return text + "\n";
  }
  if (tokens.empty()) return fmt::format("{} has no API tokens.\n", known.user.email);
  TextTable table({"id", "made", "last used", "ends", "name", "scopes"});
  for (const accounts::Token& token : tokens) {
    table.add({token.id, day_of(token.created_ms), day_of(token.last_used_ms),
               day_of(token.expires_ms), printable(token.name),
               printable(fmt::format("{}", fmt::join(token.scopes, " ")))});
  }
  return table.text();
}

Result<std::string> revoke_token(accounts::Accounts& accounts, rest::JsonInput& request) {
  NORN_ASSIGN(const std::string email, request.text("email"));
  NORN_ASSIGN(const std::string id, request.text("id"));
  NORN_ASSIGN(const auto json, request.optional_boolean("json"));
  NORN_TRY(request.finish());
  NORN_ASSIGN(const accounts::Users::Known known, known_with(accounts, email));
  const auto removed = accounts.sessions().remove_token(known.user.id, id);
  if (!removed && removed.error().code == ErrorCode::kNotFound) {
    return fail(ErrorCode::kNotFound,
                fmt::format("{} has no API token with the id {}. `norn token list {}` lists them.",
                            known.user.email, printable(id), known.user.email));
  }
  if (!removed) return std::unexpected(removed.error());
  audit("removeToken", known.user.id);
  if (json.value_or(false)) {
    std::string text;
    ObjectWriter object(text);
    object.text("email", known.user.email);
    object.text("revoked", id);
    object.close();
    return text + "\n";
  }
  return fmt::format("The token {} of {} is not valid any more.\n", printable(id),
                     known.user.email);
}

// The answers of these commands are short.
Result<void> no_parts_of_answer(std::string_view /*part*/) {
  return {};
}

std::vector<std::string> scopes_of_all_apps() {
  std::vector<std::string> names;
  for (const apps::Scope& scope : apps::scopes_of(apps::all_apps())) names.push_back(scope.name);
  return names;
}

}  // namespace

OperatorCommands user_commands(accounts::Accounts& accounts, const Clock& clock,
                               const std::string& origin) {
  const auto with = [&accounts](auto work) -> apps::OperatorCommand {
    return [&accounts, work](rest::JsonInput& request, const SendPart&) {
      return work(accounts, request);
    };
  };
  OperatorCommands commands;
  commands["user-passwd"] = with(set_password);
  commands["user-list"] = with(list_users);
  commands["token-list"] = with(list_tokens);
  commands["token-revoke"] = with(revoke_token);
  commands["user-disable"] = [&accounts](rest::JsonInput& request, const SendPart&) {
    return set_disabled(accounts, request, true);
  };
  commands["user-enable"] = [&accounts](rest::JsonInput& request, const SendPart&) {
    return set_disabled(accounts, request, false);
  };
  commands["user-invite"] = [&accounts, origin](rest::JsonInput& request, const SendPart&) {
    return invite_person(accounts, request, origin);
  };
  commands["token-create"] = [&accounts, &clock](rest::JsonInput& request, const SendPart&) {
    return create_token(accounts, request, clock.now_ms());
  };
  return commands;
}

OperatorCommands newcomer_commands(accounts::Accounts& accounts) {
  OperatorCommands commands;
  commands["user-add"] = [&accounts](rest::JsonInput& request, const SendPart&) {
    return add_person(accounts, request);
  };
  return commands;
}

Result<std::string> ask_accounts(const DataOptions& options, Console& console, AccountsWith with,
                                 const std::function<Result<std::string>()>& request) {
  const Clock& clock = console.clock;
  if (with == AccountsWith::kApps) {
    OperatorDesk desk(options, clock);
    NORN_TRY(desk.open(OperatorDesk::Folder::kExists));
    announce_store(console, desk.location());
    NORN_ASSIGN(const std::string json, request());
    return desk.ask(json);
  }
  Data data;
  std::string json;
  if (options.remote_store) {
    NORN_ASSIGN(data, open_data(options, clock));
    announce_store(console, data.location);
    NORN_ASSIGN(json, request());
  } else {
    NORN_ASSIGN(const std::filesystem::path folder, existing_data_folder(options));
    announce_store(console, folder.string());
    NORN_ASSIGN(json, request());
    NORN_ASSIGN(std::optional<std::string> text, ask_server(folder, json, no_parts_of_answer));
    if (text) return *std::move(text);
    NORN_ASSIGN(data, open_data(options, clock));
  }
  LoneAccounts lone(data.store(), options.table_prefix, clock);
  return carry_out_control(user_commands(lone.accounts(), clock, ""), json, no_parts_of_answer);
}

LoneAccounts::LoneAccounts(store::Store& store, const std::string& table_prefix, const Clock& clock)
    : tables_{.prefix = table_prefix},
      sweeps_(store, tables_, clock, ids_, {}),
      accounts_(store, tables_, clock, ids_, sweeps_, scopes_of_all_apps()) {}

}  // namespace norn::cli
