#include <utility>

#include "apps/planner/events/details.h"
#include "apps/planner/events/edit_exceptions.h"
#include "apps/planner/events/edit_scopes.h"
#include "apps/planner/events/events_transaction.h"
#include "apps/planner/series/when.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::planner {
namespace {

// What belongs to the series as a whole.
Result<void> check_for_one(const EventChange& change) {
  constexpr const char* kWhy =
      "How a series repeats cannot be changed for one occurrence of it. Change the series: this "
      "and the following ones, or all of them.";
  if (change.repeats.rrule) return invalid("rrule", kWhy);
  if (change.repeats.until_s) return invalid("rruleUntil", kWhy);
  if (change.repeats.rdate) return invalid("rdate", kWhy);
  if (change.repeats.exdate) return invalid("exdate", kWhy);
  if (change.details.ttl) {
    return invalid(
        "ttl",
        "One occurrence cannot go by itself. Change the ttl of the series, or delete the "
        "occurrence.");
  }
  return {};
}

// Puts the occurrence into an item, or takes the item away when the series says the same.
Result<std::optional<Thing>> write_occurrence(const Edit& edit, const FoundOccurrence& found,
                                              Instance next) {
  const Instance as_series = found.series.instance_of(found.occurrence);
  const bool is_kept = !is_as_series(next, as_series);
  Master master = touched(*found.master, edit.context);
  Transaction transaction(edit.context, edit.user_id);
  if (is_kept) {
    next.modified_fields = modified_fields(next, as_series);
    next.stamp.version = found.instance.stamp.version + 1;
    next.stamp.updated_at = now_text(edit.context);
    if (!found.is_stored()) next.stamp.created_at = next.stamp.updated_at;
    master.repeats.has_exceptions = true;
    transaction.reach(edit.meta, next.when);
  } else {
    NORN_ASSIGN(master.repeats.has_exceptions,
                has_other_exceptions(edit.context, edit.user_id, master, next.tag));
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

}  // namespace

Result<std::optional<Thing>> change_this(const Edit& edit, const FoundOccurrence& found) {
  NORN_TRY(check_for_one(edit.change));
  NORN_ASSIGN(Instance next, edited(edit, found.instance));
  if (next == found.instance) return found.thing();
  return write_occurrence(edit, found, std::move(next));
}

Result<Instance> edited(const Edit& edit, const Instance& instance) {
  Instance next = instance;
  DetailsChange details = edit.change.details;
  details.ttl.reset();
  NORN_ASSIGN(next.details, applied(instance.details, details, edit.context.clock.now_s()));
  if (!edit.change.when.is_empty()) {
    NORN_ASSIGN(next.when,
                applied(instance.when, edit.change.when, edit.meta.preferences.default_tzid));
  }
  return next;
}

Result<std::optional<Instance>> edited_exception(const Edit& edit, const FoundOccurrence& found) {
  if (!found.is_stored()) return std::nullopt;
  return edited(edit, found.instance);
}

Master touched(Master master, const Context& context) {
  ++master.stamp.version;
  ++master.ical.sequence;
  master.stamp.updated_at = now_text(context);
  return master;
}

std::string now_text(const Context& context) {
  return timestamp_s(context.clock.now_ms());
}

std::string ical_uid(const std::string& id) {
  return id + "@norn";
}

}  // namespace norn::planner
