#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/model.h"
#include "base/error.h"

namespace norn::planner {

struct StoredSeries {
  Master master;
  std::vector<Instance> exceptions;  // By their tags.
};

// The one of a tag, among those of a series; nullptr when there is none.
const Instance* find_exception(const std::vector<Instance>& exceptions, std::string_view tag);

// Everything of a person that can be in a calendar file.
struct StoredEvents {
  std::vector<Event> events;
  std::vector<StoredSeries> series;
};

// Consistent, by the table itself. What should have gone by itself is part of it.
Result<StoredEvents> read_stored(const Context& context, const std::string& user_id);

}  // namespace norn::planner
