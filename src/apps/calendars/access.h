#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/calendars/service.h"
#include "apps/calendars/transaction.h"

// Reads and conditions that the parts of the service have in common; `authorize` and
// `still_has_role` are in service.h.
namespace norn::calendars {

// Of a table's item, read consistently.
Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key);

store::Item calendar_key(const std::string& calendar_id);
store::Item member_key(const std::string& calendar_id, const std::string& user_id);
store::Item entry_key(const std::string& entry_id);

// Everybody in a calendar. Of the table itself.
Result<std::vector<Membership>> members_of(const Context& context, const std::string& calendar_id);
// The memberships of a person as the index has them: which calendars to look at, no more. Page by
// page, until `visit` returns false.
using VisitMembership = std::function<Result<bool>(const Membership&)>;
Result<void> visit_indexed_memberships(const Context& context, const std::string& user_id,
                                       const VisitMembership& visit);
// By the index too.
Result<bool> has_most_calendars(const Context& context, const std::string& user_id);

// For transactions: that the item of this key is there.
Action is_there(const std::string& table, store::Item key);
Action calendar_is_there(const Context& context, const std::string& calendar_id);
// That the person has not deleted their account.
Action user_is_there(const Context& context, const std::string& user_id);
// The new state of an item instead of `old`, or nothing instead of it, when it is as it was.
Action replace(const std::string& table, store::ItemView old, store::Item next,
               const std::vector<std::string>& attributes);
Action remove(const std::string& table, store::ItemView old,
              const std::vector<std::string>& attributes);
// A new item.
Action put_new(const std::string& table, store::Item item);

// kInvalid of "color" when there is one that is none.
Result<void> check_color(const std::optional<std::string>& color);

// The time as items have it.
std::string now_text(const Context& context);

}  // namespace norn::calendars
