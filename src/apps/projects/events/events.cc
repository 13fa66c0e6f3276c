#include "apps/projects/events/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "apps/projects/bin/project_bin.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/render.h"
#include "apps/projects/sentences.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

constexpr int64_t kMsPerMinute = 60'000;
constexpr size_t kMaxEventRelations = 2 * kMaxProjectsPerEvent;

const std::vector<std::string>& told_of_event() {
  static const std::vector<std::string> names = {"title",  "description", "startDate", "endDate",
                                                 "allDay", "color",       "projectId"};
  return names;
}

Activity event_activity(ActivityAction action, const std::string& user_id, const Event& event,
                        std::string details) {
  Activity activity;
  activity.action = action;
  activity.entity_type = "EVENT";
  activity.entity_id = event.id;
  activity.user_id = user_id;
  activity.details = std::move(details);
  activity.project_id = event.project_id;
  return activity;
}

store::Item event_key(const std::string& event_id) {
  return thing_key(keys::event(event_id));
}

int64_t minutes_of(const Event& event) {
  return (event.end_ms() - event.start_ms() + kMsPerMinute - 1) / kMsPerMinute;
}

// A time, or the day of an all-day event.
std::string start_text(const Event& event) {
  constexpr size_t kDayCharacters = 10;
  return event.all_day ? event.start_date.substr(0, kDayCharacters) : event.start_date;
}

// An all-day event has midnights, whatever time of day was given.
void settle_times(Event& event) {
  if (!event.all_day) return;
  constexpr size_t kDateCharacters = 10;
  for (std::string* const time : {&event.start_date, &event.end_date}) {
    *time = time->substr(0, kDateCharacters) + "T00:00:00Z";
  }
}

Result<void> check_event(const Event& event) {
  if (whole_seconds(event.start_date) != event.start_date)
    return invalid("startDate", apps::kUtcForm);
  if (whole_seconds(event.end_date) != event.end_date) return invalid("endDate", apps::kUtcForm);
  if (event.end_ms() < event.start_ms()) return invalid("endDate", kProjectEventEnd);
  if (event.end_ms() - event.start_ms() > kMaxEventDays * kMsPerDay) {
    return invalid("endDate", kProjectEventTooLong(kMaxEventDays));
  }
  return {};
}

// The projects that an event of another program is in, if it does not tell: an index finds the
// relations and the table confirms them.
Result<std::vector<std::string>> related_projects(const Context& context,
                                                  const std::string& event_id) {
  NORN_ASSIGN(const auto relations, indexed_keys(context, keys::event(event_id),
                                                 keys::kProjectPrefix, kMaxEventRelations));
  NORN_ASSIGN(const auto there, apps::get_all(context.store, context.tables.projects(), relations));
  std::vector<std::string> ids;
  for (const store::Item& relation : there) {
    ids.push_back(keys::after(keys::kProjectPrefix, apps::text_of(relation, "PK")));
  }
  std::ranges::sort(ids);
  return ids;
}

struct FoundEvent {
  store::Item item;
  Event event;
  Project project;  // The one in which the user was authorized.
};

// Reads an event and authorizes the user: for reading in any of its projects, otherwise in the one
// that it belongs to. Returns kNotFound of "event" if the user is a member of none.
Result<FoundEvent> find_event(const Context& context, const std::string& user_id,
                              const std::string& event_id, Right needed) {
  if (!apps::is_id(event_id)) return not_found(kEventNotFound);
  NORN_ASSIGN(auto item, find_item(context, event_key(event_id)));
  if (!item) return not_found(kEventNotFound);
  auto event = event_from(*item);
  NORN_ASSIGN(const auto ids, projects_in(context, *item, event_id));
  NORN_ASSIGN(const auto readable, readable_projects(context, user_id, ids));
  if (readable.empty()) return not_found(kEventNotFound);
  // What is wrong with an event that cannot be read is told to members only.
  if (!event) return std::unexpected(std::move(event).error());
  if (event->project_id.empty()) event->project_id = ids.front();
  event->project_ids = ids;
  if (needed == Right::kRead) return FoundEvent{std::move(*item), *event, readable.front()};
  NORN_ASSIGN(auto access,
              authorize_content(context, user_id, event->project_id, needed, kEventNotFound));
  return FoundEvent{std::move(*item), *std::move(event), std::move(access.project)};
}

// The first and the last moment that a key can have.
int64_t within_years(int64_t ms) {
  static const int64_t first = parse_timestamp_ms("0001-01-01T00:00:00Z").value();
  static const int64_t last = parse_timestamp_ms("9999-12-31T23:59:59Z").value();
  return std::clamp(ms, first, last);
}

