#include "apps/planner/tasks/tasks.h"

#include <algorithm>
#include <tuple>

#include "apps/planner/sentences.h"
#include "apps/planner/tasks/keys.h"
#include "apps/planner/tasks/limits.h"
#include "apps/planner/tasks/task_json.h"
#include "apps/search/text.h"
#include "apps/shared/bin.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/items.h"
#include "apps/shared/meter.h"
#include "apps/shared/rank.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/work_budget.h"

// Each change reads, decides, and writes one transaction on the condition that what it read has not
// changed.
namespace norn::planner {
namespace {

constexpr std::string_view kDeletedTask = "task";
// After all keys of the index.
constexpr std::string_view kEndOfTasks = "~";

struct StoredTask {
  store::Item item;
  Task task;
};

apps::Bin task_bin(const Context& context) {
  return {context.store, context.tables, context.clock, context.sweeps};
}

store::Item task_key(const std::string& user_id, const std::string& id) {
  return apps::key_of(keys::user(user_id), keys::task(id));
}

apps::Action has_person(const Context& context, const std::string& user_id) {
  return apps::is_there(context.tables.planner(),
                        apps::key_of(keys::user(user_id), keys::user_meta(user_id)));
}

Result<std::optional<store::Item>> find_task_item(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& id) {
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = task_key(user_id, id);
  request.consistent = true;
  NORN_ASSIGN(auto found, context.store.get(request));
  return std::move(found.item);
}

Result<StoredTask> read_task(const Context& context, const std::string& user_id,
                             const std::string& id) {
  NORN_ASSIGN(auto item, find_task_item(context, user_id, id));
  if (!item) return not_found(kTaskNotFound);
  NORN_ASSIGN(auto task, task_from(*item));
  if (has_expired(task, context.clock.now_ms())) return not_found(kTaskNotFound);
  return StoredTask{*std::move(item), std::move(task)};
}

std::unexpected<Error> stale_task(const Task& current) {
  return version_conflict("task", json_of(current), etag_of(current));
}

// The rank of a neighbor; empty if it is none or not there any more.
Result<std::string> rank_of(const Context& context, const std::string& user_id,
                            const std::optional<std::string>& id, const Task& moved) {
  if (!id || *id == moved.id) return std::string();
  auto found = read_task(context, user_id, *id);
  if (found) return std::move(found->task.rank);
  const ErrorCode code = found.error().code;
  if (code == ErrorCode::kNotFound || code == ErrorCode::kUnreadable) return std::string();
  return std::unexpected(std::move(found).error());
}

Result<std::string> rank_among(const Context& context, const std::string& user_id,
                               const TaskNeighbors& neighbors, const Task& moved, int64_t now_ms) {
  NORN_ASSIGN(const std::string after, rank_of(context, user_id, neighbors.after, moved));
  NORN_ASSIGN(const std::string before, rank_of(context, user_id, neighbors.before, moved));
  if (after.empty() && before.empty()) {
    return apps::rank_at(now_ms, moved.id);
  }
  // Neighbors that have moved apart: the one that it is put after counts.
  const bool is_between = after.empty() || after < before;
  return apps::rank_between(after, is_between ? before : std::string(), moved.id);
}

Result<std::optional<Task>> try_create(const Context& context, const std::string& user_id,
                                       const TaskChange& input, const apps::Creation& creation,
                                       int64_t now_ms) {
  NORN_ASSIGN(const auto made_before, context.idempotency.find(creation));
  if (made_before) {
    NORN_ASSIGN(auto made, read_task(context, user_id, *made_before));
    return std::move(made.task);
  }
  NORN_TRY(context.quotas.check_new(user_id, apps::kPlannerTasksQuota));
  NORN_ASSIGN(const Meta meta, read_meta(context, user_id));
  Task task;
  task.id = task_id(context.ids.uuid());
  task.created_at = timestamp_s(now_ms);
  task.updated_at = task.created_at;
  task.ical_uid = task.id + "@norn";
  task.rank = apps::rank_at(now_ms, task.id);
  NORN_ASSIGN(task, applied(task, input, meta.preferences, now_ms));
  if (input.order) {
    NORN_ASSIGN(task.rank, rank_among(context, user_id, *input.order, task, now_ms));
  }
  std::vector<apps::Action> actions = {
      apps::put_new(context.tables.planner(), to_item(user_id, task)),
      has_person(context, user_id)};
  if (auto record = context.idempotency.remember(creation, task.id)) {
    actions.push_back(*std::move(record));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return task;
}

Result<std::optional<Task>> try_change_task(const Context& context, const std::string& user_id,
                                            const std::string& id, const TaskChange& change,
                                            const std::string& etag, int64_t now_ms) {
  NORN_ASSIGN(const StoredTask stored, read_task(context, user_id, id));
  if (etag_of(stored.task) != etag) return stale_task(stored.task);
  NORN_ASSIGN(const Meta meta, read_meta(context, user_id));
  NORN_TRY(context.quotas.check_change(user_id));
  NORN_ASSIGN(Task next, applied(stored.task, change, meta.preferences, now_ms));
  if (change.order) {
    NORN_ASSIGN(next.rank, rank_among(context, user_id, *change.order, next, now_ms));
  }
  if (next == stored.task) return next;
  ++next.version;
  ++next.sequence;
  next.updated_at = timestamp_s(now_ms);
  apps::Edit edit =
      apps::edit(context.tables.planner(), stored.item, to_item(user_id, next), task_attributes());
  NORN_ASSIGN(const bool written, apps::write_all(context.store, {std::move(edit.action)}));
  if (!written) return std::nullopt;
  return next;
}

Result<std::optional<apps::Done>> try_remove_task(const Context& context,
                                                  const std::string& user_id, const std::string& id,
                                                  const std::string& etag) {
  NORN_ASSIGN(StoredTask stored, read_task(context, user_id, id));
  if (etag_of(stored.task) != etag) return stale_task(stored.task);
  std::vector<apps::Action> actions = {
      apps::remove_unchanged(context.tables.planner(), stored.item)};
  const apps::Deletion deletion = {
      .owner = apps::of_person(user_id),
      .id = id,
      .kind = std::string(kDeletedTask),
      .title = stored.task.title,
      .starts_at = stored.task.is_scheduled() ? schedule_key(stored.task) : std::string(),
      .deleted_by = user_id,
      .items = {{context.tables.planner(), std::move(stored.item)}}};
  NORN_TRY(task_bin(context).add(deletion, actions));
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

struct RestoredTask {
  std::optional<Task> task;  // Nullopt: it is no task.
};

Result<std::optional<RestoredTask>> try_restore_task(const Context& context,
                                                     const std::string& user_id,
                                                     const std::string& id) {
  const auto found = task_bin(context).find(apps::of_person(user_id), id);
  if (!found && found.error().code == ErrorCode::kNotFound) return RestoredTask{};
  if (!found) return std::unexpected(found.error());
  const apps::Binned& binned = *found;
  if (binned.kind != kDeletedTask || binned.items.empty()) return RestoredTask{};
  const store::Item& item = binned.items.front().item;
  NORN_ASSIGN(auto task, task_from(item));
  if (has_expired(task, context.clock.now_ms())) return not_found(kDeletedAutomatically);
  NORN_ASSIGN(const auto there, find_task_item(context, user_id, task.id));
  if (there) return conflict(apps::kBinIdTaken);
  NORN_TRY(context.quotas.check_restored(user_id, apps::kPlannerTasksQuota));
  std::vector<apps::Action> actions = {apps::put_new(context.tables.planner(), item),
                                       has_person(context, user_id)};
  task_bin(context).take(binned, actions);
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return RestoredTask{std::move(task)};
}

// The index key that every task planned or due up to that day is below, in whichever zone.
std::string key_after(Date day) {
  return date_text(day + std::chrono::days(2));
}

bool is_within(const std::optional<TaskTime>& time, const TaskDays& days,
               const ical::TimeZone& zone) {
  if (!time) return false;
  const Date day = day_of(*time, zone);
  return day >= days.from && day <= days.to;
}

bool is_on(const Task& task, const TaskDays& days, const ical::TimeZone& zone) {
  return is_within(task.planned, days, zone) || is_within(task.due, days, zone);
}

bool matches(const TaskFilter& filter, const Task& task, const ical::TimeZone& zone) {
  if (filter.days && !is_on(task, *filter.days, zone)) return false;
  if (filter.is_unscheduled && task.is_scheduled() == *filter.is_unscheduled) return false;
  if (filter.is_done && task.is_done() != *filter.is_done) return false;
  if (!filter.completed_from || !task.is_done()) return true;
  const int64_t completed_s = parse_timestamp_ms(*task.completed_at).value_or(0) / 1000;
  return day_of({.is_day = false, .at_s = completed_s}, zone) >= *filter.completed_from;
}

void sort_tasks(std::vector<Task>& tasks) {
  std::ranges::sort(tasks, {}, [](const Task& task) {
    return std::tuple<std::string, std::string_view, std::string_view>(schedule_key(task),
                                                                       task.rank, task.id);
  });
}

}  // namespace

Result<Task> Tasks::create(const std::string& user_id, const TaskChange& input,
                           const apps::Creation& creation) {
  return apps::decide_and_write(
      [&] { return try_create(context_, user_id, input, creation, now_ms()); });
}

Result<Task> Tasks::get(const std::string& user_id, const std::string& id) {
  NORN_ASSIGN(auto stored, read_task(context_, user_id, id));
  return std::move(stored.task);
}

Result<Task> Tasks::change(const std::string& user_id, const std::string& id,
                           const TaskChange& change, const std::string& etag) {
  return apps::decide_and_write(
      [&] { return try_change_task(context_, user_id, id, change, etag, now_ms()); });
}

Result<void> Tasks::remove(const std::string& user_id, const std::string& id,
                           const std::string& etag) {
  NORN_TRY(apps::decide_and_write([&] { return try_remove_task(context_, user_id, id, etag); }));
  return {};
}

Result<std::optional<Task>> Tasks::restore_deleted(const std::string& user_id,
                                                   const std::string& id) {
  NORN_ASSIGN(RestoredTask restored,
              apps::decide_and_write([&] { return try_restore_task(context_, user_id, id); }));
  return std::move(restored.task);
}

Result<void> Tasks::visit_listed(const std::string& user_id, const std::string& end,
                                 const std::function<void(Task)>& visit) {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.index = "GSI3";
  request.key_condition = "GSI3PK = :tasks AND GSI3SK < :end";
  request.placeholders.values = {{":tasks", keys::tasks_of(user_id)}, {":end", end}};
  const int64_t now_ms = context_.clock.now_ms();
  const std::string partition = keys::user(user_id);
  size_t count = 0;
  return apps::query_each(context_.store, request, [&](store::ItemView item) -> Result<void> {
    if (++count > kMaxTasksRead) return conflict(kTooMuchToShow);
    // Another program may have written the key of this index into any item.
    auto task = task_from(item);
    if (!task || task->is_archived() || has_expired(*task, now_ms)) return {};
    if (apps::text_of(item, "PK") != partition) return {};
    visit(*std::move(task));
    return {};
  });
}

Result<std::vector<Task>> Tasks::list(const std::string& user_id, const TaskFilter& filter,
                                      const ical::TimeZone& zone) {
  const std::string end = filter.days ? key_after(filter.days->to) : std::string(kEndOfTasks);
  std::vector<Task> tasks;
  size_t bytes = 0;
  NORN_TRY(visit_listed(user_id, end, [&](Task task) {
    if (!matches(filter, task, zone)) return;
    bytes += task.title.size() + (task.description ? task.description->size() : 0);
    tasks.push_back(std::move(task));
  }));
  NORN_TRY(WorkBudget::collect(bytes + tasks.size() * sizeof(Task)));
  sort_tasks(tasks);
  return tasks;
}

Result<TasksOfDays> Tasks::between(const std::string& user_id, const TaskDays& days,
                                   const ical::TimeZone& zone) {
  const TaskNow now = task_now(context_.clock.now_ms(), zone);
  TasksOfDays found;
  NORN_TRY(visit_listed(user_id, key_after(std::max(days.to, now.today)), [&](Task task) {
    const bool waits = is_overdue(task, now) || is_left_over(task, now, zone);
    if (waits) found.waiting.push_back(task);
    if (is_on(task, days, zone)) found.on_days.push_back(std::move(task));
  }));
  sort_tasks(found.on_days);
  sort_tasks(found.waiting);
  return found;
}

Result<std::vector<Task>> Tasks::unscheduled(const std::string& user_id, size_t limit) {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.index = "GSI3";
  request.key_condition = "GSI3PK = :tasks AND begins_with(GSI3SK, :open)";
  request.placeholders.values = {{":tasks", keys::tasks_of(user_id)},
                                 {":open", std::string(keys::kUnscheduledTasks)}};
  std::vector<Task> tasks;
  const int64_t now_ms = context_.clock.now_ms();
  size_t count = 0;
  while (tasks.size() < limit && count < kMaxTasksRead) {
    request.limit = static_cast<int64_t>(limit);
    NORN_ASSIGN(auto page, context_.store.query(request));
    count += limit;
    for (const store::ItemView item : page.items) {
      // Another program may have written the key of this index into any item.
      if (apps::text_of(item, "PK") != keys::user(user_id)) continue;
      auto task = task_from(item);
      if (!task || task->is_done() || task->is_scheduled() || has_expired(*task, now_ms)) continue;
      if (tasks.size() < limit) tasks.push_back(*std::move(task));
    }
    if (!page.last_key) break;
    request.start_after = std::move(page.last_key);
  }
  return tasks;
}

Result<int64_t> Tasks::overdue(const std::string& user_id, const ical::TimeZone& zone) {
  const TaskNow now = task_now(context_.clock.now_ms(), zone);
  int64_t count = 0;
  NORN_TRY(visit_listed(user_id, key_after(now.today), [&](const Task& task) {
    if (is_overdue(task, now)) ++count;
  }));
  return count;
}

Result<std::vector<Task>> Tasks::search(const std::string& user_id, const std::string& text,
                                        size_t limit) {
  const search::SearchWords words(text);
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :tasks)";
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":tasks", std::string(keys::kTasks)}};
  request.consistent = true;
  const int64_t now_ms = context_.clock.now_ms();
  size_t count = 0;
  std::vector<Task> found;
  const auto look_at = [&](store::ItemView item) -> Result<void> {
    if (++count > kMaxTasksRead) return invalid("q", kTooManyToSearch);
    if (!words.are_in(apps::text_of(item, "title"))) return {};
    auto task = task_from(item);
    if (!task || has_expired(*task, now_ms)) return {};
    NORN_TRY(WorkBudget::collect(item.size_bytes()));
    found.push_back(*std::move(task));
    return {};
  };
  NORN_TRY(apps::query_each(context_.store, request, look_at));
  // What was completed last comes first of what is done.
  std::ranges::sort(found, [](const Task& left, const Task& right) {
    if (left.is_done() != right.is_done()) return right.is_done();
    if (left.is_done()) return *left.completed_at > *right.completed_at;
    return std::tuple(schedule_key(left), left.id) < std::tuple(schedule_key(right), right.id);
  });
  if (found.size() > limit) found.resize(limit);
  return found;
}

}  // namespace norn::planner
