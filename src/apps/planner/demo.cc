#include "apps/planner/demo.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/planner/preferences.h"

namespace norn::planner {
namespace {

using apps::Demo;
using apps::DemoPerson;
using std::chrono::Friday;
using std::chrono::Monday;
using std::chrono::Saturday;
using std::chrono::Sunday;
using std::chrono::Thursday;
using std::chrono::Tuesday;
using std::chrono::Wednesday;

// How long these people have had their habits.
constexpr int kFirstDemoWeek = -8;

constexpr int kNoReminder = -1;
constexpr std::string_view kWeekdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

struct DemoEvent {
  const DemoPerson& person;
  std::string_view title;
  Date day;
  std::string_view at;  // "16:00"; empty: all day.
  int minutes;          // How long it takes.
  std::string_view rrule = {};
  std::string_view tag = {};
  int reminder_minutes = kNoReminder;
  std::string_view location = {};
  std::string_view color = {};
  std::optional<Date> left_out = {};
  Status status = Status::kConfirmed;
};

Date second_tuesday(const Demo& demo, int months) {
  const std::chrono::year_month_day today(demo.today);
  const auto month = today.year() / today.month() + std::chrono::months(months);
  return month / Tuesday[2];
}

Date since(const Demo& demo, std::chrono::weekday day) {
  return demo.on(day, kFirstDemoWeek);
}

std::vector<DemoEvent> events_of_parents(const Demo& demo) {
  const DemoPerson& clara = demo.clara;
  const DemoPerson& daniel = demo.daniel;
  return {
      {clara, "Swimming: take Ben", since(demo, Wednesday), "15:40", 20, "FREQ=WEEKLY;BYDAY=WE",
       "family", 15, "Leisure centre", "#06B6D4", demo.on(Wednesday, 2)},
      {clara, "Run", since(demo, Tuesday), "06:30", 45, "FREQ=WEEKLY;BYDAY=TU,SA", "sport"},
      {clara, "Stand-up", since(demo, Monday), "09:15", 15, kWeekdays, "work", 5, "Video call",
       "#8B5CF6"},
      {clara, "Talk to the printer", demo.in_days(1), "11:00", 30, "", "work", 15},
      {clara, "Lunch with Priya", demo.in_days(2), "12:30", 60, "", "work", 30, "Corner Café"},
      {clara, "Haircut", demo.on(Saturday, 1), "09:30", 45, "", "", 60, "Mill Lane"},
      {clara, "Quarterly review", demo.on(Tuesday, 2), "14:00", 120, "", "work", 60, "", "#8B5CF6",
       std::nullopt, Status::kTentative},
      {daniel, "Five-a-side football", since(demo, Thursday), "20:00", 90, "FREQ=WEEKLY;BYDAY=TH",
       "sport", 60, "Sports hall"},
      {daniel, "Cook together", since(demo, Sunday), "17:30", 60, "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU",
       "family"},
      {daniel, "Fit the kitchen lamp", demo.on(Saturday), "14:00", 90, "", "house", 30},
      {daniel, "Train to Leeds", demo.in_days(6), "07:12", 150, "", "work", 60, "Platform 2"},
  };
}

std::vector<DemoEvent> events_of_others(const Demo& demo) {
  const DemoPerson& ben = demo.ben;
  const DemoPerson& lily = demo.lily;
  const DemoPerson& margaret = demo.margaret;
  const Date wedding = Demo::years_before(demo.in_days(24), 50);
  constexpr int kDayMinutes = 24 * 60;
  return {
      {ben, "Swimming", since(demo, Wednesday), "16:00", 60, "FREQ=WEEKLY;BYDAY=WE", "sport", 60,
       "Leisure centre", "#06B6D4", demo.on(Wednesday, 2)},
      {ben, "Piano lesson", since(demo, Monday), "17:00", 30, "FREQ=WEEKLY;BYDAY=MO", "music", 30,
       "Mrs. Achterberg"},
      {ben, "Sleepover at Sam's", demo.on(Friday, 1), "18:00", 14 * 60},
      {lily, "Gym with the crew", since(demo, Saturday), "10:00", 75, "FREQ=WEEKLY;BYDAY=SA",
       "rowing", 30, "Boathouse"},
      {lily, "Revise maths", demo.in_days(1), "16:30", 60, "", "school", 10},
      {lily, "Emma's party", demo.on(Saturday, 2), "19:00", 180, "", "", 120},
      {margaret, "Choir", since(demo, Thursday), "19:00", 120, "FREQ=WEEKLY;BYDAY=TH", "music", 60,
       "Church hall"},
      {margaret, "Book club", second_tuesday(demo, -3), "15:00", 120, "FREQ=MONTHLY;BYDAY=2TU",
       "friends", kDayMinutes, "Library"},
      {demo.thomas, "Allotment", since(demo, Saturday), "09:00", 120, "FREQ=WEEKLY;BYDAY=SA",
       "garden"},
      {demo.thomas, "Our wedding anniversary", wedding, "", 0, "FREQ=YEARLY", "family",
       7 * kDayMinutes, "", "#EC4899"},
  };
}

std::vector<DemoEvent> events_of_team(const Demo& demo) {
  const Date monday = since(demo, Monday);
  return {
      {demo.priya, "Stand-up", monday, "09:15", 15, kWeekdays, "work", 5, "Video call"},
      {demo.priya, "Lunch with Clara", demo.in_days(2), "12:30", 60, "", "", 30, "Corner Café"},
      {demo.priya, "Market committee", demo.on(Monday, 1), "18:00", 90, "", "work", 60,
       "Town hall"},
      {demo.jonas, "Stand-up", monday, "09:15", 15, kWeekdays, "work", 5, "Video call"},
      {demo.jonas, "Climbing", since(demo, Wednesday), "18:30", 120, "FREQ=WEEKLY;BYDAY=WE",
       "sport"},
      {demo.mei, "Stand-up", monday, "09:15", 15, kWeekdays, "work", 5, "Video call"},
      {demo.mei, "Photo walk: market stalls", demo.on(Saturday), "08:00", 120, "", "work", 60,
       "Riverside"},
  };
}

std::optional<std::string> text_or_none(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return std::string(text);
}

// "20251224": how a series names an occurrence.
std::string occurrence_tag(Date day) {
  std::string text = date_text(day);
  std::erase(text, '-');
  return text;
}

EventChange input_of(const DemoEvent& event) {
  EventChange input;
  input.details.title = std::string(event.title);
  input.details.location = text_or_none(event.location);
  input.details.color = text_or_none(event.color);
  input.details.status = event.status;
  if (!event.tag.empty()) input.details.tags = {std::string(event.tag)};
  if (event.reminder_minutes != kNoReminder) {
    input.details.reminder_minutes = {event.reminder_minutes};
  }
  if (const auto second = parse_time_of_day_s(fmt::format("{}:00", event.at))) {
    constexpr int64_t kSecondsPerMinute = 60;
    const int64_t start_s =
        std::chrono::sys_seconds(event.day).time_since_epoch().count() + *second;
    input.when.start_local_s = start_s;
    input.when.end_local_s = start_s + event.minutes * kSecondsPerMinute;
  } else {
    input.when.is_all_day = true;
    input.when.start_date = event.day;
  }
  if (!event.rrule.empty()) input.repeats.rrule = std::string(event.rrule);
  if (event.left_out) input.repeats.exdate = {occurrence_tag(*event.left_out)};
  return input;
}

}  // namespace

Result<void> add_demo(const Context& context, Events& events, Demo& demo) {
  for (const DemoPerson* const person : demo.people()) {
    NORN_ASSIGN(const Meta meta, read_meta(context, person->id));
    NORN_TRY(change_preferences(context, person->id, {.default_tzid = demo.zone}, etag_of(meta)));
  }
  for (const auto& all : {events_of_parents(demo), events_of_others(demo), events_of_team(demo)}) {
    for (const DemoEvent& event : all) {
      NORN_TRY(events.create(event.person.id, input_of(event), {}));
    }
  }
  return {};
}

}  // namespace norn::planner
