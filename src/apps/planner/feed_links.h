#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/users.h"
#include "apps/planner/context.h"
#include "base/error.h"

namespace norn::planner {

// The secret address at which a person's planner can be read as a calendar file, for other
// calendars to subscribe to. One per person; only its digest is kept, in the table `norn`. It ends
// with the person, and so does an import of theirs that is under way.
class FeedLinks final : public accounts::UserHook {
 public:
  explicit FeedLinks(Context context) : context_(std::move(context)) {}

  struct State {
    std::string created_at;
    std::optional<std::string> last_read_at;  // To the hour.
  };
  Result<std::optional<State>> state(const std::string& user_id);
  // A new secret; the one before ends at once.
  Result<std::string> create(const std::string& user_id);
  Result<void> revoke(const std::string& user_id);
  // Whose it is; nullopt when it is nobody's (any more).
  Result<std::optional<std::string>> find_user(const std::string& secret);

  Result<std::vector<accounts::Action>> on_delete(const accounts::User& user) override;

 private:
  // The item of the person's link; nullopt when they have none.
  Result<std::optional<store::Item>> link_of(const std::string& user_id);
  // Nothing when it is not the link that was read any more.
  void note_reading(const std::string& user_id, const std::string& digest);

  Context context_;
};

}  // namespace norn::planner
