#pragma once

#include <optional>
#include <string>

#include "apps/planner/exchange/import.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/reminders/reminders.h"

// The JSON of what is not an item of the table.
namespace norn::planner {

void append_json(std::string& out, const ListedReminder& listed);
void append_json(std::string& out, const std::optional<FeedLinks::State>& feed);
void append_json(std::string& out, const ImportReport& report);

}  // namespace norn::planner
