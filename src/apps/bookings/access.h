#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/context.h"
#include "apps/bookings/model.h"
#include "apps/shared/transaction.h"

// Reads and conditions that the parts of bookings have in common. Everything is read from the table
// itself or its local index, consistently: nothing here is ever behind.
namespace norn::bookings {

using apps::Action;

// A place and what somebody is in it.
struct Access {
  Place place;
  Membership membership;

  bool is_administrator() const { return membership.role == Role::kAdministrator; }
};

// THE check of who may do what: kNotFound for those who are no members (and for places that are not
// there), kForbidden for members whose role is less than `needed`.
Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& place_id, Role needed);
// All places of a person, by name.
Result<std::vector<Access>> places_of(const Context& context, const std::string& user_id);
Result<std::vector<Membership>> members_of(const Context& context, const std::string& place_id);

// Events of a place that have nights in [from, to), by their first night: the query of the design
// on `startDateIndex`, which begins as far back as a stay can last.
Result<std::vector<Event>> events_between(const Context& context, const std::string& place_id,
                                          Date from, Date to);
Result<std::optional<Event>> find_event(const Context& context, const std::string& place_id,
                                        const std::string& event_id);

// Which day it is where the place is.
Date today_at(const Place& place, const Clock& clock);

// Whether somebody may know who comes: always of themselves, and of others as the place says.
bool may_know(const Access& access, const Event& event);

// The time as items have it.
std::string now_text(const Context& context);

}  // namespace norn::bookings
