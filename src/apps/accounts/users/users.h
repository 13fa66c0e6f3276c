#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/foreign_people.h"
#include "apps/shared/tables.h"
#include "apps/shared/transaction.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::accounts {

using apps::Action;

// The data of a user that others who share something with them may see.
struct User {
  std::string id;
  std::string email;
  std::string name;
  std::optional<std::string> provider = {};  // "google": the first provider of the account.
  std::optional<std::string> provider_subject = {};
  int64_t created_ms = 0;
  int64_t updated_ms = 0;
};

// The languages of the web app, as BCP 47 tags: web/messages has a file for each, and `npm run
// lint` compares the two.
inline constexpr std::array<std::string_view, 3> kLanguages = {"de", "en", "zh"};

// The ACCOUNT item in the table `norn`, with data that is private to the user and the server.
struct Account {
  std::string user_id;
  bool administrator = false;
  bool disabled = false;      // Nothing of the person is a way in: no sign-in, token or feed.
  int64_t session_epoch = 0;  // Sessions of an earlier epoch are not valid.
  int64_t token_epoch = 0;    // Tokens and feed links likewise.
  bool second_factor = false;
  bool email_verified = false;               // Whether the user has proved to own the address.
  std::vector<std::string> identities = {};  // The keys of the guards of all identities.
  // When the owner of the address took over the account from its creator.
  std::optional<int64_t> taken_over_ms = {};
  // Who has set the password, if it was not the owner alone, and when: the owner is told.
  std::optional<std::string> password_set_by = {};
  std::optional<int64_t> password_set_ms = {};
  std::string language = {};  // One of kLanguages; empty: that of the browser.
  // Whether the web app leads the person through first steps: until they are taken or skipped.
  bool first_steps = false;
};

// A user in the directory.
struct Person {
  User user;
  bool administrator = false;
  bool disabled = false;
};

// What administrators and the operator decide about an account. Left out: as it is.
struct Standing {
  std::optional<bool> administrator = {};
  std::optional<bool> disabled = {};
};

// Something that goes with an account, for the question before it is deleted.
struct Loss {
  std::string kind;       // "calendar", "place", "event": a word of the app.
  std::string name = {};  // Of one thing. Empty: `count` of them are not named.
  int64_t count = 1;
  bool stays = false;  // The user only leaves it: it stays for others.
};

// Something of an app that a person gets on signing up with an address.
struct Awaiting {
  std::string kind;  // "calendar"
  std::string name;
  std::string role;
  std::string invited_by;  // The name of the person.
  friend bool operator==(const Awaiting&, const Awaiting&) = default;
};

// Lets an app take part in creating and deleting users.
class UserHook {
 public:
  virtual ~UserHook() = default;
  // Returns its part of the transaction that creates a user: a few actions. Called again if a
  // condition of one of them fails. Unless `email_verified`, the user must not get anything that is
  // meant for the address.
  virtual Result<std::vector<Action>> on_create(const User&, bool /*email_verified*/) {
    return std::vector<Action>();
  }
  // Called after that transaction, before `create` returns.
  virtual void after_create(const User&) {}
  // Gives a new user whose address is verified what is meant for the address, and returns true if
  // there is more. Newcomers (newcomers.h) call it after the sign-up, and again after a crash: it
  // has to be idempotent.
  virtual Result<bool> welcome(const std::string& /*user_id*/) { return false; }
  // What `welcome` would give to a person with this address.
  virtual Result<std::vector<Awaiting>> awaiting(const std::string& /*email*/) {
    return std::vector<Awaiting>();
  }
  // Returns its part of the transaction in which the owner of the address takes an account over
  // (Users::adopt), and what follows that transaction.
  virtual Result<std::vector<Action>> on_take_over(const User&) { return std::vector<Action>(); }
  virtual void after_take_over(const User&) {}
  // Removes a part of what the user gave to programs and other people until `until_ms`, in
  // precision of a second, and returns true if there is more. Takeovers (takeovers.h) call it, and
  // again after a crash: it has to be idempotent, and must not remove what is given later.
  virtual Result<bool> end_access(const std::string& /*user_id*/, int64_t /*until_ms*/) {
    return false;
  }
  // Returns its part of the transaction that deletes the user.
  virtual Result<std::vector<Action>> on_delete(const User&) { return std::vector<Action>(); }
  // Returns kConflict, with what the user has to do first, if the user cannot be deleted now.
  virtual Result<void> may_delete(const std::string& /*user_id*/) { return {}; }
  // What the user would lose, by what an index knows.
  virtual Result<std::vector<Loss>> losses(const std::string& /*user_id*/) {
    return std::vector<Loss>();
  }
  // Removes a part of the data of a deleted user, and returns true if there is more. It has to be
  // idempotent: a crash may interrupt it anywhere.
  virtual Result<bool> forget(const std::string& /*user_id*/) { return false; }
};

