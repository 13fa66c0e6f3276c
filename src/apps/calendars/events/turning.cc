#include "apps/calendars/events/turning.h"

#include <chrono>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/render.h"
#include "apps/calendars/sentences.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/service/edit_scopes.h"
#include "apps/events/service/events_access.h"
#include "apps/events/service/events_transaction.h"
#include "apps/events/service/moving.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::calendars {
namespace {

using events::TimeKind;

constexpr int64_t kSecondsPerDay = 86'400;
constexpr std::string_view kEventPrefix = "evt_";
constexpr std::string_view kSeriesPrefix = "mst_";

int64_t midnight_of(Date date) {
  return date.time_since_epoch().count() * kSecondsPerDay;
}

Date day_of(int64_t second) {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(second)));
}

// "09:00:00"
std::string time_of_day(int64_t second) {
  const std::chrono::hh_mm_ss time(std::chrono::seconds(second - midnight_of(day_of(second))));
  return fmt::format("{:02}:{:02}:{:02}", time.hours().count(), time.minutes().count(),
                     time.seconds().count());
}

// An entry is on the wall: 09:00 is 09:00 wherever it is read, as of a floating event.
Result<events::When> when_of_entry(const Entry& entry) {
  const int64_t day_s = midnight_of(entry.date);
  if (const auto* const timed = std::get_if<Timed>(&entry.kind)) {
    const auto start = parse_time_of_day_s(timed->start);
    const auto end = parse_time_of_day_s(timed->end);
    if (!start || !end) return invalid("kind.start", kEntryStartForm);
    return events::When{
        .kind = TimeKind::kFloating, .start_s = day_s + *start, .end_s = day_s + *end};
  }
  if (std::holds_alternative<Task>(entry.kind)) return conflict("kind", kTaskIsNoEvent);
  return events::When{.kind = TimeKind::kAllDay,
                      .start_s = day_s,
                      .end_s = midnight_of(entry.last_day()) + kSecondsPerDay};
}

Result<events::Coming> coming(const Context& context, const Access& access, const store::Item& item,
                              const Entry& entry) {
  if (entry.description && entry.description->size() > events::kMaxDescriptionBytes) {
    return invalid("description", events::kDescriptionTooLong(events::kMaxDescriptionBytes));
  }
  events::Coming made;
  // Of another program it may be so long that no event can have it.
  const bool fits = events::parse_event_id(events::master_id(entry.id)).has_value();
  made.uuid = fits ? entry.id : context.ids.uuid();
  NORN_ASSIGN(made.when, when_of_entry(entry));
  made.details.title = entry.title;
  made.details.description = entry.description;
  made.details.location = entry.location;
  // An event without a color has that of its calendar.
  if (entry.color != access.calendar.color) made.details.color = entry.color;
  made.created_at = entry.created_at;
  made.created_by = entry.created_by;
  made.leaving = {remove(context.tables.calendars(), item, entry_attributes())};
  return made;
}

Result<std::optional<events::Thing>> try_turn_into_event(
    const Context& context, const std::string& user_id, const std::string& calendar_id,
    const std::string& entry_id, const events::EventChange& change, const std::string& etag) {
  NORN_ASSIGN(const Access access, authorize(context, user_id, calendar_id, Role::kWriter));
  NORN_ASSIGN(const auto item, find_item(context, entry_key(entry_id)));
  if (!item) return not_found(kEntryNotFound);
  NORN_ASSIGN(const Entry entry, entry_from(*item));
  if (entry.calendar_id != calendar_id) return not_found(kEntryNotFound);
  if (etag_of(entry) != etag) {
    std::string current;
    append_json(current, entry);
    return stale("entry", std::move(current), etag_of(entry));
  }
  NORN_ASSIGN(const events::Coming made, coming(context, access, *item, entry));
  NORN_ASSIGN(const events::Owner owner,
              owner_of_events(context, user_id, calendar_id, Role::kWriter));
  return events::try_take_in(events::context_of(context), owner, made, change);
}

// Made here, of the event or of the series that it was; not out of a file.
bool is_own_uid(const std::string& uid) {
  const std::string id = uid.substr(0, uid.find('@'));
  const bool is_ours = id.starts_with(kEventPrefix) || id.starts_with(kSeriesPrefix);
  return is_ours && uid == events::ical_uid(id);
}

// Whether an event has something that an entry cannot say.
bool says_more(const events::Event& event, const store::Item& item, const std::string& partition) {
  const events::Details& details = event.details;
  const events::When& when = event.when;
  if (!details.tags.empty() || !details.reminder_minutes.empty() || !details.links.empty() ||
      details.ttl || details.status != events::Status::kConfirmed || !event.guests.list.empty()) {
    return true;
  }
  if (when.kind == TimeKind::kTimed || !when.end_s || *when.end_s <= when.start_s) return true;
  const bool is_all_day = when.kind == TimeKind::kAllDay;
  if (!is_all_day && day_of(*when.end_s) != day_of(when.start_s)) return true;
  if (count_characters(details.description.value_or("")) > kMaxEntryDescriptionCharacters) {
    return true;
  }
  // From a file, or of another program.
  return !event.id.starts_with(kEventPrefix) || !details.ical_other.empty() ||
         !is_own_uid(event.ical.uid) || item != events::to_item(partition, event);
}

