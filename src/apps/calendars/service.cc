#include "apps/calendars/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/sentences.h"
#include "apps/calendars/access.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/entries/forget_author.h"
#include "apps/calendars/entries/recolor.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/render.h"
#include "apps/calendars/sentences.h"
#include "apps/calendars/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"
#include "apps/shared/sentences.h"
#include "apps/sharing/sentences.h"
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

std::unexpected<Error> too_many_calendars() {
  return conflict(sharing::kInTooManyThings(kMaxCalendarsPerPerson, "calendar"));
}

// Of an item, and those that may be added to it at any moment.
std::vector<std::string> all_attributes(store::ItemView item) {
  std::vector<std::string> names = apps::compared_attributes(item);
  constexpr const char* kAdded = "longestSpanDays";
  if (std::ranges::find(names, kAdded) == names.end()) names.emplace_back(kAdded);
  return names;
}

Result<std::optional<Access>> try_create_calendar(const Context& context,
                                                  const std::string& user_id,
                                                  const CalendarInput& input,
                                                  const apps::Creation& creation) {
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return authorize(context, user_id, *made, Role::kReader);
  NORN_ASSIGN(const bool is_full, has_most_calendars(context, user_id));
  if (is_full) return too_many_calendars();
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
  if (!user) return not_signed_in(accounts::kAccountDeleted);
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
  NORN_ASSIGN(const auto access, authorize(context, user_id, calendar_id, Role::kOwner));
  NORN_ASSIGN(const auto item, find_item(context, calendar_key(calendar_id)));
  if (!item) return std::nullopt;
  const std::string table = context.tables.calendars();
  std::vector<Action> actions = {calendars::remove(table, *item, all_attributes(*item)),
                                 still_has_role(context, user_id, calendar_id, Role::kOwner)};
  NORN_TRY(bin_of(context).add({.owner = keys::calendar(calendar_id),
                                .id = calendar_id,
                                .kind = std::string(kBinnedCalendar),
                                .title = access.calendar.name,
                                .deleted_by = user_id,
                                .items = {{table, *item}},
                                .sweep = apps::BinSweep{std::string(kCalendarSweep), calendar_id}},
                               actions));
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

Result<std::optional<Access>> try_restore_calendar(const Context& context,
                                                   const std::string& user_id,
                                                   const std::string& calendar_id) {
  NORN_ASSIGN(auto membership, owner_of_deleted(context, user_id, calendar_id));
  const apps::Bin bin = bin_of(context);
  NORN_ASSIGN(const auto binned, bin.find(keys::calendar(calendar_id), calendar_id));
  if (binned.kind != kBinnedCalendar || binned.items.size() != 1)
    return not_found(kCalendarNotFound);
  const store::Item& item = binned.items.front().item;
  NORN_ASSIGN(auto calendar, calendar_from(item));
  NORN_ASSIGN(const auto taken, find_item(context, calendar_key(calendar_id)));
  if (taken) {
    return conflict(apps::kBinIdTaken);
  }
  NORN_ASSIGN(const bool is_full, has_most_calendars(context, user_id));
  if (is_full) return too_many_calendars();
  NORN_TRY(context.quotas.check_restored(user_id, apps::kCalendarsQuota));
  std::vector<Action> actions = {put_new(context.tables.calendars(), item),
                                 still_has_role(context, user_id, calendar_id, Role::kOwner)};
  bin.take(binned, actions);
  NORN_ASSIGN(const bool written, write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return Access{std::move(calendar), std::move(membership)};
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
  context_.sweeps.add(
      std::string(kForgetAuthorSweep),
      [copy = context_](const std::string& subject) { return forget_author(copy, subject); });
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

Result<Access> Calendars::restore(const std::string& user_id, const std::string& calendar_id) {
  return decide_and_write([&] { return try_restore_calendar(context_, user_id, calendar_id); });
}

Result<bool> Calendars::sweep(const std::string& calendar_id) {
  return sweep_calendar(context_, calendar_id);
}

}  // namespace norn::calendars
