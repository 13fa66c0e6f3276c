#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/oidc_config.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "http/health.h"
#include "http/message.h"
#include "store/store.h"

namespace norn::cli {

struct ApplicationOptions {
  std::string version = "0";
  std::string table_prefix = {};
  std::string public_origin = {};  // "https://home.example.org"; empty: as the request says.
  int64_t rate_limit = 50;
  std::vector<accounts::Provider> providers = {};
  // How long indexes may be behind, and how often a stream is looked at: another process or machine
  // keeps the data when it is remote.
  int64_t index_lag_ms = 0;
  int64_t stream_poll_ms = 10;
  // Of replies that each app keeps. Kept ones are right only where indexes are never behind.
  size_t kept_bytes = size_t{32} << 20;
};

// All apps on one store, put together: their services, routes, live changes and work in the
// background. Everything that is not the store, the clock and the sockets.
class Application {
 public:
  // Makes sure that the tables are there. What it is given must outlive it, and servers that call
  // it must end before it does.
  static Result<std::unique_ptr<Application>> start(store::Store& store, const Clock& clock,
                                                    ThreadPool& pool, ApplicationOptions options,
                                                    http::HealthCheck health);
  ~Application();  // Closes the pool, whose jobs work on it.

  // Answers a request, now or later.
  void handle(http::Exchange& exchange);

  // The secret of the link that creates the first account; nullopt when there is one already.
  Result<std::optional<std::string>> setup_secret();

  // Ends the replies that stay open. Before the server drains.
  void close_streams();

 private:
  class Impl;
  explicit Application(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// "https://home.example.org" of what --public-url says; kInvalid when that is no such address.
Result<std::string> origin_of(const std::string& url);

}  // namespace norn::cli
