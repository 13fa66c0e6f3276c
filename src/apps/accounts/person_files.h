#pragma once

#include <string>

#include "apps/accounts/users/users.h"
#include "apps/shared/person_files.h"
#include "base/error.h"

namespace norn::accounts {

// The account, without anything that proves who the person is.
Result<void> add_person_files(Users& users, const std::string& user_id, apps::PersonFiles& files);

}  // namespace norn::accounts
