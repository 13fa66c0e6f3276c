#include "apps/events/owner_meta.h"

#include <algorithm>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/meta_members.h"
#include "apps/events/sentences.h"
#include "apps/events/series/when_zone.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::events {

using store::Null;
using store::Value;

namespace {

Result<std::optional<store::Item>> find_meta(const Context& context, const std::string& owner_id) {
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = apps::key_of(keys::user(owner_id), keys::user_meta(owner_id));
  request.consistent = true;
  NORN_ASSIGN(auto found, context.store.get(request));
  return std::move(found.item);
}

}  // namespace

store::Map no_statistics() {
  return {{"totalEvents", Value::number(0)},    {"totalTasks", Value::number(0)},
          {"totalReminders", Value::number(0)}, {"totalNotes", Value::number(0)},
          {"upcomingEvents", Value::number(0)}, {"overdueTasks", Value::number(0)},
          {"lastEventCreated", Null{}},         {"lastTaskCompleted", Null{}}};
}

store::Map new_owner_meta(const std::string& owner_id, const std::string& tzid,
                          const std::string& now) {
  return {{"PK", keys::user(owner_id)},
          {"SK", keys::user_meta(owner_id)},
          {"entityType", "USER_META"},
          {"userId", owner_id},
          {"defaultTzid", tzid},
          {"stats", no_statistics()},
          {"version", Value::number(1)},
          {"createdAt", now},
          {"updatedAt", now}};
}

OwnerMeta owner_meta_from(store::ItemView item) {
  OwnerMeta meta;
  auto tzid = apps::optional_text_of(item, "defaultTzid");
  if (tzid && checked_zone("defaultTzid", *tzid)) meta.default_tzid = std::move(*tzid);
  std::vector<int64_t> reminders = meta.default_reminder_minutes;
  MetaMembers(item, "preferences").read("defaultReminderMinutes", reminders);
  if (check_default_reminders("defaultReminderMinutes", reminders)) {
    meta.default_reminder_minutes = std::move(reminders);
  }
  std::ranges::sort(meta.default_reminder_minutes);
  meta.longest_event_minutes = std::max<int64_t>(0, apps::integer_of(item, "longestEventMinutes"));
  return meta;
}

Result<std::string> zone_of_person(const Context& context, const std::string& user_id) {
  NORN_ASSIGN(const auto item, find_meta(context, user_id));
  return item ? owner_meta_from(*item).default_tzid : OwnerMeta().default_tzid;
}

Result<OwnerMeta> read_owner_meta(const Context& context, const Owner& owner) {
  NORN_ASSIGN(const auto item, find_meta(context, owner.id));
  if (!owner.is_shared()) {
    if (!item) return not_found(accounts::kPersonNotFound);
    return owner_meta_from(*item);
  }
  OwnerMeta meta;
  if (item) {
    meta = owner_meta_from(*item);
  } else {
    meta.exists = false;
    NORN_ASSIGN(meta.default_tzid, zone_of_person(context, owner.user_id));
  }
  // Reminders of something that several people have are suggested by those who add them.
  meta.default_reminder_minutes.clear();
  return meta;
}

Result<void> check_default_reminders(std::string_view field, std::vector<int64_t> minutes) {
  if (minutes.size() > kMaxReminders) {
    return invalid(field, kTooManyReminders(kMaxReminders, minutes.size()));
  }
  for (const int64_t value : minutes) {
    if (value >= 0 && value <= kMaxReminderMinutes) continue;
    return invalid(field, kReminderRange(kMaxReminderMinutes, value));
  }
  std::ranges::sort(minutes);
  const auto repeated = std::ranges::adjacent_find(minutes);
  if (repeated == minutes.end()) return {};
  return invalid(field, kReminderTwice(*repeated));
}

std::optional<store::TransactWriteRequest::Action> raise_longest(const Context& context,
                                                                 const Owner& owner,
                                                                 const OwnerMeta& meta,
                                                                 int64_t minutes) {
  if (!meta.exists) {
    store::Map item =
        new_owner_meta(owner.id, meta.default_tzid, timestamp_s(context.clock.now_ms()));
    item.emplace("longestEventMinutes", Value::number(minutes));
    store::PutRequest put;
    put.table = context.tables.planner();
    put.item = store::Item::from_map(item);
    put.condition = "attribute_not_exists(PK)";
    return put;
  }
  if (meta.longest_event_minutes >= minutes) return std::nullopt;
  store::UpdateRequest update;
  update.table = context.tables.planner();
  update.key = apps::key_of(keys::user(owner.id), keys::user_meta(owner.id));
  update.update = "SET longestEventMinutes = :minutes";
  // If a concurrent request has raised it higher, the condition fails and the caller tries again.
  update.condition =
      "attribute_exists(PK) AND (attribute_not_exists(longestEventMinutes) OR "
      "longestEventMinutes < :minutes)";
  update.placeholders.values.emplace(":minutes", Value::number(minutes));
  return update;
}

}  // namespace norn::events
