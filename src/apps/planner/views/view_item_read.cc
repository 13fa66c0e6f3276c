#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "apps/planner/model_reader.h"
#include "apps/planner/series/event_id.h"
#include "apps/planner/series/when_text.h"
#include "apps/planner/views/view_item.h"
#include "ical/civil.h"

// How items are read: every attribute is looked at once, and nothing is copied.
namespace norn::planner {
namespace {

// The size of the name is known to the compiler, which is what makes comparing cheap.
template <size_t kSize>
bool is(std::string_view name, const char (&literal)[kSize]) {
  return name.size() == kSize - 1 && std::memcmp(name.data(), literal, kSize - 1) == 0;
}

// What stands behind the type: `"text"` of {"S":"text"}; empty when it is of another one.
template <size_t kSize>
std::string_view content(std::string_view value, const char (&begin)[kSize]) {
  if (!value.starts_with(std::string_view(begin, kSize - 1))) return {};
  return value.substr(kSize - 1, value.size() - kSize);
}
std::string_view text(std::string_view value) {
  return content(value, R"({"S":)");
}
// Without its quotes.
std::string_view number(std::string_view value) {
  const std::string_view quoted = content(value, R"({"N":)");
  return quoted.size() < 2 ? std::string_view() : quoted.substr(1, quoted.size() - 2);
}

std::optional<int64_t> whole_number(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Whether the form is that of a tag; that the day exists was seen to when it was written.
bool looks_like_tag(std::string_view text) {
  const auto are_digits = [](std::string_view part) {
    return std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
  };
  if (text.size() == 8) return are_digits(text);
  return text.size() == 16 && text[8] == 'T' && text[15] == 'Z' && are_digits(text.substr(0, 8)) &&
         are_digits(text.substr(9, 6));
}

bool has_escapes(std::string_view json) {
  return json.find('\\') != std::string_view::npos;
}

}  // namespace

struct ViewItem::Attributes {
  std::string_view sort_key;
  std::string_view entity_type;
  bool is_all_day = false;
  std::string_view end_date;
  std::string_view end_local;
  std::string_view end_utc;
  std::string_view start_date;
  std::string_view start_local;
  std::string_view start_utc;
};

Result<void> ViewItem::read(store::ItemView item) {
  source_ = item;
  Attributes attributes;
  const size_t count = item.count();
  for (size_t at = 0; at < count; ++at) {
    const store::AttributeView attribute = item.attribute(at);
    const std::string_view name = attribute.escaped_name();
    if (name.empty() || attribute.json() == kNull) continue;
    take(name, attribute.json(), attributes);
  }
  if (read_kind(attributes) && read_times(attributes) && read_numbers() && read_repeats()) {
    return {};
  }
  return fail(
      ErrorCode::kCorruption,
      fmt::format("The item {} of the planner is not what was written.", attributes.sort_key));
}

// Most names are told by their first letter.
void ViewItem::take(std::string_view name, std::string_view value, Attributes& attributes) {
  switch (name.front()) {
    case 'S':
      if (is(name, "SK")) attributes.sort_key = inside(text(value));
      break;
    case 'c':
      if (is(name, "color")) json_.color = text(value);
      break;
    case 'e':
      take_e(name, value, attributes);
      break;
    case 'h':
      if (is(name, "hasExceptions")) has_exceptions_ = value == kTrue;
      break;
    case 'i':
      if (is(name, "isAllDay")) attributes.is_all_day = value == kTrue;
      break;
    case 'l':
      if (is(name, "location")) json_.location = text(value);
      break;
    case 'm':
      if (is(name, "masterId")) json_.master_id = text(value);
      if (is(name, "modifiedFields")) json_.modified_fields = value;
      break;
    case 'r':
      take_r(name, value);
      break;
    case 's':
      take_s(name, value, attributes);
      break;
    case 't':
      if (is(name, "tags")) json_.tags = content(value, R"({"SS":)");
      if (is(name, "title")) json_.title = text(value);
      if (is(name, "ttl")) json_.ttl = number(value);
      break;
    case 'u':
      if (is(name, "updatedAt")) json_.updated_at = text(value);
      break;
    case 'v':
      if (is(name, "version")) json_.version = number(value);
      break;
    default:
      break;
  }
}

void ViewItem::take_e(std::string_view name, std::string_view value, Attributes& attributes) {
  if (is(name, "endDate")) attributes.end_date = text(value);
  if (is(name, "endLocal")) attributes.end_local = text(value);
  if (is(name, "endTzid")) json_.end_tzid = text(value);
  if (is(name, "endUtc")) attributes.end_utc = text(value);
  if (is(name, "entityType")) attributes.entity_type = inside(text(value));
  if (is(name, "eventId")) json_.id = text(value);
  if (is(name, "exdate")) exdate_ = value;
}

void ViewItem::take_r(std::string_view name, std::string_view value) {
  if (is(name, "rdate")) rdate_ = value;
  if (is(name, "recurrenceId")) json_.recurrence_id = text(value);
  if (is(name, "reminderMinutes")) json_.reminder_minutes = value;
  if (is(name, "rrule")) json_.rrule = text(value);
  if (is(name, "rruleUntil")) json_.rrule_until = text(value);
}

void ViewItem::take_s(std::string_view name, std::string_view value, Attributes& attributes) {
  if (is(name, "sequence")) json_.sequence = number(value);
  if (is(name, "startDate")) attributes.start_date = text(value);
  if (is(name, "startLocal")) attributes.start_local = text(value);
  if (is(name, "startTzid")) json_.start_tzid = text(value);
  if (is(name, "startUtc")) attributes.start_utc = text(value);
  if (is(name, "status")) json_.status = text(value);
}

bool ViewItem::read_kind(const Attributes& attributes) {
  const std::string_view sort_key = attributes.sort_key;
  const std::string_view entity_type = attributes.entity_type;
  if (json_.id.empty() || json_.title.empty() || has_escapes(json_.id)) return false;
  if (has_escapes(json_.title)) unescaped_title_ = text_of(json_.title).value_or("");
  const auto status = status_from(inside(json_.status));
  if (!status) return false;
  status_ = *status;
  const std::string_view in_key =
      sort_key.substr(std::min(entity_type.size() + 1, sort_key.size()));
  if (entity_type == kEventType) {
    kind_ = ItemKind::kEvent;
    return in_key == id() && is_event_id(id());
  }
  if (entity_type == kMasterType) {
    kind_ = ItemKind::kMaster;
    return in_key == id() && is_master_id(id()) && master_id() == id() && !json_.rrule.empty();
  }
  kind_ = ItemKind::kInstance;
  tag_ = sort_key.substr(sort_key.rfind('#') + 1);
  return entity_type == kInstanceType && is_master_id(master_id()) && looks_like_tag(tag_) &&
         in_key.starts_with(master_id()) && !json_.recurrence_id.empty();
}

bool ViewItem::read_times(const Attributes& times) {
  std::optional<int64_t> start;
  std::optional<int64_t> end;
  bool has_end = true;
  if (times.is_all_day) {
    time_kind_ = TimeKind::kAllDay;
    start = second_of_date(inside(times.start_date));
    end = times.end_date.empty() && start ? *start + ical::kDaySeconds
                                          : second_of_date(inside(times.end_date));
  } else if (json_.start_tzid.empty()) {
    time_kind_ = TimeKind::kFloating;
    start = second_of_wall(inside(times.start_local));
    has_end = !times.end_local.empty();
    if (has_end) end = second_of_wall(inside(times.end_local));
  } else {
    time_kind_ = TimeKind::kTimed;
    start = second_of_utc(inside(times.start_utc));
    has_end = !times.end_utc.empty();
    if (has_end) end = second_of_utc(inside(times.end_utc));
  }
  if (!start || (has_end && (!end || *end < *start))) return false;
  start_s_ = *start;
  has_end_ = has_end;
  duration_s_ = has_end ? *end - *start : 0;
  return true;
}

bool ViewItem::read_numbers() {
  if (!whole_number(json_.version) || json_.updated_at.empty()) return false;
  if (json_.ttl.empty()) return true;
  ttl_s_ = whole_number(json_.ttl);
  return ttl_s_.has_value();
}

bool ViewItem::read_repeats() {
  if (kind_ != ItemKind::kMaster) return true;
  has_dates_ = rdate_.size() > kEmptyList.size();
  has_left_out_ = exdate_.size() > kEmptyList.size();
  if (json_.rrule_until.empty()) return true;
  until_s_ = second_of_utc(inside(json_.rrule_until));
  return until_s_.has_value();
}

}  // namespace norn::planner
