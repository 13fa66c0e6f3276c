#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/error.h"
#include "http/limits.h"
#include "http/message.h"
#include "http/server/listen_address.h"
#include "http/server/tls_files.h"

namespace norn::http {

struct Options {
  ListenAddress address;
  size_t threads = 0;  // 0 means one per core.
  Limits limits;
  std::optional<TlsFiles> tls = std::nullopt;  // Plain text without it.
  // Clients reach it by TLS, here or at a proxy: tells browsers to do so from now on.
  bool strict_transport = false;
  // Clients on this machine may have all connections, whatever Limits::share_of_peer is: a proxy,
  // which speaks for others.
  bool trusts_loopback = false;
  std::string option = "--listen";  // The option that chose the address, for errors.
};

// An HTTP/1.1 server. One thread accepts connections and assigns them in turn to one thread per
// core; a connection stays with its thread.
class Server {
 public:
  // Listens and starts to serve. Returns an error with the reason if it cannot listen on the
  // address or use a TLS file. `clock` must outlive the server.
  static Result<std::unique_ptr<Server>> start(const Options& options, Handler handler,
                                               const Clock& clock);
  // Closes all connections, but waits for every exchange that a handler has not finished. Call
  // drain() first to let clients receive their replies.
  ~Server();

  // The address with the actual port, also if port 0 was requested.
  const ListenAddress& address() const;

  // Stops accepting, finishes the requests under way, closes the streams, and returns when all are
  // done. Drops clients that have not sent or received everything after Limits::drain_timeout;
  // waits for handlers however long they take. Call it once.
  void drain();

  // Reads the TLS files again, for new connections. If they cannot be used, the old ones stay in
  // use. From any thread; does nothing without TLS.
  Result<void> reload_tls();

 private:
  class Impl;  // Keeps Asio out of the files that only start a server.
  explicit Server(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace norn::http
