#pragma once

#include <string>
#include <vector>

#include "apps/agenda/source.h"
#include "apps/events/views/views.h"
#include "base/error.h"

namespace norn::events {

// What the events of a partition have in common in an agenda.
struct AgendaOrigin {
  std::string partition;  // The id of its owner: of a person, or "cal_<id>".
  std::string app;        // "planner"
  agenda::Owner owner;
  std::string path;                      // Of its events: "/api/v1/planner/events/".
  agenda::Rights rights;                 // Of the reader.
  std::vector<std::string> people = {};  // Without a reader: whom all of it concerns.
  std::string color = {};                // Of events that have none.
  // Of something shared: the user id of the member, who may be a guest of its events. They concern
  // those who are invited as members, else who made them.
  std::string reader = {};
};

// Adds the events and occurrences of a partition that overlap the days. What expires does so
// without a change of the table, so a part that has such an event cannot be kept.
Result<void> add_agenda_items(Views& views, const AgendaOrigin& origin, const agenda::Query& query,
                              agenda::Part& part);

}  // namespace norn::events
