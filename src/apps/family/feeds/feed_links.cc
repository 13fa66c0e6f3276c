#include "apps/family/feeds/feed_links.h"

#include "apps/family/keys.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

accounts::FeedLink feed_link_of(const std::string& user_id) {
  return {.user_id = user_id,
          .sk = std::string(keys::kFeed),
          .address_prefix = std::string(keys::kFeedPrefix),
          .type = "TREE_FEED"};
}

}  // namespace

Result<std::optional<FeedLinks::State>> FeedLinks::state(const std::string& user_id) {
  return addresses_.state(feed_link_of(user_id));
}

Result<std::string> FeedLinks::create(const std::string& user_id,
                                      const std::optional<int64_t>& session_epoch) {
  // The person has to exist: otherwise nothing would ever delete the link.
  return addresses_.create(feed_link_of(user_id), session_epoch,
                           [&]() -> Result<std::vector<accounts::Action>> {
                             return std::vector<accounts::Action>{user_is_there(context_, user_id)};
                           });
}

Result<void> FeedLinks::revoke(const std::string& user_id) {
  return addresses_.revoke(feed_link_of(user_id));
}

Result<std::optional<std::string>> FeedLinks::find_user(const std::string& secret) {
  NORN_ASSIGN(const auto address, addresses_.find(keys::kFeedPrefix, secret));
  if (!address) return std::nullopt;
  std::string user_id = apps::text_of(*address, "userId");
  addresses_.note_reading(feed_link_of(user_id), secret);
  return user_id;
}

Result<bool> FeedLinks::end_access(const std::string& user_id, int64_t until_ms) {
  NORN_TRY(addresses_.revoke_until(feed_link_of(user_id), until_ms));
  return false;
}

Result<std::vector<accounts::Action>> FeedLinks::on_delete(const accounts::User& user) {
  return addresses_.revocation(feed_link_of(user.id));
}

}  // namespace norn::family