// The event shows up in the ranges of the project: its dated relation, and the longest event.
void date_in(const Context& context, const Project& project, const Event& event, Changes& changes) {
  changes.add(put_any(context, dated_event(project.id, event)));
  const int64_t minutes = minutes_of(event);
  if (minutes > project.longest_event_minutes) {
    changes.add(raise_longest_event(context, project.id, minutes));
  }
  changes.needs_project(project.id);
}

Action remove_dated(const Context& context, const std::string& project_id, const Event& event) {
  return remove_any(context, dated_event(project_id, event));
}

std::unexpected<Error> stale_event(const Event& event) {
  std::string current;
  append_json(current, event);
  return stale("event", std::move(current), event.etag);
}

Result<std::optional<Event>> try_create_event(const Context& context, const std::string& user_id,
                                              const std::string& project_id,
                                              const EventInput& input,
                                              const apps::Creation& creation) {
  NORN_ASSIGN(const auto access,
              authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(auto found, find_event(context, user_id, *made, Right::kRead));
    return std::move(found.event);
  }
  NORN_TRY(context.quotas.check_new_in(keys::project(project_id), apps::kProjectEventsQuota));
  Event event;
  event.id = context.ids.uuid();
  event.title = input.title;
  event.description = input.description;
  event.start_date = input.start_date;
  event.end_date = input.end_date;
  event.all_day = input.all_day;
  event.color = input.color.value_or(access.project.color);
  event.project_id = project_id;
  event.project_ids = {project_id};
  event.created_at = event.updated_at = now_text(context);
  event.created_by = user_id;
  settle_times(event);
  NORN_TRY(check_event(event));
  Changes changes(context);
  add_new_event(context, access.project, event, changes);
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  changes.record(event_activity(ActivityAction::kCreate, user_id, event,
                                fmt::format("Created the event “{}”", event.title)));
  if (auto remembered = context.idempotency.remember(creation, event.id)) {
    changes.add(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, changes.write("event"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Event stored, event_from(to_item(event)));
  return stored;
}

Event patched(const Event& event, const EventPatch& patch) {
  Event next = event;
  if (patch.title) next.title = *patch.title;
  if (patch.description) next.description = *patch.description;
  if (patch.all_day) next.all_day = *patch.all_day;
  if (patch.color) next.color = *patch.color;
  if (patch.project_id) next.project_id = *patch.project_id;
  if (patch.start_date) {
    const auto before = parse_timestamp_ms(next.start_date);
    const auto after = parse_timestamp_ms(*patch.start_date);
    const auto end = parse_timestamp_ms(next.end_date);
    next.start_date = *patch.start_date;
    if (before && after && end) next.end_date = timestamp_s(*end + (*after - *before));
  }
  if (patch.end_date) next.end_date = *patch.end_date;
  settle_times(next);
  return next;
}

// Another project that the event is to belong to.
Result<void> check_home(const Context& context, const std::string& user_id, const Event& before,
                        const Event& next, Changes& changes) {
  if (next.project_id == before.project_id) return {};
  const auto& ids = before.project_ids;
  if (std::ranges::find(ids, next.project_id) == ids.end())
    return conflict("projectId", kEventNotInProject);
  NORN_TRY(authorize_content(context, user_id, next.project_id, Right::kWrite, kProjectNotFound));
  changes.needs_open_project(next.project_id);
  changes.needs_right(next.project_id, user_id, Right::kWrite);
  return {};
}

Result<std::optional<Event>> write_event(const Context& context, const std::string& user_id,
                                         const FoundEvent& found, Event next, Changes changes) {
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit change = edit(context, found.item, to_item(next), event_attributes());
  changes.add(std::move(change.action));
  Activity activity = event_activity(ActivityAction::kUpdate, user_id, next,
                                     fmt::format("Changed the event “{}”", next.title));
  activity.changes = differences(found.item, change.item, told_of_event());
  changes.record(std::move(activity));
  NORN_ASSIGN(const bool written, changes.write("event"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Event stored, event_from(change.item));
  return stored;
}

Result<std::optional<Event>> try_change_event(const Context& context, const std::string& user_id,
                                              const std::string& event_id, const EventPatch& patch,
                                              const std::string& etag) {
  NORN_ASSIGN(const auto found, find_event(context, user_id, event_id, Right::kWrite));
  const Event& before = found.event;
  if (before.etag != etag) return stale_event(before);
  Event next = patched(before, patch);
  if (next == before) return next;
  NORN_TRY(check_event(next));
  NORN_TRY(context.quotas.check_change_in(keys::project(before.project_id)));
  Changes changes(context);
  changes.needs_open_project(before.project_id);
  changes.needs_right(before.project_id, user_id, Right::kWrite);
  NORN_TRY(check_home(context, user_id, before, next, changes));
  const bool is_moved = next.start_ms() != before.start_ms();
  if (is_moved || minutes_of(next) > minutes_of(before)) {
    NORN_ASSIGN(const auto projects, projects_of(context, before));
    std::erase_if(next.project_ids, [&](const std::string& id) {
      return std::ranges::find(projects, id, &Project::id) == projects.end();
    });
    for (const Project& project : projects) {
      if (is_moved) changes.add(remove_dated(context, project.id, before));
      date_in(context, project, next, changes);
    }
  }
  return write_event(context, user_id, found, std::move(next), std::move(changes));
}

Result<std::optional<Done>> try_remove_event(const Context& context, const std::string& user_id,
                                             const std::string& event_id, const std::string& etag) {
  NORN_ASSIGN(const auto found, find_event(context, user_id, event_id, Right::kWrite));
  const Event& event = found.event;
  if (event.etag != etag) return stale_event(event);
  Changes changes(context);
  changes.add(remove_unchanged(context, found.item, event_attributes()));
  NORN_ASSIGN(const auto related, related_projects(context, event_id));
  std::set<std::string> ids(event.project_ids.begin(), event.project_ids.end());
  ids.insert(related.begin(), related.end());
  for (const std::string& id : ids) {
    changes.add(remove_any(context, apps::key_of(keys::project(id), keys::event(event_id))));
    changes.add(remove_dated(context, id, event));
  }
  changes.needs_open_project(event.project_id);
  changes.needs_right(event.project_id, user_id, Right::kWrite);
  changes.record(event_activity(ActivityAction::kDelete, user_id, event,
                                fmt::format("Deleted the event “{}”", event.title)));
  std::vector<Action> binning;
  NORN_TRY(bin_of(context).add({.owner = keys::project(event.project_id),
                                .id = event_id,
                                .kind = std::string(kBinnedEvent),
                                .title = event.title,
                                .starts_at = start_text(event),
                                .deleted_by = user_id,
                                .items = {{context.tables.projects(), found.item}}},
                               binning));
  changes.add_all(std::move(binning));
  NORN_ASSIGN(const bool written, changes.write("event"));
  if (!written) return std::nullopt;
  return Done{};
}

// An activity of a project in which an event is shown, or no longer.
Activity shown_activity(const std::string& user_id, const Event& event,
                        const std::string& project_id, bool is_shown) {
  Activity activity =
      event_activity(ActivityAction::kMove, user_id, event,
                     fmt::format("{} the event “{}”", is_shown ? "Added" : "Removed", event.title));
  activity.project_id = project_id;
  FieldChange change{.field = "projectIds", .from = std::nullopt, .to = std::nullopt};
  (is_shown ? change.to : change.from) = project_id;
  activity.changes.push_back(std::move(change));
  return activity;
}

Result<std::optional<Event>> try_show(const Context& context, const std::string& user_id,
                                      const std::string& event_id, const std::string& project_id,
                                      bool is_shown) {
  NORN_ASSIGN(const auto found, find_event(context, user_id, event_id, Right::kRead));
  NORN_ASSIGN(const auto access,
              authorize_content(context, user_id, project_id, Right::kWrite, kProjectNotFound));
  Event next = found.event;
  const bool is_in = std::ranges::find(next.project_ids, project_id) != next.project_ids.end();
  if (is_in == is_shown) return next;
  Changes changes(context);
  const store::Item relation = project_event(project_id, event_id, now_text(context));
  if (is_shown) {
    if (next.project_ids.size() >= kMaxProjectsPerEvent)
      return conflict(kEventInTooManyProjects(kMaxProjectsPerEvent));
    next.project_ids.push_back(project_id);
    changes.add(put_any(context, relation));
    date_in(context, access.project, next, changes);
  } else {
    if (next.project_id == project_id) return conflict(kEventBelongsHere);
    std::erase(next.project_ids, project_id);
    changes.add(remove_any(context, relation));
    changes.add(remove_dated(context, project_id, next));
  }
  changes.needs_open_project(project_id);
  changes.needs_right(project_id, user_id, Right::kWrite);
  changes.needs_right(found.project.id, user_id, Right::kRead);
  changes.record(shown_activity(user_id, next, project_id, is_shown));
  Edit change = edit(context, found.item, to_item(next), event_attributes());
  changes.add(std::move(change.action));
  NORN_ASSIGN(const bool written, changes.write("event"));
  if (!written) return std::nullopt;
  NORN_ASSIGN(Event stored, event_from(change.item));
  return stored;
}

int64_t midnight_ms(const EventDays& days, Date day) {
  const auto wall_s = std::chrono::duration_cast<std::chrono::seconds>(day.time_since_epoch());
  return days.zone.utc_of(wall_s.count()) * 1'000;
}

bool overlaps(const Event& event, const EventDays& days) {
  const Date after = days.to + std::chrono::days(1);
  if (event.all_day) {
    const auto ms = [](Date day) {
      return std::chrono::duration_cast<std::chrono::milliseconds>(day.time_since_epoch()).count();
    };
    return event.start_ms() < ms(after) && event.end_ms() > ms(days.from);
  }
  const int64_t begin = midnight_ms(days, days.from);
  if (event.start_ms() >= midnight_ms(days, after)) return false;
  return event.end_ms() > begin || event.start_ms() >= begin;
}

void sort_by_start(std::vector<Event>& events) {
  std::ranges::sort(events, {}, [](const Event& event) {
    return std::tuple<std::string_view, std::string_view>(event.start_date, event.id);
  });
}

Result<std::vector<Event>> read_events(const Context& context, const std::set<std::string>& ids) {
  std::vector<store::Item> wanted;
  for (const std::string& id : ids) wanted.push_back(event_key(id));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  return apps::readable(items, event_from);
}

// Adds the keys of the dated relations of a project around these days, without a prefix. A day on
// each side is for time zones.
Result<void> add_dated(const Context& context, const Project& project, const EventDays& days,
                       std::set<std::string>& dated) {
  const int64_t from_ms =
      midnight_ms(days, days.from) - kMsPerDay - project.longest_event_minutes * kMsPerMinute;
  const int64_t to_ms = midnight_ms(days, days.to + std::chrono::days(1)) + kMsPerDay;
  store::QueryRequest request;
  request.table = context.tables.projects();
  request.key_condition = "PK = :pk AND SK BETWEEN :from AND :to";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::project(project.id)},
                                 {":from", keys::dated_from(timestamp_s(within_years(from_ms)))},
                                 // '$' comes after the '#' of all keys of that second.
                                 {":to", keys::dated_from(timestamp_s(within_years(to_ms))) + "$"}};
  request.consistent = true;
  return apps::query_each(context.store, std::move(request),
                          [&](store::ItemView item) -> Result<void> {
                            std::string key = apps::text_of(item, "SK");
                            NORN_TRY(WorkBudget::collect(key.size()));
                            dated.insert(std::move(key));
                            return {};
                          });
}

Result<void> check_days(const EventDays& days) {
  if (days.to < days.from) return invalid("to", apps::kRangeEndsBeforeStart);
  if ((days.to - days.from).count() >= kMaxEventRangeDays)
    return invalid("to", apps::kRangeTooLong(kMaxEventRangeDays));
  return {};
}

// The events of these dated relations that overlap. A relation that is out of date does not count.
Result<std::vector<Event>> overlapping(const Context& context, const std::set<std::string>& dated,
                                       const EventDays& days) {
  std::set<std::string> ids;
  for (const std::string& key : dated) ids.insert(keys::last_part(key));
  NORN_ASSIGN(auto events, read_events(context, ids));
  std::erase_if(events, [&](const Event& event) {
    return !dated.contains(keys::dated(timestamp_s(event.start_ms()), event.id)) ||
           !overlaps(event, days);
  });
  sort_by_start(events);
  return events;
}

}  // namespace

