#include "apps/projects/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::projects {
namespace {

constexpr std::array<TaskStatus, kStatusCount> kStatuses = {
    TaskStatus::kTodo, TaskStatus::kInProgress, TaskStatus::kReview, TaskStatus::kDone};
constexpr int64_t kDaysOfWeek = 7;

using StatisticsKey = std::pair<std::string, std::string>;  // PK and SK.
using Amounts = std::map<std::string, int64_t>;             // By attribute.

std::string stays_name(TaskStatus status) {
  return fmt::format("stays{}", to_text(status));
}
std::string seconds_name(TaskStatus status) {
  return fmt::format("seconds{}", to_text(status));
}

int32_t day_at(int64_t ms) {
  const int64_t day = ms / kMsPerDay - (ms % kMsPerDay < 0 ? 1 : 0);
  return static_cast<int32_t>(day);
}

std::optional<int32_t> day_in(const std::string& time) {
  const auto ms = parse_timestamp_ms(time);
  return ms ? std::optional(day_at(*ms)) : std::nullopt;
}

Date date_of(int64_t day) {
  return Date(std::chrono::days(day));
}

std::optional<PartOfProject> part_of_task(store::ItemView item) {
  const auto task = task_from(item);
  if (!task || task->project_id.empty()) return std::nullopt;
  PartOfProject of_project = {.project_id = task->project_id};
  StatisticsPart& part = of_project.part;
  part.status = task->status;
  part.created_day = day_in(task->created_at);
  if (task->status == TaskStatus::kDone) {
    // A program that knows no `completedAt` did it when it changed the task last.
    part.completed_day = day_in(task->completed_at.value_or(task->updated_at));
    // A copy of a project has what was done before it was made.
    part.completed_day = std::max(part.completed_day, part.created_day);
  } else if (task->due_date) {
    const auto due_ms = parse_timestamp_ms(*task->due_date);
    if (due_ms) part.due_s = *due_ms / kMsPerSecond;
  }
  return of_project;
}

std::optional<PartOfProject> part_of_activity(store::ItemView item) {
  const auto activity = activity_from(item);
  if (!activity || activity->project_id.empty()) return std::nullopt;
  PartOfProject of_project = {.project_id = activity->project_id};
  StatisticsPart& part = of_project.part;
  const auto change = std::ranges::find(activity->changes, "status", &FieldChange::field);
  if (change == activity->changes.end() || activity->entity_type != "TASK") return std::nullopt;
  if (activity->column_seconds && *activity->column_seconds >= 0 && change->from) {
    part.left = task_status_from(*change->from);
    part.seconds = *activity->column_seconds;
  }
  if (activity->is_repeated) part.repeated_day = day_in(activity->timestamp);
  if (!part.left && !part.repeated_day) return std::nullopt;
  return of_project;
}

// The attributes of each item of a project's statistics.
std::map<StatisticsKey, Amounts> items_of_counts(const std::string& project_id,
                                                 const ProjectCounts& counts) {
  std::map<StatisticsKey, Amounts> items;
  Amounts& now = items[{std::string(keys::kStatistics), keys::project(project_id)}];
  for (size_t i = 0; i < kStatusCount; ++i) {
    now[std::string(to_text(kStatuses[i]))] = counts.tasks[i];
    now[stays_name(kStatuses[i])] = counts.stays[i];
    now[seconds_name(kStatuses[i])] = counts.seconds[i];
  }
  const std::string pk = keys::statistics_of(project_id);
  for (const auto& [due_s, count] : counts.due) {
    items[{pk, keys::join(keys::kDuePrefix, timestamp_s(due_s * kMsPerSecond))}] = {
        {"open", count}};
  }
  for (const auto& [day, of_day] : counts.days) {
    items[{pk, keys::join(keys::kDayPrefix, date_text(date_of(day)))}] = {
        {"created", of_day.created},
        {"completed", of_day.completed},
        {"repeated", of_day.repeated}};
  }
  for (auto& [key, amounts] : items) {
    std::erase_if(amounts, [](const auto& amount) { return amount.second == 0; });
  }
  std::erase_if(items, [](const auto& item) { return item.second.empty(); });
  return items;
}

Action add_amounts(const Context& context, const StatisticsKey& key, const Amounts& amounts) {
  store::UpdateRequest update;
  update.table = context.tables.norn();
  update.key = apps::key_of(key.first, key.second);
  update.update = "SET entityType = :type";
  update.placeholders.values.emplace(":type", "PROJECT_STATS");
  std::string_view separator = " ADD ";
  for (const auto& [name, amount] : amounts) {
    update.update += fmt::format("{0}#{1} :{1}", separator, name);
    update.placeholders.names.emplace("#" + name, name);
    update.placeholders.values.emplace(":" + name, store::Value::number(amount));
    separator = ", ";
  }
  return update;
}

Action put_amounts(const Context& context, const StatisticsKey& key, const Amounts& amounts) {
  store::Map item = apps::key_of(key.first, key.second).to_map();
  item.emplace("entityType", "PROJECT_STATS");
  for (const auto& [name, amount] : amounts) item.emplace(name, store::Value::number(amount));
  store::PutRequest put;
  put.table = context.tables.norn();
  put.item = store::Item::from_map(item);
  return put;
}

// All attributes that an item of this key can have.
std::vector<std::string> amounts_at(const std::string& sk) {
  if (sk.starts_with(keys::kDuePrefix)) return {"open"};
  if (sk.starts_with(keys::kDayPrefix)) return {"created", "completed", "repeated"};
  std::vector<std::string> names;
  for (const TaskStatus status : kStatuses) {
    names.emplace_back(to_text(status));
    names.push_back(stays_name(status));
  }
  return names;
}

store::QueryRequest query_statistics(const Context& context, std::string_view pk,
                                     std::string_view from, std::string_view to) {
  store::QueryRequest request;
  request.table = context.tables.norn();
  request.key_condition = "PK = :pk AND SK BETWEEN :from AND :to";
  request.placeholders.values = {{":pk", pk}, {":from", from}, {":to", to}};
  request.consistent = true;
  return request;
}

int64_t amount_of(store::ItemView item, std::string_view name) {
  return std::max<int64_t>(0, apps::integer_of(item, name));
}

}  // namespace

