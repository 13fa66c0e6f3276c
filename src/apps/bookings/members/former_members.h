#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/access.h"

// What people leave behind in a place. A member who leaves keeps their stays, with their name, and
// two FORMER items record the membership: one in the partition of the place, for its sweep, and one
// in that of the person, so that deleting the account finds the stays. Both are always written
// together. They stay if the person joins the place again.
namespace norn::bookings {

// The title of stays whose person has deleted their account.
constexpr std::string_view kSomebodyWhoLeft = "Somebody who left";

// For the transaction that removes a membership.
void remember_former(const Context& context, const std::string& place_id,
                     const std::string& user_id, std::vector<Action>& actions);

// Removes a part of what a deleted account has left in places of which it was a former member.
// Returns true if there may be more.
Result<bool> forget_former(const Context& context, const std::string& user_id);

// The place that a deleted account leaves; nullopt if there is none. One that cannot be read,
// because another program wrote it, has the default settings: it must not keep an account from
// being deleted.
Result<std::optional<Place>> place_to_leave(const Context& context, const std::string& place_id);
// Releases a part of the stays of a deleted account in a place: future stays are deleted, and stays
// that have begun or are past lose the name. Events of others that the person created or changed
// lose its id. Returns true if there may be more.
Result<bool> release_stays(const Context& context, const Place& place, const std::string& user_id);

}  // namespace norn::bookings
