#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Keeps prometheus-cpp out of the files that only count.
namespace prometheus {
class Counter;
class Histogram;
}  // namespace prometheus

namespace norn::http {

constexpr size_t kStatusClasses = 5;  // 1xx to 5xx.

// How the metrics of an API are called.
struct MetricNames {
  std::string requests;       // "norn_http_requests_total"
  std::string requests_help;  // Of all, one sentence.
  std::string durations;      // "norn_http_request_duration_seconds"
  std::string durations_help;
  std::string result;                                      // The label: "status"
  std::array<std::string_view, kStatusClasses> results{};  // Its values, by class of status.
  std::vector<double> seconds;  // Of the buckets. Few: each is a line for every operation.
};

// The number of requests by operation and class of status, and their durations. Thread-safe.
class OperationMetrics {
 public:
  explicit OperationMetrics(MetricNames names);
  ~OperationMetrics();
  OperationMetrics(const OperationMetrics&) = delete;
  OperationMetrics& operator=(const OperationMetrics&) = delete;

  // In Prometheus's text format.
  std::string text() const;

 private:
  friend class OneOperation;
  struct Families;

  const MetricNames names_;
  const std::unique_ptr<Families> families_;
};

// Those of one operation. It takes no lines before it was called: there are hundreds.
class OneOperation {
 public:
  // `all` must outlive it.
  OneOperation(OperationMetrics& all, std::string operation);

  void add(int status, std::chrono::steady_clock::duration time);

 private:
  OperationMetrics& all_;
  const std::string operation_;
  // Owned by `all_`; nullptr until they are needed.
  std::array<std::atomic<prometheus::Counter*>, kStatusClasses> requests_{};
  std::atomic<prometheus::Histogram*> durations_ = nullptr;
};

}  // namespace norn::http
