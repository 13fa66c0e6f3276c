#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace norn::rest {

// The number of requests of a route, by class of status, and their durations. Thread-safe.
class RouteMetrics {
 public:
  void add(int status, std::chrono::steady_clock::duration time);

  // Appends one line for each class that occurred: `...{operation="getEntry",status="2xx"} 12`.
  void append_requests(std::string& out, std::string_view operation) const;
  // Appends the sum and the count of the times.
  void append_times(std::string& out, std::string_view operation) const;

 private:
  static constexpr size_t kClasses = 5;  // 1xx to 5xx.

  std::array<std::atomic<uint64_t>, kClasses> requests_{};
  std::atomic<uint64_t> microseconds_{0};
};

// The lines that describe the metrics.
constexpr std::string_view kRequestsHead =
    "# HELP norn_http_requests_total Requests by operation and class of status.\n"
    "# TYPE norn_http_requests_total counter\n";
constexpr std::string_view kTimesHead =
    "# HELP norn_http_request_duration_seconds Time spent on requests by operation.\n"
    "# TYPE norn_http_request_duration_seconds summary\n";

}  // namespace norn::rest
