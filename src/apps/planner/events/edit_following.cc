#include <utility>
#include <vector>

#include "apps/planner/events/edit_exceptions.h"
#include "apps/planner/events/edit_scopes.h"
#include "apps/planner/series/edit_series.h"
#include "apps/planner/series/edit_split.h"
#include "apps/planner/series/event_id.h"
#include "apps/planner/events/events_transaction.h"

namespace norn::planner {
namespace {

// The series that begins with the occurrence: a new one, with an id of its own.
Master as_new(Master tail, const Context& context) {
  tail.id = master_id(context.ids.uuid());
  tail.ical = {.uid = ical_uid(tail.id), .sequence = 0};
  const std::string now = now_text(context);
  tail.stamp = {.version = 1, .created_at = now, .updated_at = now};
  return tail;
}

// Whether there is no need of another series.
bool is_as_before(const Master& next, const Master& tail) {
  return next.details == tail.details && next.when == tail.when &&
         next.repeats.rrule == tail.repeats.rrule;
}

// The exceptions of a series that are before an occurrence, and the others.
struct Exceptions {
  std::vector<Instance> earlier;
  std::vector<Instance> later;
};

Result<Exceptions> read_parts(const Edit& edit, const FoundOccurrence& found) {
  Exceptions parts;
  NORN_ASSIGN(auto all, read_exceptions(edit.context, edit.user_id, *found.master));
  const int64_t start_s = found.series.start_of(found.occurrence);
  for (Instance& exception : all) {
    const bool is_earlier = exception.recurrence_s < start_s;
    (is_earlier ? parts.earlier : parts.later).push_back(std::move(exception));
  }
  return parts;
}

// Ends the series before the occurrence, and begins the other one with it.
Result<std::optional<Thing>> write_parts(const Edit& edit, const FoundOccurrence& found,
                                         const Series& series, ChangedSeries changed) {
  NORN_ASSIGN(Master head, head_of(*found.master, found.series, found.occurrence));
  head = touched(std::move(head), edit.context);
  Master next = as_new(std::move(changed.master), edit.context);
  const Master all = with_all(next);
  NORN_ASSIGN(const Series to, Series::of(all));
  NORN_ASSIGN(const Exceptions exceptions, read_parts(edit, found));
  NORN_ASSIGN(auto edited, edited_exception(edit, found));
  NORN_ASSIGN(auto moved,
              rebased(exceptions.later, {series, to, next, changed.shift, std::move(edited)}));
  head.repeats.has_exceptions = !exceptions.earlier.empty();
  next.repeats.has_exceptions = !moved.empty();
  Transaction transaction(edit.context, edit.user_id);
  transaction.replace(*found.master, head);
  transaction.create(next);
  NORN_TRY(write_exceptions(transaction, edit.meta, next.stamp.updated_at, exceptions.later,
                            std::move(moved)));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

}  // namespace

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
                                            .default_tzid = edit.meta.preferences.default_tzid,
                                            .now_s = edit.context.clock.now_s()}));
  if (edit.change.repeats.is_empty() && is_as_before(changed.master, tail)) {
    return change_all(edit, found);
  }
  NORN_TRY(check_series_limit(edit.context, edit.user_id));
  return write_parts(edit, found, series, std::move(changed));
}

}  // namespace norn::planner
