#include "apps/bookings/events/hashed_id.h"

#include <fmt/format.h>

#include "base/sha256.h"

namespace norn::bookings {

std::string hashed_id(std::string_view text) {
  const std::string hex = sha256_hex(text);
  const std::string_view view = hex;
  return fmt::format("{}-{}-8{}-8{}-{}", view.substr(0, 8), view.substr(8, 4), view.substr(12, 3),
                     view.substr(15, 3), view.substr(18, 12));
}

}  // namespace norn::bookings
