#pragma once

#include <functional>
#include <string>

#include "http/message.h"

namespace norn::http {

struct HealthReport {
  bool ok = true;
  std::string reason = {};  // For a person, when not ok.
};

// Called for every request of /healthz and /readyz, on several threads at a time; it must not
// block.
using HealthCheck = std::function<HealthReport()>;

// GET or HEAD /healthz, or /readyz, is 200 while the service does all of its work, and 503 with the
// reason while it does not. Everything else is 404.
Handler health_handler(HealthCheck check);

}  // namespace norn::http
