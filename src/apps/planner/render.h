#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "apps/planner/views/views.h"

// The JSON of replies, as docs/http_api.md describes it.
namespace norn::planner {

void append_json(std::string& out, const Thing& thing);
void append_json(std::string& out, const Meta& meta);  // The preferences.
void append_json(std::string& out, const View& view);
// A view that is not expanded: the items as they are stored.
void append_json(std::string& out, const ViewRequest& request, const std::vector<Thing>& items);
// `snoozed_until_s`: when a snoozed reminder is due again.
void append_json(std::string& out, const Reminder& reminder,
                 const std::optional<int64_t>& snoozed_until_s = {});
// A search result, with its next occurrence in a time zone.
void append_json(std::string& out, const Found& found, const std::string& tzid);
// The stored counts, and the count that is computed for each request.
void append_json(std::string& out, const StoredStats& stats, int64_t upcoming_events);
// The colors to choose from: [{"name","color"}, ...].
void append_palette(std::string& out);
std::string json_of(const Thing& thing);
std::string json_of(const Meta& meta);

}  // namespace norn::planner
