#pragma once

#include <string_view>

// The keys of what the agenda keeps in the table `norn`. No other file knows them.
namespace norn::agenda::keys {

// PK = USER#<id>: what a person has hidden, and the secret address of their calendar feed; the
// address by the digest of its secret has PK = SK.
inline constexpr std::string_view kPreferences = "AGENDA";
inline constexpr std::string_view kFeed = "AGENDA_FEED";
inline constexpr std::string_view kFeedPrefix = "AGENDA_FEED#";

}  // namespace norn::agenda::keys
