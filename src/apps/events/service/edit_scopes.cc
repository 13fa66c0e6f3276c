#include "apps/events/service/edit_scopes.h"

#include <utility>
#include <vector>

#include "apps/events/authors.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/sentences.h"
#include "apps/events/series/edit_repeats.h"
#include "apps/events/series/edit_series.h"
#include "apps/events/series/edit_split.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/when.h"
#include "apps/events/service/details.h"
#include "apps/events/service/edit_exceptions.h"
#include "apps/events/service/events_transaction.h"
#include "apps/events/service/sweep.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::events {
namespace {

// What cannot be changed for one occurrence.
Result<void> check_for_one(const EventChange& change) {
  if (change.repeats.rrule) return invalid("rrule", kRepeatsOfOne);
  if (change.repeats.until_s) return invalid("rruleUntil", kRepeatsOfOne);
  if (change.repeats.rdate) return invalid("rdate", kRepeatsOfOne);
  if (change.repeats.exdate) return invalid("exdate", kRepeatsOfOne);
  if (change.details.ttl) {
    return invalid("ttl", kTtlOfOne);
  }
  return {};
}

// The occurrence with the change applied to it alone.
Result<Instance> edited(const Edit& edit, const Instance& instance) {
  Instance next = instance;
  DetailsChange details = edit.change.details;
  details.ttl.reset();
  NORN_ASSIGN(next.details, applied(instance.details, details, edit.context.clock.now_s()));
  if (!edit.change.when.is_empty()) {
    NORN_ASSIGN(next.when, applied(instance.when, edit.change.when, edit.meta.default_tzid));
  }
  return next;
}

// The same if it has an item of its own; otherwise nullopt. A change of all occurrences also
// applies to this one, even where it differed from the series.
Result<std::optional<Instance>> edited_exception(const Edit& edit, const FoundOccurrence& found) {
  if (!found.is_stored()) return std::nullopt;
  return edited(edit, found.instance);
}

// Writes the item of the occurrence, or deletes it if there is no difference to the series.
Result<std::optional<Thing>> write_occurrence(const Edit& edit, const FoundOccurrence& found,
                                              Instance next) {
  const Instance as_series = found.series.instance_of(found.occurrence);
  const bool is_kept = !is_as_series(next, as_series);
  Master master = touched(*found.master, edit.context, edit.owner);
  Transaction transaction(edit.context, edit.owner);
  if (is_kept) {
    next.modified_fields = modified_fields(next, as_series);
    next.stamp.version = found.instance.stamp.version + 1;
    next.stamp.updated_at = now_text(edit.context);
    sign(edit.owner, next.stamp);
    if (!found.is_stored()) next.stamp.created_at = next.stamp.updated_at;
    master.repeats.has_exceptions = true;
    transaction.reach(edit.meta, next.when);
  } else {
    NORN_ASSIGN(master.repeats.has_exceptions,
                has_other_exceptions(edit.context, edit.owner.id, master, next.tag));
    next = as_series;
  }
  transaction.replace(*found.master, master);
  if (is_kept && found.is_stored()) {
    transaction.replace(found.instance, next);
  } else if (is_kept) {
    transaction.create(next);
  } else {
    transaction.remove(found.instance);
  }
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return SeriesOccurrence{std::move(master), std::move(next)};
}

// The second part of a split series as a new series, with an id of its own.
Master as_new(Master tail, const Context& context, const Owner& owner) {
  tail.id = master_id(context.ids.uuid());
  tail.ical = {.uid = ical_uid(tail.id), .sequence = 0};
  const std::string now = now_text(context);
  tail.stamp = {.version = 1, .created_at = now, .updated_at = now};
  sign_new(owner, tail.stamp);
  return tail;
}

// Whether there is no difference, so that no new series is needed.
bool is_as_before(const Master& next, const Master& tail) {
  return next.details == tail.details && next.when == tail.when &&
         next.repeats.rrule == tail.repeats.rrule;
}

// The exceptions before an occurrence, and the others.
struct Exceptions {
  std::vector<Instance> earlier;
  std::vector<Instance> later;
};

Result<Exceptions> read_parts(const Edit& edit, const FoundOccurrence& found) {
  Exceptions parts;
  NORN_ASSIGN(auto all, read_exceptions(edit.context, edit.owner.id, *found.master));
  const int64_t start_s = found.series.start_of(found.occurrence);
  for (Instance& exception : all) {
    const bool is_earlier = exception.recurrence_s < start_s;
    (is_earlier ? parts.earlier : parts.later).push_back(std::move(exception));
  }
  return parts;
}

// Ends the series before the occurrence and creates the new one.
Result<std::optional<Thing>> write_parts(const Edit& edit, const FoundOccurrence& found,
                                         const Series& series, ChangedSeries changed) {
  NORN_ASSIGN(Master head, head_of(*found.master, found.series, found.occurrence));
  head = touched(std::move(head), edit.context, edit.owner);
  Master next = as_new(std::move(changed.master), edit.context, edit.owner);
  NORN_ASSIGN(next.guests, without_deleted(edit.context, next.guests));
  const Master all = with_all(next);
  NORN_ASSIGN(const Series to, Series::of(all));
  NORN_ASSIGN(const Exceptions exceptions, read_parts(edit, found));
  NORN_ASSIGN(auto edited, edited_exception(edit, found));
  NORN_ASSIGN(auto moved,
              rebased(exceptions.later, {series, to, next, changed.shift, std::move(edited)}));
  head.repeats.has_exceptions = !exceptions.earlier.empty();
  next.repeats.has_exceptions = !moved.empty();
  Transaction transaction(edit.context, edit.owner);
  transaction.replace(*found.master, head);
  transaction.create(next);
  NORN_TRY(
      write_exceptions(transaction, edit.meta, next.stamp, exceptions.later, std::move(moved)));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

Result<std::optional<Thing>> write_series(const Edit& edit, const Master& master,
                                          const Series& series, ChangedSeries changed,
                                          std::optional<Instance> edited) {
  Master next = touched(std::move(changed.master), edit.context, edit.owner);
  const Master all = with_all(next);
  NORN_ASSIGN(const Series to, Series::of(all));
  NORN_ASSIGN(const auto stored, read_exceptions(edit.context, edit.owner.id, master));
  const Rebase rebase = {series, to, next, changed.shift, std::move(edited)};
  NORN_ASSIGN(auto rewritten, rebased(stored, rebase));
  next.repeats.has_exceptions = !rewritten.empty();
  Transaction transaction(edit.context, edit.owner);
  transaction.replace(master, next);
  NORN_TRY(write_exceptions(transaction, edit.meta, next.stamp, stored, std::move(rewritten)));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

// What is left of a series that does not repeat any more.
Result<std::optional<Thing>> become_event(const Edit& edit, const Master& master, Details details,
                                          const When& when) {
  NORN_TRY(check_repeats_alone(edit.change.repeats));
  NORN_TRY(check_new(edit.context, edit.owner, apps::kEventsQuota));
  details.ttl = master.details.ttl;
  Event event = {.id = event_id(edit.context.ids.uuid()),
                 .details = {},
                 .when = when,
                 .stamp = {.version = 1,
                           .created_at = master.stamp.created_at,
                           .updated_at = now_text(edit.context),
                           .created_by = master.stamp.created_by},
                 .ical = {.uid = master.ical.uid, .sequence = master.ical.sequence + 1}};
  sign(edit.owner, event.stamp);
  NORN_ASSIGN(event.guests, without_deleted(edit.context, master.guests));
  NORN_ASSIGN(event.details, applied(details, edit.change.details, edit.context.clock.now_s()));
  if (!edit.change.when.is_empty()) {
    NORN_ASSIGN(event.when, applied(when, edit.change.when, edit.meta.default_tzid));
  }
  Transaction transaction(edit.context, edit.owner);
  transaction.remove(master);
  transaction.add(begin_sweep(edit.context, edit.owner.id, master.id));
  transaction.create(event);
  transaction.reach(edit.meta, event.when);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  edit.context.sweeps.wake();
  return Thing(std::move(event));
}

}  // namespace

Result<std::optional<Thing>> change_this(const Edit& edit, const FoundOccurrence& found) {
  NORN_TRY(check_for_one(edit.change));
  NORN_ASSIGN(Instance next, edited(edit, found.instance));
  if (next == found.instance) return found.thing();
  return write_occurrence(edit, found, std::move(next));
}

Master touched(Master master, const Context& context, const Owner& owner) {
  ++master.stamp.version;
  ++master.ical.sequence;
  master.stamp.updated_at = now_text(context);
  sign(owner, master.stamp);
  return master;
}

std::string now_text(const Context& context) {
  return timestamp_s(context.clock.now_ms());
}

std::string ical_uid(const std::string& id) {
  return id + "@norn";
}

Result<std::optional<Thing>> change_following(const Edit& edit, const FoundOccurrence& found) {
  NORN_ASSIGN(const bool first, is_first(found.series, found.occurrence));
  if (first) return change_all(edit, found);

  const Master all = with_all(*found.master);
  NORN_ASSIGN(const Series series, Series::of(all));
  NORN_ASSIGN(const Master tail, tail_of(*found.master, found.series, found.occurrence));
  const Anchor anchor = {.occurrence = found.occurrence,
                         .when = found.instance.when,
                         .is_moved = found.instance.when != tail.when};
  NORN_ASSIGN(auto changed, changed_series(tail, series,
                                           {.change = edit.change,
                                            .anchor = anchor,
                                            .default_tzid = edit.meta.default_tzid,
                                            .now_s = edit.context.clock.now_s()}));
  if (edit.change.repeats.is_empty() && is_as_before(changed.master, tail)) {
    return change_all(edit, found);
  }
  NORN_TRY(check_series_limit(edit.context, edit.owner.id));
  NORN_TRY(check_new(edit.context, edit.owner, apps::kSeriesQuota));
  return write_parts(edit, found, series, std::move(changed));
}

Result<std::optional<Thing>> change_all(const Edit& edit, const FoundOccurrence& found) {
  const Master& master = *found.master;
  if (ends_repeating(master.repeats, edit.change.repeats)) {
    return become_event(edit, master, found.instance.details, found.instance.when);
  }
  const Master complete = with_all(master);
  NORN_ASSIGN(const Series series, Series::of(complete));
  NORN_ASSIGN(const bool of_rule, is_of_rule(master, found.occurrence));
  const Anchor anchor = {.occurrence = found.occurrence,
                         .when = found.instance.when,
                         .is_moved = found.instance.when != found.series.when_of(found.occurrence),
                         .is_of_rule = of_rule};
  NORN_ASSIGN(auto changed, changed_series(master, series,
                                           {.change = edit.change,
                                            .anchor = anchor,
                                            .default_tzid = edit.meta.default_tzid,
                                            .now_s = edit.context.clock.now_s()}));
  NORN_ASSIGN(auto exception, edited_exception(edit, found));
  if (changed.master == master && (!exception || *exception == found.instance)) return master;
  return write_series(edit, master, series, std::move(changed), std::move(exception));
}

Result<std::optional<Thing>> change_series(const Edit& edit, Master master) {
  if (ends_repeating(master.repeats, edit.change.repeats)) {
    return become_event(edit, master, master.details, master.when);
  }
  NORN_TRY(write_exdate_as_tags(master));
  const Master complete = with_all(master);
  NORN_ASSIGN(const Series series, Series::of(complete));
  NORN_ASSIGN(auto changed, changed_series(master, series,
                                           {.change = edit.change,
                                            .default_tzid = edit.meta.default_tzid,
                                            .now_s = edit.context.clock.now_s()}));
  if (changed.master == master) return master;
  return write_series(edit, master, series, std::move(changed), std::nullopt);
}

}  // namespace norn::events
