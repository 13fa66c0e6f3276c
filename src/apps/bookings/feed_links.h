#pragma once

#include <optional>
#include <string>
#include <utility>

#include "apps/bookings/access.h"

namespace norn::bookings {

// The secret addresses at which places can be read as calendar files, for other calendars to
// subscribe to. One per place and person; only the hash of its secret is kept. It shows what the
// person may see, and ends with their membership: also when they come back later.
class FeedLinks final : public accounts::UserHook {
 public:
  explicit FeedLinks(Context context) : context_(std::move(context)) {}

  struct State {
    std::string created_at;
    std::optional<std::string> last_read_at;  // To the hour.
  };
  // Nullopt: there is none. kNotFound of a place that they are not in, here and below.
  Result<std::optional<State>> state(const std::string& user_id, const std::string& place_id);
  // What the address has in it, "<place id>.<user id>.<secret>", so that it is verified without
  // looking for it; the one before ends at once.
  Result<std::string> create(const std::string& user_id, const std::string& place_id);
  Result<void> revoke(const std::string& user_id, const std::string& place_id);

  struct Reader {
    std::string user_id;
    std::string place_id;
  };
  // Who reads what with it; nullopt when it is nobody's (any more).
  Result<std::optional<Reader>> find_reader(const std::string& text);

  Result<bool> forget(const std::string& user_id) override;

 private:
  // The link, if it was made in the time of this membership.
  Result<std::optional<store::Item>> link_of(const Membership& membership);
  // Nothing when it is not the link that was read any more.
  void note_reading(const store::Item& link);

  Context context_;
};

}  // namespace norn::bookings
