#pragma once

#include <string>
#include <string_view>

#include "base/time_text.h"

// The keys of the table `calendsync`. No other file makes or reads them.
namespace norn::calendars::keys {

inline std::string user(std::string_view user_id) {
  return "USER#" + std::string(user_id);
}
inline constexpr std::string_view kCalendarPrefix = "CAL#";
inline std::string calendar(std::string_view calendar_id) {
  return std::string(kCalendarPrefix) + std::string(calendar_id);
}
inline constexpr std::string_view kMemberPrefix = "MEMBER#";
inline std::string member(std::string_view user_id) {
  return std::string(kMemberPrefix) + std::string(user_id);
}
inline constexpr std::string_view kEntryPrefix = "ENTRY#";
inline std::string entry(std::string_view entry_id) {
  return std::string(kEntryPrefix) + std::string(entry_id);
}
// GSI1SK of an entry, and the first and the last key that an entry of a day can have.
inline std::string entry_on(Date date, std::string_view entry_id) {
  return "ENTRY#" + date_text(date) + "#" + std::string(entry_id);
}
inline std::string first_on(Date date) {
  return "ENTRY#" + date_text(date) + "#";
}
inline std::string last_on(Date date) {
  return "ENTRY#" + date_text(date) + "#~";
}

// An open invitation is two items of the table `norn`: by its address (PK = CALINVITE#<e-mail>,
// SK = CAL#<calendar>) and by its calendar (PK = CAL#<calendar>, SK = CALINVITE#<e-mail>).
inline constexpr std::string_view kInviteePrefix = "CALINVITE#";

// In the table `norn`: a person's links to the calendar feeds of a calendar (PK =
// accounts::keys::user(id), SK = calendar_feed(calendar id)) and of several (SK = kCalendarsFeed),
// and their secret addresses by the digests of the secrets (PK = SK).
inline constexpr std::string_view kCalendarFeedPrefix = "CALENDAR_FEED#";
inline std::string calendar_feed(std::string_view calendar_id) {
  return std::string(kCalendarFeedPrefix).append(calendar_id);
}
inline constexpr std::string_view kCalendarsFeed = "CALENDARS_FEED";
inline constexpr std::string_view kCalendarsFeedPrefix = "CALENDARS_FEED#";

}  // namespace norn::calendars::keys
