#include "apps/events/service/moving.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/events/authors.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/edit_repeats.h"
#include "apps/events/series/edit_series.h"
#include "apps/events/service/details.h"
#include "apps/events/service/edit_scopes.h"
#include "apps/events/service/events_access.h"
#include "apps/events/service/events_transaction.h"
#include "base/faults.h"

namespace norn::events {
namespace {

Result<void> check_is_free(const Context& context, const Owner& owner,
                           const std::string& sort_key) {
  NORN_ASSIGN(const auto there, find_stored(context, owner.id, sort_key));
  if (there) return conflict(kIdIsTaken);
  return {};
}

// The same thing with the next version, so that no ETag of before fits. What was in a planner is
// the work of its person.
template <typename T>
T moved(T thing, const Context& context, const Owner& from, const Owner& to) {
  ++thing.stamp.version;
  thing.stamp.updated_at = now_text(context);
  if (!from.names_authors()) thing.stamp.created_by = from.user_id;
  sign(to, thing.stamp);
  return thing;
}

// The creator may never have been a member of where it goes to. One whose account is gone is left
// out.
Result<void> bring_creator(const Owner& to, Stamp& stamp, Transaction& arriving) {
  if (!stamp.created_by || stamp.created_by == to.user_id) return {};
  NORN_ASSIGN(auto actions, to.bring_author(*stamp.created_by));
  if (!actions) {
    stamp.created_by.reset();
    return {};
  }
  for (apps::Action& action : *actions) arriving.add(std::move(action));
  return {};
}

Result<bool> write_both(const Context& context, Transaction& leaving, Transaction& arriving) {
  NORN_ASSIGN(auto actions, leaving.take());
  NORN_ASSIGN(auto more, arriving.take());
  std::ranges::move(more, std::back_inserter(actions));
  if (actions.size() > kMaxActions) return conflict(kTooManyItems(actions.size(), kMaxActions));
  return apps::write_all(context.store, std::move(actions));
}

Result<std::optional<Thing>> move_event(const Context& context, const Owner& from, const Owner& to,
                                        const Event& event) {
  NORN_TRY(check_is_free(context, to, keys::event(event.id)));
  NORN_TRY(check_new(context, to, apps::kEventsQuota));
  NORN_ASSIGN(const OwnerMeta meta, read_owner_meta(context, to));
  Event next = moved(event, context, from, to);
  NORN_ASSIGN(next.guests, without_deleted(context, event.guests));
  Transaction leaving(context, from);
  leaving.remove(event);
  Transaction arriving(context, to);
  NORN_TRY(bring_creator(to, next.stamp, arriving));
  arriving.create(next);
  arriving.reach(meta, next.when);
  arriving.need_meta(meta);
  NORN_ASSIGN(const bool written, write_both(context, leaving, arriving));
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

Result<std::optional<Thing>> move_series(const Context& context, const Owner& from, const Owner& to,
                                         const Master& master) {
  NORN_TRY(check_is_free(context, to, keys::master(master.id)));
  NORN_TRY(check_series_limit(context, to.id));
  NORN_TRY(check_new(context, to, apps::kSeriesQuota));
  NORN_ASSIGN(const OwnerMeta meta, read_owner_meta(context, to));
  NORN_ASSIGN(const auto exceptions, read_every_exception(context, from.id, master));
  if (exceptions.size() > kMaxMovedExceptions) {
    return conflict(kTooManyMoved(exceptions.size(), kMaxMovedExceptions));
  }
  Master next = moved(master, context, from, to);
  NORN_ASSIGN(next.guests, without_deleted(context, master.guests));
  next.repeats.has_exceptions = !exceptions.empty();
  Transaction leaving(context, from);
  leaving.remove(master);
  Transaction arriving(context, to);
  NORN_TRY(bring_creator(to, next.stamp, arriving));
  arriving.create(next);
  for (const Instance& exception : exceptions) {
    leaving.remove(exception);
    arriving.create(moved(exception, context, from, to));
    arriving.reach(meta, exception.when);
  }
  arriving.need_meta(meta);
  NORN_ASSIGN(const bool written, write_both(context, leaving, arriving));
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

}  // namespace

Result<std::optional<Thing>> try_take_in(const Context& context, const Owner& owner,
                                         const Coming& coming, const EventChange& change) {
  NORN_TRY(check_repeats_alone(change.repeats));
  const bool is_series = makes_series(change.repeats);
  NORN_TRY(check_new(context, owner, is_series ? apps::kSeriesQuota : apps::kEventsQuota));
  NORN_ASSIGN(const OwnerMeta meta, read_owner_meta(context, owner));
  NORN_ASSIGN(Details details, applied(coming.details, change.details, context.clock.now_s()));
  When when = coming.when;
  if (!change.when.is_empty()) {
    NORN_ASSIGN(when, applied(coming.when, change.when, meta.default_tzid));
  }
  Stamp stamp = {.version = 1,
                 .created_at = coming.created_at,
                 .updated_at = now_text(context),
                 .created_by = coming.created_by};
  sign(owner, stamp);
  Transaction transaction(context, owner);
  for (const apps::Action& action : coming.leaving) transaction.add(action);
  transaction.need_meta(meta);
  if (is_series) {
    Master master = {.id = master_id(coming.uuid),
                     .details = std::move(details),
                     .when = std::move(when),
                     .repeats = {},
                     .stamp = stamp,
                     .ical = {}};
    master.ical.uid = ical_uid(master.id);
    NORN_TRY(begin_series(master, change.repeats));
    NORN_TRY(check_series_limit(context, owner.id));
    NORN_TRY(check_is_free(context, owner, keys::master(master.id)));
    transaction.create(master);
    NORN_ASSIGN(const bool written, transaction.write());
    if (!written) return std::nullopt;
    return Thing(std::move(master));
  }
  Event event = {.id = event_id(coming.uuid),
                 .details = std::move(details),
                 .when = std::move(when),
                 .stamp = stamp,
                 .ical = {}};
  event.ical.uid = ical_uid(event.id);
  NORN_TRY(check_is_free(context, owner, keys::event(event.id)));
  transaction.create(event);
  transaction.reach(meta, event.when);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(event));
}

Result<std::optional<Thing>> try_move(const Context& context, const Owner& from, const Owner& to,
                                      const EventId& asked, const std::string& etag) {
  NORN_ASSIGN(const EventId id, located(context, from.id, asked));
  if (id.kind == EventId::Kind::kInstance) return invalid("id", kOccurrenceStays);
  if (id.kind == EventId::Kind::kMaster) {
    NORN_ASSIGN(const Master master, read_master(context, from.id, id.master_id));
    if (etag_of(master) != etag) return stale_event(master);
    if (from.id == to.id) return Thing(master);
    return move_series(context, from, to, master);
  }
  NORN_ASSIGN(const Event event, read_event(context, from.id, id.text));
  if (etag_of(event) != etag) return stale_event(event);
  if (from.id == to.id) return Thing(event);
  return move_event(context, from, to, event);
}

}  // namespace norn::events
