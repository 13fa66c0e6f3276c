#include "apps/planner/reminders/reminders.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/limits.h"
#include "apps/planner/reminders/reminder_times.h"
#include "apps/planner/sentences.h"
#include "apps/planner/series/when_text.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::planner {
namespace {

constexpr int64_t kWeekSeconds = 7 * 86'400;

// What a person did with a reminder. It is valid for one due time: after an event was moved, its
// reminder comes again.
struct Answer {
  bool dismissed = false;
  std::optional<int64_t> snoozed_until_s;
  std::optional<int64_t> due_s;

  bool is_about(const Reminder& reminder) const { return !due_s || *due_s == reminder.due_s; }
};

using Answers = std::map<std::string, Answer, std::less<>>;  // By the reminder's id.

Result<Answers> read_answers(const Context& context, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":prefix", std::string(keys::kReminders)}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  Answers answers;
  for (const store::Item& item : items) {
    if (apps::integer_of(item, "ttl") <= context.clock.now_s()) continue;
    Answer& answer = answers[apps::text_of(item, "SK").substr(keys::kReminders.size())];
    answer.dismissed = apps::boolean_of(item, "dismissed");
    answer.snoozed_until_s = second_of_utc(apps::text_of(item, "snoozedUntil"));
    answer.due_s = second_of_utc(apps::text_of(item, "dueAt"));
  }
  return answers;
}

Result<void> write_answer(const Context& context, const std::string& user_id, const ReminderId& id,
                          store::Map answer, int64_t matters_s) {
  NORN_ASSIGN(const auto reminder, find_reminder(context, user_id, id));
  if (!reminder) return not_found(kReminderNotFound);
  answer.insert_or_assign("dueAt", utc_text_of(reminder->due_s));
  matters_s = std::max(matters_s, reminder->due_s);
  answer.insert_or_assign("PK", keys::user(user_id));
  answer.insert_or_assign("SK", keys::reminder(id.text()));
  answer.insert_or_assign("entityType", "REMINDER");
  answer.insert_or_assign("updatedAt", timestamp_s(context.clock.now_ms()));
  answer.insert_or_assign("ttl", store::Value::number(matters_s + kWeekSeconds));
  store::PutRequest put;
  put.table = context.tables.norn();
  put.item = store::Item::from_map(answer);
  NORN_TRY(context.store.put(put));
  return {};
}

// When it is due in a list.
int64_t due_of(const ListedReminder& listed) {
  return listed.snoozed_until_s.value_or(listed.reminder.due_s);
}

}  // namespace

Result<std::vector<ListedReminder>> Reminders::list(const std::string& user_id, int64_t from_s,
                                                    int64_t to_s) {
  NORN_ASSIGN(auto reminders, views_.reminders(user_id, from_s, to_s));
  NORN_ASSIGN(const Answers answers, read_answers(context_, user_id));
  std::vector<ListedReminder> listed;
  for (Reminder& reminder : reminders) {
    const auto answer = answers.find(reminder.id());
    if (answer != answers.end() && answer->second.is_about(reminder)) continue;
    listed.push_back({std::move(reminder), std::nullopt});
  }
  // Snoozed reminders are due at the new time only.
  for (const auto& [id, answer] : answers) {
    const auto& until_s = answer.snoozed_until_s;
    if (answer.dismissed || !until_s || *until_s < from_s || *until_s >= to_s) continue;
    const auto parsed = parse_reminder_id(id);
    if (!parsed) continue;
    NORN_ASSIGN(auto reminder, find_reminder(context_, user_id, *parsed));
    if (!reminder || !answer.is_about(*reminder)) continue;
    listed.push_back({std::move(*reminder), until_s});
  }
  std::ranges::stable_sort(listed, {}, due_of);
  return listed;
}

Result<void> Reminders::dismiss(const std::string& user_id, const std::string& reminder_id) {
  const auto id = parse_reminder_id(reminder_id);
  if (!id) return not_found(kReminderNotFound);
  return write_answer(context_, user_id, *id, {{"dismissed", store::Value::boolean(true)}},
                      context_.clock.now_s());
}

Result<void> Reminders::snooze(const std::string& user_id, const std::string& reminder_id,
                               int64_t minutes) {
  const auto id = parse_reminder_id(reminder_id);
  if (!id) return not_found(kReminderNotFound);
  if (minutes < 1 || minutes > kMaxSnoozeMinutes) {
    return invalid("snoozeMinutes", kSnoozeRange(kMaxSnoozeMinutes));
  }
  const int64_t until_s = context_.clock.now_s() + minutes * 60;
  return write_answer(context_, user_id, *id, {{"snoozedUntil", utc_text_of(until_s)}}, until_s);
}

}  // namespace norn::planner
