#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/model.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/when_text.h"
#include "apps/events/tags.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/reserved_ids.h"
#include "base/text.h"
#include "base/time_text.h"
#include "ical/civil.h"

// Items as they are read: as Norn writes them, as the design shows them, and as other programs may
// have written them. What the design leaves out has a default; an item without a valid time,
// version or key is an error.
namespace norn::events {
namespace {

using store::ItemView;

constexpr std::string_view kUntitled = "(no title)";
constexpr std::string_view kUnknownTime = "1970-01-01T00:00:00Z";

template <typename T>
std::vector<T> sorted_without_duplicates(std::vector<T> values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  return values;
}

std::vector<Link> read_links(const apps::ItemReader& reader) {
  std::vector<Link> links;
  const auto list = reader.filled_list("links");
  if (!list) return links;
  for (const store::Value& value : *list) {
    const auto* const map = value.get_if<store::Map>();
    const auto text = [&](std::string_view name) {
      const auto found = map->find(name);
      return found != map->end() ? found->second.get_if<std::string>() : nullptr;
    };
    const std::string* const target = map != nullptr ? text("target") : nullptr;
    // Targets become keys.
    if (target == nullptr || !apps::is_id(*target)) continue;
    Link link{.target = *target};
    if (const std::string* const title = text("title")) link.title = *title;
    links.push_back(std::move(link));
  }
  return links;
}

std::vector<int64_t> read_reminders(const apps::ItemReader& reader) {
  std::vector<int64_t> minutes = reader.integers("reminderMinutes");
  std::erase_if(minutes, [](int64_t value) { return value < 0 || value > kMaxReminderMinutes; });
  return sorted_without_duplicates(std::move(minutes));
}

void read_details(const apps::ItemReader& reader, Details& details) {
  details.title = reader.optional_text("title").value_or(std::string(kUntitled));
  details.description = reader.optional_text("description");
  details.location = reader.optional_text("location");
  details.color = reader.optional_text("color");
  if (details.color && !is_color(*details.color)) details.color.reset();
  details.status = reader.optional_parsed("status", status_from).value_or(Status::kConfirmed);
  details.tags = each_tag_once(reader.texts("tags"));
  details.reminder_minutes = read_reminders(reader);
  details.links = read_links(reader);
  details.ttl = reader.optional_integer("ttl");
  details.ical_other = reader.optional_text("icalOther").value_or("");
}

std::optional<int64_t> second_of_wall_or_utc(std::string_view text) {
  const auto wall = second_of_wall(text);
  return wall ? wall : second_of_utc(text);
}

// Norn's floating events have startLocal; those of other programs have startUtc, which is wall
// time, too.
void read_floating(apps::ItemReader& reader, When& when) {
  const bool is_local = reader.optional_text("startLocal").has_value();
  when.kind = TimeKind::kFloating;
  when.start_s = reader.parsed(is_local ? "startLocal" : "startUtc", second_of_wall_or_utc);
  when.end_s = reader.optional_parsed(is_local ? "endLocal" : "endUtc", second_of_wall_or_utc);
}

// An end that cannot be read, or is before the start, counts as missing.
void read_when(apps::ItemReader& reader, When& when) {
  const bool is_all_day =
      reader.optional_boolean("isAllDay").value_or(reader.optional_text("startDate").has_value());
  auto start_tzid = is_all_day ? std::nullopt : reader.optional_text("startTzid");
  if (is_all_day) {
    when.kind = TimeKind::kAllDay;
    when.start_s = reader.parsed("startDate", second_of_date);
    when.end_s = reader.optional_parsed("endDate", second_of_date);
    if (!when.end_s || *when.end_s <= when.start_s) when.end_s = when.start_s + ical::kDaySeconds;
  } else if (start_tzid) {
    when.kind = TimeKind::kTimed;
    when.start_s = reader.parsed("startUtc", second_of_utc);
    when.end_s = reader.optional_parsed("endUtc", second_of_utc);
    when.start_tzid = std::move(*start_tzid);
    when.end_tzid = reader.optional_text("endTzid");
  } else {
    read_floating(reader, when);
  }
  if (when.duration_s() < 0) when.end_s.reset();
}

std::optional<std::string> time_text_of(std::string text) {
  return parse_timestamp_ms(text) ? std::optional(std::move(text)) : std::nullopt;
}

void read_stamp(apps::ItemReader& reader, Stamp& stamp) {
  stamp.version = reader.integer("version");
  auto created_at = reader.optional_parsed("createdAt", time_text_of);
  stamp.created_at = created_at ? *std::move(created_at) : std::string(kUnknownTime);
  auto updated_at = reader.optional_parsed("updatedAt", time_text_of);
  stamp.updated_at = updated_at ? *std::move(updated_at) : stamp.created_at;
  stamp.updated_by = reader.optional_text("updatedBy");
  reader.require(stamp.version > 0, "version");
}

void read_ical(const apps::ItemReader& reader, const std::string& id, Ical& ical) {
  auto uid = reader.optional_text("icalUid");
  ical.uid = uid ? *std::move(uid) : id + "@norn";
  ical.sequence = reader.optional_integer("sequence").value_or(0);
}

void read_guests(apps::ItemReader& reader, ItemView item, Guests& guests) {
  if (!item.contains("guestsVersion")) return;
  guests.version = reader.integer("guestsVersion");
  reader.require(guests.version > 0, "guestsVersion");
  guests.list = guests_in(item);
}

// The form of recurrenceId determines the kind of the series' times.
void read_recurrence_id(apps::ItemReader& reader, Instance& instance) {
  const std::string text = reader.text("recurrenceId");
  std::optional<int64_t> second = second_of_utc(text);
  instance.recurrence_kind = TimeKind::kTimed;
  if (!second) {
    second = second_of_date(text);
    instance.recurrence_kind = TimeKind::kAllDay;
  }
  if (!second) {
    second = second_of_wall(text);
    instance.recurrence_kind = TimeKind::kFloating;
  }
  reader.require(second.has_value(), "recurrenceId");
  instance.recurrence_s = second.value_or(0);
}

void read_repeats(apps::ItemReader& reader, Repeats& repeats) {
  repeats.rrule = reader.text("rrule");
  if (const auto until = reader.optional_text("rruleUntil")) {
    repeats.until_s = second_of_utc(*until);
    reader.require(repeats.until_s.has_value(), "rruleUntil");
  }
  repeats.exdate = reader.texts("exdate");
  repeats.rdate = reader.texts("rdate");
  // Absent means unknown: readers have to look.
  repeats.has_exceptions = reader.optional_boolean("hasExceptions").value_or(true);
}

// The part of the sort key after the prefix. The key is the contract: the attributes `eventId` and
// `masterId` of other programs may differ from it.
std::string read_key(apps::ItemReader& reader, std::string_view prefix) {
  const std::string sort_key = reader.text("SK");
  reader.require(sort_key.starts_with(prefix), "SK");
  return sort_key.starts_with(prefix) ? sort_key.substr(prefix.size()) : std::string();
}

}  // namespace

std::optional<Guest> guest_from(const store::Value& value) {
  const auto* const map = value.get_if<store::Map>();
  if (map == nullptr) return std::nullopt;
  const auto text = [&](std::string_view name) -> std::string {
    const auto found = map->find(name);
    const auto* const is = found != map->end() ? found->second.get_if<std::string>() : nullptr;
    return is != nullptr ? *is : std::string();
  };
  Guest guest{.id = text("id"), .email = text("email"), .user_id = text("userId")};
  // User ids become keys.
  const bool is_person = apps::is_id(guest.user_id) && !apps::is_reserved_id(guest.user_id);
  if (!is_person) guest.user_id.clear();
  if (!apps::is_id(guest.id) || (guest.email.empty() && guest.user_id.empty())) return std::nullopt;
  guest.answer = answer_from(text("answer")).value_or(Answer::kWaiting);
  guest.invited_by = text("invitedBy");
  guest.invited_at = time_text_of(text("invitedAt")).value_or("");
  return guest;
}

std::vector<Guest> guests_in(ItemView item) {
  std::vector<Guest> guests;
  const auto list = apps::ItemReader(item).filled_list("guests");
  if (!list) return guests;
  for (const store::Value& value : *list) {
    if (auto guest = guest_from(value)) guests.push_back(*std::move(guest));
  }
  return guests;
}

Result<Event> event_from(ItemView item) {
  apps::ItemReader reader(item);
  Event event;
  reader.require(reader.text("entityType") == kEventType, "entityType");
  event.id = read_key(reader, keys::kEvents);
  reader.require(apps::is_id(event.id), "SK");
  read_details(reader, event.details);
  read_when(reader, event.when);
  read_stamp(reader, event.stamp);
  event.stamp.created_by = reader.optional_text("createdBy");
  read_ical(reader, event.id, event.ical);
  read_guests(reader, item, event.guests);
  if (!reader.is_sound()) return reader.error("event");
  return event;
}

Result<Master> master_from(ItemView item) {
  apps::ItemReader reader(item);
  Master master;
  reader.require(reader.text("entityType") == kMasterType, "entityType");
  master.id = read_key(reader, keys::kMasters);
  reader.require(apps::is_id(master.id), "SK");
  read_details(reader, master.details);
  read_when(reader, master.when);
  read_repeats(reader, master.repeats);
  read_stamp(reader, master.stamp);
  master.stamp.created_by = reader.optional_text("createdBy");
  read_ical(reader, master.id, master.ical);
  read_guests(reader, item, master.guests);
  if (!reader.is_sound()) return reader.error("series");
  return master;
}

Result<Instance> instance_from(ItemView item) {
  apps::ItemReader reader(item);
  Instance instance;
  reader.require(reader.text("entityType") == kInstanceType, "entityType");
  const std::string key = read_key(reader, keys::kInstances);
  const size_t separator = std::min(key.rfind('#'), key.size());
  instance.master_id = key.substr(0, separator);
  instance.tag = key.substr(std::min(separator + 1, key.size()));
  reader.require(apps::is_id(instance.master_id) && is_tag(instance.tag), "SK");
  read_recurrence_id(reader, instance);
  read_details(reader, instance.details);
  read_when(reader, instance.when);
  read_stamp(reader, instance.stamp);
  instance.modified_fields = reader.texts("modifiedFields");
  if (!reader.is_sound()) return reader.error("occurrence");
  return instance;
}

}  // namespace norn::events
