#pragma once

#include <string>

#include "apps/projects/service.h"
#include "apps/projects/tasks/comments.h"
#include "apps/shared/person_files.h"
#include "base/error.h"

namespace norn::projects {

// The projects that the person owns, with the files that are attached to their tasks.
Result<void> add_person_files(const Context& context, Projects& projects, Comments& comments,
                              const std::string& user_id, apps::PersonFiles& files);

}  // namespace norn::projects
