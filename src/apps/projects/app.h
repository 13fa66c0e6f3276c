#pragma once

#include <vector>

#include "apps/app.h"

namespace norn::projects {

// Projects have only their table yet: it also holds a USER item of every person.
class ProjectsApp final : public apps::App {
 public:
  // `calendar-app-data` of the design.
  std::vector<apps::Table> tables(const apps::TableNames& names) const override;
};

}  // namespace norn::projects
