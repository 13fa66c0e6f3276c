#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "apps/calendars/subscriptions/subscriptions.h"

namespace norn::calendars {

// The thread that refreshes subscriptions when they are due. Several processes may have one: each
// subscription has a lease.
class SubscriptionRefresher {
 public:
  explicit SubscriptionRefresher(Subscriptions& subscriptions) : subscriptions_(subscriptions) {}
  ~SubscriptionRefresher() { stop(); }
  SubscriptionRefresher(const SubscriptionRefresher&) = delete;
  SubscriptionRefresher& operator=(const SubscriptionRefresher&) = delete;

  void start();
  // Ends the thread after the refresh that is under way.
  void stop();
  // Looks for due ones at once: somebody has subscribed, or asked for a refresh.
  void wake();

 private:
  void work_forever();

  Subscriptions& subscriptions_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool awake_ = false;    // Guarded by mutex_.
  bool closing_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::calendars
