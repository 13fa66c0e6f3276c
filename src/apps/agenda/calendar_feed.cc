#include "apps/agenda/calendar_feed.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "base/time_text.h"
#include "ical/calendar_file.h"

namespace norn::agenda {
namespace {

constexpr std::string_view kFeedName = "Norn";
constexpr std::chrono::days kDaysBefore{31};
constexpr std::chrono::days kDaysAhead{335};
// Items have no time of their last change in common.
constexpr ical::DateTime kNoStamp{ical::TimeForm::kUtc, 0};

ical::CalendarTime file_time(const Query& query, const Times& times, int64_t wall_s,
                             std::optional<int64_t> utc_s) {
  if (times.all_day) return {.time = {ical::TimeForm::kDate, wall_s}};
  return {.time = {ical::TimeForm::kUtc, utc_s ? *utc_s : query.zone.utc_of(wall_s)}};
}

// The same in every version of the file. A birthday comes every year.
std::string uid_of(const Item& item) {
  std::string uid = fmt::format("{}-{}", item.app, item.id);
  if (item.task) uid += fmt::format("-{}", to_text(item.task->as));
  if (item.day) uid += fmt::format("-{}-{}", item.day->which, item.day->years);
  return uid + "@agenda.norn";
}

std::string summary_of(const Item& item) {
  if (item.task) return (item.task->done ? "☑ " : "☐ ") + item.title;
  if (item.stay) return fmt::format("{}: {}", item.owner.name, item.title);
  return item.file_title.empty() ? item.title : item.file_title;
}

ical::CalendarItem file_item(const Query& query, const Item& item) {
  ical::CalendarItem event;
  event.uid = uid_of(item);
  const Times& times = item.times;
  event.start = file_time(query, times, times.start_s, times.start_utc_s);
  if (times.end_s) event.end = file_time(query, times, *times.end_s, times.end_utc_s);
  event.summary = summary_of(item);
  event.location = item.location;
  event.description = item.owner.name;
  event.status = item.status;
  // Tasks and days of the family do not make a person busy.
  if (item.task || item.day) event.other.push_back({.name = "TRANSP", .value = "TRANSPARENT"});
  return event;
}

size_t count_of(const Rights& rights) {
  return static_cast<size_t>(rights.change) + rights.move + rights.resize + rights.complete +
         rights.remove + rights.answer;
}

// What is in the file, in order. The same event in two calendars, or in one and among the
// invitations, has the same UID in both (and all occurrences of a series have it): it is there
// once, by the copy to which most can be done, as on the page.
std::vector<const Item*> items_of_file(const AgendaPage& page, const Preferences& preferences) {
  using Same = std::tuple<std::string_view, int64_t, bool, std::optional<TaskAs>>;
  std::map<Same, size_t> places;
  std::vector<const Item*> items;
  for (const Item& item : page.items) {
    if (preferences.hides(item)) continue;
    if (!item.uid.empty()) {
      const auto as = item.task ? std::optional(item.task->as) : std::nullopt;
      const auto [known, is_new] =
          places.emplace(Same(item.uid, item.times.start_s, item.times.all_day, as), items.size());
      if (!is_new) {
        const Item*& kept = items[known->second];
        if (count_of(item.rights) > count_of(kept->rights)) kept = &item;
        continue;
      }
    }
    items.push_back(&item);
  }
  return items;
}

}  // namespace

Result<std::string> calendar_feed(Agenda& agenda, const Clock& clock, const std::string& user_id,
                                  const Preferences& preferences, const std::string& language) {
  const Date today = day_in(ical::TimeZone::utc(), clock.now_ms());
  AgendaRequest request{.from = today - kDaysBefore, .to = today + kDaysAhead};
  request.language = language;
  for (size_t i = 0; i < kKindCount; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (preferences.hidden_kinds.has(kind)) request.kinds.remove(kind);
  }
  NORN_ASSIGN(const AgendaPage page, agenda.all(user_id, request));
  for (const Failure& failure : page.failed) {
    // One calendar that cannot be read does not take the others away.
    if (failure.owner) continue;
    if (failure.error.code != ErrorCode::kNotFound) return std::unexpected(failure.error);
  }
  ical::CalendarFile file;
  file.name = kFeedName;
  std::string text = ical::calendar_begin(file, {});
  for (const Item* const item : items_of_file(page, preferences)) {
    text += ical::component_text(ical::item_component(file_item(page.query, *item), kNoStamp));
  }
  text += ical::kCalendarEnd;
  return text;
}

}  // namespace norn::agenda
