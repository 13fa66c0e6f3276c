#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/api/api.h"
#include "http/message.h"
#include "http/server/server.h"
#include "sandbox/accounts.h"
#include "sandbox/control.h"
#include "sandbox/cors.h"
#include "sandbox/delays.h"
#include "sandbox/pools.h"

// The server of `norn serve --memory`: a DynamoDB for tests, with nothing on disk. It is apart from
// the server of data folders, which has none of what is here.
namespace norn::sandbox {

struct SandboxOptions {
  http::ListenAddress address;
  std::optional<http::TlsFiles> tls = std::nullopt;
  dynamodb::ApiOptions api = {};  // Its allowed origins are those of CORS, too.
  size_t cache_bytes = size_t{256} << 20;
  bool isolate_keys = false;  // Each access key is an account of its own.
  std::string version = "0";
};

class Sandbox {
 public:
  // Listens and serves. The clock is the real time; it must outlive the sandbox.
  static Result<std::unique_ptr<Sandbox>> start(SandboxOptions options, const Clock& clock);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  // One line of JSON for the program that has started it: where it listens, and which process it
  // is.
  std::string description() const;
  // From any thread; as http::Server::reload_tls.
  Result<void> reload_tls() { return server_->reload_tls(); }
  // Finishes the requests under way. Call it once.
  void drain();

 private:
  Sandbox(SandboxOptions options, const Clock& clock);
  Result<void> listen();
  void handle(http::Exchange& exchange);

  const SandboxOptions options_;
  const Clock& clock_;
  // In the order of dependence.
  Pools pools_;
  Delays delays_;
  Accounts accounts_;
  Control control_;
  const Cors cors_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace norn::sandbox
