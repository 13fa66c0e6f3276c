#pragma once

#include <optional>
#include <string>
#include <utility>

#include "apps/calendars/access.h"
#include "apps/calendars/entries/range.h"
#include "apps/calendars/model.h"
#include "apps/shared/idempotency.h"
#include "apps/sharing/authors.h"

namespace norn::calendars {

// The texts are within the limits of apps/calendars/limits.h.
struct EntryInput {
  std::string title;
  std::optional<std::string> description;
  std::optional<std::string> location;
  Date date;                         // For MultiDay: its start.
  std::optional<std::string> color;  // Default: the calendar's.
  Kind kind;
};

// Absent members stay as they are. A new kind is complete; a new date moves all days of a MultiDay
// entry.
struct EntryPatch {
  std::optional<std::string> title = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<std::optional<std::string>> location = {};
  std::optional<Date> date = {};
  std::optional<std::string> color = {};
  std::optional<Kind> kind = {};
  std::optional<std::string> calendar_id = {};  // Moves it. The user has to be a writer in both.
};

// Returns kInvalid with a field of "kind" or "date" if the end is before the start, the span is too
// long, or a date is outside of the years 0001 to 9999.
Result<void> check_kind(const Kind& kind, Date date);

// Entries of calendars, for members. Returns kNotFound for all others, and the errors of
// `authorize`. May block; safe from any thread.
class Entries {
 public:
  explicit Entries(Context context) : context_(std::move(context)) {}

  // All entries on the days from `from` to `to`, both included, also those that began earlier.
  Result<Range> range(const std::string& user_id, const std::string& calendar_id, Date from,
                      Date to);
  // The authorization of `range` alone, for a reply that is cached.
  Result<void> check_reader(const std::string& user_id, const std::string& calendar_id);
  Result<Entry> get(const std::string& user_id, const std::string& entry_id);
  // Who created and last changed an entry.
  Result<sharing::Authors> authors(const std::string& user_id, const std::string& entry_id);
  // The following need the role of a writer.
  Result<Entry> create(const std::string& user_id, const std::string& calendar_id,
                       const EntryInput& input, const apps::Creation& creation);
  // Returns kStale if the entry does not have this tag.
  Result<Entry> change(const std::string& user_id, const std::string& entry_id,
                       const EntryPatch& patch, const std::string& etag);
  // Sets whether a task is completed. Idempotent, so it needs no ETag.
  Result<Entry> complete(const std::string& user_id, const std::string& entry_id, bool completed);
  // Puts the entry into the bin of its calendar.
  Result<void> remove(const std::string& user_id, const std::string& entry_id,
                      const std::string& etag);
  // Takes an entry out of the bin, exactly as it was. Returns kNotFound if it is not there (any
  // more), and kConflict if there is an entry with its id.
  Result<Entry> restore(const std::string& user_id, const std::string& calendar_id,
                        const std::string& entry_id);

 private:
  Context context_;
};

}  // namespace norn::calendars
