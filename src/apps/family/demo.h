#pragma once

#include "apps/family/access.h"
#include "apps/family/facts.h"
#include "apps/family/people.h"
#include "apps/family/relationships.h"
#include "apps/family/trees.h"
#include "apps/shared/demo.h"
#include "apps/sharing/members.h"

namespace norn::family {

// The services that the demo uses.
struct DemoServices {
  const Context& context;
  Trees& trees;
  sharing::Members& members;
  People& people;
  Relationships& relationships;
  Facts& facts;
};

// Makes the family tree of the demo: six generations, two of whom are cousins who married. The
// family's accounts know which of them they are.
Result<void> add_demo(const DemoServices& services, apps::Demo& demo);

}  // namespace norn::family
