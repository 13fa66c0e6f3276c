#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/feed_links.h"
#include "apps/accounts/users/users.h"

namespace norn::accounts {

// The items of a feed of which each person has at most one.
struct PersonFeedForm {
  std::string sk;              // Of the item of the person: "TREE_FEED".
  std::string address_prefix;  // "TREE_FEED#"
  std::string type;            // As in FeedLink.
};

// A calendar feed of which each person has at most one: a secret address at which other programs
// read something of theirs. It is deleted with the person.
class PersonFeed final : public UserHook {
 public:
  PersonFeed(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids,
             PersonFeedForm form)
      : addresses_(store, std::move(tables), clock, ids), form_(std::move(form)) {}

  using State = FeedAddresses::State;
  Result<std::optional<State>> state(const std::string& user_id);
  // Makes a new secret; the one before is not valid any more. `session_epoch` is that of the
  // caller.
  Result<std::string> create(const std::string& user_id,
                             const std::optional<int64_t>& session_epoch = {});
  Result<void> revoke(const std::string& user_id);
  // The person with this secret; nullopt if there is none.
  Result<std::optional<std::string>> find_user(const std::string& secret);

  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;
  Result<std::vector<Action>> on_delete(const User& user) override;

 private:
  FeedLink link_of(const std::string& user_id) const;

  FeedAddresses addresses_;
  const PersonFeedForm form_;
};

}  // namespace norn::accounts
