#pragma once

#include <optional>
#include <string>
#include <utility>

#include "apps/shared/meter.h"

namespace norn::planner {

// Everything in the partition of a person is theirs.
class PlannerMeter final : public apps::Meter {
 public:
  explicit PlannerMeter(std::string table) : table_(std::move(table)) {}

  std::string table() const override { return table_; }
  std::optional<apps::Use> use_of(store::ItemView item) const override;

 private:
  const std::string table_;
};

}  // namespace norn::planner
