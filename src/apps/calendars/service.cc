#include "apps/calendars/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/entries/recolor.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/render.h"
#include "apps/calendars/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"
#include "base/faults.h"

namespace norn::calendars {
namespace {

Calendar patched(const Calendar& calendar, const CalendarPatch& patch) {
  Calendar next = calendar;
  if (patch.name) next.name = *patch.name;
  if (patch.color) next.color = *patch.color;
  if (patch.description) next.description = *patch.description;
  return next;
}

// Writes only the attributes that users can change, so that a concurrent change of the longest span
// is not lost. `before` is the item as it was read: other programs may leave attributes out.
Action update_of(const Context& context, const store::Item& before, const Calendar& after) {
  apps::Unchanged unchanged =
      apps::unchanged(before, {"name", "color", "description", "createdAt", "updatedAt"});
  store::UpdateRequest request;
  request.table = context.tables.calendars();
  request.key = calendar_key(after.id);
  request.condition = std::move(unchanged.condition);
  request.placeholders = std::move(unchanged.placeholders);
  request.update =
      "SET #name = :name, #color = :color, #description = :description, #updatedAt = :updatedAt";
  for (const char* const name : {"name", "color", "description", "updatedAt"}) {
    request.placeholders.names.emplace(fmt::format("#{}", name), name);
  }
  request.placeholders.values.merge(
      store::Map({{":name", after.name},
                  {":color", after.color},
                  {":description", apps::text_or_null(after.description)},
                  {":updatedAt", after.updated_at}}));
  return request;
}

Result<std::optional<Access>> try_create_calendar(const Context& context,
                                                  const std::string& user_id,
                                                  const CalendarInput& input,
                                                  const apps::Creation& creation) {
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return authorize(context, user_id, *made, Role::kReader);
  NORN_ASSIGN(const bool is_full, has_most_calendars(context, user_id));
  if (is_full) {
    return conflict(fmt::format(
        "You are in {} calendars, which is the limit. Leave or delete one of them first.",
        kMaxCalendarsPerPerson));
  }
  NORN_TRY(context.quotas.check_new(user_id, apps::kCalendarsQuota));
  const std::string now = now_text(context);
  const Calendar calendar = {.id = context.ids.uuid(),
                             .name = input.name,
                             .color = input.color,
                             .description = input.description,
                             .created_at = now,
                             .updated_at = now};
  const Membership owner = {.calendar_id = calendar.id,
                            .user_id = user_id,
                            .role = Role::kOwner,
                            .created_at = now,
                            .updated_at = now};
  const std::string table = context.tables.calendars();
  std::vector<Action> actions = {put_new(table, to_item(calendar)), put_new(table, to_item(owner)),
                                 user_is_there(context, user_id)};
  if (auto remembered = context.idempotency.remember(creation, calendar.id)) {
    actions.push_back(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (written) return Access{calendar, owner};
  NORN_ASSIGN(const auto user, context.users.find(user_id));
  if (!user) return not_signed_in("Your account is gone.");
  return std::nullopt;
}

Result<std::optional<Access>> try_change_calendar(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& calendar_id,
                                                  const CalendarPatch& patch,
                                                  const std::string& etag) {
  NORN_ASSIGN(auto access, authorize(context, user_id, calendar_id, Role::kOwner));
  if (etag_of(access.calendar) != etag) {
    std::string current;
    append_json(current, access.calendar, access.membership.role);
    return stale("calendar", std::move(current), etag_of(access.calendar));
  }
  Calendar next = patched(access.calendar, patch);
  if (next == access.calendar) return access;
  NORN_TRY(context.quotas.check_change(user_id));
  next.updated_at = now_text(context);
  NORN_ASSIGN(const auto item, find_item(context, calendar_key(calendar_id)));
  const bool is_same = item && calendar_from(*item) == access.calendar;
  if (!is_same) return std::nullopt;
  std::vector<Action> actions = {update_of(context, *item, next),
                                 still_has_role(context, user_id, calendar_id, Role::kOwner)};
  if (next.color != access.calendar.color) {
    actions.push_back(begin_recolor(context, calendar_id, access.calendar.color));
  }
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  access.calendar = std::move(next);
  return access;
}

Result<std::optional<Done>> try_remove_calendar(const Context& context, const std::string& user_id,
                                                const std::string& calendar_id) {
  NORN_TRY(authorize(context, user_id, calendar_id, Role::kOwner));
  NORN_ASSIGN(const bool written,
              write_all(context.store, {remove_calendar(context, calendar_id),
                                        still_has_role(context, user_id, calendar_id, Role::kOwner),
                                        begin_sweep(context, calendar_id)}));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace

Calendars::Calendars(Context context) : context_(std::move(context)) {
  context_.sweeps.add(std::string(kCalendarSweep),
                      [copy = context_](const std::string& calendar_id) {
                        return sweep_calendar(copy, calendar_id);
                      });
  context_.sweeps.add(std::string(kRecolorSweep), [copy = context_](const std::string& subject) {
    return recolor_entries(copy, subject);
  });
}

Result<Access> Calendars::create(const std::string& user_id, const CalendarInput& input,
                                 const apps::Creation& creation) {
  NORN_TRY(check_color(input.color));
  return decide_and_write([&] { return try_create_calendar(context_, user_id, input, creation); });
}

Result<std::vector<Access>> Calendars::list(const std::string& user_id) {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<store::Item> keys;
  keys.reserve(memberships.size());
  for (const Membership& one : memberships) keys.push_back(calendar_key(one.calendar_id));
  NORN_ASSIGN(const auto items, apps::get_all(context_.store, context_.tables.calendars(), keys));
  std::vector<Access> list;
  for (Calendar& calendar : apps::readable(items, calendar_from)) {
    const auto membership = std::ranges::find(memberships, calendar.id, &Membership::calendar_id);
    if (membership != memberships.end()) list.push_back({std::move(calendar), *membership});
  }
  std::ranges::sort(list, [](const Access& left, const Access& right) {
    const auto order = apps::compare_names(left.calendar.name, right.calendar.name);
    return order != 0 ? order < 0 : left.calendar.id < right.calendar.id;
  });
  return list;
}

Result<Access> Calendars::get(const std::string& user_id, const std::string& calendar_id) {
  return authorize(context_, user_id, calendar_id, Role::kReader);
}

Result<Access> Calendars::change(const std::string& user_id, const std::string& calendar_id,
                                 const CalendarPatch& patch, const std::string& etag) {
  NORN_TRY(check_color(patch.color));
  const auto attempt = [&] {
    return try_change_calendar(context_, user_id, calendar_id, patch, etag);
  };
  NORN_ASSIGN(auto changed, decide_and_write(attempt));
  context_.sweeps.wake();
  return changed;
}

Result<void> Calendars::remove(const std::string& user_id, const std::string& calendar_id) {
  const auto attempt = [&] { return try_remove_calendar(context_, user_id, calendar_id); };
  NORN_TRY(decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

Result<bool> Calendars::sweep(const std::string& calendar_id) {
  return sweep_calendar(context_, calendar_id);
}

}  // namespace norn::calendars
