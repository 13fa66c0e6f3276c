#include "http/operation_metrics.h"

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <utility>

namespace norn::http {

struct OperationMetrics::Families {
  explicit Families(const MetricNames& names)
      : requests(prometheus::BuildCounter()
                     .Name(names.requests)
                     .Help(names.requests_help)
                     .Register(registry)),
        durations(prometheus::BuildHistogram()
                      .Name(names.durations)
                      .Help(names.durations_help)
                      .Register(registry)) {}

  prometheus::Registry registry;
  prometheus::Family<prometheus::Counter>& requests;
  prometheus::Family<prometheus::Histogram>& durations;
};

OperationMetrics::OperationMetrics(MetricNames names)
    : names_(std::move(names)), families_(std::make_unique<Families>(names_)) {}

OperationMetrics::~OperationMetrics() = default;

std::string OperationMetrics::text() const {
  return prometheus::TextSerializer().Serialize(families_->registry.Collect());
}

OneOperation::OneOperation(OperationMetrics& all, std::string operation)
    : all_(all), operation_(std::move(operation)) {}

void OneOperation::add(int status, std::chrono::steady_clock::duration time) {
  const auto status_class =
      static_cast<size_t>(std::clamp(status / 100, 1, int{kStatusClasses}) - 1);
  prometheus::Counter* requests = requests_[status_class].load(std::memory_order_acquire);
  if (requests == nullptr) {
    // The same object for all threads that ask for it.
    requests = &all_.families_->requests.Add(
        {{"operation", operation_},
         {all_.names_.result, std::string(all_.names_.results[status_class])}});
    requests_[status_class].store(requests, std::memory_order_release);
  }
  requests->Increment();
  prometheus::Histogram* durations = durations_.load(std::memory_order_acquire);
  if (durations == nullptr) {
    durations = &all_.families_->durations.Add({{"operation", operation_}}, all_.names_.seconds);
    durations_.store(durations, std::memory_order_release);
  }
  durations->Observe(std::chrono::duration<double>(time).count());
}

}  // namespace norn::http
