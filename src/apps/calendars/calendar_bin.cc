#include "apps/calendars/calendar_bin.h"

#include <utility>
#include <vector>

#include "apps/calendars/keys.h"
#include "apps/calendars/sentences.h"
#include "base/faults.h"

namespace norn::calendars {

apps::Bin bin_of(const Context& context) {
  return {context.store, context.tables, context.clock, context.sweeps};
}

Result<std::optional<store::Item>> find_in_bin(const Context& context,
                                               const std::string& calendar_id) {
  auto binned = bin_of(context).find(keys::calendar(calendar_id), calendar_id);
  if (!binned && (binned.error().code == ErrorCode::kNotFound ||
                  binned.error().code == ErrorCode::kUnreadable)) {
    return std::nullopt;
  }
  if (!binned) return std::unexpected(std::move(binned).error());
  if (binned->kind != kBinnedCalendar || binned->items.size() != 1) return std::nullopt;
  return std::move(binned->items.front().item);
}

Result<Membership> owner_of_deleted(const Context& context, const std::string& user_id,
                                    const std::string& calendar_id) {
  NORN_ASSIGN(const auto item, find_item(context, member_key(calendar_id, user_id)));
  if (!item) return not_found(kCalendarNotFound);
  auto membership = membership_from(*item);
  if (!membership) return not_found(kCalendarNotFound);
  if (membership->role != Role::kOwner) {
    return forbidden(kDeletedCalendarForOwners);
  }
  return *std::move(membership);
}

Result<CalendarBin::Entries> CalendarBin::entries(const std::string& user_id,
                                                  const std::string& calendar_id, int64_t limit,
                                                  const std::string& after) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, calendar_id, Role::kWriter));
  NORN_ASSIGN(auto page, bin_of(context_).list(keys::calendar(calendar_id), limit, after));
  return Entries{std::move(page), access.membership.role == Role::kOwner};
}

Result<bool> CalendarBin::is_entry(const std::string& user_id, const std::string& calendar_id,
                                   const std::string& id) {
  NORN_TRY(authorize(context_, user_id, calendar_id, Role::kWriter));
  const auto binned = bin_of(context_).find(keys::calendar(calendar_id), id);
  // The engine knows other ids of what was deleted with the first occurrence of a series.
  if (!binned && binned.error().code == ErrorCode::kNotFound) return false;
  if (!binned) return std::unexpected(binned.error());
  return binned->kind == kBinnedEntry;
}

Result<void> CalendarBin::remove_entry(const std::string& user_id, const std::string& calendar_id,
                                       const std::string& entry_id) {
  NORN_TRY(authorize(context_, user_id, calendar_id, Role::kOwner));
  return bin_of(context_).remove(keys::calendar(calendar_id), entry_id);
}

Result<void> CalendarBin::remove_entries(const std::string& user_id,
                                         const std::string& calendar_id) {
  NORN_TRY(authorize(context_, user_id, calendar_id, Role::kOwner));
  return bin_of(context_).empty(keys::calendar(calendar_id));
}

Result<std::vector<apps::Binned>> CalendarBin::all_calendars(const std::string& user_id) {
  NORN_ASSIGN(const auto deleted, deleted_calendars_of(context_, user_id));
  std::vector<apps::InBin> places;
  for (const std::string& id : deleted) places.push_back({keys::calendar(id), id});
  return bin_of(context_).find_all(places);
}

Result<apps::BinPage> CalendarBin::calendars(const std::string& user_id, int64_t limit,
                                             const std::string& after) {
  NORN_ASSIGN(auto all, all_calendars(user_id));
  return apps::page_of(std::move(all), limit, after);
}

Result<void> CalendarBin::remove_calendar(const std::string& user_id,
                                          const std::string& calendar_id) {
  NORN_TRY(owner_of_deleted(context_, user_id, calendar_id));
  NORN_ASSIGN(const auto binned, bin_of(context_).find(keys::calendar(calendar_id), calendar_id));
  if (binned.kind != kBinnedCalendar) return not_found(kCalendarNotFound);
  return bin_of(context_).remove(keys::calendar(calendar_id), calendar_id);
}

Result<void> CalendarBin::remove_calendars(const std::string& user_id) {
  NORN_ASSIGN(const auto all, all_calendars(user_id));
  for (const apps::Binned& binned : all) {
    const auto removed = remove_calendar(user_id, binned.id);
    // Another owner may have been faster.
    if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  }
  return {};
}

}  // namespace norn::calendars
