#pragma once

#include <string>
#include <string_view>

// The keys of the table `cal-app-sam`, and of what bookings store in the table `norn`. No other
// file knows them; docs/data_model.md shows them.
namespace norn::bookings::keys {

// The first place of an installation is the one of the design: it has the design's keys. The keys
// of further places end with the place's id.
inline constexpr std::string_view kDefaultPlace = "default";

inline std::string of_place(std::string_view prefix, std::string_view place_id) {
  std::string key(prefix);
  if (place_id != kDefaultPlace) key.append("#").append(place_id);
  return key;
}

// PK of a place's events (SK: the event's id), slots (SK: the night, "2025-01-02") and wishes (SK:
// the wish's id).
inline std::string events(std::string_view place_id) {
  return of_place("EVENT", place_id);
}
inline std::string slots(std::string_view place_id) {
  return of_place("SLOT", place_id);
}
inline std::string wishes(std::string_view place_id) {
  return of_place("WISH", place_id);
}
// The kind and the place of a changed item, for the live feed.
inline bool is_of(std::string_view prefix, std::string_view pk) {
  return pk == prefix || (pk.starts_with(prefix) && pk.substr(prefix.size()).starts_with('#'));
}
inline std::string place_in(std::string_view pk) {
  const size_t hash = pk.find('#');
  return std::string(hash == std::string_view::npos ? kDefaultPlace : pk.substr(hash + 1));
}

// A place, its members and its open invitations: one partition.
inline std::string place(std::string_view place_id) {
  return "PLACE#" + std::string(place_id);
}
inline constexpr std::string_view kPlace = "PLACE";
inline constexpr std::string_view kMemberPrefix = "MEMBER#";
inline std::string member(std::string_view user_id) {
  return std::string(kMemberPrefix) + std::string(user_id);
}
inline constexpr std::string_view kInvitedPrefix = "INVITED#";
inline std::string invited(std::string_view email) {
  return std::string(kInvitedPrefix) + std::string(email);
}
// The other direction: the places of a person, and of an address. SK: place(id).
inline std::string user(std::string_view user_id) {
  return "USER#" + std::string(user_id);
}
inline std::string invitee(std::string_view email) {
  return "INVITEE#" + std::string(email);
}

// Former members: PK = place(id), SK = former(user id); in the other direction PK = user(id),
// SK = former_place(place id).
inline constexpr std::string_view kFormerPrefix = "FORMER#";
inline std::string former(std::string_view user_id) {
  return std::string(kFormerPrefix).append(user_id);
}
inline std::string former_place(std::string_view place_id) {
  return std::string(kFormerPrefix).append(place(place_id));
}

// PK and SK of the item that marks the default place as created once. It stays when the place is
// deleted, so that leftovers of that place can never become part of another one.
inline constexpr std::string_view kDefaultTaken = "DEFAULT";

// In the table `norn`: the secret address of a place's calendar feed, by the digest of its secret
// (PK = SK), and the person's link to it (PK = accounts::keys::user(id), SK = place_feed(place
// id)).
inline constexpr std::string_view kFeedAddressPrefix = "PLACE_FEED#";
inline constexpr std::string_view kPlaceFeedPrefix = "PLACE_FEED#";
inline std::string place_feed(std::string_view place_id) {
  return std::string(kPlaceFeedPrefix).append(place_id);
}

}  // namespace norn::bookings::keys
