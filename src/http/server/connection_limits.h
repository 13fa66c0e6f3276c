#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/network.h"
#include "http/forwarded.h"

namespace norn::http {

// How many connections a server holds, all together and of each peer: an IPv4 address, or the /64
// of an IPv6 address. From any thread.
class ConnectionLimits {
 public:
  // The permit of one connection, which is released with it. The limits must outlive it.
  class Permit {
   public:
    Permit(ConnectionLimits& limits, std::string peer) : limits_(&limits), peer_(std::move(peer)) {}
    Permit(Permit&& other) noexcept
        : limits_(std::exchange(other.limits_, nullptr)), peer_(std::move(other.peer_)) {}
    Permit& operator=(Permit&&) = delete;
    ~Permit() {
      if (limits_ != nullptr) limits_->release(peer_);
    }

   private:
    ConnectionLimits* limits_;
    std::string peer_;  // Empty for a peer whose connections are not counted.
  };

  // With `trusts_loopback`, this machine may have all connections: it is a proxy that speaks for
  // others.
  ConnectionLimits(size_t all, size_t per_peer, bool trusts_loopback)
      : all_(all), per_peer_(per_peer), trusts_loopback_(trusts_loopback) {}

  // Nothing if the peer has all that it may have, or if `all` are taken and as many more as may
  // wait for others to be closed.
  std::optional<Permit> acquire(std::string_view address) {
    const bool is_counted = !trusts_loopback_ || !is_loopback_peer(address);
    std::string peer = is_counted ? network_of(address) : "";
    const std::lock_guard lock(mutex_);
    if (open_ >= all_ + kMaxAhead) return std::nullopt;
    if (is_counted) {
      size_t& count = of_peer_[peer];
      if (count >= per_peer_) return std::nullopt;
      ++count;
    }
    ++open_;
    return std::optional<Permit>(std::in_place, *this, std::move(peer));
  }

  // More connections are open than may stay: one of them has to go.
  bool is_exceeded() const {
    const std::lock_guard lock(mutex_);
    return open_ > all_;
  }

 private:
  // Connections that are accepted before those that go for them have gone.
  static constexpr size_t kMaxAhead = 64;

  void release(const std::string& peer) {
    const std::lock_guard lock(mutex_);
    --open_;
    if (peer.empty()) return;
    const auto found = of_peer_.find(peer);
    if (--found->second == 0) of_peer_.erase(found);
  }

  const size_t all_;
  const size_t per_peer_;
  const bool trusts_loopback_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  size_t open_ = 0;
  std::unordered_map<std::string, size_t> of_peer_;
};

}  // namespace norn::http
