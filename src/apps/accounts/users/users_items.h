#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/users.h"
#include "store/item.h"

// The items of a user: those of the designs, and those of the table `norn`.
namespace norn::accounts {

// `calendsync`: USER.
store::Map calendar_user(const User& user);
// `calendar-app-data`: USER.
store::Map project_user(const User& user);
// `Yggdrasil`: PROFILE.
store::Map family_profile(const User& user, const std::string& password_hash);
// `norn`: ACCOUNT, with the guards of all identities of the user.
store::Map account_item(const User& user, const NewUser& request,
                        const std::vector<std::string>& identities);
// `norn`: the user in the directory.
store::Map directory_item(const User& user, bool administrator);
// `norn`: the guard that makes an address or an identity unique. PK = SK = `guard`.
store::Map guard_item(const std::string& guard, const User& user);

User user_of(store::ItemView calendar_user);
Account account_of(store::ItemView account);
// The members of a string set; empty if the item does not have it.
std::vector<std::string> set_of(store::ItemView item, std::string_view name);

// The time in a text attribute, in milliseconds; nullopt or 0 if there is none.
std::optional<int64_t> optional_time_of(store::ItemView item, std::string_view name);
int64_t time_of(store::ItemView item, std::string_view name);

}  // namespace norn::accounts
