#include "apps/planner/reminders/reminder_push.h"

#include <chrono>
#include <utility>

#include "apps/planner/render_replies.h"
#include "base/log.h"
#include "base/thread_priority.h"
#include "base/work_budget.h"

namespace norn::planner {
namespace {

// One person with many series must not delay the reminders of the others.
constexpr int64_t kWorkPerPersonMs = 500;

live::Event event_of(const std::string& user_id, const ListedReminder& reminder) {
  live::Event event{"reminder", "", {user_id}, "planner:read"};
  append_json(event.data, reminder);
  return event;
}

}  // namespace

ReminderPush::ReminderPush(Reminders& reminders, const Clock& clock, Listeners listeners, Tell tell)
    : reminders_(reminders),
      clock_(clock),
      listeners_(std::move(listeners)),
      tell_(std::move(tell)) {}

ReminderPush::~ReminderPush() {
  stop();
}

void ReminderPush::start(int64_t poll_ms) {
  thread_ = std::thread([this, poll_ms] {
    set_thread_priority(ThreadPriority::kBackground);
    std::unique_lock lock(mutex_);
    while (
        !changed_.wait_for(lock, std::chrono::milliseconds(poll_ms), [this] { return closing_; })) {
      lock.unlock();
      look();
      lock.lock();
    }
  });
}

void ReminderPush::stop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ReminderPush::look() {
  const int64_t now_s = clock_.now_ms() / 1000;
  const int64_t newcomers_from_s = std::exchange(last_look_s_, now_s + 1).value_or(now_s);
  std::map<std::string, int64_t> looked;
  for (const std::string& user_id : listeners_()) {
    const auto before = looked_until_s_.find(user_id);
    const int64_t from_s = before == looked_until_s_.end() ? newcomers_from_s : before->second;
    looked.emplace(user_id, from_s);
    if (from_s > now_s) continue;
    const WorkBudget budget({.ms = kWorkPerPersonMs});
    const auto due = reminders_.list(user_id, from_s, now_s + 1);
    if (!due) {
      log::warn("reminders could not be looked up: {}", due.error().message);
      continue;
    }
    for (const ListedReminder& reminder : *due) tell_(event_of(user_id, reminder));
    looked[user_id] = now_s + 1;
  }
  looked_until_s_ = std::move(looked);
}

}  // namespace norn::planner
