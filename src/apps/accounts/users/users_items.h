#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/users.h"
#include "store/item.h"

// People as items: what each design says about its user, and the ACCOUNT.
namespace norn::accounts {

// `calendsync`: USER.
store::Map calendar_user(const User& user);
// `calendar-app-data`: USER.
store::Map project_user(const User& user);
// `Yggdrasil`: PROFILE.
store::Map family_profile(const User& user, const std::string& password_hash);
// `norn`: ACCOUNT, with the guards of all identities of the person.
store::Map account_item(const User& user, const NewUser& request,
                        const std::vector<std::string>& identities);
// `norn`: the person in the directory.
store::Map directory_item(const User& user, bool administrator);
// `norn`: what makes an address or an identity belong to one person. PK = SK = `guard`.
store::Map guard_item(const std::string& guard, const User& user);

User user_of(store::ItemView calendar_user);
Account account_of(store::ItemView account);
// The members of a set of texts; none when it is not there.
std::vector<std::string> set_of(store::ItemView item, std::string_view name);

// The time that a text attribute holds; 0 when there is none.
int64_t time_of(store::ItemView item, std::string_view name);

}  // namespace norn::accounts
