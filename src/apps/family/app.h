#pragma once

#include <vector>

#include "apps/app.h"

namespace norn::family {

// Family trees have only their table yet: it also holds the PROFILE of every person.
class FamilyApp final : public apps::App {
 public:
  // `Yggdrasil` of the design.
  std::vector<apps::Table> tables(const apps::TableNames& names) const override;
};

}  // namespace norn::family
