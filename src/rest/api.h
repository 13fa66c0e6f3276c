#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/sentence.h"
#include "base/thread_pool.h"
#include "http/message.h"
#include "rest/caller.h"
#include "rest/route.h"

namespace norn::rest {

struct ApiOptions {
  std::string version = "0";
  // Requests a second that one person (or, for those not signed in, one address) may make on
  // average, and in a burst ten times as many; 0 means any number.
  int64_t requests_per_second = 50;
  // "https://calendar.example.org", when a proxy stands in front: the origin that pages have.
  // Empty: that of the Host header.
  std::string public_origin = {};
  size_t body_bytes = 1 << 20;
  // The processor time that a request may use, for handlers that call WorkBudget::check.
  int64_t work_ms = 2'000;
  // The stored data that a request may collect in memory, for handlers that call
  // WorkBudget::collect. In memory it takes some times as much.
  size_t work_bytes = 32 << 20;
  // What is wrong with the server, for a person, when a route met something that the store does not
  // have, such as a table. May block.
  std::function<Said()> explain_missing = {};
};

// All routes of the app: dispatches requests, does everything that routes have in common
// (authentication, cross-site requests, limits, problems, ETags, compression, security headers),
// and describes the routes as OpenAPI 3.1 at /api/openapi.json, with a page for people at /api.
//
// Add everything first; then handle() may be called from any thread. The constructor's arguments
// must outlive it, and it must outlive the jobs of the pool and the server.
class Api {
 public:
  Api(Authenticator& authenticator, ThreadPool& pool, const Clock& clock, ApiOptions options);
  ~Api();

  void add(Route route);
  // A schema (JSON Schema as OpenAPI 3.1 has it) that routes and other schemas refer to as
  // #/components/schemas/<name>.
  void add_schema(std::string name, std::string json);
  // Sentences that routes may answer with. The description lists them by their codes.
  void add_sentences(Sentences sentences);

  // Answers a request later, from a thread of the pool. Returns false and does nothing if the path
  // is none of its routes and not below /api/.
  bool handle(http::Exchange& exchange);

  const std::vector<Route>& routes() const;
  std::string openapi() const;
  // How many requests each route had and how long they took, in Prometheus's text format.
  std::string metrics() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace norn::rest
