#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/planner/keys.h"
#include "apps/planner/model.h"
#include "apps/planner/series/event_id.h"
#include "apps/planner/series/when_text.h"
#include "apps/shared/corrupt.h"
#include "ical/civil.h"

namespace norn::planner {
namespace {

using store::ItemView;

// Values in the JSON of an item.
constexpr std::string_view kNull = R"({"NULL":true})";
constexpr std::string_view kTrue = R"({"BOOL":true})";
constexpr std::string_view kFalse = R"({"BOOL":false})";
constexpr std::string_view kEmptyList = R"({"L":[]})";

// Reads attributes of an item. A missing attribute or one of another type makes the reader unsound,
// which is checked once, at the end. Texts, integers and booleans are read from the item's JSON
// without a store::Value, because every view reads all series of a person.
class ModelReader {
 public:
  explicit ModelReader(store::ItemView item) : item_(item) {}

  bool is_sound() const { return is_sound_; }
  // Makes the reader unsound if the condition is false.
  void require(bool condition) { is_sound_ = is_sound_ && condition; }

  std::string text(std::string_view name);
  // Nullopt if it is null or missing.
  std::optional<std::string> optional_text(std::string_view name);
  int64_t integer(std::string_view name);
  std::optional<int64_t> optional_integer(std::string_view name);
  bool boolean(std::string_view name);
  bool optional_boolean(std::string_view name);
  // Empty if it is missing.
  std::vector<std::string> texts_of_set(std::string_view name);
  std::vector<int64_t> integers_of_set(std::string_view name);
  std::vector<std::string> texts_of_list(std::string_view name);
  // Nullopt if it is empty or missing.
  std::optional<store::List> filled_list(std::string_view name);

  // A text for which `parse` has to return a value.
  template <typename Parse>
  auto parsed(std::string_view name, const Parse& parse) {
    const auto value = parse(text(name));
    require(value.has_value());
    return value.value_or(typename decltype(parse(""))::value_type{});
  }
  // The same for an attribute that may be null or missing.
  template <typename Parse>
  auto optional_parsed(std::string_view name, const Parse& parse) {
    const auto found = optional_text(name);
    auto value = found ? parse(*found) : std::nullopt;
    require(!found || value.has_value());
    return value;
  }

 private:
  std::optional<store::AttributeView> find_filled(std::string_view name) const;
  std::string read_text(const store::AttributeView& attribute);
  int64_t read_integer(const store::AttributeView& attribute);
  bool read_boolean(const store::AttributeView& attribute);

  store::ItemView item_;
  bool is_sound_ = true;
};

std::optional<store::AttributeView> ModelReader::find_filled(std::string_view name) const {
  auto attribute = item_.find(name);
  if (attribute && attribute->json() == kNull) return std::nullopt;
  return attribute;
}

std::string ModelReader::read_text(const store::AttributeView& attribute) {
  if (const auto plain = attribute.plain_string()) return std::string(*plain);
  store::Value value = attribute.value();
  auto* const text = value.get_if<std::string>();
  require(text != nullptr);
  return text != nullptr ? std::move(*text) : std::string();
}

int64_t ModelReader::read_integer(const store::AttributeView& attribute) {
  // {"N":"15"}; numbers with fractions or exponents take the slower way.
  constexpr std::string_view kBegin = R"({"N":")";
  const std::string_view json = attribute.json();
  int64_t integer = 0;
  if (json.starts_with(kBegin)) {
    const char* const last = json.data() + json.size();
    const auto [end, error] = std::from_chars(json.data() + kBegin.size(), last, integer);
    if (error == std::errc() && std::string_view(end, last) == R"("})") return integer;
  }
  const store::Value value = attribute.value();
  const auto* const number = value.get_if<store::Number>();
  require(number != nullptr && number->to_int64(integer));
  return integer;
}

bool ModelReader::read_boolean(const store::AttributeView& attribute) {
  require(attribute.json() == kTrue || attribute.json() == kFalse);
  return attribute.json() == kTrue;
}

std::string ModelReader::text(std::string_view name) {
  const auto attribute = item_.find(name);
  require(attribute.has_value());
  return attribute ? read_text(*attribute) : std::string();
}

std::optional<std::string> ModelReader::optional_text(std::string_view name) {
  const auto attribute = find_filled(name);
  return attribute ? std::optional(read_text(*attribute)) : std::nullopt;
}

int64_t ModelReader::integer(std::string_view name) {
  const auto attribute = item_.find(name);
  require(attribute.has_value());
  return attribute ? read_integer(*attribute) : 0;
}

std::optional<int64_t> ModelReader::optional_integer(std::string_view name) {
  const auto attribute = find_filled(name);
  return attribute ? std::optional(read_integer(*attribute)) : std::nullopt;
}

bool ModelReader::boolean(std::string_view name) {
  const auto attribute = item_.find(name);
  require(attribute.has_value());
  return attribute && read_boolean(*attribute);
}

bool ModelReader::optional_boolean(std::string_view name) {
  const auto attribute = find_filled(name);
  return attribute && read_boolean(*attribute);
}

std::vector<std::string> ModelReader::texts_of_set(std::string_view name) {
  const auto attribute = find_filled(name);
  if (!attribute) return {};
  const store::Value value = attribute->value();
  const auto* const set = value.get_if<store::StringSet>();
  require(set != nullptr);
  return set != nullptr ? set->members() : std::vector<std::string>();
}

std::vector<int64_t> ModelReader::integers_of_set(std::string_view name) {
  const auto attribute = find_filled(name);
  if (!attribute) return {};
  const store::Value value = attribute->value();
  const auto* const set = value.get_if<store::NumberSet>();
  require(set != nullptr);
  std::vector<int64_t> integers;
  if (set == nullptr) return integers;
  for (const store::Number& number : set->members()) {
    integers.emplace_back();
    require(number.to_int64(integers.back()));
  }
  return integers;
}

std::optional<store::List> ModelReader::filled_list(std::string_view name) {
  const auto attribute = find_filled(name);
  if (!attribute || attribute->json() == kEmptyList) return std::nullopt;
  store::Value value = attribute->value();
  auto* const list = value.get_if<store::List>();
  require(list != nullptr);
  return list != nullptr ? std::optional(std::move(*list)) : std::nullopt;
}

std::vector<std::string> ModelReader::texts_of_list(std::string_view name) {
  std::vector<std::string> texts;
  auto list = filled_list(name);
  if (!list) return texts;
  for (store::Value& value : *list) {
    auto* const text = value.get_if<std::string>();
    require(text != nullptr);
    if (text != nullptr) texts.push_back(std::move(*text));
  }
  return texts;
}

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

// The form of recurrenceId determines the kind of the series' times.
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

// Changes build keys from ids, so the ids have to match the keys of the item.
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
