#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/model.h"
#include "apps/planner/preferences.h"
#include "base/error.h"
#include "base/time_text.h"

namespace norn::planner {

constexpr int64_t kMaxViewDays = 400;
constexpr size_t kMaxViewOccurrences = 20'000;

struct ViewRequest {
  Date from;  // The days from one to another, both included,
  Date to;
  std::string tzid = {};               // by the clocks of this zone; empty: the person's own.
  std::vector<std::string> tags = {};  // Only what has all of them.
};

// One thing in a view.
struct Placed {
  size_t source = 0;  // Its place in View::events, View::masters or View::instances:
  enum class Kind : uint8_t { kEvent, kOccurrence, kException } kind = Kind::kEvent;
  size_t master = 0;     // Of occurrences and exceptions: the place of the series.
  std::string tag = {};  // Of occurrences and exceptions.
  When when;
  // By the clocks of the view's zone, as if that were UTC; all-day: midnights.
  int64_t start_local_s = 0;
  int64_t end_local_s = 0;
};

struct View {
  Date from;
  Date to;
  std::string tzid;
  std::vector<Event> events;
  std::vector<Master> masters;
  std::vector<Instance> instances;
  std::vector<Placed> placed;  // In order: by day, all-day first, by start, title and id.
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
  // By words of the title, in any case and order; what is ahead first.
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
