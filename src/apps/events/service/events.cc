#include "apps/events/service/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "apps/events/authors.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/owner_meta.h"
#include "apps/events/sentences.h"
#include "apps/events/series/edit_repeats.h"
#include "apps/events/series/edit_series.h"
#include "apps/events/series/edit_split.h"
#include "apps/events/service/deleted.h"
#include "apps/events/service/details.h"
#include "apps/events/service/edit_scopes.h"
#include "apps/events/service/events_access.h"
#include "apps/events/service/events_transaction.h"
#include "apps/events/service/moving.h"
#include "apps/events/service/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/meter.h"
#include "base/faults.h"

// Each operation reads, decides, and writes one transaction on the condition that nothing it read
// has changed; apps::decide_and_write repeats it if something has.
namespace norn::events {
namespace {

// The most items that one query reads: keys of the indexes GSI2 and GSI4 do not contain the person.
constexpr size_t kMaxItemsRead = 20'000;

store::QueryRequest query_own(const Context& context, const std::string& owner_id,
                              std::string_view index, std::string_view condition,
                              const std::string& value) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.index = index;
  request.key_condition = condition;
  request.filter = "PK = :pk";
  request.placeholders.values = {{":key", value}, {":pk", keys::user(owner_id)}};
  return request;
}

bool links_to(const Thing& thing, const std::string& target) {
  const Details& details = std::visit(
      [](const auto& it) -> const Details& {
        if constexpr (requires { it.instance; }) {
          return it.instance.details;
        } else {
          return it.details;
        }
      },
      thing);
  return std::ranges::find(details.links, target, &Link::target) != details.links.end();
}

struct Beginning {
  Details details;
  When when;
  Stamp stamp;
};

Result<Beginning> beginning(const Context& context, const Owner& owner, const OwnerMeta& meta,
                            const EventChange& input) {
  Beginning made;
  NORN_ASSIGN(made.when, applied(std::nullopt, input.when, meta.default_tzid));
  Details base;
  if (made.when.kind != TimeKind::kAllDay) {
    base.reminder_minutes = meta.default_reminder_minutes;
  }
  NORN_ASSIGN(made.details, applied(base, input.details, context.clock.now_s()));
  const std::string now = now_text(context);
  made.stamp = {.version = 1, .created_at = now, .updated_at = now};
  sign_new(owner, made.stamp);
  return made;
}

Result<std::optional<Thing>> write_event(const Context& context, const Owner& owner,
                                         const OwnerMeta& meta, Beginning made,
                                         const apps::Creation& creation) {
  Event event = {.id = event_id(context.ids.uuid()),
                 .details = std::move(made.details),
                 .when = std::move(made.when),
                 .stamp = std::move(made.stamp),
                 .ical = {}};
  event.ical.uid = ical_uid(event.id);
  Transaction transaction(context, owner);
  transaction.create(event);
  transaction.reach(meta, event.when);
  transaction.need_meta(meta);
  transaction.add(context.idempotency.remember(creation, event.id));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(event));
}

Result<std::optional<Thing>> write_series(const Context& context, const Owner& owner,
                                          const OwnerMeta& meta, Beginning made,
                                          const RepeatsChange& repeats,
                                          const apps::Creation& creation) {
  Master master = {.id = master_id(context.ids.uuid()),
                   .details = std::move(made.details),
                   .when = std::move(made.when),
                   .repeats = {},
                   .stamp = std::move(made.stamp),
                   .ical = {}};
  master.ical.uid = ical_uid(master.id);
  NORN_TRY(begin_series(master, repeats));
  NORN_TRY(check_series_limit(context, owner.id));
  Transaction transaction(context, owner);
  transaction.create(master);
  transaction.need_meta(meta);
  transaction.add(context.idempotency.remember(creation, master.id));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(master));
}

// An event that gets a rule is replaced by a series with the same UID, by which other calendars
// know it.
Result<std::optional<Thing>> become_series(const Edit& edit, const Event& event, Event next) {
  Master master = {.id = master_id(edit.context.ids.uuid()),
                   .details = std::move(next.details),
                   .when = std::move(next.when),
                   .repeats = {},
                   .stamp = {.version = 1,
                             .created_at = event.stamp.created_at,
                             .updated_at = now_text(edit.context),
                             .created_by = event.stamp.created_by},
                   .ical = {.uid = event.ical.uid, .sequence = event.ical.sequence + 1}};
  sign(edit.owner, master.stamp);
  NORN_ASSIGN(master.guests, without_deleted(edit.context, event.guests));
  NORN_TRY(begin_series(master, edit.change.repeats));
  NORN_TRY(check_series_limit(edit.context, edit.owner.id));
  NORN_TRY(check_new(edit.context, edit.owner, apps::kSeriesQuota));
  Transaction transaction(edit.context, edit.owner);
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
    NORN_ASSIGN(next.when, applied(event.when, edit.change.when, edit.meta.default_tzid));
  }
  if (makes_series(edit.change.repeats)) return become_series(edit, event, std::move(next));
  if (next == event) return event;
  ++next.stamp.version;
  ++next.ical.sequence;
  next.stamp.updated_at = now_text(edit.context);
  sign(edit.owner, next.stamp);
  Transaction transaction(edit.context, edit.owner);
  transaction.replace(event, next);
  transaction.reach(edit.meta, next.when);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

