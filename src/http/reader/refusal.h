#pragma once

#include <string_view>

#include "http/response.h"

namespace norn::http {

// Why a request cannot be served. The connection is closed afterwards, because the start of the
// next request is uncertain.
struct Refusal {
  int status = 400;
  std::string_view detail = {};  // A fixed text, for a person.
};

inline void set_refusal(Response& response, const Refusal& refusal) {
  set_problem(response, refusal.status, refusal.detail);
  if (refusal.status == 503) response.add_header("Retry-After", "1");
}

}  // namespace norn::http
