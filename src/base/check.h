#pragma once

// NORN_CHECK(condition, "why it must hold"): a broken invariant is a bug, and going on would
// risk the data. It stays on in release builds.
#define NORN_CHECK(condition, why)                               \
  do {                                                           \
    if (!(condition)) [[unlikely]] {                             \
      ::norn::check_failed(#condition, why, __FILE__, __LINE__); \
    }                                                            \
  } while (false)

namespace norn {

[[noreturn]] void check_failed(const char* condition, const char* why, const char* file, int line);

}  // namespace norn
