#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/accounts/credentials/password_links.h"
#include "apps/accounts/credentials/passwords.h"
#include "apps/accounts/credentials/second_factor.h"
#include "apps/accounts/credentials/sessions.h"
#include "apps/accounts/credentials/throttle.h"
#include "apps/accounts/newcomers.h"
#include "apps/accounts/takeovers.h"
#include "apps/accounts/users/admission.h"
#include "apps/accounts/users/users.h"
#include "apps/shared/bin.h"
#include "apps/shared/sweeps.h"
#include "base/sentence.h"

namespace norn::accounts {

struct SignUpRequest {
  std::string email;  // As the user typed it.
  std::string name;
  std::string password;
  std::optional<std::string> invitation = {};
};

struct SignInRequest {
  std::string email;
  std::string password;
  std::optional<std::string> code = {};  // Of the second factor.
};

// A user who has just signed in.
struct SignedIn {
  User user;
  Account account;
  std::string credential;  // The value of the cookie.
  Session session;
  std::string device = {};  // Of the visitor, which is known from now on.
};

// The rules of accounts: who may sign up, and how users authenticate. May block; safe from any
// thread. `sweeps` calls this object to finish deletions, so its thread must end first.
class Accounts {
 public:
  // `token_scopes` are the scopes that an API token can have.
  Accounts(store::Store& store, const apps::TableNames& tables, const Clock& clock, Ids& ids,
           apps::Sweeps& sweeps,
           std::vector<std::string> token_scopes = {std::string(kAccountScope)},
           PasswordHash password_hash = PasswordHash::kArgon2id);

  // Creates the first account, an administrator, with the secret of the first start. The person is
  // led through first steps.
  Result<SignedIn> set_up(std::string_view secret, const SignUpRequest& request,
                          const Visitor& visitor);
  Result<SignedIn> sign_up(const SignUpRequest& request, const Visitor& visitor);

  // What an invitation is to. Throttled per network. Returns kForbidden if it is not valid any
  // more.
  struct InvitationPreview {
    std::optional<std::string> invited_by;  // The name; nullopt for a deleted account.
    std::vector<Awaiting> things;           // Only of an invitation for an address.
  };
  Result<InvitationPreview> preview_invitation(std::string_view secret, const Visitor& visitor);

  // A wrong address and a wrong password cannot be distinguished, neither by the message nor by the
  // time. Only with the right password does the error show that a code is needed or wrong
  // (kNotSignedIn with the field "code"). Throttled per network, per account and network, and per
  // account; but a browser that has signed in to the account before has a limit of its own, so that
  // strangers cannot lock its owner out.
  Result<SignedIn> sign_in(const SignInRequest& request, const Visitor& visitor);
  // Makes an account of the foreign person (foreign_people.h) with an identity that a provider has
  // authenticated, or with an address that it has verified; ends the person's password. Returns
  // nullopt if there is no such person, or the address belongs to an account already.
  struct Authenticated {
    std::string provider;
    std::string subject;
    std::string email = {};  // In normal form; empty if the provider has not verified it.
  };
  Result<std::optional<User>> adopt_by_identity(const Authenticated& identity);
  Result<std::optional<User>> adopt_by_address(const Authenticated& identity);
  // For a user whom a provider has authenticated; a second factor is up to the provider.
  Result<SignedIn> sign_in_as(const User& user, std::string method, const Visitor& visitor);

  Result<void> sign_out(const std::string& user_id, const std::string& session_id);
  // Ends all sessions, the current one too. No browser is known any more but that of the visitor.
  Result<void> sign_out_everywhere(const std::string& user_id, const Visitor& visitor = {});

