#include "apps/projects/bell/ringer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/shared/batch.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::projects {
namespace {

constexpr int64_t kNoticeMs = 60 * 60 * kMsPerSecond;
// What was due earlier is not told any more, for instance of tasks that are imported.
constexpr int64_t kMaxLateMs = 2 * kMsPerDay;
constexpr int64_t kDueAtOnce = 100;
// With their people and their puts, a transaction has at most twice as many actions.
constexpr size_t kRungAtOnce = 40;
// The oldest notifications of a person are removed after so many new ones.
constexpr size_t kAddedBeforeRemoval = 50;
constexpr size_t kMaxKnownBells = 10'000;
constexpr size_t kSeenAtOnce = 500;

// When the assignee of a task is told that it is due.
std::optional<int64_t> told_due_at_ms(const Task& task) {
  if (task.status == TaskStatus::kDone || !task.assignee_id || !task.due_date) return std::nullopt;
  const auto due_ms = parse_timestamp_ms(*task.due_date);
  if (!due_ms) return std::nullopt;
  if (is_whole_day(*task.due_date)) return *due_ms + kMsPerSecond - kMsPerDay;
  return *due_ms - kNoticeMs;
}

// The sort key under which a task waits for that; empty if it does not, or if the time is too long
// ago.
std::string due_entry(const store::Item* item, int64_t now_ms) {
  if (item == nullptr) return "";
  const auto task = task_from(*item);
  const auto at_ms = task ? told_due_at_ms(*task) : std::nullopt;
  if (!at_ms || *at_ms < now_ms - kMaxLateMs) return "";
  return keys::due_task(timestamp_s(*at_ms), task->id);
}

store::Item due_key(const std::string& sort_key) {
  return apps::key_of(keys::kDueTasks, sort_key);
}

std::optional<Task> task_in(const store::Item* item) {
  if (item == nullptr) return std::nullopt;
  auto task = task_from(*item);
  return task ? std::optional(*std::move(task)) : std::nullopt;
}

// Those whom a change of a task concerns, each once, without whoever made it.
std::vector<std::string> concerned(const std::vector<std::optional<std::string>>& people,
                                   const std::optional<std::string>& actor) {
  std::vector<std::string> distinct;
  for (const auto& person : people) {
    if (!person || person == actor) continue;
    if (std::ranges::find(distinct, *person) == distinct.end()) distinct.push_back(*person);
  }
  return distinct;
}

std::vector<store::Item> each_key_once(std::vector<store::Item> keys) {
  std::ranges::sort(keys, {}, [](const store::Item& key) { return key.json(); });
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

}  // namespace

Result<void> Ringer::follow(const std::vector<store::StreamRecord>& records) {
  std::vector<Notification> told;
  for (const store::StreamRecord& record : records) {
    const Cause cause = {
        .change = apps::change_of(record), .at_ms = record.created_ms, .sequence = record.sequence};
    const auto& [pk, sk, before, now] = cause.change;
    if (pk == sk && pk.starts_with(keys::kTaskPrefix)) {
      NORN_TRY(apps::write_batches(context_.store, due_writes(before, now)));
      NORN_TRY(tell_of_task(cause, told));
    } else if (pk == sk && pk.starts_with(keys::kCommentPrefix)) {
      NORN_TRY(tell_of_comment(cause, told));
    } else if (pk.starts_with(keys::kProjectPrefix) && sk.starts_with(keys::kMemberPrefix) &&
               now == nullptr) {
      NORN_TRY(forget_settings(keys::after(keys::kProjectPrefix, pk),
                               keys::after(keys::kMemberPrefix, sk)));
    }
  }
  return ring(std::move(told));
}

Result<void> Ringer::see(store::ItemView item) {
  const std::string pk = apps::text_of(item, "PK");
  if (!pk.starts_with(keys::kTaskPrefix) || apps::text_of(item, "SK") != pk) return {};
  const store::Item task = store::Item::copy_of(item);
  std::ranges::move(due_writes(nullptr, &task), std::back_inserter(seen_));
  return seen_.size() < kSeenAtOnce ? Result<void>() : seen_all();
}

Result<void> Ringer::seen_all() {
  return apps::write_batches(context_.store, std::exchange(seen_, {}));
}

Notification Ringer::made(const Cause& cause, NotificationKind kind, const Task& task,
                          const std::string& user_id, const std::optional<std::string>& actor) {
  Notification notification;
  notification.id = notification_id(
      cause.at_ms, fmt::format("{}/{}/{}/{}", to_text(kind), task.id, user_id, cause.sequence));
  notification.user_id = user_id;
  notification.kind = kind;
  notification.project_id = task.project_id;
  notification.task_id = task.id;
  notification.actor_id = actor;
  notification.at_ms = cause.at_ms;
  return notification;
}

// What Norn itself keeps in order leaves `updatedAt` alone, and is told to nobody.
Result<void> Ringer::tell_of_task(const Cause& cause, std::vector<Notification>& told) const {
  const std::optional<Task> before = task_in(cause.change.before);
  std::optional<Task> now = task_in(cause.change.now);
  if (!now) return {};
  const bool is_assigned = now->assignee_id && (!before || before->assignee_id != now->assignee_id);
  const bool is_changed = before && before->updated_at != now->updated_at;
  if (!is_assigned && !is_changed) return {};
  NORN_ASSIGN(now->project_id, project_of_task(context_, *cause.change.now, now->id));
  if (now->project_id.empty()) return {};
  const std::optional<std::string>& actor = before ? now->updated_by : now->created_by;
  const bool is_to_do = now->status != TaskStatus::kDone;
  if (is_assigned && is_to_do && now->assignee_id != actor) {
    told.push_back(made(cause, NotificationKind::kAssigned, *now, *now->assignee_id, actor));
  }
  if (!is_changed) return {};
  std::vector<std::string> fields;
  for (const FieldChange& change :
       differences(*cause.change.before, *cause.change.now, told_attributes())) {
    fields.push_back(change.field);
  }
  if (fields.empty()) return {};
  for (const std::string& person :
       concerned({now->assignee_id, before->assignee_id, now->created_by}, actor)) {
    if (is_assigned && person == now->assignee_id) continue;
    told.push_back(made(cause, NotificationKind::kChanged, *now, person, actor));
    told.back().fields = fields;
  }
  return {};
}

Result<void> Ringer::tell_of_comment(const Cause& cause, std::vector<Notification>& told) const {
  if (cause.change.now == nullptr) return {};
  const auto comment = comment_from(*cause.change.now);
  if (!comment || comment->task_id.empty()) return {};
  std::vector<std::string> mentioned_before;
  if (cause.change.before != nullptr) {
    const auto before = comment_from(*cause.change.before);
    if (before) mentioned_before = before->mentions;
  }
  NORN_ASSIGN(const auto item, find_item(context_, thing_key(keys::task(comment->task_id))));
  std::optional<Task> task = task_in(item ? &*item : nullptr);
  if (!task) return {};
  NORN_ASSIGN(task->project_id, project_of_task(context_, *item, task->id));
  if (task->project_id.empty()) return {};
  const auto author = comment->user_id.empty() ? std::nullopt : std::optional(comment->user_id);
  const auto add = [&](NotificationKind kind, const std::string& person) {
    told.push_back(made(cause, kind, *task, person, author));
    told.back().comment_id = comment->id;
  };
  const auto is_in = [](const std::vector<std::string>& people, const std::string& person) {
    return std::ranges::find(people, person) != people.end();
  };
  for (const std::string& person : comment->mentions) {
    if (person == author || is_in(mentioned_before, person)) continue;
    add(NotificationKind::kMentioned, person);
  }
  if (cause.change.before != nullptr) return {};
  for (const std::string& person : concerned({task->assignee_id, task->created_by}, author)) {
    if (!is_in(comment->mentions, person)) add(NotificationKind::kCommented, person);
  }
  return {};
}

std::vector<apps::BatchWrite> Ringer::due_writes(const store::Item* before,
                                                 const store::Item* now) const {
  const int64_t now_ms = context_.clock.now_ms();
  const std::string old_entry = due_entry(before, now_ms);
  const std::string entry = due_entry(now, now_ms);
  std::vector<apps::BatchWrite> writes;
  if (old_entry == entry && before != nullptr) return writes;
  if (!old_entry.empty() && old_entry != entry) {
    writes.emplace_back(
        store::BatchWriteRequest::Delete{context_.tables.norn(), due_key(old_entry)});
  }
  if (!entry.empty()) {
    store::Map item = due_key(entry).to_map();
    item.emplace("entityType", "DUE_TASK");
    writes.emplace_back(
        store::BatchWriteRequest::Put{context_.tables.norn(), store::Item::from_map(item)});
  }
  return writes;
}

Result<void> Ringer::at_end() {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk AND SK < :end";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::kDueTasks},
                                 {":end", timestamp_s(context_.clock.now_ms() + kMsPerSecond)}};
  request.limit = kDueAtOnce;
  request.consistent = true;
  while (true) {
    NORN_ASSIGN(const auto page, context_.store.query(request));
    if (page.items.empty()) return {};
    std::vector<Notification> told;
    std::vector<store::Item> done;
    for (const store::ItemView item : page.items) {
      NORN_TRY(tell_due(apps::text_of(item, "SK"), told));
      done.push_back(store::Item::copy_of(item));
    }
    NORN_TRY(ring(std::move(told)));
    NORN_TRY(apps::remove_all(context_.store, context_.tables.norn(), done));
  }
}

