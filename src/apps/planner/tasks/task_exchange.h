#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/events/exchange/export.h"
#include "apps/events/exchange/import.h"
#include "apps/planner/context.h"
#include "apps/planner/tasks/task.h"
#include "base/error.h"
#include "ical/calendar_file.h"

// Tasks as VTODOs of calendar files (RFC 5545, 3.6.2).
//
// DUE is when a task is due and DTSTART when it is planned, as far as the RFC allows both: DTSTART
// has to be before DUE, and of its kind. X-NORN-PLANNED, with its zone and minutes, always says it.
// What tasks do not have (alarms, a place, RELATED-TO) is kept for exports.
namespace norn::planner {

ical::CalendarItem calendar_item(const Task& task);

enum class ArchivedTasks : uint8_t { kWith, kWithout };
// For CalendarExport. The context has to outlive it.
ExportedKind exported_tasks(const Context& context, ArchivedTasks archived);

// For import_calendar. The id of an imported task follows from its UID, so that importing a file
// again, also at the same time, changes the task. If it is there, the higher SEQUENCE wins, then
// the later change, then the file. A task that repeats is imported once.
Result<void> import_tasks(const Context& context, const std::string& user_id,
                          const std::vector<ImportGroup>& todos, bool dry_run, ImportReport& report,
                          ImportNotes& notes);

}  // namespace norn::planner
