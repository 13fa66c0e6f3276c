#include "apps/planner/view_item.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "apps/planner/event_id.h"
#include "apps/planner/series.h"
#include "apps/planner/when_text.h"
#include "apps/planner/when_zone.h"
#include "base/check.h"
#include "ical/civil.h"
#include "ical/date_time.h"
#include "store/wire_text.h"

namespace norn::planner {
namespace {

constexpr std::string_view kNull = R"({"NULL":true})";
constexpr std::string_view kEmptyList = R"({"L":[]})";

// Goes through the attributes of an item once, for names that are asked for in their order.
class AttributeReader {
 public:
  explicit AttributeReader(store::ItemView item) : item_(item), count_(item.count()) {}

  // {"S":"text"}: the value of an attribute; empty when it is not there, or null.
  std::string_view value(std::string_view name) {
    for (; next_ < count_; ++next_) {
      const store::AttributeView attribute = item_.attribute(next_);
      const int order = attribute.escaped_name().compare(name);
      if (order > 0) return {};
      if (order < 0) continue;
      ++next_;
      return attribute.json() == kNull ? std::string_view() : attribute.json();
    }
    return {};
  }

  // What stands behind the type: `"text"` of {"S":"text"}; empty when it is of another one.
  std::string_view content(std::string_view name, std::string_view begin) {
    const std::string_view found = value(name);
    if (!found.starts_with(begin)) return {};
    return found.substr(begin.size(), found.size() - begin.size() - 1);
  }
  std::string_view text(std::string_view name) { return content(name, R"({"S":)"); }
  std::string_view number(std::string_view name) { return content(name, R"({"N":)"); }
  bool boolean(std::string_view name) { return value(name) == R"({"BOOL":true})"; }

