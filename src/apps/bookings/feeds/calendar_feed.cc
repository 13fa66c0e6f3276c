#include "apps/bookings/feeds/calendar_feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/bookings/events/events.h"
#include "ical/calendar_file.h"
#include "ical/civil.h"

namespace norn::bookings {
namespace {

constexpr std::string_view kBlockedCategory = "Blocked";
constexpr ical::DateTime kEpoch{ical::TimeForm::kUtc, 0};
constexpr std::chrono::days kDaysBefore{365};
constexpr std::chrono::days kDaysAhead{3'660};

std::optional<ical::DateTime> stamp(const std::string& timestamp) {
  const auto ms = parse_timestamp_ms(timestamp);
  if (!ms) return std::nullopt;
  return ical::DateTime{ical::TimeForm::kUtc, *ms / 1000};
}

ical::CalendarTime whole_day(Date date) {
  return {.time = {ical::TimeForm::kDate, date.time_since_epoch().count() * ical::kDaySeconds}};
}

std::string description(const PlaceSettings& place, const Event& event, bool knows) {
  std::string text;
  if (event.kind == EventKind::kBooking) {
    text = fmt::format("Check-in from {}, check-out until {}.", place.check_in, place.check_out);
  }
  if (!knows || !event.note) return text;
  if (!text.empty()) text += "\n\n";
  return text + *event.note;
}

// The number of changes. Versions of events that were created with an Idempotency-Key begin with
// the time of creation, versions of other programs anywhere; a SEQUENCE has at most 31 bits (RFC
// 5545, 3.3.8).
int64_t sequence_of(const Event& event) {
  constexpr int64_t kMaxSequence = 1'000'000'000;
  const auto created_ms = parse_timestamp_ms(event.created_at);
  const bool begins_with_time = !event.digest.empty() && created_ms && event.version > *created_ms;
  const int64_t sequence = begins_with_time ? event.version - *created_ms : event.version - 1;
  return std::clamp<int64_t>(sequence, 0, kMaxSequence);
}

ical::CalendarItem calendar_item(const Access& access, const Event& event) {
  const bool knows = may_know(access, event);
  ical::CalendarItem item;
  item.uid = event.id + "@norn";
  item.start = whole_day(event.stay.start);
  item.end = whole_day(event.stay.end);
  item.summary = knows ? event.title : kTakenTitle;
  item.description = description(access.place.settings, event, knows);
  item.location = access.place.settings.name;
  if (event.kind == EventKind::kBlocked) item.categories = {std::string(kBlockedCategory)};
  item.sequence = sequence_of(event);
  item.created = stamp(event.created_at);
  item.last_modified = stamp(event.updated_at);
  item.stamp = item.last_modified;
  return item;
}

}  // namespace

Result<std::string> calendar_file(const Context& context, const std::string& user_id,
                                  const std::string& place_id) {
  NORN_ASSIGN(const Access access, authorize(context, user_id, place_id, Role::kViewer));
  const Date today = today_at(access.place, context.clock);
  NORN_ASSIGN(auto events,
              events_between(context, place_id, today - kDaysBefore, today + kDaysAhead));
  // Stays of one place never begin on the same night, so this is one order.
  std::ranges::sort(events, {}, [](const Event& event) { return event.stay.start; });
  ical::CalendarFile file;
  file.name = access.place.settings.name;
  for (const Event& event : events) file.items.push_back(calendar_item(access, event));
  return ical::write_calendar(file, kEpoch);
}

}  // namespace norn::bookings
