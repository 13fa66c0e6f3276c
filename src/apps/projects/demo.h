#pragma once

#include "apps/projects/events/events.h"
#include "apps/projects/service.h"
#include "apps/projects/tasks/comments.h"
#include "apps/projects/tasks/tags.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/demo.h"
#include "apps/sharing/members.h"

namespace norn::projects {

// The services that the demo uses.
struct DemoServices {
  Projects& projects;
  sharing::Members& members;
  Tags& tags;
  Tasks& tasks;
  Comments& comments;
  Events& events;
};

// Makes the projects of the demo: a family's new kitchen, and the website of a team.
Result<void> add_demo(const DemoServices& services, const apps::Demo& demo);

}  // namespace norn::projects
