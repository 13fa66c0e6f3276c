#pragma once

#include "apps/calendars/entries/entries.h"
#include "rest/json_input.h"

// Entries as people send them. Nothing else may be in the body.
namespace norn::calendars {

Result<EntryInput> read_entry(rest::JsonInput& body);
Result<EntryPatch> read_entry_patch(rest::JsonInput& body);

}  // namespace norn::calendars
