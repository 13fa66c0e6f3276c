#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/events/events.h"
#include "apps/bookings/events/rules.h"
#include "apps/shared/items.h"

// What is said when a transaction of the design was refused, and what is done when it was not.
namespace norn::bookings {

// `overlap` of the slots that were there at the moment of the refusal. Whose they are is read for
// it; slots that other programs wrote may not say it, and then the nights do.
std::unexpected<Error> refused_slots(const Context& context, const Access& access,
                                     const apps::Refusals& refusals,
                                     const std::vector<Action>& actions);

// When the event itself was not as the transaction wants it: what it is now, as the store has
// given it with its refusal. kNotFound when it is gone.
std::unexpected<Error> refused_event(const Access& access, const apps::Refusals& refusals);

// After nights were taken: a place may have gone at that moment, and its sweep passed by already.
// Then that begins again, and it is `not_found`.
Result<void> expect_place(const Context& context, const std::string& place_id);

}  // namespace norn::bookings
