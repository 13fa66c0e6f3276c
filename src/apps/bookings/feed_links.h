#pragma once

#include <optional>
#include <string>
#include <utility>

#include "apps/accounts/feed_links.h"
#include "apps/bookings/access.h"

namespace norn::bookings {

// How the address of somebody for a place is kept.
accounts::FeedLink place_feed_link(const std::string& user_id, const std::string& place_id);

// The secret addresses at which places can be read as calendar files: one for each person and
// place. An address ends with the membership of who has it: it is not theirs again when they come
// back.
class PlaceFeedLinks final : public accounts::UserHook {
 public:
  explicit PlaceFeedLinks(Context context)
      : context_(std::move(context)),
        addresses_(context_.store, context_.tables, context_.clock, context_.ids) {}

  // Viewers too; kNotFound for those who are no members.
  using State = accounts::FeedAddresses::State;
  Result<std::optional<State>> state(const std::string& user_id, const std::string& place_id);
  // A new secret; the one before ends at once.
  Result<std::string> create(const std::string& user_id, const std::string& place_id);
  Result<void> revoke(const std::string& user_id, const std::string& place_id);

  struct Reader {
    std::string user_id;
    std::string place_id;
    friend bool operator==(const Reader&, const Reader&) = default;
  };
  // Who reads what with it; nullopt when it is nobody's (any more).
  Result<std::optional<Reader>> find(const std::string& secret);

  // They may be too many for the transaction that deletes a person, who is no reader from then on.
  Result<bool> forget(const std::string& user_id) override;

 private:
  Context context_;
  accounts::FeedAddresses addresses_;
};

}  // namespace norn::bookings
