#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/context.h"
#include "apps/shared/inspector.h"

namespace norn::bookings {

// Finds the places, members, events and wishes that lists leave out. The administrators of a place
// may repair them.
class PlaceInspector final : public apps::Inspector {
 public:
  explicit PlaceInspector(apps::Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.bookings(); }
  std::optional<apps::ItemFault> inspect(store::ItemView item) const override;
  Result<std::vector<apps::ItemOwner>> owned_by(const std::string& user_id) override;
  // Deletes the slots of an event, so that its nights can be booked again.
  Result<std::vector<apps::Action>> remove_with(store::ItemView item) override;

 private:
  apps::Context context_;
};

}  // namespace norn::bookings
