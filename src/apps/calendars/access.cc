#include "apps/calendars/access.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"

namespace norn::calendars {
namespace {

store::Item key_of(store::ItemView item) {
  return store::Item::subset(item, {"PK", "SK"});
}

constexpr int64_t kMembershipsPerPage = 100;
constexpr int kMaxPages = 1'000;
// More than a user can have, even if concurrent requests exceed the limit.
constexpr size_t kMaxListedCalendars = 2 * kMaxCalendarsPerPerson;

store::QueryRequest query_memberships(const Context& context, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk AND begins_with(GSI1SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":prefix", keys::kCalendarPrefix}};
  return request;
}

// Counts one page only: memberships are small, so `most` of them fit into it.
Result<int64_t> count_up_to(const Context& context, store::QueryRequest request, int64_t most) {
  request.select = store::Select::kCount;
  request.limit = most;
  NORN_ASSIGN(const auto page, context.store.query(request));
  return page.count;
}

}  // namespace

Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key) {
  store::GetRequest request;
  request.table = context.tables.calendars();
  request.key = key;
  request.consistent = true;
  NORN_ASSIGN(auto result, context.store.get(request));
  return std::move(result.item);
}

store::Item calendar_key(const std::string& calendar_id) {
  const std::string key = keys::calendar(calendar_id);
  return apps::key_of(key, key);
}

store::Item member_key(const std::string& calendar_id, const std::string& user_id) {
  return apps::key_of(keys::calendar(calendar_id), keys::member(user_id));
}

store::Item entry_key(const std::string& entry_id) {
  const std::string key = keys::entry(entry_id);
  return apps::key_of(key, key);
}

Result<Access> authorize(const Context& context, const std::string& user_id,
                         const std::string& calendar_id, Role needed) {
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.calendars(),
                            {calendar_key(calendar_id), member_key(calendar_id, user_id)}));
  if (items.size() != 2) return not_found(kCalendarNotFound);
  const bool member_first = apps::text_of(items[0], "SK").starts_with(keys::kMemberPrefix);
  // A membership that cannot be read, as one with an unknown role, gives no rights.
  auto membership = membership_from(items[member_first ? 0 : 1]);
  if (!membership) return not_found(kCalendarNotFound);
  NORN_ASSIGN(auto calendar, calendar_from(items[member_first ? 1 : 0]));
  if (membership->role < needed) {
    const auto& refusal = needed == Role::kOwner ? kCalendarForOwners : kCalendarForWriters;
    return forbidden(refusal(to_text(membership->role)));
  }
  return Access{std::move(calendar), *std::move(membership)};
}

Action still_has_role(const Context& context, const std::string& user_id,
                      const std::string& calendar_id, Role needed) {
  store::ConditionCheck check;
  check.table = context.tables.calendars();
  check.key = member_key(calendar_id, user_id);
  check.placeholders.names.emplace("#role", "role");
  std::string roles;
  for (const Role role : {Role::kReader, Role::kWriter, Role::kOwner}) {
    if (role < needed) continue;
    const std::string name = fmt::format(":{}", to_text(role));
    roles += (roles.empty() ? "" : ", ") + name;
    check.placeholders.values.emplace(name, to_text(role));
  }
  check.condition = fmt::format("#role IN ({})", roles);
  return check;
}

Result<std::vector<Membership>> members_of(const Context& context, const std::string& calendar_id) {
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.key_condition = "PK = :pk AND begins_with(SK, :members)";
  request.placeholders.values = {{":pk", keys::calendar(calendar_id)},
                                 {":members", keys::kMemberPrefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  return apps::readable(items, membership_from);
}

Result<void> visit_indexed_calendars(const Context& context, const std::string& user_id,
                                     const VisitCalendar& visit) {
  store::QueryRequest request = query_memberships(context, user_id);
  request.limit = kMembershipsPerPage;
  for (int page = 0; page < kMaxPages; ++page) {
    NORN_ASSIGN(auto found, context.store.query(request));
    for (const store::ItemView item : found.items) {
      const std::string calendar = apps::text_of(item, "GSI1SK");
      NORN_ASSIGN(const bool wants_more, visit(calendar.substr(keys::kCalendarPrefix.size())));
      if (!wants_more) return {};
    }
    if (!found.last_key) return {};
    request.start_after = std::move(found.last_key);
  }
  return {};
}

Result<std::vector<Membership>> memberships_of(const Context& context, const std::string& user_id) {
  std::vector<store::Item> member_keys;
  std::set<std::string> seen;  // Other programs can give several items one key of the index.
  const auto add_key = [&](const std::string& calendar_id) -> Result<bool> {
    if (seen.insert(calendar_id).second) member_keys.push_back(member_key(calendar_id, user_id));
    return member_keys.size() < kMaxListedCalendars;
  };
  NORN_TRY(visit_indexed_calendars(context, user_id, add_key));
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.calendars(), member_keys));
  return apps::readable(items, membership_from);
}

