#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/feed_links.h"
#include "apps/accounts/users/users.h"
#include "apps/planner/context.h"
#include "base/error.h"

namespace norn::planner {

// The calendar feed: a secret address at which other programs can read a person's planner as a
// calendar file. One per person; only the digest of its secret is stored, in the table `norn`. It
// is deleted with the person, and so is the lease of an import that is running.
class FeedLinks final : public accounts::UserHook {
 public:
  explicit FeedLinks(Context context)
      : context_(std::move(context)),
        addresses_(context_.store, context_.tables, context_.clock, context_.ids) {}

  using State = accounts::FeedAddresses::State;
  Result<std::optional<State>> state(const std::string& user_id);
  // Creates a new secret; the old one stops working at once. `session_epoch` is that of the caller.
  Result<std::string> create(const std::string& user_id,
                             const std::optional<int64_t>& session_epoch = {});
  Result<void> revoke(const std::string& user_id);
  // The person with this secret; nullopt if there is none.
  Result<std::optional<std::string>> find_user(const std::string& secret);

  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;
  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;

 private:
  Context context_;
  accounts::FeedAddresses addresses_;
};

}  // namespace norn::planner
