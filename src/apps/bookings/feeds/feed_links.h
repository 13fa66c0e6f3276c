#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/feed_links.h"
#include "apps/bookings/access.h"

namespace norn::bookings {

// The items of a person's address for a place.
accounts::FeedLink place_feed_link(const std::string& user_id, const std::string& place_id);

// The secret addresses of the calendar feeds of places: one for each person and place. An address
// ends with the membership, and stays invalid if the person joins the place again.
class PlaceFeedLinks final : public accounts::UserHook {
 public:
  explicit PlaceFeedLinks(Context context)
      : context_(std::move(context)),
        addresses_(context_.store, context_.tables, context_.clock, context_.ids) {}

  using State = accounts::FeedAddresses::State;
  // For all members. All three return kNotFound if the user is not a member.
  Result<std::optional<State>> state(const std::string& user_id, const std::string& place_id);
  // Returns a new secret. The previous one becomes invalid at once. `session_epoch` is that of the
  // caller.
  Result<std::string> create(const std::string& user_id, const std::string& place_id,
                             const std::optional<int64_t>& session_epoch = {});
  Result<void> revoke(const std::string& user_id, const std::string& place_id);

  struct Reader {
    std::string user_id;
    std::string place_id;
    friend bool operator==(const Reader&, const Reader&) = default;
  };
  // The person and the place of a secret; nullopt if it is not valid.
  Result<std::optional<Reader>> find(const std::string& secret);

  // Removes the addresses of a deleted account, which may be too many for the transaction that
  // deletes it. `find` refuses them from then on.
  Result<bool> forget(const std::string& user_id) override;
  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;

 private:
  // The ids of the places that the person has an address for.
  Result<std::vector<std::string>> places_of(const std::string& user_id);

  Context context_;
  accounts::FeedAddresses addresses_;
};

}  // namespace norn::bookings
