#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "apps/events/owner.h"
#include "apps/events/series/event_change.h"
#include "apps/events/series/event_id.h"
#include "apps/shared/bin.h"
#include "apps/shared/idempotency.h"
#include "base/error.h"

namespace norn::events {

// The occurrences that a change of an occurrence applies to.
enum class Scope : uint8_t { kThis, kFollowing, kAll };

// Events and series, each of one owner; `owner_id` is an Owner's. The app of the owner decides who
// may read, and before every change who may change. The errors are those of base/faults.h; with an
// outdated ETag it is kConflict with the current state (version_conflict).
class Events {
 public:
  // Registers the sweep of series.
  explicit Events(Context context);

  // Creates a series if there is an rrule or rdate, otherwise an event. AP3, AP5.
  Result<Thing> create(const Owner& owner, const EventChange& input,
                       const apps::Creation& creation);
  // One GetItem; for an occurrence also one of its series. AP2.
  Result<Thing> get(const std::string& owner_id, const EventId& id);
  // `scope` matters for occurrences only. Returns the result: an event that gets a rule becomes a
  // series, an occurrence that is changed with the following ones a new series. AP4, AP8.
  Result<Thing> change(const Owner& owner, const EventId& id, const EventChange& change,
                       Scope scope, const std::string& etag);
  // To another owner, with its id: an event, or a series with its exceptions (moving.h).
  Result<Thing> move(const Owner& from, const Owner& to, const EventId& id,
                     const std::string& etag);
  // Into the bin. AP6, AP9.
  Result<void> remove(const Owner& owner, const EventId& id, Scope scope, const std::string& etag);
  // Makes an occurrence as its series defines it again.
  Result<Thing> restore(const Owner& owner, const EventId& id, const std::string& etag);
  // What was deleted, the latest first.
  Result<apps::BinPage> deleted(const Owner& owner, int64_t limit, const std::string& after);
  // Takes something out of the bin, exactly as it was: an event, a series with its exceptions, an
  // occurrence, or the rest of a series (deleted_rest_id). Returns kNotFound if it is not in the
  // bin (any more), and kConflict if the series that it belongs to has become another one.
  Result<Thing> restore_deleted(const Owner& owner, const std::string& id);
  // Delete for good.
  Result<void> remove_deleted(const Owner& owner, const std::string& id);
  Result<void> empty_bin(const Owner& owner);
  // Reads the index GSI2, which may be a moment behind. AP7.
  Result<WholeSeries> series(const std::string& owner_id, const EventId& id);
  // The events, series and occurrences that link to `target`, by the index GSI4.
  Result<std::vector<Thing>> linked(const std::string& owner_id, const std::string& target);

  // Sweeps a part of a deleted series; `subject` is "<owner id>/<master id>".
  Result<bool> sweep(const std::string& subject);

 private:
  Context context_;
};

}  // namespace norn::events
