#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/context.h"
#include "apps/shared/meter.h"

namespace norn::bookings {

// A place counts for its administrators; a stay or a wish for the person who comes. What is booked
// for a guest, blocked, or left of a deleted account counts for the place.
class BookingsMeter final : public apps::Meter {
 public:
  explicit BookingsMeter(apps::Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.bookings(); }
  std::optional<apps::Use> use_of(store::ItemView item) const override;
  Result<std::vector<std::string>> owned_by(const std::string& user_id) const override;
  Result<std::vector<std::string>> owners_of(const std::string& thing) const override;

 private:
  const apps::Context context_;
};

}  // namespace norn::bookings