// What the entry says of an event that says no more than an entry can.
EntryInput said_by(const events::Event& event) {
  const events::When& when = event.when;
  const Date first = day_of(when.start_s);
  Kind kind = AllDay{};
  if (when.kind == TimeKind::kFloating) {
    kind = Timed{time_of_day(when.start_s), time_of_day(*when.end_s)};
  } else if (const Date last = day_of(*when.end_s - 1); last != first) {
    kind = MultiDay{first, last};
  }
  return {.title = event.details.title,
          .description = event.details.description,
          .location = event.details.location,
          .date = first,
          .color = event.details.color,
          .kind = std::move(kind)};
}

// The id of the entry that becomes, or became, the event or series; empty if none can: it is one of
// another program.
std::string entry_id_of(std::string_view event_id) {
  for (const std::string_view prefix : {kEventPrefix, kSeriesPrefix}) {
    if (event_id.starts_with(prefix)) return std::string(event_id.substr(prefix.size()));
  }
  return "";
}

// What an entry takes the place of.
struct Leaving {
  std::variant<events::Event, events::WholeSeries> thing;
  EntryInput said;  // What the entry says.

  const std::string& id() const {
    const auto* const event = std::get_if<events::Event>(&thing);
    return event != nullptr ? event->id : std::get<events::WholeSeries>(thing).master.id;
  }
  const events::Stamp& stamp() const {
    const auto* const event = std::get_if<events::Event>(&thing);
    return event != nullptr ? event->stamp : std::get<events::WholeSeries>(thing).master.stamp;
  }
  void remove(events::Transaction& transaction) const {
    if (const auto* const event = std::get_if<events::Event>(&thing)) {
      transaction.remove(*event);
      return;
    }
    const auto& [master, exceptions] = std::get<events::WholeSeries>(thing);
    transaction.remove(master);
    for (const events::Instance& exception : exceptions) transaction.remove(exception);
  }
};

Result<std::optional<Leaving>> read_leaving_event(const events::Context& engine,
                                                  const std::string& partition,
                                                  const std::string& event_id,
                                                  const std::optional<EntryInput>& said,
                                                  const std::string& etag) {
  NORN_ASSIGN(events::Event event, events::read_event(engine, partition, event_id));
  if (events::etag_of(event) != etag) return events::stale_event(event);
  // Guests are no part of the tag, and an entry has none.
  if (!event.guests.list.empty()) return conflict(kEventSaysMore);
  if (said) return Leaving{std::move(event), *said};
  NORN_ASSIGN(const auto item,
              events::find_stored(engine, partition, events::keys::event(event_id)));
  if (!item) return std::nullopt;
  if (says_more(event, *item, partition)) return conflict(kEventSaysMore);
  EntryInput of_event = said_by(event);
  return Leaving{std::move(event), std::move(of_event)};
}

// No entry repeats; but it may have become a series.
Result<std::optional<Leaving>> read_leaving_series(const events::Context& engine,
                                                   const std::string& partition,
                                                   const std::string& master_id,
                                                   const std::optional<EntryInput>& said,
                                                   const std::string& etag) {
  NORN_ASSIGN(events::Master master, events::read_master(engine, partition, master_id));
  if (!said) return conflict(kEventSaysMore);
  if (events::etag_of(master) != etag) return events::stale_event(master);
  if (!master.guests.list.empty()) return conflict(kEventSaysMore);
  auto exceptions = events::read_every_exception(engine, partition, master);
  if (!exceptions && exceptions.error().code == ErrorCode::kLimitExceeded) {
    return conflict(kEventSaysMore);
  }
  if (!exceptions) return std::unexpected(exceptions.error());
  return Leaving{events::WholeSeries{std::move(master), *std::move(exceptions)}, *said};
}

Result<std::optional<Leaving>> read_leaving(const events::Context& engine,
                                            const std::string& partition,
                                            const events::EventId& asked,
                                            const std::optional<EntryInput>& said,
                                            const std::string& etag) {
  NORN_ASSIGN(const events::EventId id, events::located(engine, partition, asked));
  switch (id.kind) {
    case events::EventId::Kind::kEvent:
      return read_leaving_event(engine, partition, id.text, said, etag);
    case events::EventId::Kind::kMaster:
      return read_leaving_series(engine, partition, id.master_id, said, etag);
    case events::EventId::Kind::kInstance:
      break;
  }
  // One of a series never is an entry; but of what is not there nothing else is said.
  NORN_ASSIGN(const auto found, events::read_occurrence(engine, partition, id));
  if (found.is_left_out) return not_found(events::kEventNotFound);
  return conflict(kEventSaysMore);
}

Entry entry_of(const Leaving& leaving, const Calendar& calendar) {
  const EntryInput& said = leaving.said;
  return {.id = entry_id_of(leaving.id()),
          .calendar_id = calendar.id,
          .title = said.title,
          .description = said.description,
          .location = said.location,
          .date = said.date,
          .color = said.color.value_or(calendar.color),
          .kind = said.kind,
          .created_at = leaving.stamp().created_at,
          .updated_at = {},
          .created_by = leaving.stamp().created_by};
}

