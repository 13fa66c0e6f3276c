#pragma once

#include <cstdint>
#include <filesystem>

namespace norn::testing {

// As given on the command line.
struct CrashOptions {
  int kills = 0;
  uint64_t seed = 0;
  std::filesystem::path directory;
};
const CrashOptions& crash_options();

}  // namespace norn::testing
