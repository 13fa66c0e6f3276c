#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/events/render.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/preferences.h"

// The JSON of replies about the person, as docs/http_api.md describes it.
namespace norn::planner {

void append_json(std::string& out, const Meta& meta);  // The preferences.
// The stored counts, and those that depend on the time of the request.
struct CountsNow {
  int64_t upcoming_events = 0;
  int64_t overdue_tasks = 0;
};
void append_json(std::string& out, const StoredStats& stats, const CountsNow& now);
void append_json(std::string& out, const std::optional<FeedLinks::State>& feed);
std::string json_of(const Meta& meta);

}  // namespace norn::planner
