#pragma once

#include <string>
#include <string_view>

// The keys of what bookings keep in the table `norn`. No other file knows them; docs/data_model.md
// shows them.
namespace norn::bookings::keys {

// The secret address of a place's feed, by the digest of its secret: PK = SK.
inline constexpr std::string_view kFeedAddressPrefix = "PLACE_FEED#";
// Whose it is: PK = accounts::keys::user(id), SK = place_feed(place id).
inline constexpr std::string_view kPlaceFeedPrefix = "PLACE_FEED#";
inline std::string place_feed(std::string_view place_id) {
  return std::string(kPlaceFeedPrefix).append(place_id);
}

}  // namespace norn::bookings::keys
