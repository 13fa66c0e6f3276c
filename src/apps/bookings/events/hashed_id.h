#pragma once

#include <string>
#include <string_view>

namespace norn::bookings {

// A UUID (version 8, RFC 9562, 5.8) that the same text always has.
std::string hashed_id(std::string_view text);

}  // namespace norn::bookings
