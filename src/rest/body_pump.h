#pragma once

#include <functional>
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
  // What the log has of the body. `on_end` is called once: before the client gets the last part, or
  // when the body was broken off.
  struct Logged {
    std::string operation;
    std::string request_id;
    std::function<void()> on_end;
  };

  // The permit is kept until the end of the body.
  BodyPump(ThreadPool& pool, WorkTurns& turns, std::shared_ptr<http::BodyStream> stream,
           BodySource source, HeavyRequests::Permit permit, Logged logged)
      : pool_(pool),
        turns_(turns),
        stream_(std::move(stream)),
        source_(std::move(source)),
        permit_(std::move(permit)),
        logged_(std::move(logged)) {}
  ~BodyPump() { end(); }
  BodyPump(const BodyPump&) = delete;
  BodyPump& operator=(const BodyPump&) = delete;

  // On a thread of the pool: sends what was produced already, and goes on.
  void start(const std::string& first_part);

 private:
  void run();
  // Produces and sends one part. Returns whether there are more.
  bool send_part();
  void continue_later();
  void end();

  ThreadPool& pool_;
  WorkTurns& turns_;
  const std::shared_ptr<http::BodyStream> stream_;
  BodySource source_;
  const HeavyRequests::Permit permit_;
  Logged logged_;  // `on_end` is nullptr after its call.
};

}  // namespace norn::rest
