#pragma once

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/intrusive/list.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "http/reader/request_reader.h"
#include "http/server/open_stream.h"
#include "http/server/pending_exchange.h"

namespace norn::http {

// How coroutines wait: for (error, result), without exceptions.
inline constexpr auto kResult = boost::asio::as_tuple(boost::asio::use_awaitable);

class Connection;

// A connection among those that are idle. It leaves the list with its end.
struct IdleEntry
    : boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
  explicit IdleEntry(Connection& its_connection) : connection(its_connection) {}
  Connection& connection;
};
using IdleList = boost::intrusive::list<IdleEntry, boost::intrusive::constant_time_size<false>>;

// The buffers that a connection needs while a request is under way, but not while it is idle.
struct Workspace {
  Workspace(const Limits& limits, BodyBudget& budget, Completions& completions, Streams& streams)
      : exchange(completions, streams), reader(limits, budget) {}

  PendingExchange exchange;
  RequestReader reader;
  std::string head;  // Of the reply.
};

// The state that the connections of one thread share. Only that thread may access it, except for
// `completions` and `streams`.
class WorkerContext {
 public:
  WorkerContext(const Limits& limits, BodyBudget& budget, std::atomic<size_t>& open_streams,
                std::shared_ptr<StreamBudget> stream_budget)
      : completions(io),
        streams(io, limits, open_streams, std::move(stream_budget)),
        limits_(limits),
        budget_(budget) {}

  std::unique_ptr<Workspace> take_workspace() {
    if (spare_.empty()) {
      return std::make_unique<Workspace>(limits_, budget_, completions, streams);
    }
    auto workspace = std::move(spare_.back());
    spare_.pop_back();
    return workspace;
  }

  void give_back(std::unique_ptr<Workspace> workspace) {
    if (spare_.size() >= kMaxSpare) return;
    Response& response = workspace->exchange.response;
    response.clear_body();
    if (response.body.capacity() > kMaxSpareBodyBytes) std::string().swap(response.body);
    spare_.push_back(std::move(workspace));
  }

  // An idle connection that keeps its workspace is served faster when its next request comes: this
  // many may.
  bool may_keep_warm() const { return warm < kMaxWarm; }

  boost::asio::io_context io{1};
  Completions completions;
  Streams streams;
  // The time, as exactly as Limits::tick.
  std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();
  size_t warm = 0;  // Connections that are idle and keep their workspace.
  IdleList idle;    // Connections that are idle, those that were used longest ago first.

 private:
  static constexpr size_t kMaxWarm = 256;
  static constexpr size_t kMaxSpare = 64;
  static constexpr size_t kMaxSpareBodyBytes = 64 * 1024;

  const Limits& limits_;
  BodyBudget& budget_;
  std::vector<std::unique_ptr<Workspace>> spare_;
};

}  // namespace norn::http
