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
  std::string option = "--listen";             // What chose the address, for errors.
};

// An HTTP/1.1 server. One thread accepts and deals the connections out in turn to one thread per
// core; each stays with its thread.
class Server {
 public:
  // Listens and serves from here on. Fails, with a message that says why, when the address cannot
  // be listened on or a TLS file cannot be used. `clock` must outlive the server.
  static Result<std::unique_ptr<Server>> start(const Options& options, Handler handler,
                                               const Clock& clock);
  // Closes all connections, but waits for every exchange that a handler has not done yet. Call
  // drain() first to be polite.
  ~Server();

  // Where it listens: with the port that the system chose when 0 was asked for.
  const ListenAddress& address() const;

  // Accepts nobody any more, finishes the requests under way, closes the streams, and returns when
  // all are done. What
  // clients have not sent or taken by Limits::drain_timeout is dropped; handlers are waited for
  // however long they take. Call it once.
  void drain();

  // Reads the TLS files again, for the connections that come from now on. When they cannot be used
  // the old ones stay in use. From any thread; without TLS it does nothing.
  Result<void> reload_tls();

 private:
  class Impl;  // Keeps Asio out of the files that only start a server.
  explicit Server(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace norn::http
