#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/agenda/source.h"
#include "apps/bookings/access.h"
#include "apps/bookings/events/events.h"
#include "apps/bookings/places/places.h"

namespace norn::bookings {

// The stays and blocked nights of all places of a person, for the agenda. The day of departure
// belongs to a stay.
class BookingsAgenda final : public agenda::AgendaSource {
 public:
  BookingsAgenda(Context context, Places& places, Events& events)
      : context_(std::move(context)), places_(places), events_(events) {}

  std::string app() const override { return "bookings"; }
  std::string scope() const override { return kReadScope; }
  agenda::Kinds kinds() const override {
    return agenda::Kinds::of({agenda::Kind::kBlocked, agenda::Kind::kStay});
  }
  Result<agenda::Part> items(const std::string& user_id, const agenda::Query& query) override;
  std::vector<agenda::Watched> watched() const override;

 private:
  Context context_;
  Places& places_;
  Events& events_;
};

}  // namespace norn::bookings
