#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/feed_links.h"
#include "apps/accounts/users.h"
#include "apps/planner/context.h"
#include "base/error.h"

namespace norn::planner {

// The secret address at which a person's planner can be read as a calendar file, for other
// calendars to subscribe to. One per person; only its digest is kept, in the table `norn`. It ends
// with the person, and so does an import of theirs that is under way.
class FeedLinks final : public accounts::UserHook {
 public:
  explicit FeedLinks(Context context)
      : context_(std::move(context)),
        addresses_(context_.store, context_.tables, context_.clock, context_.ids) {}

  using State = accounts::FeedAddresses::State;
  Result<std::optional<State>> state(const std::string& user_id);
  // A new secret; the one before ends at once.
  Result<std::string> create(const std::string& user_id);
  Result<void> revoke(const std::string& user_id);
  // Whose it is; nullopt when it is nobody's (any more).
  Result<std::optional<std::string>> find_user(const std::string& secret);

  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;

 private:
  Context context_;
  accounts::FeedAddresses addresses_;
};

}  // namespace norn::planner
