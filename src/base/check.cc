#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace norn {

void check_failed(const char* condition, const char* why, const char* file, int line) {
  std::fprintf(stderr, "norn: bug: %s (%s) at %s:%d\n", why, condition, file, line);
  std::abort();
}

}  // namespace norn