// The entry may be older than the task is now.
Result<void> Ringer::tell_due(const std::string& sort_key, std::vector<Notification>& told) const {
  const std::string task_id = keys::last_part(sort_key);
  if (!apps::is_id(task_id)) return {};
  NORN_ASSIGN(const auto item, find_item(context_, thing_key(keys::task(task_id))));
  if (!item || due_entry(&*item, context_.clock.now_ms()) != sort_key) return {};
  NORN_ASSIGN(Task task, task_from(*item));
  NORN_ASSIGN(task.project_id, project_of_task(context_, *item, task_id));
  NORN_ASSIGN(const auto projects,
              readable_projects(context_, *task.assignee_id, {task.project_id}));
  if (projects.empty() || projects.front().status == ProjectStatus::kArchived) return {};
  const Cause cause = {.change = {}, .at_ms = *told_due_at_ms(task), .sequence = *task.due_date};
  told.push_back(made(cause, NotificationKind::kDue, task, *task.assignee_id, std::nullopt));
  told.back().due_date = task.due_date;
  return {};
}

// Settings end with the membership, unless the person is a member again.
Result<void> Ringer::forget_settings(const std::string& project_id, const std::string& user_id) {
  if (!apps::is_id(project_id) || !apps::is_id(user_id)) return {};
  NORN_ASSIGN(const auto member, find_item(context_, member_key(project_id, user_id)));
  if (member) return {};
  return apps::remove_all(context_.store, context_.tables.norn(),
                          {bell_settings_key(user_id, project_id)});
}