struct NewUser {
  std::string email;  // In normal form.
  std::string name;
  std::string password_hash = {};  // Empty: the user signs in with a provider.
  std::optional<std::string> provider = {};
  std::optional<std::string> provider_subject = {};
  bool administrator = false;
  bool email_verified = false;    // Whether the user has proved to own the address.
  bool first_steps = false;       // As in Account.
  std::vector<Action> with = {};  // In the same transaction: uses up an invitation.
};

// Users, in the items of the designs: `calendsync` USER (with the keys of GSI2 and GSI3),
// `calendar-app-data` USER, `Yggdrasil` PROFILE with the hash of the password; and in `norn` the
// ACCOUNT and the guards, which make addresses and identities unique. One transaction writes all of
// them, with the actions of the hooks. Safe from any thread.
class Users {
 public:
  Users(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids);

  void add_hook(UserHook& hook);  // To be called before all others.
  const std::vector<UserHook*>& hooks() const { return hooks_; }

  // Returns kConflict with the field "email" or "provider" if the address or the identity is taken,
  // and without a field if a condition of `with` fails. The address of a foreign person is taken.
  Result<User> create(const NewUser& user);
  // Makes an account for a person who has proved to be the foreign one. Their items stay, under
  // their id, and get what they lack; address, password and, if there is one, identity are those of
  // `user`. Returns the errors of `create`, and kConflict if the items were changed meanwhile.
  Result<User> adopt_person(const ForeignPerson& person, const NewUser& user);
  ForeignPeople& foreign_people() { return foreign_people_; }

  // Consistent reads, never of an index.
  Result<std::optional<User>> find(const std::string& user_id);
  Result<std::optional<User>> find_by_email(const std::string& email);
  Result<std::optional<User>> find_by_provider(const std::string& provider,
                                               const std::string& subject);
  // The users that exist, in no order.
  Result<std::vector<User>> find_all(const std::vector<std::string>& user_ids);
  Result<std::optional<Account>> find_account(const std::string& user_id);
  Result<std::string> password_hash(const std::string& user_id);  // Empty: none.

  // All users, oldest account first.
  Result<std::vector<Person>> list();

  // Everything that a sign-in checks, read in one transaction.
  struct Known {
    User user;
    Account account;
    std::string password_hash;
  };
  Result<std::optional<Known>> find_known(const std::string& user_id);
  // Reads as much for an unknown address, so that the time does not reveal whether it is known.
  Result<std::optional<Known>> find_known_by_email(const std::string& email);

