#include "apps/calendars/reminder_source.h"

#include <string_view>
#include <variant>

#include "apps/calendars/agenda.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/events/reminders/event_reminders.h"
#include "apps/events/series/event_id.h"
#include "apps/shared/item_reader.h"
#include "base/log.h"

namespace norn::calendars {
namespace {

constexpr std::string_view kOwnerPrefix = "calendar:";

// Whether the person has turned off the reminders of all that is in the calendar: then nothing of
// it has to be read.
bool is_muted(const reminders::Settings& settings, const std::string& calendar_id) {
  if (settings.overrides.empty()) return false;
  const std::string owner = std::string(kOwnerPrefix).append(calendar_id);
  const auto found = settings.overrides.find(owner);
  if (found == settings.overrides.end() || !found->second.empty()) return false;
  const std::string of_things = owner + "/";
  const auto next = settings.overrides.lower_bound(of_things);
  return next == settings.overrides.end() || !next->first.starts_with(of_things);
}

}  // namespace

Result<reminders::Part> CalendarReminders::due(const std::string& user_id,
                                               const reminders::Query& query) {
  reminders::Part part;
  part.owners.push_back(keys::user(user_id));
  NORN_ASSIGN(const auto calendars, calendars_.list(user_id));
  for (const Access& access : calendars) {
    part.owners.push_back(keys::calendar(access.calendar.id));
    if (is_muted(query.settings, access.calendar.id)) continue;
    const auto added = events::add_reminders(views_, agenda_origin(access), query, part.reminders);
    if (added) continue;
    if (!is_of_calendar_alone(added.error())) return std::unexpected(added.error());
    log::warn("the reminders of calendar {} could not be read: {}", access.calendar.id,
              added.error().message);
  }
  return part;
}

Result<std::optional<Access>> CalendarReminders::access_of(const std::string& user_id,
                                                           const std::string& calendar_id) {
  if (!apps::is_id(calendar_id)) return std::nullopt;
  auto access = authorize(context_, user_id, calendar_id, Role::kReader);
  if (access) return *std::move(access);
  const ErrorCode code = access.error().code;
  if (code == ErrorCode::kNotFound || code == ErrorCode::kUnreadable) return std::nullopt;
  return std::unexpected(access.error());
}

Result<std::optional<reminders::Reminder>> CalendarReminders::find(const std::string& user_id,
                                                                   const reminders::ReminderId& id,
                                                                   const reminders::Query& query) {
  NORN_ASSIGN(const auto access, access_of(user_id, id.owner_id));
  if (!access) return std::nullopt;
  return events::reminder_of(events::context_of(context_), agenda_origin(*access), id, query);
}

Result<std::optional<std::string>> CalendarReminders::override_name(const std::string& user_id,
                                                                    const std::string& owner,
                                                                    const std::string& thing_id) {
  if (!owner.starts_with(kOwnerPrefix)) return std::nullopt;
  const std::string calendar_id = owner.substr(kOwnerPrefix.size());
  NORN_ASSIGN(const auto access, access_of(user_id, calendar_id));
  if (!access) return std::nullopt;
  if (thing_id.empty()) return owner;
  const auto id = events::parse_event_id(thing_id);
  if (!id) return std::nullopt;
  const auto thing = events_.get(event_partition(calendar_id), *id);
  if (!thing && thing.error().code == ErrorCode::kNotFound) return std::nullopt;
  if (!thing) return std::unexpected(thing.error());
  // An occurrence stands for its series.
  const bool is_event = std::holds_alternative<events::Event>(*thing);
  return owner + "/" + (is_event ? id->text : id->master_id);
}

}  // namespace norn::calendars
