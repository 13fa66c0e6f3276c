#include "apps/calendars/members_pending.h"

#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/keys.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

// The mark matters as long as somebody signs up, which takes seconds.
constexpr int64_t kMarkSeconds = 86'400;

Result<std::vector<PendingInvitation>> query_pending(const Context& context,
                                                     std::string_view partition,
                                                     std::string_view prefix) {
  store::QueryRequest request;
  request.table = context.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", partition}, {":prefix", prefix}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  std::vector<PendingInvitation> invitations;
  for (const store::Item& item : items) {
    invitations.push_back({.calendar_id = apps::text_of(item, "calendarId"),
                           .email = apps::text_of(item, "email"),
                           .role = role_from(apps::text_of(item, "role")).value_or(Role::kReader),
                           .invited_by = apps::text_of(item, "invitedBy"),
                           .created_at = apps::text_of(item, "createdAt")});
  }
  return invitations;
}

Action remove_key(const Context& context, store::Item key, bool has_to_exist) {
  store::DeleteRequest request;
  request.table = context.tables.norn();
  request.key = std::move(key);
  if (has_to_exist) request.condition = "attribute_exists(PK)";
  return request;
}

store::Item latest_key(const std::string& email) {
  return apps::key_of(keys::invitee(email), keys::kLatestInvitation);
}

// That the mark is what it was.
template <typename Request>
void expect_mark(const std::optional<std::string>& mark, Request& request) {
  if (!mark) {
    request.condition = "attribute_not_exists(PK)";
    return;
  }
  request.condition = "mark = :mark";
  request.placeholders.values.emplace(":mark", *mark);
}

}  // namespace

Result<std::vector<PendingInvitation>> pending_of_calendar(const Context& context,
                                                           const std::string& calendar_id) {
  return query_pending(context, keys::calendar(calendar_id), keys::kInviteePrefix);
}

Result<std::vector<PendingInvitation>> pending_of_address(const Context& context,
                                                          const std::string& email) {
  return query_pending(context, keys::invitee(email), keys::kCalendarPrefix);
}

std::vector<store::Item> pending_keys(const PendingInvitation& invitation) {
  const std::string invitee = keys::invitee(invitation.email);
  const std::string calendar = keys::calendar(invitation.calendar_id);
  return {apps::key_of(invitee, calendar), apps::key_of(calendar, invitee)};
}

void put_pending(const Context& context, const PendingInvitation& invitation,
                 std::vector<Action>& actions) {
  for (const store::Item& key : pending_keys(invitation)) {
    store::Map item = key.to_map();
    item.merge(store::Map({{"entityType", "CALENDAR_INVITATION"},
                           {"calendarId", invitation.calendar_id},
                           {"email", invitation.email},
                           {"role", to_text(invitation.role)},
                           {"invitedBy", invitation.invited_by},
                           {"createdAt", invitation.created_at}}));
    store::PutRequest put;
    put.table = context.tables.norn();
    put.item = store::Item::from_map(item);
    actions.emplace_back(std::move(put));
  }
}

void remove_pending(const Context& context, const PendingInvitation& invitation, bool has_to_exist,
                    std::vector<Action>& actions) {
  for (store::Item& key : pending_keys(invitation)) {
    actions.push_back(remove_key(context, std::move(key), has_to_exist));
  }
}

Action remove_for_invitee(const Context& context, const PendingInvitation& invitation) {
  return remove_key(context, pending_keys(invitation).front(), true);
}

Result<LatestInvitation> LatestInvitation::read(const Context& context, const std::string& email) {
  store::GetRequest request;
  request.table = context.tables.norn();
  request.key = latest_key(email);
  request.consistent = true;
  NORN_ASSIGN(const auto found, context.store.get(request));
  LatestInvitation latest;
  latest.email_ = email;
  if (found.item) latest.mark_ = apps::text_of(*found.item, "mark");
  return latest;
}

Action LatestInvitation::changed(const Context& context) const {
  store::Map item = latest_key(email_).to_map();
  item.emplace("entityType", "CALENDAR_INVITATION_MARK");
  item.emplace("mark", context.ids.uuid());
  item.emplace("ttl", store::Value::number(context.clock.now_s() + kMarkSeconds));
  store::PutRequest put;
  put.table = context.tables.norn();
  put.item = store::Item::from_map(item);
  expect_mark(mark_, put);
  return put;
}

Action LatestInvitation::removed(const Context& context) const {
  store::DeleteRequest request;
  request.table = context.tables.norn();
  request.key = latest_key(email_);
  expect_mark(mark_, request);
  return request;
}

}  // namespace norn::calendars
