#pragma once

#include <cstdint>

namespace norn::testing {

// What the command line of the property tests may set: --operations N --seed S.
struct PropertyFlags {
  int64_t operations = 200'000;
  uint64_t seed = 1;
};
PropertyFlags& property_flags();

}  // namespace norn::testing
