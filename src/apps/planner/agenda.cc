#include "apps/planner/agenda.h"

#include <optional>
#include <set>
#include <string_view>

#include "apps/events/series/when.h"
#include "apps/planner/keys.h"
#include "apps/planner/preferences.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
#include "ical/civil.h"

namespace norn::planner {
namespace {

agenda::Times invited_times(const When& when, const agenda::Query& query) {
  agenda::Times times;
  const Instants wall = wall_times_of(when, query.zone);
  times.all_day = when.kind == TimeKind::kAllDay;
  times.start_s = wall.start_s;
  if (when.duration_s() > 0) times.end_s = wall.end_s;
  if (times.all_day && !times.end_s) times.end_s = times.start_s + ical::kDaySeconds;
  if (times.all_day) return times;
  const Instants instants = instants_of(when, query.zone);
  times.start_utc_s = instants.start_s;
  if (times.end_s) times.end_utc_s = instants.end_s;
  return times;
}

// What another one has invited the person to: they may answer it, and nothing else.
agenda::Item invited_item(const std::string& user_id, const Invitations::Days& days,
                          const InvitedOccurrence& occurrence, const agenda::Query& query) {
  const Invitation& invitation = days.invitations[occurrence.invitation];
  const Details& details = days.details_of(occurrence);
  const auto* const event = std::get_if<Event>(&invitation.event);
  agenda::Item item;
  item.kind = agenda::Kind::kEvent;
  item.app = "planner";
  item.id = occurrence.id;
  item.title = details.title;
  item.times = invited_times(occurrence.when, query);
  item.owner = {.kind = "person", .id = invitation.organizer_id, .name = invitation.organizer};
  item.self = "/api/v1/planner/invitations/" + invitation.owner_id + "/" + invitation.event_id();
  item.rights = {.answer = true};
  item.color = details.color.value_or("");
  item.location = details.location.value_or("");
  item.people = {user_id};
  item.uid = event != nullptr ? event->ical.uid : std::get<Master>(invitation.event).ical.uid;
  if (event == nullptr) item.series_id = invitation.event_id();
  if (details.status != Status::kConfirmed) item.status = to_text(details.status);
  item.answer = to_text(invitation.guest.answer);
  return item;
}

agenda::Times task_times(const TaskTime& time, std::optional<int64_t> minutes,
                         const agenda::Query& query) {
  if (time.is_day) {
    const Date day = day_of(time, query.zone);
    return agenda::Query::days(day, day);
  }
  return query.timed(time.at_s, minutes ? std::optional(time.at_s + *minutes * 60) : std::nullopt);
}

agenda::Item task_item(const std::string& user_id, const Task& task) {
  agenda::Item item;
  item.kind = agenda::Kind::kTask;
  item.app = "planner";
  item.id = task.id;
  item.title = task.title;
  item.owner = {.kind = "person", .id = user_id};
  item.self = "/api/v1/planner/tasks/" + task.id;
  item.rights = {.change = true, .move = true, .complete = true, .remove = true};
  item.etag = etag_of(task);
  item.color = task.color.value_or("");
  item.people = {user_id};
  item.uid = task.ical_uid;
  item.task =
      agenda::TaskState{.done = task.is_done(),
                        .status = task.is_done() ? "DONE" : "TODO",
                        .priority = task.priority ? std::string(to_text(*task.priority)) : ""};
  return item;
}

// The task where it is planned and where it is due; today if it is late, or left over from a day
// before, unless it is due today and is there anyway.
void add_task_items(const std::string& user_id, const Task& task, const agenda::Query& query,
                    std::vector<agenda::Item>& items) {
  agenda::Item item = task_item(user_id, task);
  agenda::TaskState& state = *item.task;
  if (task.due) state.due = task_times(*task.due, std::nullopt, query);
  if (task.planned) state.planned = task_times(*task.planned, task.planned_minutes, query);
  const auto add = [&](agenda::TaskAs as, const agenda::Times& times) {
    if (!query.overlaps(times)) return;
    agenda::Item& added = items.emplace_back(item);
    added.task->as = as;
    added.times = times;
    added.rights.resize = as == agenda::TaskAs::kPlanned;
  };
  const auto day_in_zone = [&](const std::optional<TaskTime>& time) {
    return time ? std::optional(day_of(*time, query.zone)) : std::nullopt;
  };
  const std::optional<Date> due = day_in_zone(task.due);
  const std::optional<Date> planned = day_in_zone(task.planned);
  const bool is_open_today = !task.is_done() && query.has(query.today);
  const bool is_late = is_open_today && due && *due < query.today;
  const bool is_left = is_open_today && planned && *planned < query.today && due != query.today;
  if (is_late || is_left) {
    add(agenda::TaskAs::kOverdue, agenda::Query::days(query.today, query.today));
  }
  if (state.due && !is_late) add(agenda::TaskAs::kDue, *state.due);
  if (state.planned) add(agenda::TaskAs::kPlanned, *state.planned);
}

void partition_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  owners.push_back(apps::text_of(record.keys, "PK"));
}

}  // namespace

