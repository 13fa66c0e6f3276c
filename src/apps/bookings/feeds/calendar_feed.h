#pragma once

#include <optional>
#include <string>

#include "apps/bookings/access.h"

// The calendar feed of a place.
namespace norn::bookings {

// The events of a place from a year ago to ten years ahead, as one person may see them, as an
// iCalendar file that is produced part by part. The text stays the same while nothing changes.
// Stays are whole days from arrival to departure; the description has the times of check-in and
// check-out, and the note.
class CalendarFeed {
 public:
  // Errors are those of `authorize`. The context must outlive the feed.
  static Result<CalendarFeed> begin(const Context& context, const std::string& user_id,
                                    const std::string& place_id);

  // The hash of the whole text, which is produced for it and not kept.
  Result<std::string> etag() const;
  // Appends the next part of the file to `out`. Returns whether there are more.
  Result<bool> append_next(std::string& out);

 private:
  CalendarFeed(const Context& context, Access access);

  const Context* context_;
  Access access_;
  Stay shown_;
  bool has_begun_ = false;
  std::optional<store::Item> start_after_;
};

}  // namespace norn::bookings
