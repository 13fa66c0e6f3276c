#include "apps/projects/agenda.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "apps/projects/keys.h"
#include "apps/shared/items.h"
#include "base/time_text.h"

namespace norn::projects {
namespace {

using ById = std::map<std::string, const Access*, std::less<>>;

ById accesses_by_id(const std::vector<Access>& projects) {
  ById all;
  for (const Access& access : projects) all.emplace(access.project.id, &access);
  return all;
}

bool may_write_in(const Access* access) {
  return access != nullptr && access->membership.rights().has(Right::kWrite) &&
         access->project.status != ProjectStatus::kArchived;
}

const Access* accessible(const ById& projects, std::string_view id) {
  const auto found = projects.find(id);
  return found != projects.end() ? found->second : nullptr;
}

// The index that leads to the projects may be behind what tasks and events say.
agenda::Owner agenda_owner(const std::string& project_id, const Access* access) {
  return {.kind = "project",
          .id = project_id,
          .name = access != nullptr ? access->project.name : std::string()};
}

int64_t seconds_at(std::string_view timestamp) {
  return parse_timestamp_ms(timestamp).value_or(0) / kMsPerSecond;
}

Date day_of_second(int64_t second) {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(second)));
}

// A due date that stands for its whole day is that day wherever the reader is.
agenda::Times due_times(std::string_view due_date, const agenda::Query& query) {
  const int64_t due_s = seconds_at(due_date);
  if (!is_whole_day(due_date)) return query.timed(due_s, std::nullopt);
  return agenda::Query::days(day_of_second(due_s), day_of_second(due_s));
}

agenda::Item task_item(const Access* access, const Task& task) {
  agenda::Item item;
  item.kind = agenda::Kind::kTask;
  item.app = "projects";
  item.id = task.id;
  item.title = task.title;
  item.owner = agenda_owner(task.project_id, access);
  item.self = "/api/v1/tasks/" + task.id;
  const bool may = may_write_in(access);
  item.rights = {.change = may, .move = may, .complete = may, .remove = may};
  item.etag = task.etag;
  if (access != nullptr) item.color = access->project.color;
  if (task.assignee_id) item.people.push_back(*task.assignee_id);
  item.task = agenda::TaskState{.done = task.status == TaskStatus::kDone,
                                .status = std::string(to_text(task.status)),
                                .priority = std::string(to_text(task.priority))};
  return item;
}

// A day that is planned starts so, and its last one ends as a due date that stands for its day.
constexpr std::string_view kStartOfPlannedDay = "T00:00:00Z";

// Planned days are those days wherever the reader is. Without an end it is one.
std::optional<agenda::Times> planned_times(const Task& task, const agenda::Query& query) {
  if (!task.planned_start) return std::nullopt;
  const auto& end = task.planned_end;
  const int64_t start_s = seconds_at(*task.planned_start);
  const bool is_in_days =
      task.planned_start->ends_with(kStartOfPlannedDay) && (!end || is_whole_day(*end));
  if (is_in_days) {
    const int64_t last_s = end ? std::max(start_s, seconds_at(*end)) : start_s;
    return agenda::Query::days(day_of_second(start_s), day_of_second(last_s));
  }
  return query.timed(start_s, end ? std::optional(seconds_at(*end)) : std::nullopt);
}

// The last day on which something is. What ends at midnight has nothing of the next day.
Date last_day_of(const agenda::Times& times) {
  const int64_t end_s = times.end_s.value_or(times.start_s);
  return day_of_second(std::max(times.start_s, end_s - 1));
}

// The task where it is planned and where it is due; today if it is late, or left over from the days
// for which it was planned, unless it is due today and is there anyway.
void add_agenda_task(const Access* access, const Task& task, const agenda::Query& query,
                     std::vector<agenda::Item>& items) {
  agenda::Item item = task_item(access, task);
  agenda::TaskState& state = *item.task;
  if (task.due_date) state.due = due_times(*task.due_date, query);
  state.planned = planned_times(task, query);
  const auto add = [&](agenda::TaskAs as, const agenda::Times& times) {
    if (!query.overlaps(times)) return;
    agenda::Item& added = items.emplace_back(item);
    added.task->as = as;
    added.times = times;
    added.rights.resize = as == agenda::TaskAs::kPlanned && added.rights.move;
  };
  const bool is_open_today = !state.done && query.has(query.today);
  const std::optional<Date> due =
      state.due ? std::optional(day_of_second(state.due->start_s)) : std::nullopt;
  const bool is_late = is_open_today && due && *due < query.today;
  const bool is_left = is_open_today && state.planned && due != query.today &&
                       last_day_of(*state.planned) < query.today;
  if (is_late || is_left) {
    add(agenda::TaskAs::kOverdue, agenda::Query::days(query.today, query.today));
  }
  if (state.due && !is_late) add(agenda::TaskAs::kDue, *state.due);
  if (state.planned) add(agenda::TaskAs::kPlanned, *state.planned);
}

