#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/bookings/context.h"
#include "apps/bookings/model.h"
#include "live/feed.h"

namespace norn::bookings {

// What the open pages of a place's members hear: `booking` {"placeId","id","gone"}, `place` {"id",
// "gone"}, `place-members` {"id"}; and `wish` {"placeId","id","offered"} for who wished, when the
// nights become free. They say that something changed, and nothing of what it is: what each may
// know of a booking differs, and whoever hears of it asks for it.
class BookingsFeed final : public live::Feed {
 public:
  explicit BookingsFeed(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.bookings(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { members_.clear(); }

 private:
  // What a thing was and what it is; null when it was or is not there.
  struct Change {
    std::string pk;
    std::string sk;
    const store::Item* before;
    const store::Item* now;
  };
  // Who is in a place, with their roles. They are there a little longer than a place that goes.
  struct Members {
    std::map<std::string, Role> roles;
    bool place_exists = false;

    std::vector<std::string> from(Role least) const;
    bool has(const std::string& user_id, Role least) const;
  };

  Result<live::Events> events_of(const Change& change);
  Result<live::Events> of_event(const Change& change);
  Result<live::Events> of_wish(const Change& change);
  Result<live::Events> of_place(const Change& change);
  Result<live::Events> of_member(const Change& change);
  // Those whose wishes are offered because of nights that nobody has any more.
  Result<void> add_offers(const std::string& place_id, const Stay& freed, live::Events& events);
  // From the table itself, after the changes of this reading were read: so it is at least as new as
  // they are. The result is valid until the next call.
  Result<const Members*> members_of_place(const std::string& place_id);

  static constexpr size_t kMaxCachedPlaces = 10'000;
  Context context_;
  std::map<std::string, Members, std::less<>> members_;  // Of this round.
};

}  // namespace norn::bookings
