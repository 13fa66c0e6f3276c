#include "apps/planner/feed_links.h"

#include "apps/planner/keys.h"
#include "apps/planner/preferences.h"
#include "apps/shared/items.h"

namespace norn::planner {
namespace {

accounts::FeedLink link_of(const std::string& user_id) {
  return {.user_id = user_id,
          .sk = std::string(keys::kFeed),
          .address_prefix = keys::feed(""),
          .type = "FEED"};
}

}  // namespace

Result<std::optional<FeedLinks::State>> FeedLinks::state(const std::string& user_id) {
  return addresses_.state(link_of(user_id));
}

Result<std::string> FeedLinks::create(const std::string& user_id,
                                      const std::optional<int64_t>& session_epoch) {
  const auto may_have = [&]() -> Result<std::vector<accounts::Action>> {
    NORN_TRY(read_meta(context_, user_id));
    // The person has to exist: otherwise nothing would ever delete the link.
    store::ConditionCheck person;
    person.table = context_.tables.planner();
    person.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
    person.condition = "attribute_exists(PK)";
    return std::vector<accounts::Action>{person};
  };
  return addresses_.create(link_of(user_id), session_epoch, may_have);
}

Result<void> FeedLinks::revoke(const std::string& user_id) {
  return addresses_.revoke(link_of(user_id));
}

Result<std::optional<std::string>> FeedLinks::find_user(const std::string& secret) {
  NORN_ASSIGN(const auto address, addresses_.find(keys::feed(""), secret));
  if (!address) return std::nullopt;
  std::string user_id = apps::text_of(*address, "userId");
  addresses_.note_reading(link_of(user_id), secret);
  return user_id;
}

Result<bool> FeedLinks::end_access(const std::string& user_id, int64_t until_ms) {
  NORN_TRY(addresses_.revoke_until(link_of(user_id), until_ms));
  return false;
}

Result<std::vector<accounts::Action>> FeedLinks::on_delete(const accounts::User& user) {
  NORN_ASSIGN(auto actions, addresses_.revocation(link_of(user.id)));
  store::DeleteRequest import;
  import.table = context_.tables.norn();
  import.key = apps::key_of(keys::user(user.id), keys::kImport);
  actions.emplace_back(std::move(import));
  return actions;
}

}  // namespace norn::planner
