#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/planner/series/edit_repeats.h"
#include "apps/planner/events/edit_scopes.h"
#include "apps/planner/series/edit_split.h"
#include "apps/planner/events/events.h"
#include "apps/planner/events/events_access.h"
#include "apps/planner/events/events_transaction.h"
#include "apps/planner/events/sweep.h"
#include "base/faults.h"

// Events and occurrences that go, and occurrences that come back.
namespace norn::planner {
namespace {

using apps::Done;

struct Owner {
  const Context& context;
  const std::string& user_id;
};

Result<std::optional<Done>> done_if(Result<bool> written) {
  if (!written) return std::unexpected(std::move(written).error());
  if (!*written) return std::nullopt;
  return Done{};
}

Result<std::optional<Done>> remove_series(const Owner& owner, const Master& master) {
  Transaction transaction(owner.context, owner.user_id);
  transaction.remove(master);
  transaction.add(begin_sweep(owner.context, owner.user_id, master.id));
  return done_if(transaction.write());
}

Result<std::optional<Done>> remove_this(const Owner& owner, const FoundOccurrence& found) {
  Master master = touched(*found.master, owner.context);
  const std::string& tag = found.instance.tag;
  master.repeats.exdate.push_back(tag);
  master.repeats.exdate = in_order(std::move(master.repeats.exdate));
  if (master.repeats.exdate.size() > kMaxListedTags) {
    return conflict(
        fmt::format("{} occurrences of this series are deleted already, and no more "
                    "can be. Change its rule, or end it and make another one.",
                    kMaxListedTags));
  }
  NORN_ASSIGN(master.repeats.has_exceptions,
              has_other_exceptions(owner.context, owner.user_id, master, tag));
  Transaction transaction(owner.context, owner.user_id);
  transaction.replace(*found.master, master);
  if (found.is_stored()) transaction.remove(found.instance);
  return done_if(transaction.write());
}

// Ends the series before the occurrence. AP9.
Result<std::optional<Done>> remove_following(const Owner& owner, const FoundOccurrence& found) {
  NORN_ASSIGN(const bool first, is_first(found.series, found.occurrence));
  if (first) return remove_series(owner, *found.master);
  NORN_ASSIGN(Master head, head_of(*found.master, found.series, found.occurrence));
  head = touched(std::move(head), owner.context);
  NORN_ASSIGN(const auto exceptions, read_exceptions(owner.context, owner.user_id, *found.master));
  const int64_t start_s = found.series.start_of(found.occurrence);
  const auto is_earlier = [&](const Instance& exception) {
    return exception.recurrence_s < start_s;
  };
  head.repeats.has_exceptions = std::ranges::any_of(exceptions, is_earlier);
  Transaction transaction(owner.context, owner.user_id);
  transaction.replace(*found.master, head);
  for (const Instance& exception : exceptions) {
    if (!is_earlier(exception)) transaction.remove(exception);
  }
  return done_if(transaction.write());
}

Result<std::optional<Done>> remove_occurrence(const Owner& owner, const EventId& id, Scope scope,
                                              const std::string& etag) {
  NORN_ASSIGN(const auto found, read_occurrence(owner.context, owner.user_id, id));
  if (found.is_left_out) return not_found("event");
  if (etag_of(found.thing()) != etag) return stale_event(found.thing());
  switch (scope) {
    case Scope::kThis:
      return remove_this(owner, found);
    case Scope::kFollowing:
      return remove_following(owner, found);
    case Scope::kAll:
      break;
  }
  return remove_series(owner, *found.master);
}

Result<std::optional<Done>> try_remove(const Owner& owner, const EventId& id, Scope scope,
                                       const std::string& etag) {
  if (id.kind == EventId::Kind::kInstance) return remove_occurrence(owner, id, scope, etag);
  if (id.kind == EventId::Kind::kMaster) {
    NORN_ASSIGN(const Master master, read_master(owner.context, owner.user_id, id.master_id));
    if (etag_of(master) != etag) return stale_event(master);
    return remove_series(owner, master);
  }
  NORN_ASSIGN(const Event event, read_event(owner.context, owner.user_id, id.text));
  if (etag_of(event) != etag) return stale_event(event);
  Transaction transaction(owner.context, owner.user_id);
  transaction.remove(event);
  return done_if(transaction.write());
}

// What is left out cannot be read, so its state is that of its series, whose ETag counts, too.
bool is_current(const FoundOccurrence& found, const std::string& etag) {
  return etag_of(found.thing()) == etag || (found.is_left_out && etag_of(*found.master) == etag);
}

std::unexpected<Error> stale_occurrence(const FoundOccurrence& found) {
  SeriesOccurrence current = {*found.master, found.instance};
  if (found.is_left_out) current.instance.details.status = Status::kCancelled;
  return stale_event(current);
}

Result<std::optional<Thing>> try_restore(const Owner& owner, const EventId& id,
                                         const std::string& etag) {
  NORN_ASSIGN(const auto found, read_occurrence(owner.context, owner.user_id, id));
  if (!is_current(found, etag)) return stale_occurrence(found);
  if (!found.is_left_out && !found.is_stored()) return found.thing();
  Master master = touched(*found.master, owner.context);
  std::erase(master.repeats.exdate, id.tag);
  NORN_ASSIGN(master.repeats.has_exceptions,
              has_other_exceptions(owner.context, owner.user_id, master, id.tag));
  Transaction transaction(owner.context, owner.user_id);
  transaction.replace(*found.master, master);
  if (found.is_stored()) transaction.remove(found.instance);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(const Series series, Series::of(master));
  Instance instance = series.instance_of(found.occurrence);
  return SeriesOccurrence{std::move(master), std::move(instance)};
}

}  // namespace

Result<void> Events::remove(const std::string& user_id, const EventId& id, Scope scope,
                            const std::string& etag) {
  const Owner owner = {context_, user_id};
  NORN_TRY(apps::decide_and_write([&] { return try_remove(owner, id, scope, etag); }));
  context_.sweeps.wake();
  return {};
}

Result<Thing> Events::restore(const std::string& user_id, const EventId& id,
                              const std::string& etag) {
  if (id.kind != EventId::Kind::kInstance) {
    return invalid("id", "Only an occurrence of a series can be restored to what the series says.");
  }
  const Owner owner = {context_, user_id};
  return apps::decide_and_write([&] { return try_restore(owner, id, etag); });
}

}  // namespace norn::planner