  // Ends all sessions, with `ending` also tokens and feed links, and starts a new session for the
  // caller. Returns kForbidden with the field "currentPassword" if that is wrong; an account
  // without a password needs none.
  Result<SignedIn> change_password(const std::string& user_id,
                                   const std::optional<std::string>& current,
                                   const std::string& password, Users::Ending ending,
                                   const Visitor& visitor);
  // Makes a link with which a person sets a new password. `actor` is the administrator. Returns
  // kConflict for the own account: a session must not be enough to change its password.
  struct MadeLink {
    PasswordLink link;
    std::string secret;  // Shown once.
  };
  Result<MadeLink> make_password_link(const std::string& actor, const std::string& user_id,
                                      bool removes_second_factor);
  // Sets a new password with a link and ends all sessions. The browser is known to the account from
  // then on. Returns the user, who still has to sign in; kForbidden if the link is not valid (any
  // more).
  Result<User> reset_password(std::string_view secret, const std::string& password,
                              Users::Ending ending, const Visitor& visitor);
  // What administrators, and the operator without an `actor`, decide about an account: as
  // Users::set_standing has it.
  Result<Person> set_standing(const std::optional<std::string>& actor, const std::string& user_id,
                              const Standing& standing);
  // Makes an account on behalf of the operator, who answers for the address: it counts as verified,
  // so that the person gets what apps have for it, and a foreign person with the address is theirs.
  // Whether people may sign up does not matter. The first account has to be an administrator's: the
  // server is set up with it. Returns kConflict if the address is taken, and if the first account
  // is not an administrator's.
  struct NewPerson {
    std::string email;  // As it was typed.
    std::string name;
    std::string password;
    bool administrator = false;
  };
  Result<User> add_person(const NewPerson& person);
  // The same without a link, on behalf of the operator of the server. Returns kNotFound if there is
  // no account with this address.
  Result<User> set_password(const std::string& email, const std::string& password,
                            Users::Ending ending, bool removes_second_factor);
  Result<User> rename(const std::string& user_id, const std::string& name);
  // `language` is one of kLanguages, or empty: that of the browser.
  Result<void> set_language(const std::string& user_id, const std::string& language);
  // Whether the web app leads the person through first steps.
  Result<void> set_first_steps(const std::string& user_id, bool first_steps);
  // With a new name, both change or neither does.
  Result<User> change_email(const std::string& user_id, const std::string& email,
                            const std::optional<std::string>& password,
                            const std::optional<std::string>& name = {});
  // Deletes the account at once; a sweep removes the rest of the user's data.
  Result<void> delete_account(const std::string& user_id,
                              const std::optional<std::string>& password);

  // What deleting the account takes along, and what has to be done before.
  struct Farewell {
    std::vector<Loss> losses;
    std::vector<Said> obstacles;  // Of UserHook::may_delete.
  };
  Result<Farewell> farewell(const std::string& user_id);

  // The same for the account of another user, by an administrator.
  Result<void> delete_person(const std::string& actor, const std::string& user_id);

  // Checks the password of a user; an account without one needs none. Returns kForbidden with
  // `field` if it is wrong. Throttled, for right passwords too.
  Result<void> confirm_password(const std::string& user_id,
                                const std::optional<std::string>& password, std::string_view field);

  // Uses up a code of the second factor (SecondFactor::check). Throttled: a few wrong ones a day.
  Result<void> check_code(const std::string& user_id, const std::string& code);

  Users& users() { return users_; }
  Sessions& sessions() { return sessions_; }
  Admission& admission() { return admission_; }
  SecondFactor& second_factor() { return second_factor_; }
  PasswordLinks& password_links() { return password_links_; }
  Throttle& throttle() { return throttle_; }

 private:
  static constexpr std::string_view kAccountSweep = "account";

  // Who has the password: the account, or one of the foreign people.
  struct Proved {
    std::string hash;
    bool is_outdated = false;
    const ForeignPerson* person = nullptr;
  };
  // The counters of an attempt to sign in that a success resets.
  struct Attempt {
    std::vector<std::pair<ThrottleRule, std::string>> counters;
  };
  Result<Attempt> count_attempt(const std::string& email, const std::optional<Users::Known>& known,
                                const Visitor& visitor);
  Result<std::optional<Proved>> prove(const std::string& password,
                                      const std::optional<Users::Known>& known,
                                      const std::vector<ForeignPerson>& people);
  Result<std::optional<Users::Known>> adopt_by_password(const ForeignPerson& person);
  Result<std::optional<User>> adopt_first(const std::vector<ForeignPerson>& people,
                                          const Authenticated& identity);
  Result<User> create_or_adopt(const NewUser& user);
  Result<void> replace_password(const Users::Known& known, const std::string& password,
                                Users::Ending ending, bool removes_second_factor,
                                const Users::Helper& helper);
  Result<SignedIn> join(const SignUpRequest& request, NewUser user, const Visitor& visitor);
  Result<void> remove(const User& user, const std::optional<std::string>& actor);
  Result<void> ask_for_code(const std::string& user_id, const std::optional<std::string>& code);
  void renew_hash(const std::string& user_id, const std::string& old_hash,
                  const std::string& password);
  Result<void> confirm(const std::string& user_id, const std::string& hash,
                       const std::optional<std::string>& password, std::string_view field);
  Result<bool> forget(const std::string& user_id);
  Result<SignedIn> begin_session(const User& user, const Account& account, std::string method,
                                 const Visitor& visitor);

  Users users_;
  Newcomers newcomers_;
  Takeovers takeovers_;
  Sessions sessions_;
  Admission admission_;
  SecondFactor second_factor_;
  PasswordLinks password_links_;
  Throttle throttle_;
  Passwords passwords_;
  apps::Sweeps& sweeps_;
  const apps::Bin bin_;
};

}  // namespace norn::accounts
