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

// The open pages that hear what happens when it happens, by the people who look at them. Those that
// are gone, or too slow, are dropped as soon as it shows. For one thread.
class Audience {
 public:
  void add(std::string user_id, std::shared_ptr<http::EventStream> stream,
           std::function<bool(std::string_view)> may_hear = nullptr);
  size_t size() const { return size_; }

  // To the pages of the users of an event that may hear of things of that scope.
  void tell(const std::vector<std::string>& users, std::string_view scope, std::string_view text);
  void tell_all(std::string_view text);
  // Drops the pages that were closed.
  void sweep();
  void close_all();

  // The users of pages that were dropped since this was asked, once for each page.
  std::vector<std::string> take_dropped() { return std::exchange(dropped_, {}); }

 private:
  struct Page {
    std::shared_ptr<http::EventStream> stream;
    std::function<bool(std::string_view)> may_hear;  // Empty: of everything.
  };
  using Streams = std::vector<Page>;
  using Users = std::unordered_map<std::string, Streams>;

  // Drops those of a user's pages for which `stays` is false, and the user with the last of them.
  // Returns the next user.
  template <typename Stays>
  Users::iterator keep(Users::iterator user, const Stays& stays);

  Users users_;
  size_t size_ = 0;
  std::vector<std::string> dropped_;
};

}  // namespace norn::live