std::optional<PartOfProject> statistics_part(store::ItemView item) {
  const std::string pk = apps::text_of(item, "PK");
  if (apps::text_of(item, "SK") != pk) return std::nullopt;
  if (pk.starts_with(keys::kTaskPrefix)) return part_of_task(item);
  if (pk.starts_with(keys::kActivityPrefix)) return part_of_activity(item);
  return std::nullopt;
}

void ProjectCounts::add(const StatisticsPart& part, int64_t sign) {
  if (part.status) tasks[static_cast<size_t>(*part.status)] += sign;
  if (part.due_s) due[*part.due_s] += sign;
  if (part.created_day) days[*part.created_day].created += sign;
  if (part.completed_day) days[*part.completed_day].completed += sign;
  if (part.repeated_day) days[*part.repeated_day].repeated += sign;
  if (!part.left) return;
  stays[static_cast<size_t>(*part.left)] += sign;
  seconds[static_cast<size_t>(*part.left)] += sign * part.seconds;
}

Result<std::vector<Action>> StatisticsCounter::count(
    const std::vector<store::StreamRecord>& records) {
  Counts changes;
  for (const store::StreamRecord& record : records) {
    const auto add = [&](const std::optional<store::Item>& image, int64_t sign) {
      const auto part = image ? statistics_part(*image) : std::nullopt;
      if (part) changes[part->project_id].add(part->part, sign);
    };
    add(record.old_image, -1);
    add(record.new_image, 1);
  }
  std::vector<Action> actions;
  for (const auto& [project_id, counts] : changes) {
    for (const auto& [key, amounts] : items_of_counts(project_id, counts)) {
      actions.push_back(add_amounts(context_, key, amounts));
      const bool is_less =
          std::ranges::any_of(amounts, [](const auto& amount) { return amount.second < 0; });
      if (is_less) lessened_.insert(key);
    }
  }
  return actions;
}

// After a start it looks for projects of which nothing is left, because the process before may have
// ended too early.
Result<void> StatisticsCounter::tidy_up() {
  if (!has_looked_for_empty_) NORN_TRY(find_empty_projects());
  has_looked_for_empty_ = true;
  for (; !lessened_.empty(); lessened_.erase(lessened_.begin())) {
    NORN_TRY(remove_if_empty(lessened_.begin()->first, lessened_.begin()->second));
  }
  return {};
}

