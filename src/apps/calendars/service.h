#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/model.h"
#include "apps/shared/idempotency.h"
#include "base/error.h"

namespace norn::calendars {

// The texts are within the limits of apps/calendars/limits.h.
struct CalendarInput {
  std::string name;
  std::string color;  // "#rrggbb"
  std::optional<std::string> description;
};

// Absent members stay as they are.
struct CalendarPatch {
  std::optional<std::string> name = {};
  std::optional<std::string> color = {};
  std::optional<std::optional<std::string>> description = {};
};

// Calendars. Errors are those of base/faults.h. May block; safe from any thread.
class Calendars {
 public:
  // Registers the sweeps of calendars.
  explicit Calendars(Context context);

  // The user becomes the owner. Returns kConflict if the user is in too many calendars.
  Result<Access> create(const std::string& user_id, const CalendarInput& input,
                        const apps::Creation& creation);
  // All calendars of a user, by name. Found by an index, so a new one may appear a moment later.
  Result<std::vector<Access>> list(const std::string& user_id);
  Result<Access> get(const std::string& user_id, const std::string& calendar_id);
  // Owners only. Returns kStale if the calendar does not have this tag.
  Result<Access> change(const std::string& user_id, const std::string& calendar_id,
                        const CalendarPatch& patch, const std::string& etag);
  // Owners only. Hides the calendar from all members at once and puts it into the bin; a sweep
  // removes what is in it when it is no longer there.
  Result<void> remove(const std::string& user_id, const std::string& calendar_id);
  // Owners only. Takes the calendar out of the bin, with everything that was in it and everybody
  // who was. Returns kNotFound if it is not in the bin (any more).
  Result<Access> restore(const std::string& user_id, const std::string& calendar_id);
  // The work of that sweep: removes a part, and returns true if there may be more.
  Result<bool> sweep(const std::string& calendar_id);

 private:
  Context context_;
};

}  // namespace norn::calendars
