#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/tables.h"
#include "apps/shared/transaction.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::accounts {

using apps::Action;

// A person, as everybody who shares something with them may know them.
struct User {
  std::string id;
  std::string email;
  std::string name;
  std::optional<std::string> provider = {};  // "google", of the first one they came with.
  std::optional<std::string> provider_subject = {};
  int64_t created_ms = 0;
  int64_t updated_ms = 0;
};

// What the table `norn` knows beyond that: the ACCOUNT item.
struct Account {
  std::string user_id;
  bool administrator = false;
  int64_t session_epoch = 0;  // Sessions of an earlier epoch are over.
  int64_t token_epoch = 0;    // Tokens likewise.
  bool second_factor = false;
  bool email_verified = false;               // Whether it was proved that the address is theirs.
  std::vector<std::string> identities = {};  // The guards of all of them.
};

// A person as the directory has them.
struct Person {
  User user;
  bool administrator = false;
};

// What an app has to do with people coming and going.
class UserHook {
 public:
  virtual ~UserHook() = default;
  // Its part of the transaction that creates a person: a few actions. Asked again when one of them
  // was refused, because something has changed meanwhile. What was meant for an address is not
  // theirs as long as nobody has proved that the address is.
  virtual Result<std::vector<Action>> on_create(const User&, bool /*email_verified*/) {
    return std::vector<Action>();
  }
  // Called when that transaction is written, before anybody is told of the new person.
  virtual void after_create(const User&) {}
  // Gives a new person whose address is proved what was meant for the address; true when there is
  // more. Newcomers (newcomers.h) call it after the sign-up, and once more after a crash: it has to
  // be repeatable.
  virtual Result<bool> welcome(const std::string& /*user_id*/) { return false; }
  // Its part of the transaction that deletes them.
  virtual Result<std::vector<Action>> on_delete(const User&) { return std::vector<Action>(); }
  // Whether they may go now; kConflict says what they have to do first.
  virtual Result<void> may_delete(const std::string& /*user_id*/) { return {}; }
  // Removes a part of what was theirs, after they are gone; true when there is more. It has to be
  // repeatable: a crash may interrupt it anywhere.
  virtual Result<bool> forget(const std::string& /*user_id*/) { return false; }
};

struct NewUser {
  std::string email;  // Normal.
  std::string name;
  std::string password_hash = {};  // Empty: none, they sign in with a provider.
  std::optional<std::string> provider = {};
  std::optional<std::string> provider_subject = {};
  bool administrator = false;
  bool email_verified = false;    // Whether it was proved that the address is theirs.
  std::vector<Action> with = {};  // Done in the same transaction: an invitation that is used up.
};

// People, in the places where the designs put them: `calendsync` USER (with the keys of GSI2 and
// GSI3), `calendar-app-data` USER, `Yggdrasil` PROFILE with the password's hash, and the guards and
// the ACCOUNT in `norn`; all of it, and what the hooks add, in one transaction.
class Users {
 public:
  Users(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids);

  void add_hook(UserHook& hook);  // Before anything else.
  const std::vector<UserHook*>& hooks() const { return hooks_; }

  // kConflict of "email" when it is taken, of "provider" when that identity is. When an action of
  // `with` is refused: kConflict without a field.
  Result<User> create(const NewUser& user);

  // Consistent, and never by an index.
  Result<std::optional<User>> find(const std::string& user_id);
  Result<std::optional<User>> find_by_email(const std::string& email);
  Result<std::optional<User>> find_by_provider(const std::string& provider,
                                               const std::string& subject);
  // Those that are there, in no order.
  Result<std::vector<User>> find_all(const std::vector<std::string>& user_ids);
  Result<std::optional<Account>> find_account(const std::string& user_id);
  Result<std::string> password_hash(const std::string& user_id);  // Empty: none.

  // Everybody; those who came first stand first.
  Result<std::vector<Person>> list();

