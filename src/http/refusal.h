#pragma once

#include <string_view>

namespace norn::http {

// Why a request cannot be served. The connection ends with it, since where the next request would
// begin is not certain any more.
struct Refusal {
  int status = 400;
  std::string_view detail = {};  // A fixed text, for a person.
};

}  // namespace norn::http
