#include <optional>
#include <utility>

#include "apps/planner/events/details.h"
#include "apps/planner/series/edit_repeats.h"
#include "apps/planner/events/edit_scopes.h"
#include "apps/planner/series/edit_series.h"
#include "apps/planner/events/events.h"
#include "apps/planner/events/events_access.h"
#include "apps/planner/events/events_transaction.h"
#include "apps/planner/preferences.h"
#include "base/faults.h"

// Events and series that change. Optimistic: every change is written on the condition that what it
// was decided by is still so.
namespace norn::planner {
namespace {

// An event that gets a rule: the series takes its place, and keeps the UID by which other calendars
// know it.
Result<std::optional<Thing>> become_series(const Edit& edit, const Event& event, Event next) {
  Master master = {.id = master_id(edit.context.ids.uuid()),
                   .details = std::move(next.details),
                   .when = std::move(next.when),
                   .repeats = {},
                   .stamp = {.version = 1,
                             .created_at = event.stamp.created_at,
                             .updated_at = now_text(edit.context)},
                   .ical = {.uid = event.ical.uid, .sequence = event.ical.sequence + 1}};
  NORN_TRY(begin_series(master, edit.change.repeats));
  NORN_TRY(check_series_limit(edit.context, edit.user_id));
  Transaction transaction(edit.context, edit.user_id);
  transaction.remove(event);
  transaction.create(master);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(master));
}

Result<std::optional<Thing>> change_event(const Edit& edit, const Event& event) {
  NORN_TRY(check_repeats_alone(edit.change.repeats));
  Event next = event;
  NORN_ASSIGN(next.details,
              applied(event.details, edit.change.details, edit.context.clock.now_s()));
  if (!edit.change.when.is_empty()) {
    NORN_ASSIGN(next.when,
                applied(event.when, edit.change.when, edit.meta.preferences.default_tzid));
  }
  if (makes_series(edit.change.repeats)) return become_series(edit, event, std::move(next));
  if (next == event) return event;
  ++next.stamp.version;
  ++next.ical.sequence;
  next.stamp.updated_at = now_text(edit.context);
  Transaction transaction(edit.context, edit.user_id);
  transaction.replace(event, next);
  transaction.reach(edit.meta, next.when);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

Result<std::optional<Thing>> change_occurrence(const Edit& edit, const EventId& id, Scope scope,
                                               const std::string& etag) {
  NORN_ASSIGN(const auto found, read_occurrence(edit.context, edit.user_id, id));
  if (found.is_left_out) return not_found("event");
  if (etag_of(found.thing()) != etag) return stale_event(found.thing());
  switch (scope) {
    case Scope::kThis:
      return change_this(edit, found);
    case Scope::kFollowing:
      return change_following(edit, found);
    case Scope::kAll:
      break;
  }
  return change_all(edit, found);
}

Result<std::optional<Thing>> try_change(const Edit& edit, const EventId& id, Scope scope,
                                        const std::string& etag) {
  if (id.kind == EventId::Kind::kInstance) return change_occurrence(edit, id, scope, etag);
  if (id.kind == EventId::Kind::kMaster) {
    NORN_ASSIGN(const Master master, read_master(edit.context, edit.user_id, id.master_id));
    if (etag_of(master) != etag) return stale_event(master);
    return change_series(edit, master);
  }
  NORN_ASSIGN(const Event event, read_event(edit.context, edit.user_id, id.text));
  if (etag_of(event) != etag) return stale_event(event);
  return change_event(edit, event);
}

}  // namespace

Result<Thing> Events::change(const std::string& user_id, const EventId& id,
                             const EventChange& change, Scope scope, const std::string& etag) {
  return apps::decide_and_write([&]() -> Result<std::optional<Thing>> {
    NORN_ASSIGN(const Meta meta, read_meta(context_, user_id));
    return try_change({context_, user_id, change, meta}, id, scope, etag);
  });
}

}  // namespace norn::planner
