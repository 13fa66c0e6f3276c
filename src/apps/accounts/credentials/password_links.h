#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "apps/accounts/users/users.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::accounts {

constexpr int64_t kPasswordLinkMs = int64_t{24} * 60 * 60 * 1000;

// A link with which a person who forgot the password sets a new one.
struct PasswordLink {
  std::string user_id;
  std::string made_by;  // The id of the administrator.
  // Whether using the link also turns off the second factor.
  bool removes_second_factor = false;
  int64_t expires_ms = 0;
};

// One link per user, stored with the hash of its secret: a new link voids the one before. It is of
// the session epoch in which it was made, so that a new password voids it as well. Safe from any
// thread.
class PasswordLinks {
 public:
  PasswordLinks(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids);

  // Returns the text of the link: a credential (secrets.h). The link is valid for a day. Returns
  // kNotFound if the account does not exist.
  Result<std::string> make(PasswordLink& link);
  // Returns nullopt if the text is not that of a valid link.
  Result<std::optional<PasswordLink>> find(std::string_view text);
  // The action that uses up a link, for the transaction that sets the password.
  Result<Action> use(std::string_view text) const;
  Result<void> forget(const std::string& user_id);

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
};

}  // namespace norn::accounts
