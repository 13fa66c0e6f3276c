#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/family/anniversaries.h"

// The calendar feed of family trees: birthdays, death days and weddings of all trees of a person,
// each a whole day of one year, because the title has the age. From the first day of this month a
// year ago until the end of this month in two years, so that the file stays the same for a month
// while nothing changes.
namespace norn::family {

// Titles, in one language.
struct FeedWords {
  std::string_view language;
  std::string_view calendar;      // Its name.
  std::string_view with_kinship;  // "{name} ({kinship})"
  std::string_view couple;        // "{first} and {second}"
  std::string_view age;           // Of the living: "{name}, {years}"
  std::string_view born;          // Of the dead.
  std::string_view born_one;      // A year ago.
  std::string_view died;
  std::string_view died_one;
  std::string_view married;
  std::string_view married_one;
};
// nullptr if there are none. There are words for each of accounts::kLanguages.
const FeedWords* feed_words(std::string_view language);

// The language of the account; the first of `languages` that Norn speaks if the account has none;
// English if it speaks none of those.
Result<std::string> language_for(const Context& context, const std::string& user_id,
                                 const std::vector<std::string_view>& languages);

// "Ada Lovelace (grandmother), 80"
std::string title_of(const Anniversary& anniversary, const FeedWords& words);

// The iCalendar file. `languages` as in `language_for`.
Result<std::string> calendar_feed(const Context& context, Kinship& kinship,
                                  const std::string& user_id,
                                  const std::vector<AnniversaryKind>& kinds,
                                  const std::vector<std::string_view>& languages);

}  // namespace norn::family
