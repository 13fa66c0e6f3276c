#include "apps/calendars/sweep.h"

#include <optional>
#include <utility>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitations.h"

namespace norn::calendars {
namespace {

constexpr int64_t kItemsPerPart = 100;

Result<bool> remove_items(const Context& context, const std::vector<store::Item>& keys) {
  NORN_TRY(apps::remove_all(context.store, context.tables.calendars(), keys));
  return !keys.empty();
}

std::vector<store::Item> copies_of(const store::ItemList& items) {
  std::vector<store::Item> copies;
  copies.reserve(items.size());
  for (const store::ItemView item : items) copies.push_back(store::Item::copy_of(item));
  return copies;
}

// Finds entries by the index and reads them from the table, because an index that lags shows
// entries that were deleted or moved to another calendar.
Result<bool> sweep_entries(const Context& context, const std::string& calendar_id) {
  const std::string table = context.tables.calendars();
  store::QueryRequest request;
  request.table = table;
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::calendar(calendar_id)}};
  request.limit = kItemsPerPart;
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    NORN_ASSIGN(const auto items, apps::get_all(context.store, table, copies_of(page.items)));
    std::vector<store::Item> keys;
    for (const store::Item& item : items) {
      if (apps::text_of(item, "calendarId") != calendar_id) continue;
      keys.push_back(store::Item::subset(item, {"PK", "SK"}));
    }
    if (!keys.empty()) return remove_items(context, keys);
    if (!page.last_key) return false;
    request.start_after = std::move(page.last_key);
  }
}

Result<bool> sweep_members(const Context& context, const std::string& calendar_id) {
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::calendar(calendar_id)},
                                 {":prefix", keys::kMemberPrefix}};
  request.limit = kItemsPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  return remove_items(context, copies_of(page.items));
}

}  // namespace

Action remove_calendar(const Context& context, const std::string& calendar_id) {
  store::DeleteRequest request;
  request.table = context.tables.calendars();
  request.key = calendar_key(calendar_id);
  request.condition = "attribute_exists(PK)";
  return request;
}

Action begin_sweep(const Context& context, const std::string& calendar_id) {
  return context.sweeps.begin(kCalendarSweep, calendar_id);
}

Result<bool> sweep_calendar(const Context& context, const std::string& calendar_id) {
  NORN_ASSIGN(const auto calendar, find_item(context, calendar_key(calendar_id)));
  if (calendar) return false;  // Another program has put it back.
  NORN_ASSIGN(const bool members, sweep_members(context, calendar_id));
  const sharing::InvitationItems items = describe_calendars(context.tables).invitations;
  NORN_ASSIGN(const bool invitations,
              sharing::sweep_invitations(context.store, items, calendar_id));
  NORN_ASSIGN(const bool former, former_members(context).sweep(calendar_id));
  NORN_ASSIGN(const bool entries, sweep_entries(context, calendar_id));
  NORN_ASSIGN(const bool events, sweep_events(context, calendar_id));
  NORN_ASSIGN(const bool bin, bin_of(context).sweep(keys::calendar(calendar_id)));
  return members || invitations || former || entries || events || bin;
}

}  // namespace norn::calendars
