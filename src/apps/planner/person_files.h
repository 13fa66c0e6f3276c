#pragma once

#include <string>

#include "apps/planner/context.h"
#include "apps/shared/person_files.h"
#include "base/error.h"

namespace norn::planner {

// The planner as a calendar file with its tasks, and its preferences.
Result<void> add_person_files(const Context& context, const std::string& user_id,
                              apps::PersonFiles& files);

}  // namespace norn::planner
