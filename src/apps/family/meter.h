#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/context.h"
#include "apps/shared/meter.h"

namespace norn::family {

// A tree counts for its owner; what is in it counts for the tree.
class FamilyMeter final : public apps::Meter {
 public:
  explicit FamilyMeter(apps::Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.family(); }
  std::optional<apps::Use> use_of(store::ItemView item) const override;
  Result<std::vector<std::string>> owned_by(const std::string& user_id) const override;
  Result<std::vector<std::string>> owners_of(const std::string& thing) const override;

 private:
  const apps::Context context_;
};

}  // namespace norn::family
