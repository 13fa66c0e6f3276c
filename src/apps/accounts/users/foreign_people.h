#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

// People whom other programs stored: user items of the designs without an ACCOUNT. They become
// users of Norn when they prove who they are (Users::adopt_person).
namespace norn::accounts {

// The user items of one id, as they are in the tables.
struct UserItems {
  std::optional<store::Item> calendar_user;   // `calendsync`: USER.
  std::optional<store::Item> project_user;    // `calendar-app-data`: USER.
  std::optional<store::Item> family_profile;  // `Yggdrasil`: PROFILE.
};

struct ForeignPerson {
  std::string id;
  std::string email;  // In normal form; empty if no item has one.
  std::string name;
  std::string password_hash;  // Empty: none.
  // Of the calendars' USER; both or none.
  std::optional<std::string> provider = {};
  std::optional<std::string> provider_subject = {};
  UserItems items;
};

// The id of a user item of the designs, by its key; nullopt for other items.
std::optional<std::string> user_id_in(store::ItemView key);

// The keys under which a person is registered: EMAIL#<address> and PROV#<provider>#<subject>.
using Claims = std::set<std::string>;
Claims claims_in(store::ItemView user_item);

// The register of foreign people by address and identity, in `norn`: PK = EMAIL#<address> or
// PROV#<provider>#<subject>, SK = PERSON#<user id>. The readers of the tables keep it
// (foreign_people_reader.h), so that no sign-in scans a table.
class ForeignPeople {
 public:
  ForeignPeople(store::Store& store, apps::TableNames tables, const Clock& clock);

  // The people with this address or identity, those with an item of the calendars first.
  Result<std::vector<ForeignPerson>> with_email(const std::string& email);
  Result<std::vector<ForeignPerson>> with_identity(const std::string& provider,
                                                   const std::string& subject);

  // The state of an id now.
  struct State {
    UserItems items;
    bool has_account = false;
  };
  Result<State> state_of(const std::string& user_id);

  // Makes the register agree with the items of the id as they are now. `before`: claims that it may
  // have had.
  Result<void> update_register(const std::string& user_id, const State& state,
                               const Claims& before);
  // The ids that are registered under a claim.
  Result<std::vector<std::string>> ids_with(const std::string& claim);

 private:
  Result<std::vector<ForeignPerson>> with_claim(const std::string& claim);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

// Returns kConflict with the field "email" if a foreign person has the address.
Result<void> check_no_foreign_person(ForeignPeople& people, const std::string& email);

}  // namespace norn::accounts
