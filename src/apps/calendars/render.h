#pragma once

#include <string>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/model.h"

// Calendars as the JSON of the REST API; the names are those of the items.
namespace norn::calendars {

// {"id","name","color","description","createdAt","updatedAt","role","etag"}
void append_json(std::string& out, const Calendar& calendar, Role role);
// {"calendarId","color","createdAt","date","description","id","kind","location","title",
// "updatedAt","etag"}: the tag is that of all the others.
void append_json(std::string& out, const EntryView& entry);
void append_json(std::string& out, const Entry& entry);

}  // namespace norn::calendars
