#include "live/audience.h"

namespace norn::live {

template <typename Stays>
Audience::Users::iterator Audience::keep(Users::iterator user, const Stays& stays) {
  const size_t gone = std::erase_if(
      user->second, [&](const Subscription& subscription) { return !stays(subscription); });
  if (gone == 0) return ++user;
  size_ -= gone;
  dropped_.insert(dropped_.end(), gone, user->first);
  return user->second.empty() ? users_.erase(user) : ++user;
}

void Audience::add(std::string user_id, std::shared_ptr<http::EventStream> stream,
                   std::function<bool(std::string_view)> may_receive) {
  users_[std::move(user_id)].push_back({std::move(stream), std::move(may_receive)});
  ++size_;
}

void Audience::send(const std::vector<std::string>& users, std::string_view scope,
                    std::string_view text) {
  for (const std::string& id : users) {
    const auto user = users_.find(id);
    if (user == users_.end()) continue;
    keep(user, [&](const Subscription& subscription) {
      return (subscription.may_receive && !subscription.may_receive(scope)) ||
             subscription.stream->send(text);
    });
  }
}

void Audience::send_to_all(std::string_view text) {
  for (auto user = users_.begin(); user != users_.end();) {
    user = keep(
        user, [text](const Subscription& subscription) { return subscription.stream->send(text); });
  }
}

void Audience::sweep() {
  for (auto user = users_.begin(); user != users_.end();) {
    user =
        keep(user, [](const Subscription& subscription) { return subscription.stream->is_open(); });
  }
}

void Audience::close_all() {
  for (auto user = users_.begin(); user != users_.end();) {
    user = keep(user, [](const Subscription& subscription) {
      subscription.stream->close();
      return false;
    });
  }
}

}  // namespace norn::live