  Result<User> rename(const std::string& user_id, const std::string& name);
  // Changes all tables and both guards. The new address counts as not verified. With a new name,
  // both change or neither does. Returns kConflict if the address is taken.
  Result<User> change_email(const std::string& user_id, const std::string& email,
                            const std::optional<std::string>& name = {});
  // `language` is one of kLanguages, or empty: that of the browser.
  Result<void> set_language(const std::string& user_id, const std::string& language);
  Result<void> set_first_steps(const std::string& user_id, bool first_steps);
  // What ends with a password. kAllAccess: sessions, tokens and feed links.
  enum class Ending : uint8_t { kNothing, kSessions, kAllAccess };
  // For a password that was set with the help of another person: an administrator, by a link.
  struct Helper {
    std::string name;
    std::vector<Action> with = {};  // In the same transaction: uses up the link.
  };
  // Replaces the hash `old_hash`, and raises the epochs of what ends in the same transaction.
  // Returns kConflict if the hash is another one, or a condition of `with` fails. A helper is
  // recorded in the account until the owner changes the password; something has to end then.
  Result<void> change_password(const std::string& user_id, const std::string& old_hash,
                               const std::string& new_hash, Ending ending,
                               const std::optional<Helper>& helper = {});
  Result<void> end_sessions(const std::string& user_id);
  // Adds an identity to an account. Returns kConflict if it belongs to another account, and
  // kNotSignedIn if the session epoch is not `session_epoch` any more, if that is given.
  Result<void> link_provider(const std::string& user_id, const std::string& provider,
                             const std::string& subject,
                             const std::optional<int64_t>& session_epoch = {});
  // Adds an identity to the account with an address that the provider has verified, and returns its
  // user; nullopt if no account has that address. `may_adopt` decides by the account in the state
  // in which the identity is added. If the address of the account was never verified, an attacker
  // may have made it to wait for the owner of the address: the same transaction removes all other
  // ways to sign in (the password, identities, sessions, tokens) and the second factor, and the
  // hooks end what the attacker gave to others.
  using MayAdopt = std::function<Result<void>(const Account&)>;
  Result<std::optional<User>> adopt(const std::string& email, const std::string& provider,
                                    const std::string& subject, const MayAdopt& may_adopt);

  // Changes both in one transaction; disabling ends all sessions and voids a password link. Without
  // an `actor` it is the operator of the server. Returns kForbidden if `actor` is no administrator,
  // kConflict if no administrator would remain who is not disabled, and for an actor who would
  // disable themselves.
  Result<Person> set_standing(const std::optional<std::string>& actor, const std::string& user_id,
                              const Standing& standing);
  Result<Person> set_administrator(const std::string& actor, const std::string& user_id,
                                   bool administrator) {
    return set_standing(actor, user_id, {.administrator = administrator, .disabled = {}});
  }
  // Deletes the user items, the guards and the ACCOUNT in one transaction with the actions of the
  // hooks and `with`. `actor` is the administrator who deletes the account of another user. Returns
  // kForbidden if `actor` is no administrator, and kConflict for the last administrator while there
  // are other users. When the last user is deleted, the server can be set up again.
  Result<void> remove(const User& user, const std::vector<Action>& with,
                      const std::optional<std::string>& actor = {});

 private:
  // Sets an attribute of the ACCOUNT, or removes it without a value.
  Result<void> set_of_account(const std::string& user_id, std::string_view name,
                              const std::optional<store::Value>& value);
  Result<std::optional<std::string>> guarded_by(const std::string& guard);
  Result<User> create_with(const NewUser& request, const User& user, const UserItems& items);
  Result<bool> try_create(const NewUser& request, const User& user, const UserItems& items);
  Result<bool> try_remove(const User& user, const std::vector<Action>& with,
                          const std::optional<std::string>& actor);
  Result<std::vector<Action>> removal(const User& user, const std::optional<std::string>& actor);

  struct Adopted {
    std::optional<User> user = {};
    bool is_taken_over = false;  // Whether this call took the account over.
  };
  Result<std::optional<Adopted>> try_adopt(const std::string& email, const std::string& provider,
                                           const std::string& subject, const MayAdopt& may_adopt);

  struct DirectoryEntry {
    std::string user_id;
    bool administrator = false;
    bool disabled = false;
    int64_t created_ms = 0;
  };
  Result<std::vector<DirectoryEntry>> directory();
  static std::optional<std::string> another_administrator(
      const std::vector<DirectoryEntry>& entries, const std::string& user_id);
  Result<void> check_administrator(const std::string& user_id);
  Result<std::optional<Person>> try_set_standing(const std::optional<std::string>& actor,
                                                 const std::string& user_id,
                                                 const Standing& standing);
  Result<std::vector<Action>> leave_as_administrator(const std::string& user_id);
  Result<std::optional<apps::Done>> try_link(const std::string& user_id,
                                             const std::string& provider,
                                             const std::string& subject,
                                             const std::optional<int64_t>& session_epoch);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
  ForeignPeople foreign_people_;
  std::vector<UserHook*> hooks_;
};

}  // namespace norn::accounts
