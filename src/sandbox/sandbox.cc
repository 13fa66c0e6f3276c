#include "sandbox/sandbox.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "base/json_writer.h"

namespace norn::sandbox {
Sandbox::Sandbox(SandboxOptions options, const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      accounts_({.api = options_.api, .cache_bytes = options_.cache_bytes}, options_.isolate_keys,
                clock, pools_, delays_),
      control_(accounts_, pools_),
      cors_(options_.api.allowed_origins) {}

Sandbox::~Sandbox() = default;

Result<std::unique_ptr<Sandbox>> Sandbox::start(SandboxOptions options, const Clock& clock) {
  options.api.signing_clock = &clock;  // Tests move their clocks, but not those of their clients.
  std::unique_ptr<Sandbox> sandbox(new Sandbox(std::move(options), clock));
  NORN_TRY(Cors::check(sandbox->options_.api.allowed_origins));
  // Not by the first call, which would be slower than the others.
  NORN_TRY(sandbox->accounts_.open());
  NORN_TRY(sandbox->listen());
  return sandbox;
}

Result<void> Sandbox::listen() {
  const http::Options served{.address = options_.address,
                             .limits = {},
                             .tls = options_.tls,
                             .trusts_loopback = true,
                             .option = "--port or --dynamodb-listen"};
  const auto handler = [this](http::Exchange& exchange) { handle(exchange); };
  NORN_ASSIGN(server_, http::Server::start(served, handler, clock_));
  return {};
}

void Sandbox::handle(http::Exchange& exchange) {
  // What others than this machine's programs reach has no such routes.
  if (Control::is_for(exchange.request) && options_.address.is_loopback()) {
    return control_.handle(exchange);
  }
  if (cors_.handle(exchange)) return;
  accounts_.handle(exchange);
}

void Sandbox::drain() {
  delays_.finish();
  server_->drain();
}

std::string Sandbox::description() const {
  const http::ListenAddress& address = server_->address();
  std::string line;
  ObjectWriter object(line);
  object.text("endpoint",
              fmt::format("{}://{}", options_.tls ? "https" : "http", address.to_string()));
  object.text("host", address.host);
  object.integer("port", address.port);
  object.integer("pid", ::getpid());
  object.text("version", options_.version);
  object.close();
  return line;
}

}  // namespace norn::sandbox
