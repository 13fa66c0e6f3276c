#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/bookings/context.h"
#include "apps/bookings/model.h"
#include "apps/bookings/place_sharing.h"
#include "apps/shared/changes.h"
#include "apps/sharing/audience.h"
#include "live/feed.h"

namespace norn::bookings {

// What the open pages of a place's members hear: `booking` {"placeId","id","gone"}, `place` {"id",
// "gone"}, `place-members` {"id"}; and `wish` {"placeId","id","offered"} for who wished, when the
// nights become free. They say that something changed, and nothing of what it is: what each may
// know of a booking differs, and whoever hears of it asks for it.
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
  // Those whose wishes are offered because of nights that nobody has any more.
  Result<void> add_offers(const std::string& place_id, const Stay& freed, live::Events& events);

  Context context_;
  PlaceSharing sharing_;
  sharing::Audiences audiences_;
};

}  // namespace norn::bookings
