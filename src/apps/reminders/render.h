#pragma once

#include <string>

#include "apps/reminders/reminders.h"

// The JSON of replies, as docs/http_api.md describes it.
namespace norn::reminders {

void append_json(std::string& out, const ListedReminder& listed);
void append_json(std::string& out, const Settings& settings);

}  // namespace norn::reminders