  // Everything that a sign-in decides by, as it was at one moment.
  struct Known {
    User user;
    Account account;
    std::string password_hash;
  };
  Result<std::optional<Known>> find_known(const std::string& user_id);
  // Reads as much for an address that nobody has, so that time does not tell.
  Result<std::optional<Known>> find_known_by_email(const std::string& email);

  Result<User> rename(const std::string& user_id, const std::string& name);
  // In all tables, with both guards. kConflict when it is taken. Nobody has proved yet that the new
  // one is theirs.
  // With a new name, both change or neither does.
  Result<User> change_email(const std::string& user_id, const std::string& email,
                            const std::optional<std::string>& name = {});
  // Replaces the hash `old_hash` and nothing else (kConflict); with `end_sessions` also raises the
  // epoch of sessions, in the same transaction.
  Result<void> change_password(const std::string& user_id, const std::string& old_hash,
                               const std::string& new_hash, bool end_sessions);
  Result<void> end_sessions(const std::string& user_id);
  // Another identity of a person who is there already. kConflict when it is somebody else's.
  // kNotSignedIn when sessions were ended since they had the epoch `session_epoch`, if it is given.
  Result<void> link_provider(const std::string& user_id, const std::string& provider,
                             const std::string& subject,
                             const std::optional<int64_t>& session_epoch = {});
  // Adds an identity to the account with an address that the provider has verified, and returns
  // whose it is; nullopt when nobody has that address. `may_adopt` decides by the account as it is
  // when the identity is added. When it was never proved that the address is its owner's, who made
  // the account may have been somebody else, waiting for its owner to come: they lose all ways into
  // it (the password, other identities, sessions, tokens) in the same transaction.
  using MayAdopt = std::function<Result<void>(const Account&)>;
  Result<std::optional<User>> adopt(const std::string& email, const std::string& provider,
                                    const std::string& subject, const MayAdopt& may_adopt);

  // kForbidden when `actor` is no administrator, kConflict when there would be none left.
  Result<Person> set_administrator(const std::string& actor, const std::string& user_id,
                                   bool administrator);
  // In one transaction: the user items, the guards, the ACCOUNT, what the hooks add, and `with`.
  // `actor` is the administrator who does it, when it is not their own account (kForbidden when
  // they are none). kConflict for the last administrator while there are others; who goes last
  // leaves the server to be set up again.
  Result<void> remove(const User& user, const std::vector<Action>& with,
                      const std::optional<std::string>& actor = {});

 private:
  Result<std::optional<std::string>> guarded_by(const std::string& guard);
  Result<bool> try_create(const NewUser& request, const User& user);
  Result<bool> try_remove(const User& user, const std::vector<Action>& with,
                          const std::optional<std::string>& actor);
  Result<std::vector<Action>> removal(const User& user, const std::optional<std::string>& actor);

  struct Adopted {
    std::optional<User> user;
  };
  Result<std::optional<Adopted>> try_adopt(const std::string& email, const std::string& provider,
                                           const std::string& subject, const MayAdopt& may_adopt);

  struct DirectoryEntry {
    std::string user_id;
    bool administrator = false;
    int64_t created_ms = 0;
  };
  Result<std::vector<DirectoryEntry>> directory();
  static std::optional<std::string> another_administrator(
      const std::vector<DirectoryEntry>& entries, const std::string& user_id);
  Result<void> check_administrator(const std::string& user_id);
  Result<std::optional<apps::Done>> try_set_administrator(const std::string& actor,
                                                          const std::string& user_id,
                                                          bool administrator);
  Result<std::vector<Action>> leave_as_administrator(const std::string& user_id);
  Result<std::optional<apps::Done>> try_link(const std::string& user_id,
                                             const std::string& provider,
                                             const std::string& subject,
                                             const std::optional<int64_t>& session_epoch);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
  std::vector<UserHook*> hooks_;
};

}  // namespace norn::accounts
