#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/bookings/access.h"

namespace norn::bookings {

constexpr size_t kMaxWishesPerPerson = 50;  // In one place.

struct WishFor {
  Wish wish;
  std::string place_name;
  std::string user_name;    // Who wishes.
  bool is_offered = false;  // All of its nights are free now: whoever books first has them.
};

// Wishes for nights that are taken. Whether one is offered is never stored: it is so exactly when
// its nights are free. What is past, or booked by who wished for it, is no wish any more.
class Wishes {
 public:
  explicit Wishes(Context context) : context_(std::move(context)) {}

  // Members. kConflict with kNightsAreFree when nothing is in the way. Whoever wishes for the same
  // nights again has one wish, with the new note.
  Result<WishFor> create(const std::string& user_id, const std::string& place_id, const Stay& stay,
                         const std::optional<std::string>& note);
  // One's own in all places, those that are offered first, then by first night.
  Result<std::vector<WishFor>> list_own(const std::string& user_id);
  // Everybody's in a place, for its administrators; for others their own. In the order in which
  // they were made.
  Result<std::vector<WishFor>> list(const std::string& user_id, const std::string& place_id);
  // One's own, or anybody's for administrators.
  Result<void> remove(const std::string& user_id, const std::string& place_id,
                      const std::string& wish_id);

 private:
  Result<std::optional<WishFor>> try_create(const std::string& user_id, const Stay& stay,
                                            const std::string& place_id,
                                            const std::optional<std::string>& note);

  Context context_;
};

// After a booking: the wishes that it fulfils go. Nothing is lost when that fails.
void fulfil_wishes(const Context& context, const Event& booking);

// Of a former member.
Result<void> remove_wishes(const Context& context, const std::string& place_id,
                           const std::string& user_id);

// Wishes for nights of `freed` that are offered now, of a place that is there. For the live feed.
Result<std::vector<Wish>> offered_by(const Context& context, const std::string& place_id,
                                     const Stay& freed);

}  // namespace norn::bookings
