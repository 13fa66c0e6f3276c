#include "rest/route_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace norn::rest {

void RouteMetrics::add(int status, std::chrono::steady_clock::duration time) {
  const auto status_class = static_cast<size_t>(std::clamp(status / 100, 1, int{kClasses}) - 1);
  const auto spent = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  requests_[status_class].fetch_add(1, std::memory_order_relaxed);
  microseconds_.fetch_add(static_cast<uint64_t>(spent), std::memory_order_relaxed);
}

void RouteMetrics::append_requests(std::string& out, std::string_view operation) const {
  for (size_t i = 0; i < kClasses; ++i) {
    const uint64_t count = requests_[i].load(std::memory_order_relaxed);
    if (count == 0) continue;
    fmt::format_to(std::back_inserter(out),
                   "norn_http_requests_total{{operation=\"{}\",status=\"{}xx\"}} {}\n", operation,
                   i + 1, count);
  }
}

void RouteMetrics::append_times(std::string& out, std::string_view operation) const {
  uint64_t count = 0;
  for (const auto& requests : requests_) count += requests.load(std::memory_order_relaxed);
  if (count == 0) return;
  const auto seconds = static_cast<double>(microseconds_.load(std::memory_order_relaxed)) / 1e6;
  fmt::format_to(std::back_inserter(out),
                 "norn_http_request_duration_seconds_sum{{operation=\"{0}\"}} {1:.6f}\n"
                 "norn_http_request_duration_seconds_count{{operation=\"{0}\"}} {2}\n",
                 operation, seconds, count);
}

}  // namespace norn::rest
