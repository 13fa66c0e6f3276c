#pragma once

#include <optional>
#include <string>

#include "apps/planner/exchange/calendar_exchange.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/reminders/reminders.h"

// The JSON of lists and reports, which have no place of their own in the table.
namespace norn::planner {

void append_json(std::string& out, const ListedReminder& listed);
void append_json(std::string& out, const std::optional<FeedLinks::State>& feed);
void append_json(std::string& out, const ImportReport& report);

}  // namespace norn::planner
