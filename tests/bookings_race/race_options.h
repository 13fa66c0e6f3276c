#pragma once

#include <cstdint>
#include <filesystem>

namespace norn::race {

// As given on the command line.
struct RaceOptions {
  int attempts = 0;
  int clients = 0;
  int kills = 0;
  uint64_t seed = 0;
  std::filesystem::path program;
};
const RaceOptions& race_options();

}  // namespace norn::race
