#include "apps/calendars/events/calendar_events.h"

#include <utility>
#include <vector>

#include "apps/calendars/entries/forget_author.h"
#include "apps/calendars/keys.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/keys.h"
#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

constexpr int64_t kSweptEventsPerPart = 100;

}  // namespace

std::string event_partition(std::string_view calendar_id) {
  return std::string(apps::kCalendarPartition).append(calendar_id);
}

std::string calendar_of_partition(std::string_view partition_key) {
  const std::string prefix = events::keys::user(apps::kCalendarPartition);
  if (!partition_key.starts_with(prefix)) return "";
  std::string id(partition_key.substr(prefix.size()));
  return apps::is_id(id) ? id : "";
}

Result<events::Owner> owner_of_events(const Context& context, const std::string& user_id,
                                      const std::string& calendar_id, Role needed) {
  NORN_TRY(authorize(context, user_id, calendar_id, needed));
  return events::Owner(events::Owner::Shared{
      .id = event_partition(calendar_id),
      .user_id = user_id,
      .thing = keys::calendar(calendar_id),
      .may_change = [context, user_id, calendar_id]() -> Result<std::vector<Action>> {
        NORN_TRY(authorize(context, user_id, calendar_id, Role::kWriter));
        return std::vector<Action>{still_has_role(context, user_id, calendar_id, Role::kWriter),
                                   calendar_is_there(context, calendar_id)};
      },
      .bring_author =
          [context, calendar_id](const std::string& author) {
            return bring_author(context, calendar_id, author);
          }});
}

Result<bool> is_member(const Context& context, const events::Owner& owner,
                       const std::string& user_id) {
  const std::string calendar_id = calendar_of_partition(events::keys::user(owner.id));
  if (calendar_id.empty() || !apps::is_id(user_id)) return false;
  const auto access = authorize(context, user_id, calendar_id, Role::kReader);
  if (access) return true;
  if (access.error().code == ErrorCode::kNotFound) return false;
  return std::unexpected(access.error());
}

Result<bool> sweep_events(const Context& context, const std::string& calendar_id) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk";
  request.projection = "PK, SK, guests";
  request.placeholders.values = {{":pk", events::keys::user(event_partition(calendar_id))}};
  request.limit = kSweptEventsPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  std::vector<store::Item> keys;
  keys.reserve(page.items.size());
  // What leads from the guests to the events goes first.
  for (const store::ItemView item : page.items) {
    for (store::Item& key : events::guest_keys_of(item)) keys.push_back(std::move(key));
  }
  NORN_TRY(apps::remove_all(context.store, context.tables.planner(), keys));
  keys.clear();
  for (const store::ItemView item : page.items) {
    keys.push_back(store::Item::subset(item, {"PK", "SK"}));
  }
  NORN_TRY(apps::remove_all(context.store, context.tables.planner(), keys));
  return !keys.empty();
}

}  // namespace norn::calendars
