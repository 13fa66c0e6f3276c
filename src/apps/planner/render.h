#pragma once

#include <string>

#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "apps/planner/views.h"

// The JSON of what the planner has, as docs/http_api.md describes it.
namespace norn::planner {

void append_json(std::string& out, const Thing& thing);
void append_json(std::string& out, const Meta& meta);  // The preferences.
void append_json(std::string& out, const View& view);
void append_json(std::string& out, const Reminder& reminder);
std::string json_of(const Thing& thing);
std::string json_of(const Meta& meta);

}  // namespace norn::planner
