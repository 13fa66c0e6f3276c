#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "apps/planner/views/view_item.h"
#include "base/error.h"
#include "base/time_text.h"

namespace norn::planner {

constexpr int64_t kMaxViewDays = 400;
constexpr size_t kMaxViewOccurrences = 20'000;
constexpr size_t kMaxSearchResults = 100;

struct ViewRequest {
  Date from;  // The days from one to another, both included,
  Date to;
  std::string tzid = {};               // by the clocks of this zone; empty: the person's own.
  std::vector<std::string> tags = {};  // Only what has all of them.
};

// kInvalid of "to" when these are no days, or too many.
Result<void> check_days(const ViewRequest& request);

// One thing in a view.
struct Placed {
  enum class Kind : uint8_t { kEvent, kOccurrence, kException };

  Kind kind = Kind::kEvent;
  bool has_end = false;
  bool has_tag_time = false;  // Of an occurrence: its tag is a second and not a day.
  uint32_t item = 0;          // Its place in View::items; of an occurrence that of the series.
  uint32_t master = 0;        // Of occurrences and exceptions: the place of the series.
  int64_t tag_s = 0;          // Of an occurrence: what its tag says.
  // On the scale of the item's times, as in When.
  int64_t start_s = 0;
  int64_t duration_s = 0;
  int64_t instant_s = 0;  // When it starts for somebody in the view's zone.
  // By the clocks of the view's zone, as if that were UTC; all-day: midnights.
  int64_t start_local_s = 0;
  int64_t end_local_s = 0;
};

// Most of it is as it stands in the table, so that what is shown is copied once.
struct View {
  Date from;
  Date to;
  std::string tzid;
  std::vector<Placed> placed;          // By day, all-day first, by start, title and id.
  std::vector<ViewItem> items;         // What they are made of, and more.
  std::vector<store::ItemList> pages;  // What the items stand in.

  View() = default;
  View(View&&) = default;  // Not copied: the items would stand in the pages of another.
  View& operator=(View&&) = default;

  const ViewItem& item(const Placed& thing) const { return items[thing.item]; }
  std::string id(const Placed& thing) const;
  When when(const Placed& thing) const;
};

// A reminder of one occurrence or event.
struct Reminder {
  std::string event_id;
  int64_t minutes = 0;
  int64_t due_s = 0;  // An instant.
  std::string title;
  std::optional<std::string> location;
  std::optional<std::string> color;
  When when;
  int64_t start_local_s = 0;  // By the clocks of the person's own zone.

  std::string id() const;  // "<event id>.<minutes>"
};

struct Found {
  Thing thing;               // An event or a series.
  std::optional<When> next;  // What is ahead of it, or under way; nullopt: nothing.
  std::string next_id = {};  // The id of that occurrence, or of the event.
};

// What a person has, by time. Reads only.
class Views {
 public:
  explicit Views(Context context) : context_(std::move(context)) {}

  // Everything that overlaps the days, recurring things expanded. AP1, AP10. kInvalid of "to" when
  // there is too much in it.
  Result<View> range(const std::string& user_id, const ViewRequest& request);
  // The items that these days are made of, as they are in the table.
  Result<std::vector<Thing>> raw(const std::string& user_id, const ViewRequest& request);
  // By words of the title, in any case and order; what is ahead first. kInvalid of "q" and "limit".
  Result<std::vector<Found>> search(const std::string& user_id, const std::string& text,
                                    size_t limit);
  // Those that are due from one instant to before another, by when they are.
  Result<std::vector<Reminder>> reminders(const std::string& user_id, int64_t from_s, int64_t to_s);
  // How many things start within so many days from now.
  Result<int64_t> upcoming(const std::string& user_id, int64_t days);
  // All tags in use, in order.
  Result<std::vector<std::string>> tags(const std::string& user_id);

 private:
  Context context_;
};

}  // namespace norn::planner
