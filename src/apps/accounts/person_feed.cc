#include "apps/accounts/person_feed.h"

#include "apps/shared/items.h"

namespace norn::accounts {

FeedLink PersonFeed::link_of(const std::string& user_id) const {
  return {.user_id = user_id,
          .sk = form_.sk,
          .address_prefix = form_.address_prefix,
          .type = form_.type};
}

Result<std::optional<PersonFeed::State>> PersonFeed::state(const std::string& user_id) {
  return addresses_.state(link_of(user_id));
}

Result<std::string> PersonFeed::create(const std::string& user_id,
                                       const std::optional<int64_t>& session_epoch) {
  // That the account exists is a condition of every address.
  const auto always = []() -> Result<std::vector<Action>> { return std::vector<Action>(); };
  return addresses_.create(link_of(user_id), session_epoch, always);
}

Result<void> PersonFeed::revoke(const std::string& user_id) {
  return addresses_.revoke(link_of(user_id));
}

Result<std::optional<std::string>> PersonFeed::find_user(const std::string& secret) {
  NORN_ASSIGN(const auto address, addresses_.find(form_.address_prefix, secret));
  if (!address) return std::nullopt;
  std::string user_id = apps::text_of(*address, "userId");
  addresses_.note_reading(link_of(user_id), secret);
  return user_id;
}

Result<bool> PersonFeed::end_access(const std::string& user_id, int64_t until_ms) {
  NORN_TRY(addresses_.revoke_until(link_of(user_id), until_ms));
  return false;
}

Result<std::vector<Action>> PersonFeed::on_delete(const User& user) {
  return addresses_.revocation(link_of(user.id));
}

}  // namespace norn::accounts
