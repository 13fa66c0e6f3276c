#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/bookings/access.h"

namespace norn::bookings {

struct WishFor {
  Wish wish;
  std::string place_name;
  std::string user_name;
  bool is_offered = false;  // All of its nights are free now. They are not held: the first to book
                            // them has them.
};

// Wishes: the waiting list for nights that are taken. Whether a wish is offered is not stored: it
// is offered while all of its nights are free. Lists leave out wishes for past nights, and wishes
// whose nights the person has booked.
class Wishes {
 public:
  explicit Wishes(Context context) : context_(std::move(context)) {}

  // For members. Returns kConflict with kNightsAreFree if no other person has one of the nights. A
  // second wish for the same nights replaces the note of the first.
  Result<WishFor> create(const std::string& user_id, const std::string& place_id, const Stay& stay,
                         const std::optional<std::string>& note);
  // The user's own wishes in all places: offered ones first, then by first night.
  Result<std::vector<WishFor>> list_own(const std::string& user_id);
  // The wishes for a place, in the order in which they were made: all of them for administrators,
  // their own for other members.
  Result<std::vector<WishFor>> list(const std::string& user_id, const std::string& place_id);
  // The user's own wish; any wish for administrators.
  Result<void> remove(const std::string& user_id, const std::string& place_id,
                      const std::string& wish_id);

 private:
  Result<std::optional<WishFor>> try_create(const std::string& user_id, const Stay& stay,
                                            const std::string& place_id,
                                            const std::optional<std::string>& note);

  Context context_;
};

// Removes the wishes that a booking fulfils. A failure is logged: lists leave such wishes out.
void fulfil_wishes(const Context& context, const Event& booking);

// Removes all wishes of a former member.
Result<void> remove_wishes(const Context& context, const std::string& place_id,
                           const std::string& user_id);

// The wishes for nights of `freed` that are offered now; none if the place was deleted.
Result<std::vector<Wish>> offered_by(const Context& context, const std::string& place_id,
                                     const Stay& freed);

}  // namespace norn::bookings
