#pragma once

#include <optional>
#include <string>

#include "apps/bookings/events/events.h"

// What people say about a booking, checked: kInvalid names the member that is wrong.
namespace norn::bookings {

// Trimmed, 1 to 200 characters on one line.
Result<std::string> checked_title(const std::string& title);
// At most 1,000 characters; nullopt when there is nothing in it.
Result<std::optional<std::string>> checked_note(const std::optional<std::string>& note);

// kNotFound when there is none, and for what cannot be the id of one. Other programs choose ids of
// their own, so that is no more than what can be a key.
Result<Event> existing_event(const Context& context, const std::string& place_id,
                             const std::string& event_id);

// Whether somebody may make a booking for that person (nullopt: a guest). For themselves always;
// administrators for everybody who is in the place, and for guests.
Result<void> check_person(const Context& context, const Access& access,
                          const std::optional<std::string>& person);

// What the booking of somebody is called when they say nothing: their name. Guests need a title.
Result<std::string> name_of(const Context& context, const std::optional<std::string>& person);

}  // namespace norn::bookings
