#pragma once

#include <cstdint>
#include <string>

#include "apps/accounts/users.h"
#include "apps/planner/context.h"
#include "apps/planner/events/events.h"
#include "apps/planner/feed.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/reminders/reminder_push.h"
#include "apps/planner/reminders/reminders.h"
#include "apps/planner/statistics.h"
#include "apps/planner/user_meta.h"
#include "apps/planner/views/views.h"
#include "apps/shared/kept_replies.h"

namespace norn::rest {
class Api;
}

namespace norn::planner {

// The planner, put together.
class Application {
 public:
  // `kept_bytes` of views are kept: 0 where indexes may be behind their table.
  Application(Context context, accounts::Users& users, std::string public_origin,
              size_t kept_bytes);

  // What is done when people come and go.
  void add_hooks(accounts::Users& users);
  void add_routes(rest::Api& api);
  live::Feed& feed() { return feed_; }

  struct Background {
    int64_t stream_poll_ms = 10;  // How often it is good to look at a stream of the store.
    ReminderPush::Listeners listeners;
    ReminderPush::Tell tell;
  };
  // Counts and reminds from here on, until `stop`.
  void start(Background background);
  void stop();

 private:
  Context context_;
  accounts::Users& users_;
  const std::string public_origin_;
  UserMeta user_meta_;
  Events events_;
  Views views_;
  Reminders reminders_;
  FeedLinks feed_links_;
  apps::KeptReplies kept_views_;
  PlannerFeed feed_;
  Statistics statistics_;
  std::unique_ptr<ReminderPush> reminder_push_;
};

}  // namespace norn::planner