Result<std::vector<std::string>> projects_in(const Context& context, store::ItemView item,
                                             const std::string& event_id) {
  const auto event = event_from(item);
  std::vector<std::string> ids = event ? event->project_ids : std::vector<std::string>();
  const std::string home = apps::text_of(item, "projectId");
  if (!event && apps::is_id(home)) ids.push_back(home);
  if (!apps::ItemReader(item).texts("projectIds").empty()) return ids;
  NORN_ASSIGN(const auto related, related_projects(context, event_id));
  for (const std::string& id : related) {
    if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  }
  return ids;
}

Result<std::vector<Project>> projects_of(const Context& context, const Event& event) {
  std::vector<store::Item> wanted;
  for (const std::string& id : event.project_ids) wanted.push_back(project_key(id));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  return apps::readable(items, project_from);
}

void place_event(const Context& context, const Project& project, const Event& event,
                 Changes& changes) {
  changes.add(put_any(context, project_event(project.id, event.id, event.created_at)));
  date_in(context, project, event, changes);
}

void add_new_event(const Context& context, const Project& project, const Event& event,
                   Changes& changes) {
  changes.add(put_new(context, to_item(event)));
  place_event(context, project, event, changes);
}

Result<Event> Events::get(const std::string& user_id, const std::string& event_id) {
  NORN_ASSIGN(auto found, find_event(context_, user_id, event_id, Right::kRead));
  return std::move(found.event);
}

