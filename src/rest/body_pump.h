#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/thread_pool.h"
#include "base/work_turns.h"
#include "http/body_stream.h"
#include "rest/body_source.h"
#include "rest/heavy_requests.h"

namespace norn::rest {

// Sends a body to its client while the source produces it, on threads of the pool and no faster
// than the client takes it: while the client is slow, no thread waits for it.
class BodyPump : public std::enable_shared_from_this<BodyPump> {
 public:
  // `operation` names the body in the log. The permit is kept until the end of the body.
  BodyPump(ThreadPool& pool, WorkTurns& turns, std::shared_ptr<http::BodyStream> stream,
           BodySource source, std::string operation, HeavyRequests::Permit permit)
      : pool_(pool),
        turns_(turns),
        stream_(std::move(stream)),
        source_(std::move(source)),
        operation_(std::move(operation)),
        permit_(std::move(permit)) {}

  // On a thread of the pool: sends what was produced already, and goes on.
  void start(const std::string& first_part);

 private:
  void run();
  // Produces and sends one part. Returns whether there are more.
  bool send_part();
  void continue_later();

  ThreadPool& pool_;
  WorkTurns& turns_;
  const std::shared_ptr<http::BodyStream> stream_;
  BodySource source_;
  const std::string operation_;
  const HeavyRequests::Permit permit_;
};

}  // namespace norn::rest
