#include "apps/reminders/reminder_push.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "apps/reminders/render.h"
#include "base/log.h"
#include "base/thread_priority.h"
#include "base/work_budget.h"

namespace norn::reminders {
namespace {

// One person with many series must not delay the reminders of the others.
constexpr int64_t kWorkPerPersonMs = 500;
// How far it looks ahead for the next one.
constexpr int64_t kAheadSeconds = 3'600;

}  // namespace

ReminderPush::ReminderPush(Reminders& reminders, store::Store& store, const Clock& clock,
                           size_t kept_bytes, Listeners listeners, Tell tell)
    : reminders_(reminders),
      clock_(clock),
      listeners_(std::move(listeners)),
      tell_(std::move(tell)),
      next_due_(store, reminders.agenda_sources(), kept_bytes) {}

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

// A token hears of the reminders of the apps whose things it may read.
std::string ReminderPush::scope_of(const Reminder& reminder) const {
  for (const agenda::AgendaSource* const source : reminders_.agenda_sources()) {
    if (source->app() == reminder.item.app) return source->scope();
  }
  return {};
}

bool ReminderPush::look_for(const std::string& user_id, int64_t from_s, int64_t now_s) {
  // Settings and what was snoozed are parts of the key, so that a change of them is another one.
  const std::string key = fmt::format("{}#{}", reminders_.changes(user_id), user_id);
  if (next_due_.find(key, now_s * 1'000)) return true;
  const WorkBudget budget({.ms = kWorkPerPersonMs});
  auto moments = next_due_.moments();
  // Where nothing can be remembered, there is no use in looking ahead.
  const int64_t to_s = now_s + 1 + (moments ? kAheadSeconds : 0);
  auto due = reminders_.list(user_id, from_s, to_s);
  if (!due) {
    log::warn("reminders could not be looked up: {}", due.error().message);
    return false;
  }
  int64_t next_s = to_s;
  for (const ListedReminder& listed : due->listed) {
    if (listed.due_s() > now_s) {
      next_s = listed.due_s();
      break;
    }
    live::Event event{"reminder", "", {user_id}, scope_of(listed.reminder)};
    append_json(event.data, listed);
    tell_(std::move(event));
  }
  if (moments && due->is_whole) {
    next_due_.keep(key, *std::move(moments), std::move(due->dependencies), next_s * 1'000,
                   std::make_shared<const agenda::KeptAgendas::Reply>());
  }
  return true;
}

void ReminderPush::look() {
  const int64_t now_s = clock_.now_ms() / 1000;
  const int64_t newcomers_from_s = std::exchange(last_look_s_, now_s + 1).value_or(now_s);
  std::map<std::string, int64_t> looked;
  for (const std::string& user_id : listeners_()) {
    const auto before = looked_until_s_.find(user_id);
    const int64_t from_s = before == looked_until_s_.end() ? newcomers_from_s : before->second;
    const bool is_looked_at = from_s > now_s || look_for(user_id, from_s, now_s);
    looked.emplace(user_id, is_looked_at ? std::max(from_s, now_s + 1) : from_s);
  }
  looked_until_s_ = std::move(looked);
}

}  // namespace norn::reminders
