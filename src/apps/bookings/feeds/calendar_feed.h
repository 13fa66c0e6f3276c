#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/access.h"

// The calendar feed of a place.
namespace norn::bookings {

// What Norn writes into feeds, in one language.
struct FeedWords {
  std::string_view language;
  std::string_view taken;    // The title of a stay whose name may not be seen.
  std::string_view blocked;  // The category of blocked nights, and their title if they have none.
  std::string_view check_in_and_out;  // Filled in with both times.
};
// nullptr if there are none. There are words for each of accounts::kLanguages.
const FeedWords* feed_words(std::string_view language);

// An event as a component of a calendar file, in English, as the person with this access sees it.
std::string stay_component(const Access& access, const Event& event);

// The events of a place from a year ago to ten years ahead, as one person may see them, as an
// iCalendar file that is produced part by part. The text stays the same while nothing changes.
// Stays are whole days from arrival to departure; the description has the times of check-in and
// check-out, and the note.
class CalendarFeed {
 public:
  // Errors are those of `authorize`. The context must outlive the feed. What Norn itself writes
  // into it is in the language of the account; in the first of `languages` that Norn speaks if the
  // account has none; in English if it speaks none of those.
  static Result<CalendarFeed> begin(const Context& context, const std::string& user_id,
                                    const std::string& place_id,
                                    const std::vector<std::string_view>& languages = {});

  // The hash of the whole text, which is produced for it and not kept.
  Result<std::string> etag() const;
  // Appends the next part of the file to `out`. Returns whether there are more.
  Result<bool> append_next(std::string& out);

 private:
  CalendarFeed(const Context& context, Access access, const FeedWords& words);

  const Context* context_;
  Access access_;
  const FeedWords* words_;
  Stay shown_;
  bool has_begun_ = false;
  std::optional<store::Item> start_after_;
};

}  // namespace norn::bookings