Result<std::optional<Thing>> change_occurrence(const Edit& edit, const EventId& id, Scope scope,
                                               const std::string& etag) {
  NORN_ASSIGN(const auto found, read_occurrence(edit.context, edit.owner.id, id));
  if (found.is_left_out) return not_found(kEventNotFound);
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
    NORN_ASSIGN(const Master master, read_master(edit.context, edit.owner.id, id.master_id));
    if (etag_of(master) != etag) return stale_event(master);
    return change_series(edit, master);
  }
  NORN_ASSIGN(const Event event, read_event(edit.context, edit.owner.id, id.text));
  if (etag_of(event) != etag) return stale_event(event);
  return change_event(edit, event);
}

using apps::Done;

struct Attempt {
  const Context& context;
  const Owner& owner;
};

Result<std::optional<Done>> done_if(Result<bool> written) {
  if (!written) return std::unexpected(std::move(written).error());
  if (!*written) return std::nullopt;
  return Done{};
}

Result<std::optional<Done>> remove_series(const Attempt& attempt, const Master& master) {
  Transaction transaction(attempt.context, attempt.owner);
  transaction.remove(master);
  NORN_ASSIGN(auto deletion, deletion_of(attempt.context, attempt.owner, master));
  if (!deletion) return std::nullopt;
  NORN_TRY(transaction.put_into_bin(*deletion));
  return done_if(transaction.write());
}

Result<std::optional<Done>> remove_this(const Attempt& attempt, const FoundOccurrence& found) {
  Master master = touched(*found.master, attempt.context, attempt.owner);
  const std::string& tag = found.instance.tag;
  master.repeats.exdate.push_back(tag);
  master.repeats.exdate = in_order(std::move(master.repeats.exdate));
  if (master.repeats.exdate.size() > kMaxListedTags) {
    return conflict(kTooManyDeleted(kMaxListedTags));
  }
  NORN_ASSIGN(master.repeats.has_exceptions,
              has_other_exceptions(attempt.context, attempt.owner.id, master, tag));
  Transaction transaction(attempt.context, attempt.owner);
  transaction.replace(*found.master, master);
  if (found.is_stored()) transaction.remove(found.instance);
  NORN_ASSIGN(auto deletion, deletion_of(attempt.context, attempt.owner, found));
  if (!deletion) return std::nullopt;
  NORN_TRY(transaction.put_into_bin(*deletion));
  return done_if(transaction.write());
}

// Ends the series before the occurrence. AP9.
Result<std::optional<Done>> remove_following(const Attempt& attempt, const FoundOccurrence& found) {
  NORN_ASSIGN(const bool first, is_first(found.series, found.occurrence));
  if (first) return remove_series(attempt, *found.master);
  NORN_ASSIGN(Master head, head_of(*found.master, found.series, found.occurrence));
  head = touched(std::move(head), attempt.context, attempt.owner);
  NORN_ASSIGN(const auto exceptions,
              read_exceptions(attempt.context, attempt.owner.id, *found.master));
  const int64_t start_s = found.series.start_of(found.occurrence);
  const auto is_earlier = [&](const Instance& exception) {
    return exception.recurrence_s < start_s;
  };
  head.repeats.has_exceptions = std::ranges::any_of(exceptions, is_earlier);
  Transaction transaction(attempt.context, attempt.owner);
  transaction.replace(*found.master, head);
  std::vector<Instance> later;
  for (const Instance& exception : exceptions) {
    if (is_earlier(exception)) continue;
    transaction.remove(exception);
    later.push_back(exception);
  }
  NORN_ASSIGN(auto deletion, deletion_of_rest(attempt.context, attempt.owner, found, head, later));
  if (!deletion) return std::nullopt;
  NORN_TRY(transaction.put_into_bin(*deletion));
  return done_if(transaction.write());
}