 private:
  store::ItemView item_;
  size_t count_;
  size_t next_ = 0;
};

std::optional<int64_t> whole_number(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string unescaped(std::string_view escaped) {
  if (escaped.find('\\') == std::string_view::npos) return std::string(escaped);
  auto text = store::unescape(escaped);
  NORN_CHECK(text.has_value(), "an encoded item holds only canonical texts");
  return std::move(*text);
}

// Calls `visit` with every element of ["one","two"], with its quotes.
template <typename Visit>
void for_each_text(std::string_view array, Visit visit) {
  for (size_t at = 1; at < array.size();) {
    size_t end = at + 1;
    while (array[end] != '"') end += array[end] == '\\' ? 2 : 1;
    visit(array.substr(at, end + 1 - at));
    at = end + 2;
  }
}

bool has_escapes(std::string_view json) {
  return json.find('\\') != std::string_view::npos;
}

}  // namespace

struct ViewItem::Times {
  std::string_view end_date;
  std::string_view end_local;
  std::string_view end_utc;
  bool is_all_day = false;
  std::string_view start_date;
  std::string_view start_local;
  std::string_view start_utc;
};

// Attributes stand in the order of their names.
Result<void> ViewItem::read(store::ItemView item) {
  source_ = item;
  AttributeReader reader(item);
  Times times;
  const std::string_view sort_key = inside(reader.text("SK"));
  json_.color = reader.text("color");
  times.end_date = reader.text("endDate");
  times.end_local = reader.text("endLocal");
  json_.end_tzid = reader.text("endTzid");
  times.end_utc = reader.text("endUtc");
  const std::string_view entity_type = inside(reader.text("entityType"));
  json_.id = reader.text("eventId");
  exdate_ = reader.value("exdate");
  has_exceptions_ = reader.boolean("hasExceptions");
  times.is_all_day = reader.boolean("isAllDay");
  json_.location = reader.text("location");
  json_.master_id = reader.text("masterId");
  json_.modified_fields = reader.value("modifiedFields");
  rdate_ = reader.value("rdate");
  json_.recurrence_id = reader.text("recurrenceId");
  json_.reminder_minutes = reader.value("reminderMinutes");
  json_.rrule = reader.text("rrule");
  json_.rrule_until = reader.text("rruleUntil");
  json_.sequence = inside(reader.number("sequence"));
  times.start_date = reader.text("startDate");
  times.start_local = reader.text("startLocal");
  json_.start_tzid = reader.text("startTzid");
  times.start_utc = reader.text("startUtc");
  json_.status = reader.text("status");
  json_.tags = reader.content("tags", R"({"SS":)");
  json_.title = reader.text("title");
  json_.ttl = inside(reader.number("ttl"));
  json_.updated_at = reader.text("updatedAt");
  json_.version = inside(reader.number("version"));
  const bool is_sound =
      read_kind(entity_type, sort_key) && read_times(times) && read_numbers() && read_repeats();
  if (is_sound) return {};
  return fail(ErrorCode::kCorruption,
              fmt::format("The item {} of the planner is not what was written.", sort_key));
}

bool ViewItem::read_kind(std::string_view entity_type, std::string_view sort_key) {
  if (json_.id.empty() || json_.title.empty() || has_escapes(json_.id)) return false;
  if (has_escapes(json_.title)) unescaped_title_ = unescaped(inside(json_.title));
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
  return entity_type == kInstanceType && is_master_id(master_id()) && is_tag(tag_) &&
         in_key.starts_with(master_id()) && !json_.recurrence_id.empty();
}

bool ViewItem::read_times(const Times& times) {
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

bool ViewItem::still_has(const ViewItem& instance) const {
  // Dates and times on the wall are beginnings of what stands in rruleUntil, so that their texts
  // compare as they should.
  if (until_s_ && inside(instance.json_.recurrence_id) > inside(json_.rrule_until)) return false;
  if (!has_left_out_) return true;
  const auto leaves_out = [this](std::string_view tag) {
    return exdate_.find(fmt::format("\"{}\"", tag)) != std::string_view::npos;
  };
  const auto time = ical::parse_date_time(instance.tag());
  if (!time || leaves_out(instance.tag())) return false;
  if (time->form == ical::TimeForm::kDate) return true;
  // A day leaves out all that is on it, by the wall.
  const bool is_timed = time_kind_ == TimeKind::kTimed;
  const ical::TimeZone& zone = zone_of(std::string(start_tzid()));
  return !leaves_out(day_tag(is_timed ? zone.local_of(time->second) : time->second));
}

std::string_view ViewItem::title() const {
  return unescaped_title_.empty() ? inside(json_.title) : unescaped_title_;
}

When ViewItem::when() const {
  When when;
  when.kind = time_kind_;
  when.start_s = start_s_;
  if (has_end_) when.end_s = start_s_ + duration_s_;
  when.start_tzid = start_tzid();
  if (!end_tzid().empty()) when.end_tzid = end_tzid();
  return when;
}

void ViewItem::read_times_into(Master& master) const {
  master.when = when();
  master.repeats.rrule = rrule();
  master.repeats.until_s = until_s_;
  if (has_left_out_) master.repeats.exdate = exdate();
  if (has_dates_) master.repeats.rdate = rdate();
}

bool ViewItem::has_expired(int64_t now_ms) const {
  return ttl_s_ && *ttl_s_ <= now_ms / 1000;
}

bool ViewItem::has_tag(std::string_view quoted) const {
  bool has = false;
  for_each_text(json_.tags, [&](std::string_view tag) { has = has || tag == quoted; });
  return has;
}

std::vector<std::string> ViewItem::tags() const {
  std::vector<std::string> tags;
  for_each_text(json_.tags,
                [&](std::string_view quoted) { tags.push_back(unescaped(inside(quoted))); });
  return tags;
}

std::vector<int64_t> ViewItem::reminder_minutes() const {
  std::vector<int64_t> minutes;
  const std::string_view json = json_.reminder_minutes;
  for (size_t at = json.find('['); at < json.size();) {
    at = json.find_first_of("0123456789", at);
    if (at == std::string_view::npos) break;
    const size_t end = json.find('"', at);
    if (const auto number = whole_number(json.substr(at, end - at))) minutes.push_back(*number);
    at = end;
  }
  return minutes;
}

std::optional<std::string> ViewItem::text_of(std::string_view json) {
  if (json.empty()) return std::nullopt;
  return unescaped(inside(json));
}

std::vector<std::string> ViewItem::texts_in(std::string_view value) {
  std::vector<std::string> texts;
  if (value.empty()) return texts;
  const store::Value list = store::AttributeView("", value).value();
  const auto* const elements = list.get_if<store::List>();
  if (elements == nullptr) return texts;
  for (const store::Value& element : *elements) {
    if (const auto* const text = element.get_if<std::string>()) texts.push_back(*text);
  }
  return texts;
}

}  // namespace norn::planner
