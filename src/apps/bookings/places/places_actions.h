#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/access.h"

// What transactions on places and their members consist of. A membership is two items, one found by
// its place and one by its person; both are always written together, and the one of the place has
// the conditions.
namespace norn::bookings {

store::Item place_key(const std::string& place_id);
store::Item member_key(const std::string& place_id, const std::string& user_id);
store::Item person_key(const std::string& place_id, const std::string& user_id);

// Of an item of the table, read consistently.
Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key);
Result<std::optional<Place>> find_place(const Context& context, const std::string& place_id);
Result<std::optional<Membership>> find_membership(const Context& context,
                                                  const std::string& place_id,
                                                  const std::string& user_id);

// Conditions.
Action place_is_there(const Context& context, const std::string& place_id);
Action is_administrator(const Context& context, const std::string& user_id,
                        const std::string& place_id);
Action user_is_there(const Context& context, const std::string& user_id);

// A new item.
Action put_new(const Context& context, store::Item item);
// Whatever is there now.
Action put_anyway(const Context& context, store::Item item);
Action remove_anyway(const Context& context, store::Item key);

// Both items of a membership: a new one, the next state of one that is as it was read, and nothing
// instead of one that is as it was read.
void add_membership(const Context& context, const Membership& membership,
                    std::vector<Action>& actions);
void replace_membership(const Context& context, const Membership& old, const Membership& next,
                        std::vector<Action>& actions);
void remove_membership(const Context& context, const Membership& old, std::vector<Action>& actions);
// Only the one that is found by its place.
Action remove_from_place(const Context& context, const Membership& old);

// For the transaction that takes a place out of sight; `begin_place_sweep` belongs to it.
Action remove_place(const Context& context, const std::string& place_id);

// kConflict for somebody who is in as many places as one can be.
Result<void> check_room_for_place(const Context& context, const std::string& user_id);

Membership new_membership(const Context& context, const std::string& place_id,
                          const std::string& user_id, Role role);

}  // namespace norn::bookings