Result<std::optional<Done>> remove_occurrence(const Attempt& attempt, const EventId& id,
                                              Scope scope, const std::string& etag) {
  NORN_ASSIGN(const auto found, read_occurrence(attempt.context, attempt.owner.id, id));
  if (found.is_left_out) return not_found(kEventNotFound);
  if (etag_of(found.thing()) != etag) return stale_event(found.thing());
  switch (scope) {
    case Scope::kThis:
      return remove_this(attempt, found);
    case Scope::kFollowing:
      return remove_following(attempt, found);
    case Scope::kAll:
      break;
  }
  return remove_series(attempt, *found.master);
}

Result<std::optional<Done>> try_remove(const Attempt& attempt, const EventId& id, Scope scope,
                                       const std::string& etag) {
  if (id.kind == EventId::Kind::kInstance) return remove_occurrence(attempt, id, scope, etag);
  if (id.kind == EventId::Kind::kMaster) {
    NORN_ASSIGN(const Master master, read_master(attempt.context, attempt.owner.id, id.master_id));
    if (etag_of(master) != etag) return stale_event(master);
    return remove_series(attempt, master);
  }
  NORN_ASSIGN(const Event event, read_event(attempt.context, attempt.owner.id, id.text));
  if (etag_of(event) != etag) return stale_event(event);
  Transaction transaction(attempt.context, attempt.owner);
  transaction.remove(event);
  NORN_ASSIGN(auto deletion, deletion_of(attempt.context, attempt.owner, event));
  if (!deletion) return std::nullopt;
  NORN_TRY(transaction.put_into_bin(*deletion));
  return done_if(transaction.write());
}

// A deleted occurrence cannot be read, so the ETag of its series is accepted, too.
bool is_current(const FoundOccurrence& found, const std::string& etag) {
  return etag_of(found.thing()) == etag || (found.is_left_out && etag_of(*found.master) == etag);
}

std::unexpected<Error> stale_occurrence(const FoundOccurrence& found) {
  SeriesOccurrence current = {*found.master, found.instance};
  if (found.is_left_out) current.instance.details.status = Status::kCancelled;
  return stale_event(current);
}

Result<std::optional<Thing>> try_restore(const Attempt& attempt, const EventId& id,
                                         const std::string& etag) {
  NORN_ASSIGN(const auto found, read_occurrence(attempt.context, attempt.owner.id, id));
  if (!is_current(found, etag)) return stale_occurrence(found);
  if (!found.is_left_out && !found.is_stored()) return found.thing();
  Master master = touched(*found.master, attempt.context, attempt.owner);
  std::erase(master.repeats.exdate, id.tag);
  NORN_ASSIGN(master.repeats.has_exceptions,
              has_other_exceptions(attempt.context, attempt.owner.id, master, id.tag));
  Transaction transaction(attempt.context, attempt.owner);
  transaction.replace(*found.master, master);
  if (found.is_stored()) transaction.remove(found.instance);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(const Series series, Series::of(master));
  Instance instance = series.instance_of(found.occurrence);
  return SeriesOccurrence{std::move(master), std::move(instance)};
}

}  // namespace

Events::Events(Context context) : context_(std::move(context)) {
  context_.sweeps.add(std::string(kSeriesSweep), [context = context_](const std::string& subject) {
    return sweep_series(context, subject);
  });
}

Result<Thing> Events::get(const std::string& owner_id, const EventId& asked) {
  NORN_ASSIGN(const EventId id, located(context_, owner_id, asked));
  switch (id.kind) {
    case EventId::Kind::kEvent:
      return read_event(context_, owner_id, id.text);
    case EventId::Kind::kMaster:
      return read_master(context_, owner_id, id.master_id);
    case EventId::Kind::kInstance:
      break;
  }
  NORN_ASSIGN(const auto found, read_occurrence(context_, owner_id, id));
  if (found.is_left_out) return not_found(kEventNotFound);
  return found.thing();
}

// The table decides whether the series exists; the index only finds its exceptions.
Result<WholeSeries> Events::series(const std::string& owner_id, const EventId& asked) {
  NORN_ASSIGN(const EventId id, located(context_, owner_id, asked));
  if (id.kind != EventId::Kind::kMaster) return not_found(kSeriesNotFound);
  NORN_ASSIGN(Master master, read_master(context_, owner_id, id.master_id));
  NORN_ASSIGN(const auto items,
              apps::query_all(context_.store,
                              query_own(context_, owner_id, "GSI2-RecurrenceLookup",
                                        "GSI2PK = :key", keys::series(id.master_id)),
                              kMaxItemsRead));
  const int64_t now_ms = context_.clock.now_ms();
  std::vector<Instance> exceptions = apps::readable(items, instance_from);
  std::erase_if(exceptions,
                [&](const Instance& instance) { return has_expired(instance.details, now_ms); });
  std::ranges::sort(exceptions, {}, &Instance::tag);
  return WholeSeries{std::move(master), std::move(exceptions)};
}

