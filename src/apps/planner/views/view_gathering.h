#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/series/series.h"
#include "apps/planner/views/view_item.h"
#include "apps/planner/views/view_reading.h"
#include "apps/planner/views/view_window.h"
#include "base/error.h"

namespace norn::planner {

// What a person has in a window of time: the events, the series, and of these the occurrences that
// have items of their own, wherever the series has them. The table says which occurrences of the
// window these are, and the index only what was moved into it from far away; so an index that is
// behind neither hides a change nor brings an old one back.
class Gathering {
 public:
  Gathering(const Context& context, const std::string& user_id)
      : reader_(context, user_id, read_) {}

  // One series, while it is looked at.
  struct OpenSeries {
    uint32_t item = 0;  // Its place in `items`.
    Master master;      // When it occurs, and nothing else of it.
    std::optional<Series> series;
  };

  // What is needed to say which window is meant; and the series.
  Result<ViewMeta> read_person();
  // Then what is in the window, which has to stay where it is. What began before it and lasts up to
  // `longest_minutes` is looked for, too.
  Result<void> read(const ViewWindow& window, int64_t longest_minutes);

  const std::vector<ViewItem>& items() const { return read_.items; }
  // Places in `items`.
  const std::vector<uint32_t>& events() const { return events_; }
  const std::vector<uint32_t>& masters() const { return masters_; }

  // Makes a series ready and reads its exceptions around the window. False when it does not occur
  // in the window, or when it cannot be expanded, of which there is a warning.
  Result<bool> open(uint32_t master, OpenSeries& opened);
  // Those of its occurrences that start in a part of the window and have no item of their own, up
  // to `limit` and one more. None when the rule is a hostile one, with a warning.
  std::vector<ical::Occurrence> occurrences(const OpenSeries& opened, const ical::Window& window,
                                            size_t limit) const;

  // After all series were opened: the occurrences with items that count, in or near the window.
  struct Exception {
    uint32_t item;
    uint32_t master;
  };
  std::vector<Exception> exceptions() const;
  // The same with those that were cancelled.
  std::vector<Exception> stored_exceptions() const;

  // Gives everything away.
  ReadItems take() && { return std::move(read_); }

 private:
  // The exceptions of a series that the table has on some days; nobody has to ask the index.
  struct ReadSeries {
    uint32_t item = 0;
    bool is_broken = false;
    uint32_t first_exception = 0;
    uint32_t last_exception = 0;  // Exclusive.
    std::string first_tag = {};
    std::string last_tag = {};
  };

  Result<void> read_exceptions(ReadSeries& read, int64_t longest_s);
  bool is_overridden(const ReadSeries& read, std::string_view tag) const;
  const ReadSeries* series_of(const ViewItem& instance) const;

  const ViewWindow* window_ = nullptr;
  ReadItems read_;
  ViewReader reader_;
  std::vector<uint32_t> events_;
  std::vector<uint32_t> masters_;
  std::vector<uint32_t> indexed_;   // INSTANCEs as the index has them.
  std::vector<ReadSeries> series_;  // In the order of masters_.
};

}  // namespace norn::planner
