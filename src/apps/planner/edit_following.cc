#include <algorithm>
#include <utility>
#include <vector>

#include "apps/planner/edit_exceptions.h"
#include "apps/planner/edit_scopes.h"
#include "apps/planner/edit_series.h"
#include "apps/planner/edit_split.h"
#include "apps/planner/event_id.h"
#include "apps/planner/events_transaction.h"

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

}  // namespace

Result<std::optional<Thing>> change_following(const Edit& edit, const FoundOccurrence& found) {
  NORN_ASSIGN(const bool first, is_first(found.series, found.occurrence));
  if (first) return change_all(edit, found);

  const Master& master = *found.master;
  NORN_ASSIGN(Master head, head_of(master, found.series, found.occurrence));
  NORN_ASSIGN(const Master tail, tail_of(master, found.series, found.occurrence));
  const bool is_moved = found.instance.when != tail.when;
  NORN_ASSIGN(auto changed, changed_series(tail, found.series,
                                           {.change = edit.change,
                                            .anchor = Anchor{.occurrence = found.occurrence,
                                                             .when = found.instance.when,
                                                             .is_moved = is_moved},
                                            .default_tzid = edit.meta.preferences.default_tzid,
                                            .now_s = edit.context.clock.now_s()}));
  if (edit.change.repeats.is_empty() && is_as_before(changed.master, tail)) {
    return change_all(edit, found);
  }
  NORN_TRY(check_series_limit(edit.context, edit.user_id));
  Master next = as_new(std::move(changed.master), edit.context);
  NORN_ASSIGN(const Series next_series, Series::of(next));

  NORN_ASSIGN(auto earlier, read_exceptions(edit.context, edit.user_id, master));
  const int64_t start_s = found.series.start_of(found.occurrence);
  const auto later_ones = std::ranges::partition(
      earlier, [&](const Instance& exception) { return exception.recurrence_s < start_s; });
  const std::vector<Instance> later(later_ones.begin(), later_ones.end());
  earlier.erase(later_ones.begin(), later_ones.end());
  NORN_ASSIGN(auto exception, edited_exception(edit, found));
  const Rebase rebase = {found.series, next, next_series, changed.shift, std::move(exception)};
  NORN_ASSIGN(auto rewritten, rebased(later, rebase));

  head = touched(std::move(head), edit.context);
  head.repeats.has_exceptions = !earlier.empty();
  next.repeats.has_exceptions = !rewritten.empty();
  Transaction transaction(edit.context, edit.user_id);
  transaction.replace(master, head);
  transaction.create(next);
  NORN_TRY(
      write_exceptions(transaction, edit.meta, next.stamp.updated_at, later, std::move(rewritten)));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

}  // namespace norn::planner
