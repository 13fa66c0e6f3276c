#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/bookings/members/place_sharing.h"
#include "apps/shared/changes.h"
#include "apps/sharing/audience.h"
#include "live/feed.h"

namespace norn::bookings {

// The live feed of bookings. Members of a place receive `booking` {"placeId","id","gone"}, `place`
// {"id","gone"} and `place-members` {"id"}; the person of a wish receives `wish` {"placeId","id",
// "gone","offered"}, "offered" when its nights become free. Events have no content, because members
// may know different things of a booking: pages load what changed.
class BookingsFeed final : public live::Feed {
 public:
  explicit BookingsFeed(Context context)
      : context_(std::move(context)), sharing_(context_), audiences_(sharing_) {}

  std::string table() const override { return context_.tables.bookings(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { audiences_.begin_round(); }

 private:
  using Change = apps::Change;

  Result<live::Events> events_of(const Change& change);
  Result<live::Events> of_event(const Change& change);
  Result<live::Events> of_wish(const Change& change);
  Result<live::Events> of_place(const Change& change);
  Result<live::Events> of_member(const Change& change);
  // Adds an event for each wish that is offered because nights became free.
  Result<void> add_offers(const std::string& place_id, const Stay& freed, live::Events& events);

  Context context_;
  PlaceSharing sharing_;
  sharing::Audiences audiences_;
};

}  // namespace norn::bookings
