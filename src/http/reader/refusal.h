#pragma once

#include "base/sentence.h"
#include "http/response.h"

namespace norn::http {

// Why a request cannot be served. The connection is closed afterwards, because the start of the
// next request is uncertain.
struct Refusal {
  int status = 400;
  Said said = {};
};

inline void set_refusal(Response& response, const Refusal& refusal) {
  set_problem(response, refusal.status, refusal.said);
  if (refusal.status == 503) response.add_header("Retry-After", "1");
}

}  // namespace norn::http
