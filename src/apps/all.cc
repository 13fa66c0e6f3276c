#include "apps/all.h"

#include "apps/accounts/app.h"
#include "apps/bookings/app.h"
#include "apps/calendars/app.h"
#include "apps/family/app.h"
#include "apps/planner/app.h"
#include "apps/projects/app.h"

namespace norn::apps {

Apps all_apps() {
  Apps apps;
  apps.push_back(std::make_unique<accounts::AccountsApp>());
  apps.push_back(std::make_unique<calendars::CalendarsApp>());
  apps.push_back(std::make_unique<planner::PlannerApp>());
  apps.push_back(std::make_unique<projects::ProjectsApp>());
  apps.push_back(std::make_unique<bookings::BookingsApp>());
  apps.push_back(std::make_unique<family::FamilyApp>());
  return apps;
}

}  // namespace norn::apps