namespace {

// The calendars of these memberships that exist.
Result<std::vector<store::Item>> existing_calendars(const Context& context,
                                                    const std::vector<Membership>& memberships) {
  std::vector<store::Item> keys;
  keys.reserve(memberships.size());
  for (const Membership& one : memberships) keys.push_back(calendar_key(one.calendar_id));
  return apps::get_all(context.store, context.tables.calendars(), keys);
}

}  // namespace

Result<bool> has_most_calendars(const Context& context, const std::string& user_id) {
  constexpr auto kMost = static_cast<int64_t>(kMaxListedCalendars);
  NORN_ASSIGN(const int64_t count,
              count_up_to(context, query_memberships(context, user_id), kMost));
  if (count < kMaxCalendarsPerPerson) return false;
  if (count >= kMost) return true;
  NORN_ASSIGN(const auto memberships, memberships_of(context, user_id));
  NORN_ASSIGN(const auto existing, existing_calendars(context, memberships));
  return static_cast<int64_t>(existing.size()) >= kMaxCalendarsPerPerson;
}

Result<std::vector<std::string>> deleted_calendars_of(const Context& context,
                                                      const std::string& user_id) {
  NORN_ASSIGN(auto memberships, memberships_of(context, user_id));
  std::erase_if(memberships,
                [](const Membership& membership) { return membership.role != Role::kOwner; });
  NORN_ASSIGN(const auto existing, existing_calendars(context, memberships));
  std::vector<std::string> there;
  there.reserve(existing.size());
  for (const store::Item& calendar : existing) there.push_back(apps::text_of(calendar, "PK"));
  std::vector<std::string> deleted;
  for (const Membership& membership : memberships) {
    if (std::ranges::find(there, keys::calendar(membership.calendar_id)) != there.end()) continue;
    deleted.push_back(membership.calendar_id);
  }
  return deleted;
}

Action is_there(const std::string& table, store::Item key) {
  store::ConditionCheck check;
  check.table = table;
  check.key = std::move(key);
  check.condition = "attribute_exists(PK)";
  return check;
}

Action calendar_is_there(const Context& context, const std::string& calendar_id) {
  return is_there(context.tables.calendars(), calendar_key(calendar_id));
}

Action user_is_there(const Context& context, const std::string& user_id) {
  const std::string key = keys::user(user_id);
  return is_there(context.tables.calendars(), apps::key_of(key, key));
}

Action replace(const std::string& table, store::ItemView old, store::Item next,
               const std::vector<std::string>& attributes) {
  apps::Unchanged unchanged = apps::unchanged(old, attributes);
  store::PutRequest put;
  put.table = table;
  put.item = std::move(next);
  put.condition = std::move(unchanged.condition);
  put.placeholders = std::move(unchanged.placeholders);
  return put;
}

Action remove(const std::string& table, store::ItemView old,
              const std::vector<std::string>& attributes) {
  apps::Unchanged unchanged = apps::unchanged(old, attributes);
  store::DeleteRequest request;
  request.table = table;
  request.key = key_of(old);
  request.condition = std::move(unchanged.condition);
  request.placeholders = std::move(unchanged.placeholders);
  return request;
}

Action put_new(const std::string& table, store::Item item) {
  store::PutRequest put;
  put.table = table;
  put.item = std::move(item);
  put.condition = "attribute_not_exists(PK)";
  return put;
}

store::UpdateRequest raise_longest_span(const std::string& table, const std::string& calendar_id,
                                        int64_t span_days) {
  store::UpdateRequest request;
  request.table = table;
  request.key = calendar_key(calendar_id);
  request.update = "SET longestSpanDays = :days";
  request.condition =
      "attribute_exists(PK) AND (attribute_not_exists(longestSpanDays) OR longestSpanDays < :days)";
  request.placeholders.values.emplace(":days", store::Value::number(span_days));
  return request;
}

Action calendar_holds(const Context& context, const Calendar& calendar, int64_t span_days) {
  if (span_days <= calendar.longest_span_days) return calendar_is_there(context, calendar.id);
  return raise_longest_span(context.tables.calendars(), calendar.id, span_days);
}

Result<void> check_color(const std::optional<std::string>& color) {
  if (!color || is_color(*color)) return {};
  return invalid("color", apps::kColorForm);
}

std::string now_text(const Context& context) {
  return timestamp_s(context.clock.now_ms());
}

}  // namespace norn::calendars
