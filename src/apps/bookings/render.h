#pragma once

#include <string>

#include "apps/bookings/events/events.h"
#include "apps/bookings/places/statistics.h"
#include "apps/bookings/places/wishes.h"

// The JSON of the API, appended to `out`.
namespace norn::bookings {

void append_json(std::string& out, const Access& access);   // A place with the caller's role.
void append_json(std::string& out, const EventFor& event);  // A FullCalendar event object.
void append_json(std::string& out, const QuoteFor& quote);
void append_json(std::string& out, const WishFor& wish);
void append_json(std::string& out, const YearStatistics& statistics);
// {"night","event":{"id","title","kind"}}; without the event if it is null.
void append_taken_night(std::string& out, Date night, const Event* event);
// {"currency","nights":[{"date","price","season"}]} of [from, to).
void append_prices(std::string& out, const PlaceSettings& place, Date from, Date to);

}  // namespace norn::bookings
