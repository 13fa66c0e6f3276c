#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/feed_links.h"
#include "apps/accounts/users/users.h"
#include "apps/family/access.h"

namespace norn::family {

// The calendar feed of a person's family trees: a secret address at which other programs read the
// birthdays, death days and weddings of all their trees. One per person, in the table `norn`. It
// is deleted with the person.
class FeedLinks final : public accounts::UserHook {
 public:
  explicit FeedLinks(const Context& context)
      : context_(context), addresses_(context.store, context.tables, context.clock, context.ids) {}

  using State = accounts::FeedAddresses::State;
  Result<std::optional<State>> state(const std::string& user_id);
  // Makes a new secret; the one before is not valid any more. `session_epoch` is that of the
  // caller.
  Result<std::string> create(const std::string& user_id,
                             const std::optional<int64_t>& session_epoch = {});
  Result<void> revoke(const std::string& user_id);
  // The person with this secret; nullopt if there is none.
  Result<std::optional<std::string>> find_user(const std::string& secret);

  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;
  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;

 private:
  const Context& context_;
  accounts::FeedAddresses addresses_;
};

}  // namespace norn::family