Result<std::optional<Entry>> try_turn_into_entry(const Context& context, const std::string& user_id,
                                                 const std::string& calendar_id,
                                                 const events::EventId& asked,
                                                 const std::optional<EntryInput>& said,
                                                 const std::string& etag) {
  NORN_ASSIGN(const Access access, authorize(context, user_id, calendar_id, Role::kWriter));
  const events::Context engine = events::context_of(context);
  const std::string partition = event_partition(calendar_id);
  NORN_ASSIGN(const auto leaving, read_leaving(engine, partition, asked, said, etag));
  if (!leaving) return std::nullopt;
  Entry entry = entry_of(*leaving, access.calendar);
  if (!apps::is_id(entry.id)) return conflict(kEventSaysMore);
  entry.updated_at = now_text(context);
  entry.updated_by = user_id;
  NORN_TRY(check_kind(entry.kind, entry.date));
  NORN_ASSIGN(const auto taken, find_item(context, entry_key(entry.id)));
  if (taken) return conflict(events::kIdIsTaken);
  NORN_TRY(context.quotas.check_new_in(keys::calendar(calendar_id), apps::kEntriesQuota));
  // The condition that the calendar is there comes with its longest span.
  const events::Owner owner(events::Owner::Shared{
      .id = partition,
      .user_id = user_id,
      .thing = keys::calendar(calendar_id),
      .may_change = [&]() -> Result<std::vector<Action>> {
        return std::vector<Action>{still_has_role(context, user_id, calendar_id, Role::kWriter)};
      }});
  events::Transaction transaction(engine, owner);
  leaving->remove(transaction);
  transaction.add(put_new(context.tables.calendars(), to_item(entry)));
  transaction.add(calendar_holds(context, access.calendar, entry.span_days()));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return entry;
}

// The keys of the event or series that an entry may have become in a partition.
void add_turned_keys(const std::string& partition, const std::string& entry_id,
                     std::vector<store::Item>& wanted) {
  const std::string pk = events::keys::user(partition);
  wanted.push_back(apps::key_of(pk, events::keys::event(events::event_id(entry_id))));
  wanted.push_back(apps::key_of(pk, events::keys::master(events::master_id(entry_id))));
}

}  // namespace

Result<events::Thing> turn_into_event(const Context& context, const std::string& user_id,
                                      const std::string& calendar_id, const std::string& entry_id,
                                      const events::EventChange& change, const std::string& etag) {
  return decide_and_write(
      [&] { return try_turn_into_event(context, user_id, calendar_id, entry_id, change, etag); });
}

Result<Entry> turn_into_entry(const Context& context, const std::string& user_id,
                              const std::string& calendar_id, const events::EventId& id,
                              const std::optional<EntryInput>& said, const std::string& etag) {
  if (said) NORN_TRY(check_color(said->color));
  return decide_and_write(
      [&] { return try_turn_into_entry(context, user_id, calendar_id, id, said, etag); });
}

Result<std::optional<std::string>> path_of_turned(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& entry_id,
                                                  bool may_read_planner) {
  NORN_ASSIGN(const auto memberships, memberships_of(context, user_id));
  std::vector<store::Item> wanted;
  if (may_read_planner) add_turned_keys(user_id, entry_id, wanted);
  for (const Membership& membership : memberships) {
    add_turned_keys(event_partition(membership.calendar_id), entry_id, wanted);
  }
  if (wanted.empty()) return std::nullopt;
  NORN_ASSIGN(const auto found, apps::get_all(context.store, context.tables.planner(), wanted));
  if (found.empty()) return std::nullopt;
  const std::string sort_key = apps::text_of(found.front(), "SK");
  const std::string id = sort_key.substr(sort_key.find('#') + 1);
  const std::string calendar_id = calendar_of_partition(apps::text_of(found.front(), "PK"));
  if (calendar_id.empty()) return "/api/v1/planner/events/" + id;
  return "/api/v1/calendars/" + calendar_id + "/events/" + id;
}

Result<std::string> event_in_place_of(const Context& context, const std::string& calendar_id,
                                      const std::string& entry_id) {
  std::vector<store::Item> wanted;
  add_turned_keys(event_partition(calendar_id), entry_id, wanted);
  NORN_ASSIGN(const auto found, apps::get_all(context.store, context.tables.planner(), wanted));
  if (found.empty()) return std::string();
  const std::string sort_key = apps::text_of(found.front(), "SK");
  return sort_key.substr(sort_key.find('#') + 1);
}

Result<std::string> entry_in_place_of(const Context& context, const std::string& calendar_id,
                                      const std::string& event_id) {
  const std::string entry_id = entry_id_of(event_id);
  if (!apps::is_id(entry_id)) return std::string();
  NORN_ASSIGN(const auto item, find_item(context, entry_key(entry_id)));
  const bool is_here = item && apps::text_of(*item, "calendarId") == calendar_id;
  return is_here ? entry_id : std::string();
}

}  // namespace norn::calendars