Result<std::vector<Event>> Events::of_project(const std::string& user_id,
                                              const std::string& project_id) {
  NORN_TRY(authorize(context_, user_id, project_id, Right::kRead));
  NORN_ASSIGN(const auto relations,
              sort_keys(context_, keys::project(project_id), keys::kEventPrefix, kMaxListedTasks));
  std::set<std::string> ids;
  for (const std::string& relation : relations) {
    ids.insert(keys::after(keys::kEventPrefix, relation));
  }
  NORN_ASSIGN(auto events, read_events(context_, ids));
  sort_by_start(events);
  return events;
}

Result<std::vector<Event>> Events::in_project(const std::string& user_id,
                                              const std::string& project_id,
                                              const EventDays& days) {
  NORN_TRY(check_days(days));
  NORN_ASSIGN(const auto access, authorize(context_, user_id, project_id, Right::kRead));
  std::set<std::string> dated;
  NORN_TRY(add_dated(context_, access.project, days, dated));
  return overlapping(context_, dated, days);
}

Result<std::vector<Event>> Events::in_all(const std::string& user_id, const EventDays& days) {
  NORN_TRY(check_days(days));
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<std::string> ids;
  for (const Membership& one : memberships) ids.push_back(one.project_id);
  NORN_ASSIGN(const auto projects, readable_projects(context_, user_id, ids));
  std::set<std::string> dated;
  for (const Project& project : projects) NORN_TRY(add_dated(context_, project, days, dated));
  return overlapping(context_, dated, days);
}

