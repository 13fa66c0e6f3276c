#pragma once

#include <string>
#include <string_view>

// The keys of the table `cal-app-sam`. No other file knows them.
namespace norn::bookings::keys {

// The first place of an installation is the one that the design knows: its keys are the design's,
// and those of further places have the place's id behind them.
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
// By which the changes of a table tell what was changed.
inline bool is_of(std::string_view prefix, std::string_view pk) {
  return pk == prefix || (pk.starts_with(prefix) && pk.substr(prefix.size()).starts_with('#'));
}
inline std::string place_in(std::string_view pk) {
  const size_t hash = pk.find('#');
  return std::string(hash == std::string_view::npos ? kDefaultPlace : pk.substr(hash + 1));
}

// A place, its members, and those who are invited: one partition.
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
// The same the other way round: the places of a person, and of an address. SK: place(id).
inline std::string user(std::string_view user_id) {
  return "USER#" + std::string(user_id);
}
inline std::string invitee(std::string_view email) {
  return "INVITEE#" + std::string(email);
}

// Those who were in a place: PK = place(id), SK = former(user id); and the other way round PK =
// user(id), SK = former_place(place id).
inline constexpr std::string_view kFormerPrefix = "FORMER#";
inline std::string former(std::string_view user_id) {
  return std::string(kFormerPrefix).append(user_id);
}
inline std::string former_place(std::string_view place_id) {
  return std::string(kFormerPrefix).append(place(place_id));
}

// Says that the default place was made once. It stays for ever: what is left over of a place that
// was deleted can never become part of another one.
inline constexpr std::string_view kDefaultTaken = "DEFAULT";

}  // namespace norn::bookings::keys
