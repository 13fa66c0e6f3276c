#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/model.h"
#include "apps/planner/model_reader.h"
#include "apps/planner/series/event_id.h"
#include "apps/planner/series/when_text.h"
#include "apps/shared/corrupt.h"
#include "ical/civil.h"

// From items to what they say.
namespace norn::planner {
namespace {

using store::ItemView;

std::vector<Link> read_links(ModelReader& reader) {
  std::vector<Link> links;
  const auto list = reader.filled_list("links");
  if (!list) return links;
  for (const store::Value& value : *list) {
    const auto* const map = value.get_if<store::Map>();
    const auto target = map != nullptr ? map->find("target") : store::Map::const_iterator();
    const bool is_sound =
        map != nullptr && target != map->end() && target->second.get_if<std::string>() != nullptr;
    reader.require(is_sound);
    if (!is_sound) return {};
    Link link{.target = target->second.as<std::string>()};
    const auto title = map->find("title");
    if (title != map->end()) {
      const auto* const text = title->second.get_if<std::string>();
      if (text != nullptr) link.title = *text;
    }
    links.push_back(std::move(link));
  }
  return links;
}

void read_details(ModelReader& reader, Details& details) {
  details.title = reader.text("title");
  details.description = reader.optional_text("description");
  details.location = reader.optional_text("location");
  details.color = reader.optional_text("color");
  details.status = reader.parsed("status", status_from);
  details.tags = reader.texts_of_set("tags");
  details.reminder_minutes = reader.integers_of_set("reminderMinutes");
  details.links = read_links(reader);
  details.ttl = reader.optional_integer("ttl");
  details.ical_other = reader.optional_text("icalOther").value_or("");
}

void read_when(ModelReader& reader, When& when) {
  const bool is_all_day = reader.boolean("isAllDay");
  auto start_tzid = is_all_day ? std::nullopt : reader.optional_text("startTzid");
  if (is_all_day) {
    when.kind = TimeKind::kAllDay;
    when.start_s = reader.parsed("startDate", second_of_date);
    when.end_s = reader.optional_parsed("endDate", second_of_date)
                     .value_or(when.start_s + ical::kDaySeconds);
    reader.require(when.end_s > when.start_s);
  } else if (start_tzid) {
    when.kind = TimeKind::kTimed;
    when.start_s = reader.parsed("startUtc", second_of_utc);
    when.end_s = reader.optional_parsed("endUtc", second_of_utc);
    when.start_tzid = std::move(*start_tzid);
    when.end_tzid = reader.optional_text("endTzid");
  } else {
    when.kind = TimeKind::kFloating;
    when.start_s = reader.parsed("startLocal", second_of_wall);
    when.end_s = reader.optional_parsed("endLocal", second_of_wall);
  }
  reader.require(when.duration_s() >= 0);
}

void read_stamp(ModelReader& reader, Stamp& stamp) {
  stamp.version = reader.integer("version");
  stamp.created_at = reader.text("createdAt");
  stamp.updated_at = reader.text("updatedAt");
  reader.require(stamp.version > 0);
}

void read_ical(ModelReader& reader, Ical& ical) {
  ical.uid = reader.text("icalUid");
  ical.sequence = reader.optional_integer("sequence").value_or(0);
}

// Ids become keys again when something is changed, so they have to be those of this item.
void check_key(ModelReader& reader, std::string_view entity_type, const std::string& sort_key) {
  reader.require(reader.text("entityType") == entity_type && reader.text("SK") == sort_key);
}

}  // namespace

Result<Event> event_from(ItemView item) {
  ModelReader reader(item);
  Event event;
  event.id = reader.text("eventId");
  reader.require(is_event_id(event.id));
  check_key(reader, kEventType, keys::event(event.id));
  read_details(reader, event.details);
  read_when(reader, event.when);
  read_stamp(reader, event.stamp);
  read_ical(reader, event.ical);
  if (!reader.is_sound()) return apps::corrupt("an event", item);
  return event;
}

Result<Master> master_from(ItemView item) {
  ModelReader reader(item);
  Master master;
  master.id = reader.text("masterId");
  reader.require(is_master_id(master.id));
  check_key(reader, kMasterType, keys::master(master.id));
  read_details(reader, master.details);
  read_when(reader, master.when);
  Repeats& repeats = master.repeats;
  repeats.rrule = reader.text("rrule");
  repeats.until_s = reader.optional_parsed("rruleUntil", second_of_utc);
  repeats.exdate = reader.texts_of_list("exdate");
  repeats.rdate = reader.texts_of_list("rdate");
  repeats.has_exceptions = reader.optional_boolean("hasExceptions");
  read_stamp(reader, master.stamp);
  read_ical(reader, master.ical);
  if (!reader.is_sound()) return apps::corrupt("a series", item);
  return master;
}

namespace {

// The form of recurrenceId says of which kind the series is.
void read_recurrence_id(ModelReader& reader, Instance& instance) {
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
  reader.require(second.has_value());
  instance.recurrence_s = second.value_or(0);
}

}  // namespace

Result<Instance> instance_from(ItemView item) {
  ModelReader reader(item);
  Instance instance;
  auto id = parse_event_id(reader.text("eventId"));
  if (!id || id->kind != EventId::Kind::kInstance) return apps::corrupt("an occurrence", item);
  instance.master_id = std::move(id->master_id);
  instance.tag = std::move(id->tag);
  reader.require(reader.text("masterId") == instance.master_id);
  check_key(reader, kInstanceType, keys::instance(instance.master_id, instance.tag));
  read_recurrence_id(reader, instance);
  read_details(reader, instance.details);
  read_when(reader, instance.when);
  read_stamp(reader, instance.stamp);
  instance.modified_fields = reader.texts_of_list("modifiedFields");
  if (!reader.is_sound()) return apps::corrupt("an occurrence", item);
  return instance;
}

}  // namespace norn::planner
