#include "http/server/server.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <latch>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/log.h"
#include "http/server/connection_limits.h"
#include "http/server/worker.h"

namespace norn::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr std::chrono::milliseconds kPauseAfterFailedAccept{100};

std::unexpected<Error> refuse(const ListenAddress& address, const std::string& option,
                              const boost::system::error_code& error) {
  std::string why = error.message() + ". Choose another address";
  if (error == asio::error::address_in_use) {
    why = "another program is using it. Stop that program, or choose another address";
  } else if (error == asio::error::access_denied) {
    why = "ports below 1024 need root. Choose a higher one";
  } else if (error == boost::system::errc::address_not_available) {
    why = "this machine does not have that address. Choose another";
  }
  return fail(ErrorCode::kUnavailable,
              fmt::format("Cannot listen on {}: {} with {}.", address.to_string(), why, option));
}

// Every connection is an open file, and a part of those is for the rest of the process: a client
// too many gets an answer, which it could not if accepting it failed.
size_t connections_within(const Limits& limits) {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY) {
    return limits.connections;
  }
  const auto share = static_cast<double>(files.rlim_cur) * limits.share_of_files;
  return std::min<size_t>(limits.connections, std::max<size_t>(static_cast<size_t>(share), 1));
}

size_t connections_of_peer(const Limits& limits) {
  if (limits.share_of_peer >= 1) return std::numeric_limits<size_t>::max();
  const auto share = static_cast<double>(connections_within(limits)) * limits.share_of_peer;
  return std::max<size_t>(static_cast<size_t>(share), 1);
}

}  // namespace

class Server::Impl {
 public:
  Impl(const Options& options, Handler handler, const Clock& clock)
      : service_(options.limits, std::move(handler), clock, options.strict_transport),
        connections_(connections_within(options.limits), connections_of_peer(options.limits),
                     options.trusts_loopback),
        address_(options.address),
        option_(options.option),
        tls_files_(options.tls) {
    const size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const size_t threads = options.threads > 0 ? options.threads : cores;
    for (size_t i = 0; i < threads; ++i) {
      workers_.push_back(std::make_unique<Worker>(service_));
    }
    acceptor_ = std::make_unique<tcp::acceptor>(workers_.front()->io());
  }

  ~Impl() {
    try {
      if (serving_) stop(std::chrono::milliseconds(0));
    } catch (...) {
      std::terminate();  // The threads cannot be stopped, and would use destroyed objects.
    }
  }

  Result<void> listen() {
    const tcp::endpoint endpoint(asio::ip::make_address(address_.host), address_.port);
    boost::system::error_code error;
    acceptor_->open(endpoint.protocol(), error);
    // Lets a restart take over the address while old connections fade; two programs still cannot
    // share it.
    if (!error) acceptor_->set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_->bind(endpoint, error);
    if (!error) acceptor_->listen(tcp::acceptor::max_listen_connections, error);
    if (error) return refuse(address_, option_, error);
    address_.port = acceptor_->local_endpoint().port();
    return {};
  }

  Result<void> reload_tls() {
    if (!tls_files_) return {};
    NORN_ASSIGN(auto loaded, TlsContext::load(*tls_files_));
    const std::lock_guard lock(tls_mutex_);
    tls_ = std::move(loaded);
    return {};
  }

  void start() {
    serving_ = true;
    asio::co_spawn(workers_.front()->io(), accept_forever(), asio::detached);
    for (auto& worker : workers_) worker->start();
  }

  const ListenAddress& address() const { return address_; }

  // Connections have until `grace` has passed; handlers have all the time they need.
  void stop(std::chrono::milliseconds grace) {
    serving_ = false;
    // First no new connections, so that none is assigned to a worker that has ended.
    std::latch closed(1);
    asio::post(workers_.front()->io(), [&] {
      boost::system::error_code ignored;
      acceptor_->close(ignored);
      closed.count_down();
    });
    closed.wait();
    for (auto& worker : workers_) worker->drain(grace);
    for (auto& worker : workers_) worker->join();
  }

  void drain() { stop(service_.limits.drain_timeout); }

 private:
  asio::awaitable<void> accept_forever() {
    asio::steady_timer pause(workers_.front()->io());
    for (size_t turn = 0;; turn = (turn + 1) % workers_.size()) {
      Worker& worker = *workers_[turn];
      auto [error, socket] = co_await acceptor_->async_accept(worker.io(), kResult);
      if (!acceptor_->is_open()) co_return;
      if (error == asio::error::connection_aborted) continue;  // The client has gone already.
      if (error) {
        log::warn("cannot accept a connection: {}", error.message());
        pause.expires_after(kPauseAfterFailedAccept);
        co_await pause.async_wait(kResult);
      } else {
        admit(worker, std::move(socket));
      }
    }
  }

  void admit(Worker& worker, tcp::socket socket) {
    boost::system::error_code gone;
    const std::string peer = socket.remote_endpoint(gone).address().to_string();
    if (gone) return;
    auto permit = connections_.acquire(peer);
    if (!permit) {
      if (!tls_files_) turn_away(std::move(socket), service_.clock.now_s());
      return;
    }
    worker.adopt({.socket = std::move(socket),
                  .tls = tls(),
                  .permit = std::move(*permit),
                  .needs_room = connections_.is_exceeded()});
  }

  std::shared_ptr<const TlsContext> tls() {
    const std::lock_guard lock(tls_mutex_);
    return tls_;
  }

  Service service_;
  ConnectionLimits connections_;  // Outlives the workers, whose connections have its permits.
  ListenAddress address_;
  const std::string option_;
  const std::optional<TlsFiles> tls_files_;
  std::mutex tls_mutex_;
  // Shared with the connections that are being set up while the files are read again. Guarded by
  // tls_mutex_.
  std::shared_ptr<const TlsContext> tls_;
  bool serving_ = false;

  std::vector<std::unique_ptr<Worker>> workers_;
  // Belongs to the first worker's thread, and goes before its context does.
  std::unique_ptr<tcp::acceptor> acceptor_;
};

Result<std::unique_ptr<Server>> Server::start(const Options& options, Handler handler,
                                              const Clock& clock) {
  auto impl = std::make_unique<Impl>(options, std::move(handler), clock);
  NORN_TRY(impl->reload_tls());
  NORN_TRY(impl->listen());
  impl->start();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() = default;

const ListenAddress& Server::address() const {
  return impl_->address();
}

void Server::drain() {
  impl_->drain();
}

Result<void> Server::reload_tls() {
  return impl_->reload_tls();
}

}  // namespace norn::http
