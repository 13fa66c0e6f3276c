#include "live/hub.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "live/hub_loop.h"
#include "live/watch.h"

namespace norn::live {

class Hub::Impl {
 public:
  Impl(store::Store& store, std::vector<Feed*> feeds, const HubOptions& options)
      : options_(options),
        loop_(store, std::move(feeds), options),
        watch_(options.check_ms),
        thread_([this] { run(); }) {}
  ~Impl() { close(); }

  bool has_room(const std::string& user_id) const {
    const std::lock_guard lock(mutex_);
    return has_room_locked(user_id);
  }

  bool subscribe(Subscriber subscriber) {
    const auto stream = subscriber.stream;
    auto may_continue = std::move(subscriber.may_continue);
    {
      const std::lock_guard lock(mutex_);
      if (!has_room_locked(subscriber.user_id)) return false;
      ++by_user_[subscriber.user_id];
      ++subscribers_;
      arrived_.push_back(std::move(subscriber));
    }
    changed_.notify_all();
    if (may_continue) watch_.add(stream, std::move(may_continue));
    return true;
  }

  size_t subscribers() const {
    const std::lock_guard lock(mutex_);
    return subscribers_;
  }

  std::vector<std::string> listeners() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> users;
    users.reserve(by_user_.size());
    for (const auto& [user_id, count] : by_user_) users.push_back(user_id);
    return users;
  }

  void publish(Event event) {
    {
      const std::lock_guard lock(mutex_);
      if (by_user_.empty() || closing_) return;
      published_.push_back(std::move(event));
    }
    changed_.notify_all();
  }

  void close() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    changed_.notify_all();
    const std::lock_guard joining(join_mutex_);
    if (thread_.joinable()) thread_.join();
  }

 private:
  bool has_room_locked(const std::string& user_id) const {
    const auto user = by_user_.find(user_id);
    const size_t theirs = user == by_user_.end() ? 0 : user->second;
    return !closing_ && subscribers_ < options_.max_subscribers &&
           theirs < options_.max_subscribers_per_user;
  }

  void run() {
    std::unique_lock lock(mutex_);
    const auto is_wanted = [this] { return closing_ || !arrived_.empty() || !published_.empty(); };
    while (!closing_) {
      if (loop_.is_idle()) {
        changed_.wait(lock, is_wanted);
      } else {
        changed_.wait_for(lock, loop_.pause(), is_wanted);
      }
      if (closing_) break;
      std::vector<Subscriber> arrived = std::exchange(arrived_, {});
      const Events published = std::exchange(published_, {});
      lock.unlock();
      loop_.round(std::move(arrived));
      loop_.publish(published);
      const auto dropped = loop_.take_dropped();
      lock.lock();
      for (const std::string& user_id : dropped) forget_one(user_id);
    }
    lock.unlock();
    loop_.close_all();
    lock.lock();
    for (const Subscriber& subscriber : arrived_) subscriber.stream->close();
    by_user_.clear();
    arrived_.clear();
    subscribers_ = 0;
  }

  void forget_one(const std::string& user_id) {
    const auto user = by_user_.find(user_id);
    if (--user->second == 0) by_user_.erase(user);
    --subscribers_;
  }

  const HubOptions options_;
  HubLoop loop_;  // The thread's.

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::vector<Subscriber> arrived_;
  Events published_;
  std::map<std::string, size_t> by_user_;
  size_t subscribers_ = 0;
  bool closing_ = false;

  Watch watch_;
  std::mutex join_mutex_;  // Two may close it at the same time.
  std::thread thread_;
};

Hub::Hub(store::Store& store, std::vector<Feed*> feeds, HubOptions options)
    : impl_(std::make_unique<Impl>(store, std::move(feeds), options)) {}
Hub::~Hub() = default;

bool Hub::has_room(const std::string& user_id) const {
  return impl_->has_room(user_id);
}
bool Hub::subscribe(Subscriber subscriber) {
  return impl_->subscribe(std::move(subscriber));
}
size_t Hub::subscribers() const {
  return impl_->subscribers();
}
std::vector<std::string> Hub::listeners() const {
  return impl_->listeners();
}
void Hub::publish(Event event) {
  impl_->publish(std::move(event));
}
void Hub::close() {
  impl_->close();
}

}  // namespace norn::live
