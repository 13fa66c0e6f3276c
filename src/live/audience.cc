#include "live/audience.h"

namespace norn::live {

template <typename Stays>
Audience::Users::iterator Audience::keep(Users::iterator user, const Stays& stays) {
  const size_t gone = std::erase_if(user->second, [&](const Page& page) { return !stays(page); });
  if (gone == 0) return ++user;
  size_ -= gone;
  dropped_.insert(dropped_.end(), gone, user->first);
  return user->second.empty() ? users_.erase(user) : ++user;
}

void Audience::add(std::string user_id, std::shared_ptr<http::EventStream> stream,
                   std::function<bool(std::string_view)> may_hear) {
  users_[std::move(user_id)].push_back({std::move(stream), std::move(may_hear)});
  ++size_;
}

void Audience::tell(const std::vector<std::string>& users, std::string_view scope,
                    std::string_view text) {
  for (const std::string& id : users) {
    const auto user = users_.find(id);
    if (user == users_.end()) continue;
    keep(user, [&](const Page& page) {
      return (page.may_hear && !page.may_hear(scope)) || page.stream->send(text);
    });
  }
}

void Audience::tell_all(std::string_view text) {
  for (auto user = users_.begin(); user != users_.end();) {
    user = keep(user, [text](const Page& page) { return page.stream->send(text); });
  }
}

void Audience::sweep() {
  for (auto user = users_.begin(); user != users_.end();) {
    user = keep(user, [](const Page& page) { return page.stream->is_open(); });
  }
}

void Audience::close_all() {
  for (auto user = users_.begin(); user != users_.end();) {
    user = keep(user, [](const Page& page) {
      page.stream->close();
      return false;
    });
  }
}

}  // namespace norn::live
