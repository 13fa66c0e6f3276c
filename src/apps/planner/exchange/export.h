#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "apps/planner/context.h"
#include "apps/planner/model.h"
#include "base/error.h"
#include "ical/calendar_file.h"
#include "store/store.h"

namespace norn::planner {

// Everything of a person as one iCalendar file, produced part by part in constant memory: first
// their events, then their series, each with its changed occurrences. The text and the ETag stay
// the same until something changes.
class CalendarExport {
 public:
  // Reads everything once, for the ETag and the time zones. The context must outlive the export.
  static Result<CalendarExport> begin(const Context& context, std::string user_id);

  const std::string& etag() const { return etag_; }
  // Appends the next part of the file to `out`. Returns whether there are more. Changes after
  // `begin` may be in it.
  Result<bool> append_next(std::string& out);

 private:
  using Visit = std::function<void(store::ItemView, const ical::CalendarItem&)>;
  // How far a walk over everything of a person has come.
  struct Position {
    bool in_series = false;  // Or in the events.
    std::optional<store::Item> start_after = {};
    // The series that were read and not yet visited, and how far the first of them was.
    std::deque<store::Item> series = {};
    std::optional<store::Item> exceptions_after = {};
  };

  CalendarExport(const Context& context, std::string user_id);
  // Visits some items and moves the position behind them. Returns whether there are more.
  Result<bool> visit_some(Position& position, const Visit& visit) const;
  Result<bool> visit_events(Position& position, const Visit& visit) const;
  Result<bool> visit_series(Position& position, const Visit& visit) const;
  // A page of the exceptions of the first series. Returns whether it has more.
  Result<bool> visit_exceptions(Position& position, const Master& master, const Visit& visit) const;
  Result<store::PageResult> read_page(std::string_view prefix,
                                      std::optional<store::Item>& start_after) const;

  const Context* context_;
  std::string user_id_;
  int64_t now_ms_;
  std::string etag_;
  std::string begin_;  // The part before the items, until it was produced.
  Position position_;
};

// Single events, series and changed occurrences as components of a calendar file.
ical::CalendarItem calendar_item(const Event& event);
// Returns nullopt if the series never occurs, which a file cannot express.
std::optional<ical::CalendarItem> calendar_item(const Master& master);
// `instance` is an occurrence with an item of its own.
ical::CalendarItem calendar_item(const Master& master, const Instance& instance);

}  // namespace norn::planner
