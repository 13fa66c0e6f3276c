#include "apps/bookings/places.h"
namespace norn::bookings {
[[gnu::weak]] Action begin_place_sweep(const Context& context, const std::string& place_id) {
  return context.sweeps.begin("place", place_id);
}
}  // namespace norn::bookings
