#include "apps/accounts/service.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/accounts/users/normal_form.h"
#include "base/faults.h"
#include "base/log.h"
#include "base/network.h"

namespace norn::accounts {

namespace {

constexpr std::string_view kByPassword = "password";

// Attempts are counted before they are made. An account has few from one network and more from all
// networks: an attacker locks out only their own network, and needs many networks to lock out the
// owner. Sessions are not affected.
ThrottleRule attempts_of_account_and_network() {
  return {.kind = "sign-in-account", .tries = 10, .window_s = 900};
}
ThrottleRule attempts_of_account() {
  return {.kind = "sign-in-everywhere", .tries = 100, .window_s = 900};
}
ThrottleRule attempts_of_network() {
  return {.kind = "sign-in-address", .tries = 100, .window_s = 900};
}
// A browser that has signed in to the account before: strangers cannot use up its attempts.
ThrottleRule attempts_of_device() {
  return {.kind = "sign-in-device", .tries = 10, .window_s = 900};
}
// The space is unambiguous: an address has none.
std::string account_and_network(const std::string& email, const std::string& network) {
  return email + " " + network;
}
// A code has six digits, so an attacker with the password could guess it eventually.
ThrottleRule attempts_of_code() {
  return {.kind = "second-factor-code", .tries = 20, .window_s = 86'400};
}
ThrottleRule wrong_confirmations() {
  return {.kind = "confirm-password", .tries = 10, .window_s = 900};
}
// Counts right ones too, because each costs as much as a wrong one.
ThrottleRule all_confirmations() {
  return {.kind = "confirm-password-all", .tries = 30, .window_s = 900};
}
ThrottleRule sign_ups_of_address() {
  return {.kind = "sign-up-address", .tries = 20, .window_s = 3600};
}

ThrottleRule invitations_read_by_network() {
  return {.kind = "invitation-read", .tries = 100, .window_s = 900};
}
ThrottleRule uses_of_links_of_network() {
  return {.kind = "password-link", .tries = 30, .window_s = 900};
}
// Who sets a password without being signed in: `norn user passwd`.
constexpr std::string_view kOperator = "the operator of this server";

std::unexpected<Error> no_such_password_link() {
  return forbidden(kPasswordLinkInvalid);
}

// The same error for address and password, so that it does not reveal who has an account.
std::unexpected<Error> wrong_credentials() {
  return not_signed_in(kWrongAddressOrPassword);
}

// Whether the secret or the invitation was used by a concurrent sign-up.
bool was_used(const Error& error) {
  return says(error, kUsedMeanwhile);
}

}  // namespace

Accounts::Accounts(store::Store& store, const apps::TableNames& tables, const Clock& clock,
                   Ids& ids, apps::Sweeps& sweeps, std::vector<std::string> token_scopes,
                   PasswordHash password_hash)
    : users_(store, tables, clock, ids),
      newcomers_(users_, sweeps),
      takeovers_(users_, sweeps),
      sessions_(store, tables, clock, ids, std::move(token_scopes)),
      admission_(store, tables, clock, ids),
      second_factor_(store, tables, clock, ids),
      password_links_(store, tables, clock, ids),
      throttle_(store, tables, clock),
      passwords_(password_hash),
      sweeps_(sweeps),
      bin_(store, tables, clock, sweeps) {
  sweeps_.add(std::string(kAccountSweep),
              [this](const std::string& user_id) { return forget(user_id); });
}

Result<SignedIn> Accounts::begin_session(const User& user, const Account& account,
                                         std::string method, const Visitor& visitor) {
  if (account.disabled) return forbidden(kAccountDisabled);
  NORN_ASSIGN(Sessions::Started started, sessions_.start(account, std::move(method), visitor));
  return SignedIn{.user = user,
                  .account = account,
                  .credential = std::move(started.credential),
                  .session = std::move(started.session),
                  .device = visitor.device};
}

// An invitation to the address of a foreign person is for that person.
Result<User> Accounts::create_or_adopt(const NewUser& user) {
  if (user.email_verified && !user.administrator) {
    NORN_ASSIGN(const auto people, users_.foreign_people().with_email(user.email));
    if (!people.empty()) return users_.adopt_person(people.front(), user);
  }
  return users_.create(user);
}

Result<SignedIn> Accounts::join(const SignUpRequest& request, NewUser user,
                                const Visitor& visitor) {
  user.name = request.name;
  NORN_TRY(check_new_password(request.password, user.email));
  NORN_ASSIGN(user.password_hash, passwords_.hash(request.password));
  NORN_ASSIGN(const User created, create_or_adopt(user));
  const Account account = {.user_id = created.id,
                           .administrator = user.administrator,
                           .email_verified = user.email_verified,
                           .first_steps = user.first_steps};
  return begin_session(created, account, std::string(kByPassword), visitor);
}

Result<SignedIn> Accounts::set_up(std::string_view secret, const SignUpRequest& request,
                                  const Visitor& visitor) {
  NORN_TRY(throttle_.take(sign_ups_of_address(), network_of(visitor.address)));
  NewUser user;
  NORN_ASSIGN(user.email, normal_email(request.email));
  NORN_ASSIGN(Action use, admission_.use_setup_secret(secret));
  user.with = {std::move(use)};
  user.administrator = true;
  user.first_steps = true;
  // The operator of the server need not prove the address.
  user.email_verified = true;
  Result<SignedIn> joined = join(request, std::move(user), visitor);
  if (!joined && was_used(joined.error())) {
    return forbidden(kSetUpByAnother);
  }
  if (!joined && joined.error().code == ErrorCode::kConflict) {
    return conflict("email", kSetupAddressOfForeignPerson);
  }
  return joined;
}

Result<SignedIn> Accounts::sign_up(const SignUpRequest& request, const Visitor& visitor) {
  NORN_TRY(throttle_.take(sign_ups_of_address(), network_of(visitor.address)));
  NewUser user;
  NORN_ASSIGN(user.email, normal_email(request.email));
  NORN_ASSIGN(Admission::Admitted admitted, admission_.admit(user.email, request.invitation));
  user.with = std::move(admitted.with);
  user.email_verified = admitted.email_verified;
  Result<SignedIn> joined = join(request, std::move(user), visitor);
  if (!joined && request.invitation && was_used(joined.error())) {
    return forbidden(kInvitationJustUsed);
  }
  return joined;
}

Result<Accounts::InvitationPreview> Accounts::preview_invitation(std::string_view secret,
                                                                 const Visitor& visitor) {
  NORN_TRY(throttle_.take(invitations_read_by_network(), network_of(visitor.address)));
  NORN_ASSIGN(const Invitation invitation, admission_.find_invitation(secret));
  InvitationPreview preview;
  NORN_ASSIGN(const std::optional<User> inviter, users_.find(invitation.invited_by));
  if (inviter) preview.invited_by = inviter->name;
  // Without an address, the person who has the secret may be anybody.
  if (!invitation.email) return preview;
  for (UserHook* hook : users_.hooks()) {
    NORN_ASSIGN(auto things, hook->awaiting(*invitation.email));
    std::ranges::move(things, std::back_inserter(preview.things));
  }
  return preview;
}

Result<SignedIn> Accounts::sign_in(const SignInRequest& request, const Visitor& visitor) {
  NORN_ASSIGN(const std::string email, normal_email(request.email));
  NORN_ASSIGN(std::optional<Users::Known> known, users_.find_known_by_email(email));
  NORN_ASSIGN(const Attempt attempt, count_attempt(email, known, visitor));
  // Asked in any case, so that the time does not reveal who has an account.
  NORN_ASSIGN(const auto people, users_.foreign_people().with_email(email));
  NORN_ASSIGN(const auto proved, prove(request.password, known, people));
  if (!proved) return wrong_credentials();
  if (proved->person != nullptr) {
    NORN_ASSIGN(known, adopt_by_password(*proved->person));
  }
  if (!known) return wrong_credentials();
  // Said to those who have the password, and to nobody else.
  if (known->account.disabled) return forbidden(kAccountDisabled);
  if (known->account.second_factor) NORN_TRY(ask_for_code(known->user.id, request.code));
  if (proved->is_outdated) renew_hash(known->user.id, proved->hash, request.password);
  for (const auto& [rule, subject] : attempt.counters) NORN_TRY(throttle_.reset(rule, subject));
  return begin_session(known->user, known->account, std::string(kByPassword), visitor);
}

Result<Accounts::Attempt> Accounts::count_attempt(const std::string& email,
                                                  const std::optional<Users::Known>& known,
                                                  const Visitor& visitor) {
  const std::string user_id = known ? known->user.id : std::string();
  const int64_t epoch = known ? known->account.session_epoch : 0;
  NORN_ASSIGN(const bool is_known_device, sessions_.knows_device(user_id, epoch, visitor.device));
  if (is_known_device) {
    const std::string subject = user_id + " " + visitor.device;
    NORN_TRY(throttle_.take(attempts_of_device(), subject));
    return Attempt{.counters = {{attempts_of_device(), subject}}};
  }
  const std::string network = network_of(visitor.address);
  const std::string pair = account_and_network(email, network);
  // The narrow limits come first: a refusal by them does not count against the account.
  NORN_TRY(throttle_.take(attempts_of_network(), network));
  NORN_TRY(throttle_.take(attempts_of_account_and_network(), pair));
  NORN_TRY(throttle_.take(attempts_of_account(), email));
  return Attempt{
      .counters = {{attempts_of_account_and_network(), pair}, {attempts_of_account(), email}}};
}

Result<std::optional<Accounts::Proved>> Accounts::prove(const std::string& password,
                                                        const std::optional<Users::Known>& known,
                                                        const std::vector<ForeignPerson>& people) {
  std::vector<Proved> candidates;
  if (known) {
    candidates.push_back({.hash = known->password_hash});
  } else {
    for (const ForeignPerson& person : people) {
      candidates.push_back({.hash = person.password_hash, .person = &person});
    }
  }
  // An unknown address takes as long.
  if (candidates.empty()) candidates.emplace_back();
  for (Proved& candidate : candidates) {
    NORN_ASSIGN(const Passwords::Verdict verdict, passwords_.verify(password, candidate.hash));
    candidate.is_outdated = verdict.outdated;
    if (verdict.right) return std::move(candidate);
  }
  return std::nullopt;
}

Result<std::optional<Users::Known>> Accounts::adopt_by_password(const ForeignPerson& person) {
  NORN_TRY(admission_.check_adoption());
  NewUser user;
  user.email = person.email;
  user.password_hash = person.password_hash;
  if (person.provider) {
    NORN_ASSIGN(const std::optional<User> owner,
                users_.find_by_provider(*person.provider, *person.provider_subject));
    if (!owner) {
      user.provider = person.provider;
      user.provider_subject = person.provider_subject;
    }
  }
  NORN_ASSIGN(const User adopted, users_.adopt_person(person, user));
  return users_.find_known(adopted.id);
}

Result<std::optional<User>> Accounts::adopt_by_identity(const Authenticated& identity) {
  NORN_ASSIGN(const auto people,
              users_.foreign_people().with_identity(identity.provider, identity.subject));
  return adopt_first(people, identity);
}

Result<std::optional<User>> Accounts::adopt_by_address(const Authenticated& identity) {
  if (identity.email.empty()) return std::nullopt;
  NORN_ASSIGN(const auto people, users_.foreign_people().with_email(identity.email));
  return adopt_first(people, identity);
}

Result<std::optional<User>> Accounts::adopt_first(const std::vector<ForeignPerson>& people,
                                                  const Authenticated& identity) {
  for (const ForeignPerson& person : people) {
    NewUser user;
    user.email = person.email.empty() ? identity.email : person.email;
    if (user.email.empty()) continue;
    NORN_ASSIGN(const std::optional<User> owner, users_.find_by_email(user.email));
    if (owner) continue;
    NORN_TRY(admission_.check_adoption());
    user.provider = identity.provider;
    user.provider_subject = identity.subject;
    user.email_verified = user.email == identity.email;
    NORN_ASSIGN(User adopted, users_.adopt_person(person, user));
    return adopted;
  }
  return std::nullopt;
}

Result<void> Accounts::ask_for_code(const std::string& user_id,
                                    const std::optional<std::string>& code) {
  if (!code) {
    return field_fault(ErrorCode::kNotSignedIn, "code", kCodeNeeded);
  }
  const Result<void> checked = check_code(user_id, *code);
  if (!checked && checked.error().code == ErrorCode::kNotSignedIn) {
    return field_fault(ErrorCode::kNotSignedIn, "code", kCodeWrongOrUsed);
  }
  return checked;
}

Result<void> Accounts::check_code(const std::string& user_id, const std::string& code) {
  NORN_TRY(throttle_.take(attempts_of_code(), user_id));
  NORN_TRY(second_factor_.check(user_id, code));
  return throttle_.reset(attempts_of_code(), user_id);
}

// Errors are ignored: the next sign-in tries again, and a password that was changed meanwhile has a
// new hash already.
void Accounts::renew_hash(const std::string& user_id, const std::string& old_hash,
                          const std::string& password) {
  const Result<std::string> hash = passwords_.hash(password);
  if (!hash) return;
  const Result<void> ignored =
      users_.change_password(user_id, old_hash, *hash, Users::Ending::kNothing);
  static_cast<void>(ignored);
}

Result<SignedIn> Accounts::sign_in_as(const User& user, std::string method,
                                      const Visitor& visitor) {
  NORN_ASSIGN(const std::optional<Users::Known> known, users_.find_known(user.id));
  if (!known) return not_found(kAccountNotFound);
  return begin_session(known->user, known->account, std::move(method), visitor);
}

Result<void> Accounts::sign_out(const std::string& user_id, const std::string& session_id) {
  const Result<void> ended = sessions_.end(user_id, session_id);
  // A session that has ended already is no error.
  if (!ended && ended.error().code != ErrorCode::kNotFound) return ended;
  return {};
}

Result<void> Accounts::sign_out_everywhere(const std::string& user_id, const Visitor& visitor) {
  NORN_TRY(users_.end_sessions(user_id));
  NORN_TRY(sessions_.remove_ended(user_id));
  NORN_ASSIGN(const std::optional<Account> account, users_.find_account(user_id));
  return account ? sessions_.remember_device(*account, visitor.device) : Result<void>();
}

Result<void> Accounts::confirm_password(const std::string& user_id,
                                        const std::optional<std::string>& password,
                                        std::string_view field) {
  NORN_ASSIGN(const std::string hash, users_.password_hash(user_id));
  return confirm(user_id, hash, password, field);
}

Result<void> Accounts::confirm(const std::string& user_id, const std::string& hash,
                               const std::optional<std::string>& password, std::string_view field) {
  if (hash.empty()) return {};
  if (!password) return field_fault(ErrorCode::kForbidden, field, kPasswordMissing);
  NORN_TRY(throttle_.take(all_confirmations(), user_id));
  NORN_TRY(throttle_.take(wrong_confirmations(), user_id));
  NORN_ASSIGN(const Passwords::Verdict verdict, passwords_.verify(*password, hash));
  if (!verdict.right) {
    return field_fault(ErrorCode::kForbidden, field, kPasswordWrong);
  }
  return throttle_.reset(wrong_confirmations(), user_id);
}

Result<SignedIn> Accounts::change_password(const std::string& user_id,
                                           const std::optional<std::string>& current,
                                           const std::string& password, Users::Ending ending,
                                           const Visitor& visitor) {
  NORN_ASSIGN(std::optional<Users::Known> known, users_.find_known(user_id));
  if (!known) return not_found(kAccountNotFound);
  NORN_TRY(check_new_password(password, known->user.email, "newPassword"));
  NORN_TRY(confirm(user_id, known->password_hash, current, "currentPassword"));
  NORN_ASSIGN(const std::string hash, passwords_.hash(password));
  // Replaces the hash that was verified, or fails.
  NORN_TRY(users_.change_password(user_id, known->password_hash, hash, ending));
  NORN_TRY(sessions_.remove_ended(user_id));
  NORN_ASSIGN(known, users_.find_known(user_id));
  if (!known) return not_found(kAccountNotFound);
  return begin_session(known->user, known->account, std::string(kByPassword), visitor);
}

Result<Accounts::MadeLink> Accounts::make_password_link(const std::string& actor,
                                                        const std::string& user_id,
                                                        bool removes_second_factor) {
  if (actor == user_id) {
    return conflict(kOwnAccountPassword);
  }
  NORN_ASSIGN(const std::optional<Users::Known> known, users_.find_known(user_id));
  if (known && known->account.disabled) return conflict(kPersonDisabled(known->user.name));
  MadeLink made{.link = {.user_id = user_id,
                         .made_by = actor,
                         .removes_second_factor = removes_second_factor},
                .secret = {}};
  NORN_ASSIGN(made.secret, password_links_.make(made.link));
  log::info("the administrator {} made a link to set the password of the account {}", actor,
            user_id);
  return made;
}

Result<User> Accounts::reset_password(std::string_view secret, const std::string& password,
                                      Users::Ending ending, const Visitor& visitor) {
  NORN_TRY(throttle_.take(uses_of_links_of_network(), network_of(visitor.address)));
  NORN_ASSIGN(const std::optional<PasswordLink> link, password_links_.find(secret));
  if (!link) return no_such_password_link();
  NORN_ASSIGN(const std::optional<Users::Known> known, users_.find_known(link->user_id));
  if (!known || known->account.disabled) return no_such_password_link();
  // A link is worth as much as who made it.
  NORN_ASSIGN(const std::optional<Users::Known> maker, users_.find_known(link->made_by));
  if (!maker || !maker->account.administrator || maker->account.disabled) {
    return no_such_password_link();
  }
  NORN_ASSIGN(Action use, password_links_.use(secret));
  const Result<void> replaced =
      replace_password(*known, password, ending, link->removes_second_factor,
                       {.name = maker->user.name, .with = {std::move(use)}});
  if (!replaced) {
    if (replaced.error().code == ErrorCode::kConflict) return no_such_password_link();
    return std::unexpected(replaced.error());
  }
  log::info("the password of the account {} was set with a link", link->user_id);
  NORN_ASSIGN(const std::optional<Account> account, users_.find_account(link->user_id));
  if (account) NORN_TRY(sessions_.remember_device(*account, visitor.device));
  return known->user;
}

Result<User> Accounts::set_password(const std::string& email, const std::string& password,
                                    Users::Ending ending, bool removes_second_factor) {
  NORN_ASSIGN(const std::string address, normal_email(email));
  NORN_ASSIGN(const std::optional<Users::Known> known, users_.find_known_by_email(address));
  if (!known) return not_found(kNoAccountWithAddress);
  NORN_TRY(replace_password(*known, password, ending, removes_second_factor,
                            {.name = std::string(kOperator), .with = {}}));
  log::info("the password of the account {} was set by the operator", known->user.id);
  return known->user;
}

Result<void> Accounts::replace_password(const Users::Known& known, const std::string& password,
                                        Users::Ending ending, bool removes_second_factor,
                                        const Users::Helper& helper) {
  NORN_TRY(check_new_password(password, known.user.email, "newPassword"));
  NORN_ASSIGN(const std::string hash, passwords_.hash(password));
  NORN_TRY(users_.change_password(known.user.id, known.password_hash, hash, ending, helper));
  if (removes_second_factor) NORN_TRY(second_factor_.turn_off(known.user.id));
  return sessions_.remove_ended(known.user.id);
}

Result<Person> Accounts::set_standing(const std::optional<std::string>& actor,
                                      const std::string& user_id, const Standing& standing) {
  NORN_ASSIGN(Person person, users_.set_standing(actor, user_id, standing));
  if (person.disabled) NORN_TRY(sessions_.remove_ended(user_id));
  return person;
}

Result<User> Accounts::add_person(const NewPerson& person) {
  NewUser user;
  NORN_ASSIGN(user.email, normal_email(person.email));
  user.name = person.name;
  NORN_TRY(check_new_password(person.password, user.email));
  NORN_ASSIGN(const bool is_first, admission_.needs_setup());
  if (is_first && !person.administrator) return conflict(kNotSetUp);
  NORN_ASSIGN(user.password_hash, passwords_.hash(person.password));
  user.administrator = person.administrator;
  user.email_verified = true;
  if (is_first) {
    user.with = {admission_.finish_setup()};
    user.first_steps = true;
  }
  Result<User> made = create_or_adopt(user);
  if (!made && is_first && was_used(made.error())) return conflict(kSetUpByAnother);
  return made;
}

Result<User> Accounts::rename(const std::string& user_id, const std::string& name) {
  return users_.rename(user_id, name);
}

Result<void> Accounts::set_language(const std::string& user_id, const std::string& language) {
  return users_.set_language(user_id, language);
}

Result<void> Accounts::set_first_steps(const std::string& user_id, bool first_steps) {
  return users_.set_first_steps(user_id, first_steps);
}

Result<User> Accounts::change_email(const std::string& user_id, const std::string& email,
                                    const std::optional<std::string>& password,
                                    const std::optional<std::string>& name) {
  NORN_ASSIGN(const std::string address, normal_email(email));
  // Errors of the name come before the slow check of the password.
  if (name) NORN_TRY(normal_name(*name));
  NORN_TRY(confirm_password(user_id, password, "password"));
  return users_.change_email(user_id, address, name);
}

Result<void> Accounts::delete_account(const std::string& user_id,
                                      const std::optional<std::string>& password) {
  NORN_ASSIGN(const std::optional<User> user, users_.find(user_id));
  if (!user) return not_found(kAccountNotFound);
  NORN_TRY(confirm_password(user_id, password, "password"));
  return remove(*user, std::nullopt);
}

Result<Accounts::Farewell> Accounts::farewell(const std::string& user_id) {
  Farewell farewell;
  for (UserHook* hook : users_.hooks()) {
    NORN_ASSIGN(auto losses, hook->losses(user_id));
    std::ranges::move(losses, std::back_inserter(farewell.losses));
    const auto may = hook->may_delete(user_id);
    if (may) continue;
    if (may.error().code != ErrorCode::kConflict) return std::unexpected(may.error());
    farewell.obstacles.push_back(said_by(may.error()));
  }
  return farewell;
}

Result<void> Accounts::delete_person(const std::string& actor, const std::string& user_id) {
  if (actor == user_id) {
    return conflict(kOwnAccountDelete);
  }
  NORN_ASSIGN(const std::optional<User> user, users_.find(user_id));
  if (!user) return not_found(kPersonNotFound);
  const Result<void> removed = remove(*user, actor);
  if (removed || removed.error().code != ErrorCode::kConflict) return removed;
  // The message is written for the owner of the account.
  return conflict(kPersonCannotBeDeleted(user->name, said_by(removed.error())));
}

// Deletes an account, on behalf of its owner or of the administrator `actor`.
Result<void> Accounts::remove(const User& user, const std::optional<std::string>& actor) {
  for (UserHook* hook : users_.hooks()) NORN_TRY(hook->may_delete(user.id));
  NORN_TRY(users_.remove(user, {sweeps_.begin(kAccountSweep, user.id)}, actor));
  sweeps_.wake();
  return {};
}

// Removes a part of the data of a deleted user, and returns true if there is more.
Result<bool> Accounts::forget(const std::string& user_id) {
  for (UserHook* hook : users_.hooks()) {
    NORN_ASSIGN(const bool more, hook->forget(user_id));
    if (more) return true;
  }
  // After the apps: until then the user may still delete something, which names them.
  NORN_ASSIGN(const bool more, bin_.forget(user_id));
  if (more) return true;
  NORN_TRY(sessions_.forget(user_id));
  NORN_TRY(password_links_.forget(user_id));
  return false;
}

}  // namespace norn::accounts