Result<void> Ringer::ring(std::vector<Notification> told) {
  if (told.empty()) return {};
  NORN_TRY(keep_wanted(told));
  NORN_TRY(keep_new(told));
  std::map<std::string, size_t> added;
  for (size_t begin = 0; begin < told.size(); begin += kRungAtOnce) {
    const size_t end = std::min(told.size(), begin + kRungAtOnce);
    std::vector<Notification> some(told.begin() + static_cast<ptrdiff_t>(begin),
                                   told.begin() + static_cast<ptrdiff_t>(end));
    for (const Notification& one : some) ++added[one.user_id];
    NORN_TRY(write(std::move(some)));
  }
  if (added_.size() > kMaxKnownBells) added_.clear();
  for (const auto& [user_id, count] : added) {
    // Of a person of whom nothing is known, the process before may have added some.
    const auto [known, is_new] = added_.try_emplace(user_id, kAddedBeforeRemoval);
    known->second += count;
    if (known->second < kAddedBeforeRemoval) continue;
    NORN_TRY(remove_oldest(user_id));
    known->second = 0;
  }
  return {};
}

Result<void> Ringer::keep_wanted(std::vector<Notification>& told) const {
  std::vector<store::Item> members;
  std::vector<store::Item> settings;
  for (const Notification& one : told) {
    members.push_back(member_key(one.project_id, one.user_id));
    settings.push_back(bell_settings_key(one.user_id, one.project_id));
  }
  NORN_ASSIGN(const auto member_items, apps::get_all(context_.store, context_.tables.projects(),
                                                     each_key_once(std::move(members))));
  NORN_ASSIGN(const auto settings_items, apps::get_all(context_.store, context_.tables.norn(),
                                                       each_key_once(std::move(settings))));
  std::set<std::pair<std::string, std::string>> readers;
  for (const Membership& member : apps::readable(member_items, membership_from)) {
    if (member.rights().has(Right::kRead)) readers.emplace(member.project_id, member.user_id);
  }
  std::map<std::string, BellSettings> by_key;
  for (const store::Item& item : settings_items) {
    by_key.emplace(store::Item::subset(item, {"PK", "SK"}).json(), bell_settings_from(item));
  }
  std::erase_if(told, [&](const Notification& one) {
    if (!readers.contains({one.project_id, one.user_id})) return true;
    const auto found =
        by_key.find(std::string(bell_settings_key(one.user_id, one.project_id).json()));
    return found != by_key.end() && !found->second.wants(one.kind);
  });
  return {};
}

