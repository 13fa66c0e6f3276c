#include "apps/events/reminders/event_reminders.h"

#include <string>
#include <utility>

#include "apps/events/reminders/reminder_times.h"
#include "apps/events/series/event_id.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

reminders::Reminder reminder_from(const AgendaOrigin& origin, Reminder found) {
  reminders::Reminder reminder;
  reminder.minutes = found.minutes;
  reminder.due_s = found.due_s;
  agenda::Item& item = reminder.item;
  item.kind = agenda::Kind::kEvent;
  item.app = origin.app;
  item.title = std::move(found.title);
  item.times.all_day = found.when.kind == TimeKind::kAllDay;
  item.times.start_s = found.start_local_s;
  if (item.times.all_day) {
    item.times.end_s = found.start_local_s + ical::kDaySeconds;
  } else {
    item.times.start_utc_s = found.due_s + found.minutes * 60;
  }
  item.owner = origin.owner;
  item.self = origin.path + found.event_id;
  item.rights = origin.rights;
  item.color = std::move(found.color).value_or(origin.color);
  item.location = std::move(found.location).value_or("");
  item.people = origin.people;
  item.id = std::move(found.event_id);
  return reminder;
}

ReminderWindow window_of(const AgendaOrigin& origin, const reminders::Query& query) {
  ReminderWindow window{.from_s = query.from_s, .to_s = query.to_s, .zone = query.zone};
  if (query.settings.overrides.empty()) return window;
  window.minutes_of = [&settings = query.settings,
                       owner = origin.owner.kind + ":" + origin.owner.id](
                          const std::string& id,
                          const std::vector<int64_t>& suggested) -> const std::vector<int64_t>& {
    const reminders::Minutes* const own = settings.override_of(owner, id);
    return own != nullptr ? *own : suggested;
  };
  return window;
}

}  // namespace

Result<void> add_reminders(Views& views, const AgendaOrigin& origin, const reminders::Query& query,
                           std::vector<reminders::Reminder>& into) {
  NORN_ASSIGN(auto found, views.reminders(origin.partition, window_of(origin, query)));
  for (Reminder& one : found) into.push_back(reminder_from(origin, std::move(one)));
  return {};
}

Result<std::optional<reminders::Reminder>> reminder_of(const Context& context,
                                                       const AgendaOrigin& origin,
                                                       const reminders::ReminderId& id,
                                                       const reminders::Query& query) {
  const auto event = parse_event_id(id.thing_id);
  if (!event || event->kind == EventId::Kind::kMaster) return std::nullopt;
  NORN_ASSIGN(auto found, find_reminder(context, origin.partition, *event, id.minutes,
                                        window_of(origin, query)));
  if (!found) return std::nullopt;
  return reminder_from(origin, *std::move(found));
}

}  // namespace norn::events
