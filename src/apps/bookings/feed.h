#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apps/bookings/context.h"
#include "live/feed.h"

namespace norn::bookings {

// What the open pages of a place's members hear: `booking` {"placeId","id","gone"}, `place` {"id",
// "gone"}, `place-members` {"id"}; and `wish` {"placeId","id","offered"} for who wished, when the
// nights become free.
class BookingsFeed final : public live::Feed {
 public:
  explicit BookingsFeed(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.bookings(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { members_.clear(); }

 private:
  Result<const std::vector<std::string>*> members_of_place(const std::string& place_id);

  Context context_;
  std::map<std::string, std::vector<std::string>> members_;  // Of this round.
};

}  // namespace norn::bookings
