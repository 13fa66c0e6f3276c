#pragma once

#include <cstddef>
#include <memory>

#include "base/clock.h"
#include "base/error.h"
#include "http/limits.h"
#include "http/listen_address.h"
#include "http/message.h"

namespace norn::http {

struct Options {
  ListenAddress address;
  size_t threads = 0;  // 0 means one per core.
  Limits limits;
};

// An HTTP/1.1 server. One thread accepts and deals the connections out in turn to one thread per
// core; each stays with its thread.
class Server {
 public:
  // Listens and serves from here on. Fails, with a message that says why, when the address cannot
  // be listened on. `clock` must outlive the server.
  static Result<std::unique_ptr<Server>> start(const Options& options, Handler handler,
                                               const Clock& clock);
  ~Server();  // Stops at once; call drain() first to be polite.

  // Where it listens: with the port that the system chose when 0 was asked for.
  const ListenAddress& address() const;

  // Accepts nobody any more, finishes the requests under way, and returns when all are done or
  // their time is up. Call it once.
  void drain();

 private:
  class Impl;  // Keeps Asio out of the files that only start a server.
  explicit Server(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace norn::http
