#include <utility>
#include <vector>

#include "apps/planner/events/edit_exceptions.h"
#include "apps/planner/series/edit_repeats.h"
#include "apps/planner/events/edit_scopes.h"
#include "apps/planner/series/edit_series.h"
#include "apps/planner/series/edit_split.h"
#include "apps/planner/events/events_transaction.h"

namespace norn::planner {
namespace {

Result<std::optional<Thing>> write_series(const Edit& edit, const Master& master,
                                          const Series& series, ChangedSeries changed,
                                          std::optional<Instance> edited) {
  Master next = touched(std::move(changed.master), edit.context);
  const Master all = with_all(next);
  NORN_ASSIGN(const Series to, Series::of(all));
  NORN_ASSIGN(const auto stored, read_exceptions(edit.context, edit.user_id, master));
  const Rebase rebase = {series, to, next, changed.shift, std::move(edited)};
  NORN_ASSIGN(auto rewritten, rebased(stored, rebase));
  next.repeats.has_exceptions = !rewritten.empty();
  Transaction transaction(edit.context, edit.user_id);
  transaction.replace(master, next);
  NORN_TRY(write_exceptions(transaction, edit.meta, next.stamp.updated_at, stored,
                            std::move(rewritten)));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(next));
}

}  // namespace

Result<std::optional<Thing>> change_all(const Edit& edit, const FoundOccurrence& found) {
  const Master& master = *found.master;
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
                                            .default_tzid = edit.meta.preferences.default_tzid,
                                            .now_s = edit.context.clock.now_s()}));
  NORN_ASSIGN(auto exception, edited_exception(edit, found));
  if (changed.master == master && (!exception || *exception == found.instance)) return master;
  return write_series(edit, master, series, std::move(changed), std::move(exception));
}

Result<std::optional<Thing>> change_series(const Edit& edit, Master master) {
  NORN_TRY(write_exdate_as_tags(master));
  const Master complete = with_all(master);
  NORN_ASSIGN(const Series series, Series::of(complete));
  NORN_ASSIGN(auto changed, changed_series(master, series,
                                           {.change = edit.change,
                                            .default_tzid = edit.meta.preferences.default_tzid,
                                            .now_s = edit.context.clock.now_s()}));
  if (changed.master == master) return master;
  return write_series(edit, master, series, std::move(changed), std::nullopt);
}

}  // namespace norn::planner