Result<void> StatisticsCounter::remove_if_empty(const std::string& pk, const std::string& sk) {
  store::DeleteRequest request;
  request.table = context_.tables.norn();
  request.key = apps::key_of(pk, sk);
  request.placeholders.values.emplace(":none", store::Value::number(0));
  for (const std::string& name : amounts_at(sk)) {
    if (!request.condition.empty()) request.condition += " AND ";
    request.condition += fmt::format("(attribute_not_exists(#{0}) OR #{0} <= :none)", name);
    request.placeholders.names.emplace("#" + name, name);
  }
  const auto removed = context_.store.remove(request);
  if (!removed && removed.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(removed.error());
  }
  return {};
}

Result<void> StatisticsCounter::find_empty_projects() {
  std::vector<std::string> empty;
  const auto look = [&](store::ItemView item) -> Result<void> {
    const std::string sk = apps::text_of(item, "SK");
    const auto names = amounts_at(sk);
    if (std::ranges::all_of(names, [&](const auto& name) { return amount_of(item, name) == 0; })) {
      empty.push_back(sk);
    }
    return {};
  };
  // '$' comes right after '#'.
  NORN_TRY(apps::query_each(
      context_.store,
      query_statistics(context_, keys::kStatistics, keys::kProjectPrefix, "PROJECT$"), look));
  for (const std::string& sk : empty) {
    lessened_.emplace(keys::kStatistics, sk);
    const std::string pk = keys::statistics_of(keys::after(keys::kProjectPrefix, sk));
    NORN_TRY(apps::query_each(context_.store,
                              query_statistics(context_, pk, keys::kDayPrefix, "DUE$"),
                              [&](store::ItemView item) -> Result<void> {
                                lessened_.emplace(pk, apps::text_of(item, "SK"));
                                return {};
                              }));
  }
  return {};
}

void StatisticsCounter::start_recount() {
  recounted_.clear();
  tally_ = {};
}

std::optional<std::pair<ProjectCounts*, StatisticsPart>> StatisticsCounter::counted_as(
    store::ItemView item) {
  const auto part = statistics_part(item);
  if (!part) return std::nullopt;
  return std::pair(&recounted_[part->project_id], part->part);
}

Result<void> StatisticsCounter::recount(store::ItemView item) {
  if (const auto counted = counted_as(item)) tally_.scanned(item, *counted);
  return {};
}

Result<void> StatisticsCounter::recount_changed(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    tally_.changed(record.keys, record.new_image ? counted_as(*record.new_image) : std::nullopt);
  }
  return {};
}

Result<bool> StatisticsCounter::finish_recount(const Action& unmoved) {
  std::exchange(tally_, {}).visit([](const auto& counted) {
    counted.first->add(counted.second, 1);
  });
  const Counts counts = std::exchange(recounted_, {});
  NORN_ASSIGN(auto outdated, stored_keys(counts));
  std::vector<Action> writes;
  for (const auto& [project_id, of_project] : counts) {
    for (const auto& [key, amounts] : items_of_counts(project_id, of_project)) {
      writes.push_back(put_amounts(context_, key, amounts));
      outdated.erase(key);
    }
  }
  for (const auto& [pk, sk] : outdated) {
    store::DeleteRequest request;
    request.table = context_.tables.norn();
    request.key = apps::key_of(pk, sk);
    writes.emplace_back(std::move(request));
  }
  return apps::write_while(context_.store, unmoved, std::move(writes));
}

Result<std::set<StatisticsKey>> StatisticsCounter::stored_keys(const Counts& counts) {
  std::set<StatisticsKey> stored;
  std::set<std::string> project_ids;
  for (const auto& [project_id, of_project] : counts) project_ids.insert(project_id);
  const auto collect = [&](std::string_view pk) {
    store::QueryRequest request;
    request.table = context_.tables.norn();
    request.key_condition = "PK = :pk";
    request.projection = "PK, SK";
    request.placeholders.values = {{":pk", pk}};
    request.consistent = true;
    return apps::query_each(context_.store, std::move(request),
                            [&](store::ItemView item) -> Result<void> {
                              stored.emplace(apps::text_of(item, "PK"), apps::text_of(item, "SK"));
                              return {};
                            });
  };
  NORN_TRY(collect(keys::kStatistics));
  for (const auto& [pk, sk] : stored) {
    project_ids.insert(keys::after(keys::kProjectPrefix, sk));
  }
  for (const std::string& id : project_ids) NORN_TRY(collect(keys::statistics_of(id)));
  return stored;
}