Result<void> Ringer::keep_new(std::vector<Notification>& told) const {
  std::vector<store::Item> wanted;
  for (const Notification& one : told) wanted.push_back(notification_key(one.user_id, one.id));
  NORN_ASSIGN(const auto there, apps::get_all(context_.store, context_.tables.norn(),
                                              each_key_once(std::move(wanted))));
  std::set<std::pair<std::string, std::string>> known;
  for (const store::Item& item : there) {
    known.emplace(apps::text_of(item, "PK"), apps::text_of(item, "SK"));
  }
  // One that is told twice goes, too.
  std::erase_if(told, [&](const Notification& one) {
    return !known.emplace(keys::bell(one.user_id), keys::notification(one.id)).second;
  });
  return {};
}

Result<void> Ringer::write(std::vector<Notification> some) {
  while (!some.empty()) {
    std::vector<std::string> people;
    std::vector<Action> actions;
    for (const Notification& one : some) {
      if (std::ranges::find(people, one.user_id) != people.end()) continue;
      people.push_back(one.user_id);
      store::ConditionCheck account;
      account.table = context_.tables.norn();
      account.key = apps::key_of(accounts::keys::user(one.user_id), accounts::keys::kAccount);
      account.condition = "attribute_exists(PK)";
      actions.emplace_back(std::move(account));
    }
    for (const Notification& one : some) {
      store::PutRequest put;
      put.table = context_.tables.norn();
      put.item = to_item(one);
      put.condition = "attribute_not_exists(PK)";
      actions.emplace_back(std::move(put));
    }
    const auto written = apps::transact(context_.store, std::move(actions));
    if (written) return {};
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    size_t action = 0;
    std::set<std::string> gone;
    for (const std::string& person : people) {
      if (refusals.failed(action++)) gone.insert(person);
    }
    std::erase_if(some, [&](const Notification& one) {
      const bool is_there = refusals.failed(action++);
      return is_there || gone.contains(one.user_id);
    });
  }
  return {};
}

Result<void> Ringer::remove_oldest(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::bell(user_id)},
                                 {":prefix", keys::kNotificationPrefix}};
  request.forward = false;
  request.consistent = true;
  size_t count = 0;
  std::vector<store::Item> oldest;
  const auto visit = [&](store::ItemView item) -> Result<void> {
    if (++count > kMaxNotifications) oldest.push_back(store::Item::copy_of(item));
    return {};
  };
  NORN_TRY(apps::query_each(context_.store, std::move(request), visit));
  return apps::remove_all(context_.store, context_.tables.norn(), oldest);
}

}  // namespace norn::projects
