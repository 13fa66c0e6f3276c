#include "apps/planner/views/view_item.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "apps/planner/series/series.h"
#include "apps/planner/series/when_zone.h"
#include "base/check.h"
#include "ical/date_time.h"
#include "store/wire_text.h"

namespace norn::planner {
namespace {

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

}  // namespace

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
    int64_t number = 0;
    const auto [rest, error] = std::from_chars(json.data() + at, json.data() + end, number);
    if (error == std::errc() && rest == json.data() + end) minutes.push_back(number);
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