Result<int64_t> Statistics::overdue(const std::string& project_id, const ical::TimeZone& zone) {
  // Somewhere on earth it may still be the day before.
  const int64_t now_ms = context_.clock.now_ms();
  const std::string end = timestamp_s(now_ms + kMsPerDay);
  const TaskFilter filter = {.due = DueFilter::kOverdue, .zone = zone};
  int64_t count = 0;
  NORN_TRY(apps::query_each(context_.store,
                            query_statistics(context_, keys::statistics_of(project_id),
                                             keys::kDuePrefix, keys::join(keys::kDuePrefix, end)),
                            [&](store::ItemView item) -> Result<void> {
                              Task task;
                              task.due_date =
                                  keys::after(keys::kDuePrefix, apps::text_of(item, "SK"));
                              if (matches(filter, task, now_ms)) count += amount_of(item, "open");
                              return {};
                            }));
  return count;
}

Result<std::map<int64_t, DayCounts>> Statistics::days_since(const std::string& project_id,
                                                            Date first) {
  std::map<int64_t, DayCounts> days;
  NORN_TRY(apps::query_each(
      context_.store,
      query_statistics(context_, keys::statistics_of(project_id),
                       keys::join(keys::kDayPrefix, date_text(first)),
                       keys::join(keys::kDayPrefix, "9999-12-31")),
      [&](store::ItemView item) -> Result<void> {
        const auto date = parse_date(keys::after(keys::kDayPrefix, apps::text_of(item, "SK")));
        if (!date) return {};
        days[date->time_since_epoch().count()] = {
            amount_of(item, "created"), amount_of(item, "completed"), amount_of(item, "repeated")};
        return {};
      }));
  return days;
}

Result<StatisticsView> Statistics::of_project(const std::string& user_id,
                                              const std::string& project_id,
                                              const StatisticsQuery& query) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
  StatisticsView view;
  NORN_ASSIGN(const auto items,
              apps::get_all(context_.store, context_.tables.norn(),
                            {apps::key_of(keys::kStatistics, keys::project(project_id))}));
  int64_t total = 0;
  for (size_t i = 0; i < kStatusCount && !items.empty(); ++i) {
    view.tasks[i] = amount_of(items.front(), to_text(kStatuses[i]));
    total += view.tasks[i];
    StatisticsView::Column& column = view.columns[i];
    column.stays = amount_of(items.front(), stays_name(kStatuses[i]));
    if (column.stays > 0) {
      column.average_seconds = amount_of(items.front(), seconds_name(kStatuses[i])) / column.stays;
    }
  }
  NORN_ASSIGN(view.overdue, overdue(project_id, query.zone));
  const int64_t today = day_at(context_.clock.now_ms());
  const std::chrono::weekday weekday(date_of(today));
  const auto since_start =
      (weekday - std::chrono::weekday(static_cast<unsigned>(query.week_start))).count();
  const int64_t weeks = std::clamp<int64_t>(query.weeks, 1, kMaxStatisticsWeeks);
  const int64_t first = today - since_start - (weeks - 1) * kDaysOfWeek;
  NORN_ASSIGN(auto days, days_since(project_id, date_of(first)));
  for (int64_t week = 0; week < weeks; ++week) {
    StatisticsView::Week& one = view.weeks.emplace_back();
    one.start = date_of(first + week * kDaysOfWeek);
    for (int64_t day = 0; day < kDaysOfWeek; ++day) {
      const DayCounts& counts = days[first + week * kDaysOfWeek + day];
      one.counts.created += counts.created;
      one.counts.completed += counts.completed;
      one.counts.repeated += counts.repeated;
    }
  }
  // Backwards from what there is now.
  int64_t remaining = total - view.tasks[static_cast<size_t>(TaskStatus::kDone)];
  for (int64_t day = today; day >= first; --day) {
    view.days.push_back(
        {date_of(day), std::max<int64_t>(0, remaining), std::max<int64_t>(0, total)});
    remaining -= days[day].created - days[day].completed;
    total -= days[day].created;
  }
  std::ranges::reverse(view.days);
  return view;
}

}  // namespace norn::projects
