#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/model.h"
#include "apps/context.h"
#include "apps/shared/transaction.h"

// Who may do what in a place; and the reads, conditions and writes of places, memberships and
// events that the parts of bookings share. Everything is read consistently, from the table itself
// or its local index.
namespace norn::bookings {

using apps::Action;
using apps::Context;

// The scopes of API tokens.
constexpr const char* kReadScope = "bookings:read";
constexpr const char* kWriteScope = "bookings:write";

// A place, and the caller's membership in it.
struct Access {
  Place place;
  Membership membership;

  bool is_administrator() const { return membership.role == Role::kAdministrator; }
};

// THE check of who may do what. Returns kNotFound if there is no such place or the user is no
// member of it or has an unknown role, and kForbidden if the member's role is less than `needed`.
Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& place_id, Role needed);
// Whether the caller may see who comes: always for their own bookings and blocked periods, for
// others if the place shows names or the caller is an administrator.
bool may_know(const Access& access, const Event& event);

// The lists leave out items that cannot be read.
Result<std::vector<Membership>> memberships_of(const Context& context, const std::string& user_id);
// All places of a person, by name.
Result<std::vector<Access>> places_of(const Context& context, const std::string& user_id);
Result<std::vector<Membership>> members_of(const Context& context, const std::string& place_id);
Result<std::optional<Place>> find_place(const Context& context, const std::string& place_id);

// The query of the design on `startDateIndex` for the events of a place with nights in [from, to),
// which begins as far back as a stay can last: it finds some events that end before `from`.
store::QueryRequest query_events(const Context& context, const std::string& place_id, Date from,
                                 Date to);
// Events of a place with nights in [from, to), by their first night.
Result<std::vector<Event>> events_between(const Context& context, const std::string& place_id,
                                          Date from, Date to);
Result<std::optional<Event>> find_event(const Context& context, const std::string& place_id,
                                        const std::string& event_id);

// Items of the table. A membership is two of them, one in the partition of its place and one in
// that of its person. Both are always written together, and the place's has the conditions.
store::Item place_key(const std::string& place_id);
store::Item member_key(const std::string& place_id, const std::string& user_id);
store::Item person_key(const std::string& place_id, const std::string& user_id);
Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key);

// Conditions for a transaction.
Action still_administrator(const Context& context, const std::string& user_id,
                           const std::string& place_id);
Action user_exists(const Context& context, const std::string& user_id);

// Writes for a transaction: `put_new` fails if the item exists, the other two have no condition.
Action put_new(const Context& context, store::Item item);
Action put_item(const Context& context, store::Item item);
Action delete_item(const Context& context, const store::Item& key);

// Both items of a membership. Replacing and removing fail if it changed since `old` was read.
Membership new_membership(const Context& context, const std::string& place_id,
                          const std::string& user_id, Role role);
void add_membership(const Context& context, const Membership& membership,
                    std::vector<Action>& actions);
void replace_membership(const Context& context, const Membership& old, const Membership& next,
                        std::vector<Action>& actions);
void remove_membership(const Context& context, const Membership& old, std::vector<Action>& actions);
// Only the item in the partition of the place.
Action remove_from_place(const Context& context, const Membership& old);

// The current day in the time zone of the place.
Date today_at(const Place& place, const Clock& clock);
// The current time, in the form of `createdAt`.
std::string now_text(const Context& context);

}  // namespace norn::bookings
