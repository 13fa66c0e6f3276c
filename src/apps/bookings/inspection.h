#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/attention/inspector.h"
#include "apps/context.h"

namespace norn::bookings {

// Finds the places, members, events and wishes that lists leave out. The administrators of a place
// may repair them.
class PlaceInspector final : public attention::Inspector {
 public:
  explicit PlaceInspector(apps::Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.bookings(); }
  std::optional<attention::Fault> inspect(store::ItemView item) const override;
  Result<std::vector<attention::Owner>> owned_by(const std::string& user_id) override;

 private:
  apps::Context context_;
};

}  // namespace norn::bookings
