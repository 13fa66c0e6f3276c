#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "apps/planner/views/views.h"

// The JSON of what the planner has, as docs/http_api.md describes it.
namespace norn::planner {

void append_json(std::string& out, const Thing& thing);
void append_json(std::string& out, const Meta& meta);  // The preferences.
void append_json(std::string& out, const View& view);
// The items of `from` to `to` as they are in the table: a view that was not expanded.
void append_json(std::string& out, const ViewRequest& request, const std::vector<Thing>& items);
// With when it comes again, when a person has put it off.
void append_json(std::string& out, const Reminder& reminder,
                 const std::optional<int64_t>& snoozed_until_s = {});
// What was found, and when it comes next by the clocks of a zone.
void append_json(std::string& out, const Found& found, const std::string& tzid);
// What was counted, and what is counted when somebody asks.
void append_json(std::string& out, const StoredStats& stats, int64_t upcoming_events);
// The colours that are offered: [{"name","color"}, ...].
void append_palette(std::string& out);
std::string json_of(const Thing& thing);
std::string json_of(const Meta& meta);

}  // namespace norn::planner
