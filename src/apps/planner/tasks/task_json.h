#pragma once

#include <string>

#include "apps/planner/tasks/task.h"

// Tasks as JSON, as docs/http_api.md describes it.
namespace norn::planner {

void append_json(std::string& out, const Task& task);
std::string json_of(const Task& task);

}  // namespace norn::planner
