#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/calendars/model.h"
#include "apps/context.h"
#include "apps/shared/transaction.h"
#include "base/error.h"
#include "store/store.h"

// The check of who may do what, and the reads and conditions that all parts of the service use.
namespace norn::calendars {

using apps::Action;
using apps::Context;
using apps::decide_and_write;
using apps::Done;
using apps::write_all;

// A calendar, and the membership of the user who asked.
struct Access {
  Calendar calendar;
  Membership membership;
};

// THE check of who may do what. Returns kNotFound if the calendar does not exist or the user is no
// member or has an unknown role, so that others cannot find out which of the two it is, and
// kForbidden if the member's role is lower than `needed`. Reads the table, never an index.
Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& calendar_id, Role needed);
// The same as a condition of a transaction: the user still has at least this role.
Action still_has_role(const Context& context, const std::string& user_id,
                      const std::string& calendar_id, Role needed);

// A consistent read of the table.
Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key);

store::Item calendar_key(const std::string& calendar_id);
store::Item member_key(const std::string& calendar_id, const std::string& user_id);
store::Item entry_key(const std::string& entry_id);

// All members of a calendar, from the table. Leaves out those that cannot be read.
Result<std::vector<Membership>> members_of(const Context& context, const std::string& calendar_id);
// Visits the ids of a user's calendars that the index has, until `visit` returns false. Reads keys
// only, so memberships that cannot be read are visited, too. The index may lag: use it to find
// calendars, not to decide.
using VisitCalendar = std::function<Result<bool>(const std::string& calendar_id)>;
Result<void> visit_indexed_calendars(const Context& context, const std::string& user_id,
                                     const VisitCalendar& visit);
// The memberships of a user, found by the index and read from the table.
Result<std::vector<Membership>> memberships_of(const Context& context, const std::string& user_id);
// Whether the user is in kMaxCalendarsPerPerson calendars, by the index. Those in the bin do not
// count, unless there are as many of them again.
Result<bool> has_most_calendars(const Context& context, const std::string& user_id);
// The ids of the calendars that the user owns and that are not there: they are in the bin, or about
// to be swept.
Result<std::vector<std::string>> deleted_calendars_of(const Context& context,
                                                      const std::string& user_id);

// Conditions of a transaction: an item with this key, this calendar, this user exists.
Action is_there(const std::string& table, store::Item key);
Action calendar_is_there(const Context& context, const std::string& calendar_id);
Action user_is_there(const Context& context, const std::string& user_id);
// Replaces or removes the item `old` if these attributes of it are unchanged.
Action replace(const std::string& table, store::ItemView old, store::Item next,
               const std::vector<std::string>& attributes);
Action remove(const std::string& table, store::ItemView old,
              const std::vector<std::string>& attributes);
// Adds an item if there is none with its key.
Action put_new(const std::string& table, store::Item item);

// Raises the attribute `longestSpanDays` of a calendar. The condition fails if the calendar does
// not exist, or already has a span as long as this.
store::UpdateRequest raise_longest_span(const std::string& table, const std::string& calendar_id,
                                        int64_t span_days);

// For the transaction that writes an entry with so many days: the calendar exists, and its longest
// span is at least this.
Action calendar_holds(const Context& context, const Calendar& calendar, int64_t span_days);

// Returns kInvalid with the field "color" if there is a color that is malformed.
Result<void> check_color(const std::optional<std::string>& color);

// The current time in the format of items.
std::string now_text(const Context& context);

}  // namespace norn::calendars
