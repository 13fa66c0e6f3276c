#pragma once

#include <string>

#include "apps/shared/check.h"
#include "apps/sharing/shared_things.h"

namespace norn::sharing {

// Each open invitation of an app is found by its address and by its thing.
class InvitationCheck final : public apps::Check {
 public:
  InvitationCheck(store::Store& store, std::string name, InvitationItems items)
      : store_(store), name_(std::move(name)), items_(std::move(items)) {}

  std::string name() const override { return name_; }
  std::string table() const override { return items_.table; }
  Result<apps::Findings> look(store::ItemView item) override;

 private:
  store::Store& store_;
  const std::string name_;
  const InvitationItems items_;
};

}  // namespace norn::sharing