// The index finds candidates; the table decides.
Result<std::vector<Thing>> Events::linked(const std::string& owner_id, const std::string& target) {
  if (!is_link_target(target)) {
    return invalid("target", kTargetForm);
  }
  NORN_ASSIGN(const auto items, apps::query_all(context_.store,
                                                query_own(context_, owner_id, "GSI4",
                                                          "GSI4PK = :key", keys::linked_to(target)),
                                                kMaxItemsRead));
  std::set<std::string> seen;
  std::vector<Thing> things;
  for (const store::Item& item : items) {
    const auto id = parse_event_id(apps::text_of(item, "eventId"));
    if (!id || !seen.insert(id->text).second) continue;
    auto thing = get(owner_id, *id);
    const bool is_gone = !thing && (thing.error().code == ErrorCode::kNotFound ||
                                    thing.error().code == ErrorCode::kUnreadable);
    if (is_gone) continue;
    if (!thing) return std::unexpected(std::move(thing).error());
    if (links_to(*thing, target)) things.push_back(*std::move(thing));
  }
  return things;
}

Result<bool> Events::sweep(const std::string& subject) {
  return sweep_series(context_, subject);
}

Result<Thing> Events::create(const Owner& owner, const EventChange& input,
                             const apps::Creation& creation) {
  NORN_TRY(check_repeats_alone(input.repeats));
  return apps::decide_and_write([&]() -> Result<std::optional<Thing>> {
    NORN_ASSIGN(const auto made_before, context_.idempotency.find(creation));
    if (made_before) {
      const auto id = parse_event_id(*made_before);
      if (!id) return not_found(kEventNotFound);
      NORN_ASSIGN(auto thing, get(owner.id, *id));
      return thing;
    }
    const bool is_series = makes_series(input.repeats);
    NORN_TRY(check_new(context_, owner, is_series ? apps::kSeriesQuota : apps::kEventsQuota));
    NORN_ASSIGN(const OwnerMeta meta, read_owner_meta(context_, owner));
    NORN_ASSIGN(auto made, beginning(context_, owner, meta, input));
    if (!is_series) {
      return write_event(context_, owner, meta, std::move(made), creation);
    }
    return write_series(context_, owner, meta, std::move(made), input.repeats, creation);
  });
}

Result<Thing> Events::change(const Owner& owner, const EventId& asked, const EventChange& change,
                             Scope scope, const std::string& etag) {
  return apps::decide_and_write([&]() -> Result<std::optional<Thing>> {
    NORN_ASSIGN(const EventId id, located(context_, owner.id, asked));
    NORN_ASSIGN(const OwnerMeta meta, read_owner_meta(context_, owner));
    NORN_TRY(check_change(context_, owner));
    return try_change({context_, owner, change, meta}, id, scope, etag);
  });
}

Result<Thing> Events::move(const Owner& from, const Owner& to, const EventId& id,
                           const std::string& etag) {
  return apps::decide_and_write([&] { return try_move(context_, from, to, id, etag); });
}

Result<void> Events::remove(const Owner& owner, const EventId& asked, Scope scope,
                            const std::string& etag) {
  NORN_TRY(apps::decide_and_write([&]() -> Result<std::optional<Done>> {
    NORN_ASSIGN(const EventId id, located(context_, owner.id, asked));
    return try_remove({context_, owner}, id, scope, etag);
  }));
  context_.sweeps.wake();
  return {};
}

Result<Thing> Events::restore(const Owner& owner, const EventId& id, const std::string& etag) {
  if (id.kind != EventId::Kind::kInstance) {
    NORN_TRY(get(owner.id, id));
    return invalid("id", kOnlyOccurrencesRestore);
  }
  return apps::decide_and_write([&] { return try_restore({context_, owner}, id, etag); });
}

Result<apps::BinPage> Events::deleted(const Owner& owner, int64_t limit, const std::string& after) {
  return bin_of(context_).list(owner.thing, limit, after);
}

Result<Thing> Events::restore_deleted(const Owner& owner, const std::string& id) {
  return apps::decide_and_write([&] { return try_restore_deleted(context_, owner, id); });
}

Result<void> Events::remove_deleted(const Owner& owner, const std::string& id) {
  return bin_of(context_).remove(owner.thing, id);
}

Result<void> Events::empty_bin(const Owner& owner) {
  return bin_of(context_).empty(owner.thing);
}

}  // namespace norn::events
