#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "apps/events/context.h"
#include "apps/events/series/series.h"
#include "apps/events/views/owner_series.h"
#include "apps/events/views/view_item.h"
#include "apps/events/views/view_reading.h"
#include "apps/events/views/view_window.h"
#include "base/error.h"

namespace norn::events {

// Reads what a person has in a window: events, series, and exceptions of these. Exceptions of the
// window's days come from the table; the index only adds those that were moved into the window from
// elsewhere. So an index that is behind neither hides a change nor brings back an old one.
class Gathering {
 public:
  Gathering(const Context& context, KeptSeries& kept, const std::string& user_id)
      : context_(context), kept_(kept), user_id_(user_id), reader_(context, user_id, items_) {}

  // A series that is being expanded.
  struct OpenSeries {
    uint32_t item = 0;  // Its index in `items`.
    const Series* series = nullptr;
  };

  // Reads USER_META, which is needed to determine the window, and the series, unless they are kept.
  Result<ViewMeta> read_person();
  // Then reads what overlaps the window, which has to outlive this object, starting up to
  // `longest_minutes` before it.
  Result<void> read(const ViewWindow& window, int64_t longest_minutes);

  const ViewItems& items() const { return items_; }
  // Indexes of `items`.
  const std::vector<uint32_t>& events() const { return events_; }
  const std::vector<uint32_t>& masters() const { return masters_; }

  // Prepares a series for expanding and reads its exceptions around the window. Returns false if it
  // does not occur in the window, or cannot be expanded (which logs a warning).
  Result<bool> open(uint32_t master, OpenSeries& opened);
  // The occurrences without items that start in `window`, a part of the window; up to `limit` + 1.
  // Returns none, and logs a warning, if expanding the rule takes too long.
  std::vector<ical::Occurrence> occurrences(const OpenSeries& opened, const ical::Window& window,
                                            size_t limit) const;

  // The valid exceptions in or near the window. To be called after all series were opened.
  struct Exception {
    uint32_t item;
    uint32_t master;
  };
  std::vector<Exception> exceptions() const;
  // The same, including cancelled ones.
  std::vector<Exception> stored_exceptions() const;

  // Moves everything out.
  ViewItems take() && { return std::move(items_); }

 private:
  // The exceptions of a series that were read from the table.
  struct ReadSeries {
    uint32_t item = 0;
    bool is_broken = false;
    uint32_t first_exception = 0;
    uint32_t last_exception = 0;  // Exclusive.
    std::string first_tag = {};
    std::string last_tag = {};
  };

  Result<std::shared_ptr<const OwnerSeries>> find_owner();
  Result<void> read_exceptions(ReadSeries& read, int64_t longest_s);
  bool is_overridden(const ReadSeries& read, std::string_view tag) const;
  const ReadSeries* series_of(const ViewItem& instance) const;

  const Context& context_;
  KeptSeries& kept_;
  const std::string& user_id_;
  const ViewWindow* window_ = nullptr;
  std::shared_ptr<const OwnerSeries> owner_;
  std::vector<const ViewSeries*> ready_;  // By the place of their items.
  ViewItems items_;
  ViewReader reader_;
  std::vector<uint32_t> events_;
  std::vector<uint32_t> masters_;
  std::vector<uint32_t> indexed_;   // INSTANCEs from the index.
  std::vector<ReadSeries> series_;  // In the order of masters_.
};

}  // namespace norn::events
