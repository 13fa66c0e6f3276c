#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "apps/events/views/owner_series.h"
#include "apps/events/views/view_item.h"
#include "base/error.h"
#include "base/time_text.h"
#include "ical/time_zone.h"

namespace norn::events {

struct ViewRequest {
  Date from;  // The first and the last day,
  Date to;
  std::string tzid = {};               // in this zone; empty: the person's own.
  std::vector<std::string> tags = {};  // Only what has all of these tags.
};

// Returns kInvalid of "to" if `to` is before `from` or there are more than kMaxViewDays.
Result<void> check_days(const ViewRequest& request);

// An event or an occurrence in a view.
struct Placed {
  enum class Kind : uint8_t { kEvent, kOccurrence, kException };

  Kind kind = Kind::kEvent;
  bool has_end = false;
  bool has_tag_time = false;  // Of an occurrence: whether its tag has a time.
  uint32_t item = 0;          // An index of View::items; of an occurrence that of the series.
  uint32_t master = 0;        // Of occurrences and exceptions: the index of the series.
  int64_t tag_s = 0;          // Of an occurrence: the second of its tag.
  // On the scale of the item's times, as in When.
  int64_t start_s = 0;
  int64_t duration_s = 0;
  int64_t instant_s = 0;  // The start as an instant in the view's zone.
  // Wall times in the view's zone, as if they were UTC; all-day: midnights.
  int64_t start_local_s = 0;
  int64_t end_local_s = 0;
};

struct View {
  Date from;
  Date to;
  std::string tzid;
  std::vector<Placed> placed;  // By day, all-day first, then by start, title and id.
  ViewItems items;             // What they are made of, and more.

  const ViewItem& item(const Placed& thing) const { return items[thing.item]; }
  std::string id(const Placed& thing) const;
  When when(const Placed& thing) const;
};

// A reminder of an event or an occurrence.
struct Reminder {
  std::string event_id;
  int64_t minutes = 0;
  int64_t due_s = 0;  // An instant.
  std::string title;
  std::optional<std::string> location;
  std::optional<std::string> color;
  When when;
  int64_t start_local_s = 0;  // The wall time in the person's zone.
};

// Which reminders: those that are due in [from, to).
struct ReminderWindow {
  int64_t from_s = 0;
  int64_t to_s = 0;
  ical::TimeZone zone = ical::TimeZone::utc();  // Of the person who is reminded.
  // The minutes of an event or a series, in place of those that it suggests. None: as suggested.
  using MinutesOf = std::function<const std::vector<int64_t>&(
      const std::string& id, const std::vector<int64_t>& suggested)>;
  MinutesOf minutes_of = {};
};

struct Found {
  Thing thing;  // An event or a series.
  std::optional<When>
      next;  // The next or current occurrence, or the event itself; nullopt if it is over.
  std::string next_id = {};  // Its id.
};

// Reads events and occurrences by time.
class Views {
 public:
  // Keeps the series of owners in up to `kept_bytes`.
  explicit Views(const Context& context, size_t kept_bytes = 0)
      : context_(context), kept_(context.store, context.tables.planner(), kept_bytes) {}

  // Everything that overlaps the days, with series expanded. AP1, AP10. Returns kInvalid of "to" if
  // there is too much.
  Result<View> range(const std::string& user_id, const ViewRequest& request);
  // The items that such a view is made of.
  Result<std::vector<Thing>> raw(const std::string& user_id, const ViewRequest& request);
  // By words of the title, ignoring case and order; what is ahead comes first. Returns kInvalid of
  // "q" and "limit".
  Result<std::vector<Found>> search(const std::string& user_id, const std::string& text,
                                    size_t limit);
  // The reminders that are due, in order.
  Result<std::vector<Reminder>> reminders(const std::string& user_id, const ReminderWindow& window);
  // The number of events and occurrences that start within `days` from now.
  Result<int64_t> upcoming(const std::string& user_id, int64_t days);
  // All tags in use, each once, sorted.
  Result<std::vector<std::string>> tags(const std::string& user_id);

 private:
  Context context_;
  KeptSeries kept_;
};

}  // namespace norn::events
