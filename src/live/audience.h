#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "http/event_stream.h"

namespace norn::live {

// The subscribers that receive events as they happen, by user. Closed and slow ones are dropped
// when that is noticed. Not thread-safe.
class Audience {
 public:
  void add(std::string user_id, std::shared_ptr<http::EventStream> stream,
           std::function<bool(std::string_view)> may_receive = nullptr);
  size_t size() const { return size_; }

  // To the subscribers of these users that may receive events of that scope.
  void send(const std::vector<std::string>& users, std::string_view scope, std::string_view text);
  void send_to_all(std::string_view text);
  // Drops the subscribers whose streams were closed.
  void sweep();
  void close_all();

  // The users of subscribers that were dropped since the last call, once for each subscriber.
  std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }

 private:
  struct Subscription {
    std::shared_ptr<http::EventStream> stream;
    std::function<bool(std::string_view)> may_receive;  // Empty: events of every scope.
  };
  using Streams = std::vector<Subscription>;
  using Users = std::unordered_map<std::string, Streams>;

  // Drops the subscribers of a user for which `stays` is false, and the user with the last of them.
  // Returns the next user.
  template <typename Stays>
  Users::iterator keep(Users::iterator user, const Stays& stays);

  Users users_;
  size_t size_ = 0;
  std::vector<std::string> dropped_;
};

}  // namespace norn::live
