#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/model.h"
#include "apps/calendars/service.h"

namespace norn::calendars {

constexpr int64_t kMaxSpanDays = 3'660;
constexpr int64_t kMaxRangeDays = 400;  // Of one question.

struct EntryInput {
  std::string title;                       // 1 to 500 characters.
  std::optional<std::string> description;  // Up to 10,000.
  std::optional<std::string> location;     // Up to 500.
  Date date;                               // For MultiDay: its start.
  std::optional<std::string> color;        // The calendar's when absent.
  Kind kind;
};

// What is changed: absent members stay as they are. A new kind comes with everything it needs; a
// new date moves a MultiDay entry as a whole.
struct EntryPatch {
  std::optional<std::string> title = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<std::optional<std::string>> location = {};
  std::optional<Date> date = {};
  std::optional<std::string> color = {};
  std::optional<Kind> kind = {};
  std::optional<std::string> calendar_id = {};  // Moves it to another calendar: writer in both.
};

// A day of a range: the places of its entries in `Range::entries`, in the order of the day.
struct Day {
  Date date;
  std::vector<size_t> entries;
};

struct Range {
  std::vector<EntryView> entries;      // Each once, by date, then in the order of a day.
  std::vector<Day> days;               // Those that have any.
  std::vector<store::ItemList> pages;  // What the entries stand in.

  Range() = default;
  Range(Range&&) = default;  // Not copied: the entries would stand in the pages of another.
  Range& operator=(Range&&) = default;
};

// MultiDay, all-day, task, timed (by their time), then title, then id.
bool comes_before(const Entry& left, const Entry& right);
// Puts entries onto all of their days between `from` and `to`.
std::vector<Day> days_of(const std::vector<EntryView>& sorted, Date from, Date to);

// Checks that a kind is whole: times that end after they start, days that do. kInvalid of "kind.…".
Result<void> check_kind(const Kind& kind, Date date);

class Entries {
 public:
  explicit Entries(Context context) : context_(std::move(context)) {}

  // Everything that touches the days from `from` to `to`, both included: also what began before.
  Result<Range> range(const std::string& user_id, const std::string& calendar_id, Date from,
                      Date to);
  // Whether they may read it: what `range` itself sees to.
  Result<void> check_reader(const std::string& user_id, const std::string& calendar_id);
  Result<Entry> get(const std::string& user_id, const std::string& entry_id);
  // Writers, from here on.
  Result<Entry> create(const std::string& user_id, const std::string& calendar_id,
                       const EntryInput& input, const apps::Creation& creation);
  // kStale when the state is not that of `etag`.
  Result<Entry> change(const std::string& user_id, const std::string& entry_id,
                       const EntryPatch& patch, const std::string& etag);
  // Ticks a task off, or on again: whatever it is now, it becomes `completed`. No ETag needed.
  Result<Entry> complete(const std::string& user_id, const std::string& entry_id, bool completed);
  Result<void> remove(const std::string& user_id, const std::string& entry_id,
                      const std::string& etag);

 private:
  Context context_;
};

}  // namespace norn::calendars