// Of all-day events the times are days, wherever the reader is.
agenda::Times event_times(const Event& event, const agenda::Query& query) {
  const int64_t start_s = event.start_ms() / kMsPerSecond;
  const int64_t end_s = event.end_ms() / kMsPerSecond;
  if (event.all_day) return {.all_day = true, .start_s = start_s, .end_s = end_s};
  return query.timed(start_s, end_s > start_s ? std::optional(end_s) : std::nullopt);
}

// It belongs to a project that the reader may not be in, and is shown in one of theirs.
agenda::Item event_item(const ById& projects, const Event& event, const agenda::Query& query) {
  const Access* const home = accessible(projects, event.project_id);
  const Access* shown_in = home;
  for (const std::string& id : event.project_ids) {
    if (shown_in == nullptr) shown_in = accessible(projects, id);
  }
  agenda::Item item;
  item.kind = agenda::Kind::kEvent;
  item.app = "projects";
  item.id = event.id;
  item.title = event.title;
  item.times = event_times(event, query);
  item.owner =
      agenda_owner(shown_in != nullptr ? shown_in->project.id : event.project_id, shown_in);
  item.self = "/api/v1/project-events/" + event.id;
  const bool may = may_write_in(home);
  item.rights = {.change = may, .move = may, .resize = may, .remove = may};
  item.etag = event.etag;
  item.color = event.color;
  if (event.created_by) item.people.push_back(*event.created_by);
  return item;
}

// Relations and memberships are found by their partitions, and tasks by the person who is assigned
// in them. Projects and events that change concern all: a project may have come back from the bin,
// with its members, and an event does not know all projects that have a relation to it.
void agenda_owners_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  const std::string pk = apps::text_of(record.keys, "PK");
  const std::string sk = apps::text_of(record.keys, "SK");
  owners.push_back(pk);
  if (sk == pk && (pk.starts_with(keys::kProjectPrefix) || pk.starts_with(keys::kEventPrefix))) {
    owners.emplace_back(agenda::kEverything);
  }
  if (sk.starts_with(keys::kMemberPrefix)) {
    owners.push_back(keys::user(keys::after(keys::kMemberPrefix, sk)));
  }
  for (const auto& image : {record.old_image, record.new_image}) {
    if (!image) continue;
    owners.push_back(apps::text_of(*image, "GSI1PK"));
    if (pk.starts_with(keys::kTaskPrefix)) {
      owners.push_back(keys::user(apps::text_of(*image, "assigneeId")));
    }
  }
}

}  // namespace

Result<agenda::Part> ProjectAgenda::items(const std::string& user_id, const agenda::Query& query) {
  agenda::Part part;
  NORN_ASSIGN(const auto all, projects_.list(user_id));
  const ById projects = accesses_by_id(all);
  part.owners.push_back(keys::user(user_id));
  for (const auto& [id, access] : projects) part.owners.push_back(keys::project(id));
  if (query.kinds.has(agenda::Kind::kTask)) {
    NORN_ASSIGN(const auto tasks, lists_.of_assignee(user_id, user_id, {}));
    for (const Task& task : tasks) {
      add_agenda_task(accessible(projects, task.project_id), task, query, part.items);
    }
  }
  if (query.kinds.has(agenda::Kind::kEvent)) {
    NORN_ASSIGN(const auto events,
                events_.in_all(user_id, {.from = query.from, .to = query.to, .zone = query.zone}));
    for (const Event& event : events) {
      part.items.push_back(event_item(projects, event, query));
    }
  }
  return part;
}

Result<std::vector<agenda::Item>> ProjectAgenda::unscheduled(const std::string& user_id,
                                                             size_t limit) {
  NORN_ASSIGN(const auto all, projects_.list(user_id));
  const ById projects = accesses_by_id(all);
  TaskFilter filter;
  filter.due = DueFilter::kNone;
  NORN_ASSIGN(const auto tasks, lists_.of_assignee(user_id, user_id, filter));
  std::vector<agenda::Item> items;
  for (const Task& task : tasks) {
    if (task.status == TaskStatus::kDone || task.planned_start || items.size() == limit) continue;
    items.push_back(task_item(accessible(projects, task.project_id), task));
  }
  return items;
}

std::vector<agenda::Watched> ProjectAgenda::watched() const {
  return {{context_.tables.projects(), agenda_owners_of}};
}

}  // namespace norn::projects
