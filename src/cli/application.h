#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/oidc/oidc_config.h"
#include "apps/accounts/service.h"
#include "apps/all.h"
#include "apps/console/host.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "cli/web_pack.h"
#include "http/health.h"
#include "http/hosts.h"
#include "http/message.h"
#include "store/store.h"

namespace norn::cli {

struct ApplicationOptions {
  std::string version = "0";
  std::string table_prefix = {};
  std::string public_origin = {};  // "https://home.example.org"; empty: as the request says.
  http::AllowedHosts hosts = {};
  // Whether others than this machine's own programs can reach the app: directly, or by a proxy.
  bool is_public = false;
  // How many proxies stand in front of each other, with a public origin: http/forwarded.h.
  size_t proxies = 1;
  int64_t rate_limit = 50;
  std::vector<accounts::Provider> providers = {};
  std::vector<std::string> feed_hosts = {};  // As in apps::Environment.
  accounts::PasswordHash password_hash = accounts::PasswordHash::kArgon2id;
  // How long indexes may lag, and how often a stream is read: a remote store's indexes lag, and
  // reading its streams costs calls.
  int64_t index_lag_ms = 0;
  int64_t stream_poll_ms = 10;
  // The size of each app's cache of replies. Cached replies are right only where indexes never lag.
  size_t kept_bytes = size_t{32} << 20;
  // The console of administrators, and whether it may write to Norn's own tables. Without a host it
  // knows nothing of the server around the apps; the host must outlive the application.
  bool console = true;
  bool admin_writes = false;
  console::Host* console_host = nullptr;
  // What /metrics has beside the app's own: lines in Prometheus's text format. From any thread.
  std::function<std::string()> more_metrics = {};
};

// A store on another machine: its indexes lag, and reading its streams costs calls.
void adapt_to_remote_store(ApplicationOptions& options);

// The apps on one store: their services, routes, live changes and work in the background.
// Everything that is not the store, the clock and the sockets.
class Application {
 public:
  // Creates missing tables. The store, the clock and the pool must outlive the application, and the
  // application the servers that call it.
  static Result<std::unique_ptr<Application>> start(store::Store& store, const Clock& clock,
                                                    ThreadPool& pool, ApplicationOptions options,
                                                    http::HealthCheck health,
                                                    apps::Apps apps = apps::all_apps(),
                                                    std::string_view web_pack = cli::web_pack());
  ~Application();  // Closes the pool, whose jobs work on it.

  // Answers a request, now or later.
  void handle(http::Exchange& exchange);
  // Answers /metrics, /healthz and /readyz to all callers: for their own listener.
  void handle_operator(http::Exchange& exchange);

  // The secret of the link that creates the first account; nullopt when there is one already.
  Result<std::optional<std::string>> setup_secret();

  // Puts the demo (apps/shared/demo.h) into the store, around today in the machine's time zone.
  // Returns what to print: who there is, with their passwords, which are not stored. Returns
  // kConflict, with what to do, if the store is not empty.
  Result<std::string> demo();

  // For commands of the operator. May block.
  accounts::Accounts& accounts();
  // Of all apps, and `demo`.
  apps::OperatorCommands commands();

  // Ends the replies that stay open. Call it before the server drains.
  void close_streams();

 private:
  class Impl;
  explicit Application(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// "https://home.example.org" of what --public-url says; kInvalid when that is no such address.
Result<std::string> origin_of(const std::string& url);

}  // namespace norn::cli
