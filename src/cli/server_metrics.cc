#include "cli/server_metrics.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

namespace norn::cli {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

// When this process began to count.
const auto kStarted = std::chrono::system_clock::now();

MetricFamily family(std::string name, std::string help, MetricType type) {
  return {.name = std::move(name), .help = std::move(help), .type = type, .metric = {}};
}

void add_value(MetricFamily& family, double value, Labels labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  if (family.type == MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
  family.metric.push_back(std::move(metric));
}

MetricFamily single(std::string name, std::string help, double value,
                    MetricType type = MetricType::Gauge) {
  MetricFamily made = family(std::move(name), std::move(help), type);
  add_value(made, value);
  return made;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

// The second number of /proc/self/statm, in pages.
double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  uint64_t total = 0;
  uint64_t resident = 0;
  file >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double open_files() {
  std::error_code error;
  double count = 0;
  for (std::filesystem::directory_iterator file("/proc/self/fd", error), end; !error && file != end;
       file.increment(error)) {
    ++count;
  }
  return count;
}

double most_open_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<double>(limit.rlim_cur);
}

std::string text_of(const std::vector<MetricFamily>& families) {
  return prometheus::TextSerializer().Serialize(families);
}

MetricFamily group_sizes(const embedded::CommitStatistics& commits) {
  MetricFamily sizes = family("norn_store_commit_writes", "Writes that share one sync of the disk.",
                              MetricType::Histogram);
  ClientMetric metric;
  uint64_t count = 0;
  for (size_t i = 0; i < commits.groups.size(); ++i) {
    count += commits.groups[i];
    const bool is_last = i == embedded::kGroupSizes.size();
    metric.histogram.bucket.push_back(
        {.cumulative_count = count,
         .upper_bound = is_last ? std::numeric_limits<double>::infinity()
                                : static_cast<double>(embedded::kGroupSizes[i])});
  }
  metric.histogram.sample_count = count;
  metric.histogram.sample_sum = static_cast<double>(commits.writes);
  sizes.metric.push_back(std::move(metric));
  return sizes;
}

}  // namespace

std::string process_metrics(std::string_view version) {
  MetricFamily build =
      family("norn_build_info", "Always 1; its label is the version.", MetricType::Gauge);
  add_value(build, 1, {{"version", std::string(version)}});
  const double started = std::chrono::duration<double>(kStarted.time_since_epoch()).count();
  return text_of({build,
                  single("process_cpu_seconds_total", "Processor time.", processor_seconds(),
                         MetricType::Counter),
                  single("process_resident_memory_bytes", "Memory in use.", resident_bytes()),
                  single("process_open_fds", "Open files and connections.", open_files()),
                  single("process_max_fds", "How many there may be.", most_open_files()),
                  single("process_start_time_seconds", "When it began, since 1970.", started)});
}

std::string store_metrics(const embedded::Statistics& statistics) {
  MetricFamily keys =
      family("norn_store_keys", "Estimated number of keys, by column family.", MetricType::Gauge);
  MetricFamily files = family("norn_store_file_bytes", "Bytes of table files.", MetricType::Gauge);
  MetricFamily memory =
      family("norn_store_memtable_bytes",
             "Bytes of writes that are in the log and in no table file yet.", MetricType::Gauge);
  MetricFamily pending =
      family("norn_store_pending_compaction_bytes",
             "Estimated bytes that compaction has still to rewrite.", MetricType::Gauge);
  for (const embedded::FamilyStatistics& part : statistics.families) {
    const Labels labels = {{"family", std::string(part.name)}};
    add_value(keys, static_cast<double>(part.keys), labels);
    add_value(files, static_cast<double>(part.file_bytes), labels);
    add_value(memory, static_cast<double>(part.memory_bytes), labels);
    add_value(pending, static_cast<double>(part.pending_compaction_bytes), labels);
  }
  std::vector<MetricFamily> all = {
      keys,
      files,
      memory,
      pending,
      group_sizes(statistics.commits),
      single("norn_store_waiting_writes", "Writes that wait for the committer.",
             static_cast<double>(statistics.commits.waiting)),
      single("norn_store_log_bytes", "Bytes of the write-ahead log.",
             static_cast<double>(statistics.log_bytes)),
      single("norn_store_cache_bytes", "Bytes of the block cache in use.",
             static_cast<double>(statistics.cache_bytes)),
      single("norn_store_background_errors", "Failures of flushing and compaction since the start.",
             static_cast<double>(statistics.background_errors))};
  if (statistics.free_disk_bytes) {
    all.push_back(single("norn_store_free_disk_bytes", "Free bytes of the disk of the data.",
                         static_cast<double>(*statistics.free_disk_bytes)));
  }
  return text_of(all);
}

std::string remote_metrics(
    const std::map<std::string, dynamodb::RemoteCalls, std::less<>>& operations) {
  MetricFamily calls =
      family("norn_remote_calls_total", "Requests to the store's endpoint, with those sent again.",
             MetricType::Counter);
  MetricFamily retries =
      family("norn_remote_retries_total", "Requests that were sent again after a failure.",
             MetricType::Counter);
  MetricFamily throttled =
      family("norn_remote_throttled_total", "Requests that the endpoint refused for the moment.",
             MetricType::Counter);
  MetricFamily failures =
      family("norn_remote_failures_total", "Requests without a reply, or with a server's error.",
             MetricType::Counter);
  for (const auto& [operation, counted] : operations) {
    const Labels labels = {{"operation", operation}};
    add_value(calls, static_cast<double>(counted.calls), labels);
    add_value(retries, static_cast<double>(counted.retries), labels);
    add_value(throttled, static_cast<double>(counted.throttled), labels);
    add_value(failures, static_cast<double>(counted.failures), labels);
  }
  return text_of({calls, retries, throttled, failures});
}

std::string continuous_metrics(const embedded::ArchiverState& state) {
  if (!state.is_running) return "";
  std::vector<MetricFamily> all = {
      single("norn_continuous_backup_failing", "1 while nothing can be archived, otherwise 0.",
             state.failure.empty() ? 0 : 1),
      single("norn_continuous_backup_waiting_bytes",
             "Bytes of logs that are kept until they are archived.",
             static_cast<double>(state.kept_log_bytes))};
  if (state.times) {
    all.push_back(single("norn_continuous_backup_latest_seconds",
                         "The latest time that can be restored, since 1970.",
                         static_cast<double>(state.times->latest_s)));
  }
  return text_of(all);
}

}  // namespace norn::cli
