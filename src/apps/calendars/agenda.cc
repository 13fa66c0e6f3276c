#include "apps/calendars/agenda.h"

#include <optional>
#include <utility>
#include <variant>

#include "apps/calendars/entries/range.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/events/keys.h"
#include "apps/events/model.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "base/work_budget.h"
#include "ical/civil.h"

namespace norn::calendars {
namespace {

agenda::Times agenda_times(const Entry& entry, const agenda::Query& query) {
  const auto* const timed = std::get_if<Timed>(&entry.kind);
  if (timed == nullptr) return agenda::Query::days(entry.date, entry.last_day());
  const int64_t midnight_s = entry.date.time_since_epoch().count() * ical::kDaySeconds;
  const int start_s = parse_time_of_day_s(timed->start).value_or(0);
  const int end_s = parse_time_of_day_s(timed->end).value_or(start_s);
  agenda::Times times;
  times.start_s = midnight_s + start_s;
  if (end_s > start_s) times.end_s = midnight_s + end_s;
  times.start_utc_s = query.zone.utc_of(times.start_s);
  if (times.end_s) times.end_utc_s = query.zone.utc_of(*times.end_s);
  return times;
}

// Of what has a duration.
agenda::Rights rights_of(const Access& access) {
  if (access.membership.role < Role::kWriter) return {};
  return {.change = true, .move = true, .resize = true, .remove = true};
}

agenda::Item agenda_item(const Access& access, Entry entry, const agenda::Query& query) {
  agenda::Item item;
  item.app = "calendars";
  item.times = agenda_times(entry, query);
  item.owner = {.kind = "calendar", .id = access.calendar.id, .name = access.calendar.name};
  item.self = "/api/v1/entries/" + entry.id;
  item.etag = etag_of(entry);
  if (const auto* const task = std::get_if<Task>(&entry.kind)) {
    item.kind = agenda::Kind::kTask;
    item.task = agenda::TaskState{.done = task->completed, .due = item.times};
  } else {
    item.kind = agenda::Kind::kEntry;
  }
  item.rights = rights_of(access);
  if (item.task) std::swap(item.rights.resize, item.rights.complete);
  if (entry.created_by) item.people.push_back(*std::move(entry.created_by));
  item.id = std::move(entry.id);
  item.title = std::move(entry.title);
  item.color = std::move(entry.color);
  item.location = std::move(entry.location).value_or("");
  return item;
}

// The entry where it is; an open task of a day before today on today, if that is among the days.
agenda::Item placed_item(const Access& access, Entry entry, const agenda::Query& query) {
  agenda::Item item = agenda_item(access, std::move(entry), query);
  const agenda::Times today = agenda::Query::days(query.today, query.today);
  const bool is_late = item.task && !item.task->done && item.times.start_s < today.start_s;
  if (is_late && query.has(query.today)) {
    item.task->as = agenda::TaskAs::kOverdue;
    item.times = today;
  }
  return item;
}

// A member's calendars are found by the index, and their roles are in the table. A calendar that is
// changed concerns all: it may have come back from the bin, with its members.
void agenda_owners_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  for (const auto& image : {record.old_image, record.new_image}) {
    if (!image) continue;
    owners.push_back(apps::text_of(*image, "GSI1PK"));
    const std::string pk = apps::text_of(*image, "PK");
    const std::string sk = apps::text_of(*image, "SK");
    if (!pk.starts_with(keys::kCalendarPrefix)) continue;
    if (sk.starts_with(keys::kMemberPrefix)) {
      owners.push_back(keys::user(sk.substr(keys::kMemberPrefix.size())));
    } else if (sk == pk) {
      owners.emplace_back(agenda::kEverything);
    }
  }
}

// A calendar's events are in a table of their own, under the same owner; those of a subscription
// are under their partition.
void owners_of_events(const store::StreamRecord& record, std::vector<std::string>& owners) {
  std::string partition = apps::text_of(record.keys, "PK");
  const std::string calendar_id = calendar_of_partition(partition);
  owners.push_back(calendar_id.empty() ? std::move(partition) : keys::calendar(calendar_id));
}

void owners_of_subscriptions(const store::StreamRecord& record, std::vector<std::string>& owners) {
  if (!apps::text_of(record.keys, "SK").starts_with(kSubscriptionPrefix)) return;
  owners.push_back(apps::text_of(record.keys, "PK"));
}

// Adds a calendar by `add`. One that cannot be read is left out whole, and named.
template <typename Add>
Result<void> add_or_leave_out(const agenda::Owner& owner, agenda::Part& part, const Add& add) {
  const size_t before = part.items.size();
  Result<void> added = add();
  if (added || !is_of_calendar_alone(added.error())) return added;
  part.items.erase(part.items.begin() + static_cast<ptrdiff_t>(before), part.items.end());
  part.failed.push_back({.owner = owner, .error = std::move(added).error()});
  return {};
}

}  // namespace

