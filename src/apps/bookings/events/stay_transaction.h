#pragma once

#include <string>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/shared/items.h"

// The transactions of a stay: the event and a slot for each of its nights, with the actions and
// conditions of the design and no others, so that stays of 99 nights fit in. The first action is
// that of the event. A refused transaction returns the items that were in its way, so its error
// describes the moment of the refusal without another read.
namespace norn::bookings {

std::vector<Action> create_actions(const std::string& table, const Event& event);
std::vector<Action> update_actions(const std::string& table, const Event& old, const Event& next);
std::vector<Action> delete_actions(const std::string& table, const Event& event);

// The error of a transaction whose slots were taken: `overlap` with the nights and their events.
// The events are read for it; slots without an event id are looked up by their nights.
std::unexpected<Error> slots_taken(const Context& context, const Access& access,
                                   const apps::Refusals& refusals,
                                   const std::vector<Action>& actions);

// The error of a transaction whose event was not at the expected version: `stale_event` with the
// current event, kNotFound if it was deleted.
std::unexpected<Error> event_changed(const Access& access, const apps::Refusals& refusals);

// To be called after nights were taken. If the place was deleted meanwhile, its sweep may have
// missed them: starts it again and returns kNotFound.
Result<void> confirm_place(const Context& context, const std::string& place_id);

}  // namespace norn::bookings
