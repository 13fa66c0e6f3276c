#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "apps/console/host.h"
#include "base/clock.h"
#include "cli/backup_check.h"
#include "cli/backup_service.h"
#include "cli/open_data.h"
#include "http/health.h"

namespace norn::cli {

// What the console of administrators shows of the server around the apps: the health and the
// metrics of process and store, and the backups of a data folder. Thread-safe.
class ConsoleHost final : public console::Host {
 public:
  struct Sources {
    std::string version;
    const Data& data;
    BackupService* backups = nullptr;  // Of a data folder.
    http::HealthCheck health;
    std::function<std::string()> metrics;  // In Prometheus's text format.
  };
  // The sources must outlive it.
  ConsoleHost(Sources sources, const Clock& clock);

  console::Health health() override;
  Result<console::BackupState> backups() override;
  Result<void> start_backup() override;
  Result<void> start_verification(int64_t id) override;

  // Gives up a verification that is under way.
  void stop() { check_.stop(); }

 private:
  const Sources sources_;
  const int64_t started_ms_;
  BackupCheck check_;
};

// The metrics without labels of a text in Prometheus's format, at most kMaxMetrics, with the unit
// that the name ends with.
inline constexpr size_t kMaxMetrics = 200;
std::vector<console::Metric> metrics_in(std::string_view text);

}  // namespace norn::cli
