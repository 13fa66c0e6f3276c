#pragma once

#include <string>

#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/model.h"

// Calendars and entries as JSON of the REST API. Members have the names of attributes.
namespace norn::calendars {

// {"id","name","color","description","createdAt","updatedAt","role","etag"}
void append_json(std::string& out, const Calendar& calendar, Role role);
// {"calendarId","color","createdAt","date","description","id","kind","location","title",
// "updatedAt","etag","createdBy","updatedBy"}; the tag is a hash of the members before it.
void append_json(std::string& out, const EntryView& entry);
void append_json(std::string& out, const Entry& entry);

}  // namespace norn::calendars
