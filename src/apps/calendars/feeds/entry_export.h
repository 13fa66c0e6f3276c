#pragma once

#include "apps/calendars/access.h"
#include "apps/events/exchange/export.h"
#include "ical/calendar_file.h"

// Entries as components of calendar files.
namespace norn::calendars {

// Tasks are VTODOs that are due on their day. Times have no zone. The UID is the one that the entry
// has as an event, so that programs that subscribe know it again when it becomes one.
ical::CalendarItem calendar_item(const Entry& entry);

// For events::CalendarExport, whose owners are the partitions of calendars.
events::ExportedKind exported_entries(const Context& context);

}  // namespace norn::calendars