events::AgendaOrigin agenda_origin(const std::string& user_id) {
  return {.partition = user_id,
          .app = "planner",
          .owner = {.kind = "person", .id = user_id},
          .path = "/api/v1/planner/events/",
          .rights = {.change = true, .move = true, .resize = true, .remove = true},
          .people = {user_id}};
}

Result<agenda::Part> PlannerAgenda::items(const std::string& user_id, const agenda::Query& query) {
  agenda::Part part;
  part.owners.push_back(keys::user(user_id));
  if (query.kinds.has(agenda::Kind::kEvent)) {
    NORN_TRY(add_events(user_id, query, part));
    NORN_TRY(add_invitations(user_id, query, part));
  }
  if (query.kinds.has(agenda::Kind::kTask)) NORN_TRY(add_tasks(user_id, query, part));
  return part;
}

Result<void> PlannerAgenda::add_tasks(const std::string& user_id, const agenda::Query& query,
                                      agenda::Part& part) {
  NORN_ASSIGN(const TasksOfDays found,
              tasks_.between(user_id, {.from = query.from, .to = query.to}, query.zone));
  std::set<std::string_view> added;
  for (const std::vector<Task>* const tasks : {&found.on_days, &found.waiting}) {
    for (const Task& task : *tasks) {
      if (!added.insert(task.id).second) continue;
      add_task_items(user_id, task, query, part.items);
      if (task.ttl) part.can_be_kept = false;
    }
  }
  return {};
}

Result<std::vector<agenda::Item>> PlannerAgenda::unscheduled(const std::string& user_id,
                                                             size_t limit) {
  NORN_ASSIGN(const auto tasks, tasks_.unscheduled(user_id, limit));
  std::vector<agenda::Item> items;
  for (const Task& task : tasks) items.push_back(task_item(user_id, task));
  return items;
}

Result<void> PlannerAgenda::add_events(const std::string& user_id, const agenda::Query& query,
                                       agenda::Part& part) {
  return events::add_agenda_items(views_, agenda_origin(user_id), query, part);
}

Result<void> PlannerAgenda::add_invitations(const std::string& user_id, const agenda::Query& query,
                                            agenda::Part& part) {
  NORN_ASSIGN(const auto days, invitations_.between(user_id, query.from, query.to, query.zone));
  std::set<std::string> owners;
  for (const std::string& owner_id : days.owner_ids) {
    owners.insert(keys::user(owner_id));
    // Whether a calendar is there, and the person is a member, is beside the events.
    if (auto shared = apps::item_of_shared(owner_id)) owners.insert(*std::move(shared));
  }
  // Who has invited is named as their account is.
  for (const Invitation& one : days.invitations) owners.insert(keys::user(one.organizer_id));
  part.owners.insert(part.owners.end(), owners.begin(), owners.end());
  if (days.can_change_otherwise) part.can_be_kept = false;
  for (const InvitedOccurrence& occurrence : days.occurrences) {
    NORN_TRY(part.add(invited_item(user_id, days, occurrence, query)));
  }
  return {};
}

Result<std::optional<agenda::OwnZone>> PlannerAgenda::own_zone(const std::string& user_id) {
  NORN_ASSIGN(const Meta meta, read_meta(context_, user_id));
  return agenda::OwnZone{.tzid = meta.preferences.default_tzid, .owners = {keys::user(user_id)}};
}

std::vector<agenda::Watched> PlannerAgenda::watched() const {
  // Calendars and accounts are in one table.
  return {{context_.tables.planner(), partition_of}, {context_.tables.calendars(), partition_of}};
}

}  // namespace norn::planner