bool is_of_calendar_alone(const Error& error) {
  return fault_of(error) != nullptr && WorkBudget::check().has_value();
}

events::AgendaOrigin agenda_origin(const Access& access) {
  const std::string& id = access.calendar.id;
  return {.partition = event_partition(id),
          .app = "calendars",
          .owner = {.kind = "calendar", .id = id, .name = access.calendar.name},
          .path = "/api/v1/calendars/" + id + "/events/",
          .rights = rights_of(access),
          .color = access.calendar.color,
          .reader = access.membership.user_id};
}

// Nobody here can change them.
Result<void> CalendarAgenda::add_subscribed(const std::string& user_id, const agenda::Query& query,
                                            agenda::Part& part) {
  NORN_ASSIGN(const auto subscriptions, subscriptions_->list(user_id));
  for (const Subscription& subscription : subscriptions) {
    const events::AgendaOrigin origin = {
        .partition = subscription_partition(subscription.id),
        .app = "calendars",
        .owner = {.kind = "calendar", .id = subscription.id, .name = subscription.name},
        .path = "/api/v1/subscriptions/" + subscription.id + "/events/",
        .rights = {},
        .color = subscription.color};
    part.owners.push_back(events::keys::user(origin.partition));
    NORN_TRY(add_or_leave_out(
        origin.owner, part, [&] { return events::add_agenda_items(views_, origin, query, part); }));
  }
  return {};
}

Result<agenda::Part> CalendarAgenda::items(const std::string& user_id, const agenda::Query& query) {
  agenda::Part part;
  part.owners.push_back(keys::user(user_id));
  NORN_ASSIGN(const auto calendars, calendars_.list(user_id));
  for (const Access& access : calendars) {
    part.owners.push_back(keys::calendar(access.calendar.id));
    NORN_TRY(add_or_leave_out(agenda_origin(access).owner, part,
                              [&] { return add_calendar(access, query, part); }));
  }
  if (subscriptions_ != nullptr && query.kinds.has(agenda::Kind::kEvent)) {
    NORN_TRY(add_subscribed(user_id, query, part));
  }
  return part;
}

Result<void> CalendarAgenda::add_calendar(const Access& access, const agenda::Query& query,
                                          agenda::Part& part) {
  NORN_TRY(add_entries(access, query, part));
  if (query.kinds.has(agenda::Kind::kEvent)) NORN_TRY(add_events(access, query, part));
  return {};
}

Result<void> CalendarAgenda::add_entries(const Access& access, const agenda::Query& query,
                                         agenda::Part& part) {
  if (!query.kinds.has(agenda::Kind::kEntry) && !query.kinds.has(agenda::Kind::kTask)) return {};
  NORN_ASSIGN(const Range range, read_range(context_, access.calendar, query.from, query.to));
  for (const EntryView& entry : range.entries) {
    NORN_TRY(part.add(placed_item(access, entry.decode(), query)));
  }
  return add_late_tasks(access, query, part);
}

// Those from before the days that are asked for.
Result<void> CalendarAgenda::add_late_tasks(const Access& access, const agenda::Query& query,
                                            agenda::Part& part) {
  const Date first = query.today - kLateTaskDays;
  if (!query.kinds.has(agenda::Kind::kTask) || !query.has(query.today) || query.from <= first) {
    return {};
  }
  NORN_ASSIGN(auto tasks,
              read_open_tasks(context_, access.calendar, first, query.from - std::chrono::days(1)));
  for (Entry& task : tasks) NORN_TRY(part.add(placed_item(access, std::move(task), query)));
  return {};
}

Result<void> CalendarAgenda::add_events(const Access& access, const agenda::Query& query,
                                        agenda::Part& part) {
  return events::add_agenda_items(views_, agenda_origin(access), query, part);
}

std::vector<agenda::Watched> CalendarAgenda::watched() const {
  return {{context_.tables.calendars(), agenda_owners_of},
          {context_.tables.planner(), owners_of_events},
          {context_.tables.norn(), owners_of_subscriptions}};
}

}  // namespace norn::calendars
