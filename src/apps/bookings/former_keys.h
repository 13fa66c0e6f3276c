#pragma once

#include <string>
#include <string_view>

#include "apps/bookings/keys.h"

// The keys of those who were in a place, in the partitions of keys.h.
namespace norn::bookings::keys {

// PK = place(id), SK = former(user id); and the other way round PK = user(id),
// SK = former_place(place id).
inline constexpr std::string_view kFormerPrefix = "FORMER#";
inline std::string former(std::string_view user_id) {
  return std::string(kFormerPrefix).append(user_id);
}
inline std::string former_place(std::string_view place_id) {
  return std::string(kFormerPrefix).append(place(place_id));
}

}  // namespace norn::bookings::keys
