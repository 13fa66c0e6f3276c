#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/model.h"
#include "base/error.h"
#include "ical/calendar_file.h"
#include "store/store.h"

namespace norn::events {

// Further items that are in the file of an owner, beside events: tasks, entries.
struct ExportedKind {
  // Finds those of an owner.
  std::function<store::QueryRequest(const std::string& owner_id)> query;
  // Nullopt for an item that is not in the file.
  std::function<std::optional<ical::CalendarItem>(const std::string& owner_id,
                                                  store::ItemView item)>
      item_of;
};
// The items of an owner's partition whose sort keys begin so.
store::QueryRequest items_below(const Context& context, const std::string& owner_id,
                                std::string_view prefix);

// Whether guests are named. Feeds name none: their address may be known to others.
enum class ExportedGuests : uint8_t { kWithout, kWith };

// What a file contains, and what it is called.
struct ExportedFile {
  std::vector<std::string> owners;  // Whose events, one after the other.
  std::vector<ExportedKind> further = {};
  std::string name = "Norn";
  std::string color = {};  // "#rrggbb"; empty: none.
  ExportedGuests guests = ExportedGuests::kWithout;
};

// Everything of some owners as one iCalendar file, produced part by part in constant memory: of
// each its events, then its series, each with its changed occurrences, then the further kinds. An
// event that several owners have (by its UID) is in the file once. The text and the ETag stay the
// same until something changes.
class CalendarExport {
 public:
  // Reads everything once, for the ETag and the time zones. The context must outlive the export.
  static Result<CalendarExport> begin(const Context& context, ExportedFile file);

  const std::string& etag() const { return etag_; }
  // Appends the next part of the file to `out`. Returns whether there are more. Changes after
  // `begin` may be in it.
  Result<bool> append_next(std::string& out);

 private:
  using Visit = std::function<void(store::ItemView, const ical::CalendarItem&)>;
  // How far a walk over everything has come.
  struct Position {
    size_t owner = 0;
    bool in_series = false;  // Or in the events.
    bool after_series = false;
    size_t kind = 0;  // Of the further ones.
    std::optional<store::Item> start_after = {};
    // The series that were read and not yet visited, and how far the first of them was.
    std::deque<store::Item> series = {};
    std::optional<store::Item> exceptions_after = {};
    // Hashes of the UIDs so far, if there are several owners.
    std::unordered_set<uint64_t> seen = {};
  };

  CalendarExport(const Context& context, ExportedFile file);
  // With its guests, if they are named.
  ical::CalendarItem named(ical::CalendarItem item, const Guests& guests) const;
  bool has_ended(const Position& position) const { return position.owner == file_.owners.size(); }
  // Whether no owner before has an event with this UID.
  bool is_first(Position& position, const std::string& uid) const;
  // Visits some items and moves the position behind them.
  Result<void> visit_some(Position& position, const Visit& visit) const;
  // Return whether the owner has more of them.
  Result<bool> visit_events(Position& position, const Visit& visit) const;
  Result<bool> visit_series(Position& position, const Visit& visit) const;
  Result<void> visit_further(Position& position, const Visit& visit) const;
  // A page of the exceptions of the first series. Returns whether it has more.
  Result<bool> visit_exceptions(Position& position, const Master& master, const Visit& visit) const;
  Result<store::PageResult> read_page(store::QueryRequest request,
                                      std::optional<store::Item>& start_after) const;
  const std::string& owner_of(const Position& position) const {
    return file_.owners[position.owner];
  }

  const Context* context_;
  ExportedFile file_;
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

}  // namespace norn::events
