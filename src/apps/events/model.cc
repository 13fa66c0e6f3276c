#include "apps/events/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/events/keys.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/when_text.h"
#include "apps/shared/items.h"
#include "ical/civil.h"

namespace norn::events {
namespace {

using store::List;
using store::Map;
using store::Null;
using store::Value;

constexpr std::array<std::string_view, 3> kStatuses = {"CONFIRMED", "TENTATIVE", "CANCELLED"};
constexpr std::array<std::string_view, 4> kAnswers = {"waiting", "yes", "no", "maybe"};

void put(Map& item, std::string_view name, Value value) {
  item.insert_or_assign(std::string(name), std::move(value));
}

void put_optional(Map& item, std::string_view name, const std::optional<std::string>& text) {
  if (text) put(item, name, *text);
}

List list_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

List list_of(const std::vector<Link>& links) {
  List list;
  for (const Link& link : links) {
    Map value = {{"target", link.target}};
    put_optional(value, "title", link.title);
    list.emplace_back(std::move(value));
  }
  return list;
}

store::NumberSet set_of(const std::vector<int64_t>& numbers) {
  return store::NumberSet::make({numbers.begin(), numbers.end()});
}

void put_details(Map& item, const Details& details) {
  put(item, "title", details.title);
  put_optional(item, "description", details.description);
  put_optional(item, "location", details.location);
  put_optional(item, "color", details.color);
  put(item, "status", to_text(details.status));
  // Empty sets cannot be stored.
  if (!details.tags.empty()) put(item, "tags", store::StringSet::make(details.tags));
  if (!details.reminder_minutes.empty()) {
    put(item, "reminderMinutes", set_of(details.reminder_minutes));
  }
  put(item, "links", list_of(details.links));
  if (details.ttl) put(item, "ttl", Value::number(*details.ttl));
  if (!details.ical_other.empty()) put(item, "icalOther", details.ical_other);
}

void put_when(Map& item, const When& when) {
  put(item, "isAllDay", Value::boolean(when.kind == TimeKind::kAllDay));
  const auto put_times = [&](std::string_view start, std::string_view end) {
    put(item, start, time_text(when.kind, when.start_s));
    if (when.end_s) put(item, end, time_text(when.kind, *when.end_s));
  };
  switch (when.kind) {
    case TimeKind::kTimed:
      put_times("startUtc", "endUtc");
      break;
    case TimeKind::kAllDay:
      put_times("startDate", "endDate");
      break;
    case TimeKind::kFloating:
      put_times("startLocal", "endLocal");
      break;
  }
  const bool has_zone = when.kind == TimeKind::kTimed;
  put(item, "startTzid", has_zone ? Value(when.start_tzid) : Value(Null{}));
  put_optional(item, "endTzid", when.end_tzid);
}

void put_stamp(Map& item, const Stamp& stamp) {
  put(item, "version", Value::number(stamp.version));
  put(item, "createdAt", stamp.created_at);
  put(item, "updatedAt", stamp.updated_at);
  put_optional(item, "updatedBy", stamp.updated_by);
}

void put_creator(Map& item, const Stamp& stamp) {
  put_optional(item, "createdBy", stamp.created_by);
}

void put_ical(Map& item, const Ical& ical) {
  put(item, "icalUid", ical.uid);
  put(item, "sequence", Value::number(ical.sequence));
}

void put_guests(Map& item, const Guests& guests) {
  if (guests.version == 0) return;
  put(item, "guests", list_of(guests.list));
  put(item, "guestsVersion", Value::number(guests.version));
}

// The attributes of every kind, with the keys of GSI1, and those of GSI4 if there are links.
Map item_of(const std::string& user_id, std::string sort_key, std::string_view entity_type,
            std::string event_id, const Details& details, const When& when) {
  const std::string start = start_key(when);
  Map item = {{"PK", keys::user(user_id)},
              {"SK", std::move(sort_key)},
              {"GSI1PK", keys::year(user_id, start)},
              {"GSI1SK", start},
              {"entityType", entity_type}};
  if (!details.links.empty()) {
    put(item, "GSI4PK", keys::linked_to(details.links.front().target));
    put(item, "GSI4SK", keys::linking(entity_type, event_id));
  }
  put(item, "eventId", std::move(event_id));
  put_details(item, details);
  put_when(item, when);
  return item;
}

}  // namespace

std::string_view to_text(Status status) {
  return kStatuses[static_cast<size_t>(status)];
}

std::optional<Status> status_from(std::string_view text) {
  const auto* const found = std::ranges::find(kStatuses, text);
  if (found == kStatuses.end()) return std::nullopt;
  return static_cast<Status>(found - kStatuses.begin());
}

std::string_view to_text(Answer answer) {
  return kAnswers[static_cast<size_t>(answer)];
}

std::optional<Answer> answer_from(std::string_view text) {
  const auto* const found = std::ranges::find(kAnswers, text);
  if (found == kAnswers.end()) return std::nullopt;
  return static_cast<Answer>(found - kAnswers.begin());
}

const Guest* Guests::find_user(std::string_view user_id) const {
  const auto found = std::ranges::find(list, user_id, &Guest::user_id);
  return found == list.end() || user_id.empty() ? nullptr : &*found;
}

store::List list_of(const std::vector<Guest>& guests) {
  List list;
  for (const Guest& guest : guests) {
    Map value = {{"id", guest.id}, {"answer", to_text(guest.answer)}};
    if (!guest.email.empty()) put(value, "email", guest.email);
    if (!guest.user_id.empty()) put(value, "userId", guest.user_id);
    if (!guest.invited_by.empty()) put(value, "invitedBy", guest.invited_by);
    if (!guest.invited_at.empty()) put(value, "invitedAt", guest.invited_at);
    list.emplace_back(std::move(value));
  }
  return list;
}

std::string Instance::id() const {
  return instance_id(master_id, tag);
}

store::Item to_item(const std::string& user_id, const Event& event) {
  Map item =
      item_of(user_id, keys::event(event.id), kEventType, event.id, event.details, event.when);
  // Events always have it, as in the design's example; the other kinds do not.
  put(item, "endTzid", apps::text_or_null(event.when.end_tzid));
  put_stamp(item, event.stamp);
  put_creator(item, event.stamp);
  put_ical(item, event.ical);
  put_guests(item, event.guests);
  return store::Item::from_map(item);
}

store::Item to_item(const std::string& user_id, const Master& master) {
  Map item = item_of(user_id, keys::master(master.id), kMasterType, master.id, master.details,
                     master.when);
  put(item, "GSI2PK", keys::series(master.id));
  put(item, "GSI2SK", keys::kMasterInSeries);
  put(item, "masterId", master.id);
  const Repeats& repeats = master.repeats;
  put(item, "rrule", repeats.rrule);
  put(item, "rruleUntil", repeats.until_s ? Value(utc_text_of(*repeats.until_s)) : Value(Null{}));
  put(item, "exdate", list_of(repeats.exdate));
  put(item, "rdate", list_of(repeats.rdate));
  put(item, "hasExceptions", Value::boolean(repeats.has_exceptions));
  put_stamp(item, master.stamp);
  put_creator(item, master.stamp);
  put_ical(item, master.ical);
  put_guests(item, master.guests);
  return store::Item::from_map(item);
}

store::Item to_item(const std::string& user_id, const Instance& instance) {
  Map item = item_of(user_id, keys::instance(instance.master_id, instance.tag), kInstanceType,
                     instance.id(), instance.details, instance.when);
  put(item, "GSI2PK", keys::series(instance.master_id));
  put(item, "GSI2SK", keys::instance_in_series(instance.tag));
  put(item, "masterId", instance.master_id);
  put(item, "recurrenceId", time_text(instance.recurrence_kind, instance.recurrence_s));
  put(item, "modifiedFields", list_of(instance.modified_fields));
  put_stamp(item, instance.stamp);
  return store::Item::from_map(item);
}

std::vector<store::Item> link_items(const std::string& user_id, std::string_view entity_type,
                                    const std::string& event_id, const Details& details) {
  std::vector<store::Item> items;
  for (size_t i = 1; i < details.links.size(); ++i) {
    const std::string& target = details.links[i].target;
    Map item = {{"PK", keys::user(user_id)},
                {"SK", keys::link(event_id, target)},
                {"GSI4PK", keys::linked_to(target)},
                {"GSI4SK", keys::linking(entity_type, event_id)},
                {"entityType", kLinkType},
                {"eventId", event_id},
                {"target", target}};
    // It expires with the item that links.
    if (details.ttl) put(item, "ttl", Value::number(*details.ttl));
    items.push_back(store::Item::from_map(item));
  }
  return items;
}

std::string start_key(const When& when) {
  return time_text(when.kind, when.start_s);
}

std::string time_text(TimeKind kind, int64_t second) {
  switch (kind) {
    case TimeKind::kAllDay:
      return date_text_of(second);
    case TimeKind::kFloating:
      return wall_text_of(second);
    case TimeKind::kTimed:
      break;
  }
  return utc_text_of(second);
}

bool has_expired(const Details& details, int64_t now_ms) {
  return details.ttl && *details.ttl <= ical::floor_div(now_ms, 1000);
}

Stamp stamp_of(const Thing& thing) {
  if (const auto* const event = std::get_if<Event>(&thing)) return event->stamp;
  if (const auto* const master = std::get_if<Master>(&thing)) return master->stamp;
  const auto& [master, instance] = std::get<SeriesOccurrence>(thing);
  Stamp stamp = instance.stamp;
  stamp.created_by = master.stamp.created_by;
  return stamp;
}

std::string etag_of(const Thing& thing) {
  if (const auto* const event = std::get_if<Event>(&thing)) {
    return fmt::format("v{}", event->stamp.version);
  }
  if (const auto* const master = std::get_if<Master>(&thing)) {
    return fmt::format("v{}", master->stamp.version);
  }
  const auto& occurrence = std::get<SeriesOccurrence>(thing);
  return fmt::format("v{}.{}", occurrence.master.stamp.version, occurrence.instance.stamp.version);
}

}  // namespace norn::events
