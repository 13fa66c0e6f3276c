#include "apps/calendars/entries/forget_author.h"

#include <utility>

#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/events/keys.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

constexpr int64_t kAuthoredPerPart = 100;
// Between the id of the calendar and that of the person; neither contains it.
constexpr char kIdSeparator = '/';

// Removes one of the two attributes if it still has this value. Returns false if it does not.
Result<bool> remove_author(const Context& context, const std::string& table, store::ItemView item,
                           std::string_view name, const std::string& user_id) {
  store::UpdateRequest request;
  request.table = table;
  request.key = store::Item::subset(item, {"PK", "SK"});
  request.update = "REMOVE #author";
  request.condition = "#author = :user";
  request.placeholders.names = {{"#author", std::string(name)}};
  request.placeholders.values = {{":user", user_id}};
  const auto updated = context.store.update(request);
  if (updated) return true;
  if (updated.error().code == ErrorCode::kConditionalCheckFailed) return false;
  return std::unexpected(updated.error());
}

// Removes the person from some of the items that the query reads, and returns true if there may be
// more.
Result<bool> remove_from(const Context& context, store::QueryRequest request,
                         const std::string& user_id) {
  request.filter = "createdBy = :user OR updatedBy = :user";
  request.projection = "PK, SK";
  request.placeholders.values.emplace(":user", user_id);
  request.limit = kAuthoredPerPart;
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    bool any = false;
    for (const store::ItemView item : page.items) {
      for (const std::string_view name : {"createdBy", "updatedBy"}) {
        NORN_ASSIGN(const bool done, remove_author(context, request.table, item, name, user_id));
        any = any || done;
      }
    }
    if (any) return true;
    if (!page.last_key) return false;
    request.start_after = std::move(page.last_key);
  }
}

// The index may lag; the condition of each update decides.
store::QueryRequest entries_of(const Context& context, const std::string& calendar_id) {
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk";
  request.placeholders.values = {{":pk", keys::calendar(calendar_id)}};
  return request;
}

store::QueryRequest events_of(const Context& context, const std::string& calendar_id) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", events::keys::user(event_partition(calendar_id))}};
  request.consistent = true;
  return request;
}

}  // namespace

Result<std::optional<std::vector<Action>>> bring_author(const Context& context,
                                                        const std::string& calendar_id,
                                                        const std::string& user_id) {
  NORN_ASSIGN(const auto user, context.users.find(user_id));
  if (!user) return std::nullopt;
  std::vector<Action> actions = {user_is_there(context, user_id)};
  NORN_ASSIGN(const auto membership, find_item(context, member_key(calendar_id, user_id)));
  if (!membership) former_members(context).remember(calendar_id, user_id, actions);
  return actions;
}

Action begin_forget_author(const Context& context, const std::string& calendar_id,
                           const std::string& user_id) {
  return context.sweeps.begin(kForgetAuthorSweep, calendar_id + kIdSeparator + user_id);
}

Result<bool> forget_author(const Context& context, const std::string& subject) {
  const size_t separator = subject.find(kIdSeparator);
  const std::string calendar_id = subject.substr(0, separator);
  const std::string user_id = subject.substr(separator + 1);
  NORN_ASSIGN(const bool any, remove_from(context, entries_of(context, calendar_id), user_id));
  if (any) return true;
  return remove_from(context, events_of(context, calendar_id), user_id);
}

}  // namespace norn::calendars
