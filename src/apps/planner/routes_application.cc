#include <algorithm>
#include <utility>

#include "apps/planner/application.h"
#include "apps/planner/routes/routes.h"

namespace norn::planner {
namespace {

// Statistics may be some moments behind; reminders are to the minute, wherever they are asked for.
// A store on another machine is asked less often.
constexpr int64_t kStatisticsPollFactor = 50;
constexpr int64_t kReminderPollFactor = 300;
constexpr int64_t kMaxReminderPollMs = 20'000;

}  // namespace

Application::Application(Context context, accounts::Users& users, std::string public_origin,
                         size_t kept_bytes)
    : context_(std::move(context)),
      users_(users),
      public_origin_(std::move(public_origin)),
      user_meta_(context_.store, context_.tables),
      events_(context_),
      views_(context_),
      reminders_(context_, views_),
      feed_links_(context_),
      kept_views_(context_.store, context_.tables.planner(), kept_bytes, person_of_change),
      feed_(context_.tables),
      statistics_(context_) {}

void Application::add_hooks(accounts::Users& users) {
  users.add_hook(user_meta_);
  users.add_hook(feed_links_);
}

void Application::add_routes(rest::Api& api) {
  planner::add_routes(api, {context_, events_, views_, reminders_, feed_links_, users_, kept_views_,
                            public_origin_});
}

void Application::start(Background background) {
  reminder_push_ = std::make_unique<ReminderPush>(
      reminders_, context_.clock, std::move(background.listeners), std::move(background.tell));
  reminder_push_->start(
      std::min(background.stream_poll_ms * kReminderPollFactor, kMaxReminderPollMs));
  statistics_.start(background.stream_poll_ms * kStatisticsPollFactor);
}

void Application::stop() {
  if (reminder_push_) reminder_push_->stop();
  statistics_.stop();
}

}  // namespace norn::planner