Result<Event> Events::create(const std::string& user_id, const std::string& project_id,
                             const EventInput& input, const apps::Creation& creation) {
  NORN_TRY(check_color(input.color));
  return decide_and_write(
      [&] { return try_create_event(context_, user_id, project_id, input, creation); });
}

Result<Event> Events::change(const std::string& user_id, const std::string& event_id,
                             const EventPatch& patch, const std::string& etag) {
  NORN_TRY(check_color(patch.color));
  if (patch.project_id && !apps::is_id(*patch.project_id)) {
    return invalid("projectId", kIdOf("projectId", "a project"));
  }
  return decide_and_write(
      [&] { return try_change_event(context_, user_id, event_id, patch, etag); });
}

Result<void> Events::remove(const std::string& user_id, const std::string& event_id,
                            const std::string& etag) {
  const auto attempt = [&] { return try_remove_event(context_, user_id, event_id, etag); };
  NORN_TRY(decide_and_write(attempt));
  return {};
}

Result<Event> Events::add_to(const std::string& user_id, const std::string& event_id,
                             const std::string& project_id) {
  return decide_and_write([&] { return try_show(context_, user_id, event_id, project_id, true); });
}

Result<Event> Events::remove_from(const std::string& user_id, const std::string& event_id,
                                  const std::string& project_id) {
  return decide_and_write([&] { return try_show(context_, user_id, event_id, project_id, false); });
}

Result<void> keep_dated(const Context& context, const std::string& event_id,
                        const std::optional<std::string>& old_start) {
  NORN_ASSIGN(const auto ids, related_projects(context, event_id));
  NORN_ASSIGN(const auto item, find_item(context, event_key(event_id)));
  const auto event = item ? event_from(*item) : Result<Event>(not_found(kEventNotFound));
  for (const std::string& id : ids) {
    std::vector<Action> actions;
    const std::string start = event ? timestamp_s(event->start_ms()) : "";
    if (old_start && *old_start != start) {
      actions.push_back(
          remove_any(context, apps::key_of(keys::project(id), keys::dated(*old_start, event_id))));
    }
    if (event) {
      actions.push_back(put_any(context, dated_event(id, *event)));
      actions.push_back(is_there(context, project_key(id)));
    }
    if (!actions.empty()) NORN_TRY(apps::write_all(context.store, std::move(actions)));
    if (!event || minutes_of(*event) == 0) continue;
    const auto raised = context.store.update(raise_longest_event(
        context, id, std::min(minutes_of(*event), kMaxEventDays * kMsPerDay / kMsPerMinute)));
    // If the condition fails, the project is gone or its value is as high.
    if (!raised && raised.error().code != ErrorCode::kConditionalCheckFailed) {
      return std::unexpected(raised.error());
    }
  }
  return {};
}

}  // namespace norn::projects
