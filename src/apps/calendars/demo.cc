#include "apps/calendars/demo.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace norn::calendars {
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

struct DemoMember {
  const DemoPerson& person;
  Role role;
};

struct DemoEntry {
  const DemoPerson& author;
  Date day;
  std::string title;
  Kind kind;
  std::optional<std::string> location = {};
  std::optional<std::string> description = {};
};

struct DemoCalendar {
  CalendarInput input;
  const DemoPerson& owner;
  std::vector<DemoMember> members;
  std::vector<DemoEntry> entries;
};

Kind timed(const std::string& start, const std::string& end) {
  return Timed{.start = start + ":00", .end = end + ":00"};
}

Kind until(Date first, int days) {
  return MultiDay{.start = first, .end = first + std::chrono::days(days - 1)};
}

DemoCalendar family_calendar(const Demo& demo) {
  const DemoPerson& clara = demo.clara;
  const DemoPerson& daniel = demo.daniel;
  const DemoPerson& lily = demo.lily;
  const DemoPerson& margaret = demo.margaret;
  const Date visit = demo.on(Friday, 2);
  return {
      .input = {.name = "Family", .color = "#3B82F6", .description = "What concerns all of us."},
      .owner = clara,
      .members = {{daniel, Role::kOwner},
                  {lily, Role::kWriter},
                  {margaret, Role::kWriter},
                  {demo.ben, Role::kReader},
                  {demo.thomas, Role::kReader}},
      .entries = {
          {daniel, demo.on(Sunday, -1), "Roast at ours", timed("13:00", "15:30"), "Home"},
          {clara, demo.on(Monday), "Bins out: paper",
           Task{.completed = demo.today > demo.on(Monday)}},
          {clara, demo.on(Tuesday), "Dentist: Ben", timed("15:40", "16:10"), "Dr. Osei, Mill Lane",
           "Bring the form from school."},
          {daniel, demo.on(Thursday), "Boiler service", timed("09:00", "11:00"), "Home",
           "One of us has to be in: **Daniel** works from home."},
          {clara, demo.today, "Soup night", timed("18:30", "19:30"), "Home"},
          {lily, demo.in_days(1), "Film night: Lily chooses", timed("19:00", "21:30"),
           "Living room"},
          {daniel, demo.on(Saturday), "Car: winter tyres", timed("10:00", "11:00"),
           "Harbour Garage"},
          {clara, demo.on(Sunday), "Lunch at Grandma's", timed("12:30", "15:00"),
           "Margaret and Thomas"},
          {margaret, demo.on(Wednesday, 1), "Thomas: eye test", timed("11:15", "11:45"),
           "Market Square"},
          {daniel, demo.in_days(3), "Pay for the school trip", Task{.completed = false}},
          {clara,
           demo.in_days(4),
           "Order the birthday cake",
           Task{.completed = false},
           {},
           "Lemon, as every year. No nuts!"},
          {lily, demo.in_days(-2), "Library books back", Task{.completed = true}},
          {daniel, demo.on(Saturday, 1), "Bike ride along the river", AllDay{}},
          {margaret, visit, "Aunt Ruth visits", until(visit, 3), "Margaret and Thomas"},
          {clara, demo.on(Saturday, 3), "Concert: Riverside Choir", timed("19:30", "21:30"),
           "Town hall"},
          {clara, demo.in_days(40), "Family holiday", until(demo.in_days(40), 8), "Pembrokeshire",
           "Ferry and cottage are booked."},
      }};
}

DemoCalendar school_calendar(const Demo& demo) {
  const DemoPerson& clara = demo.clara;
  const DemoPerson& daniel = demo.daniel;
  const Date trip = demo.on(Wednesday, 2);
  const Date holidays = demo.on(Monday, 5);
  return {.input = {.name = "School",
                    .color = "#F59E0B",
                    .description = "Hillside Primary and St Anne's."},
          .owner = daniel,
          .members = {{clara, Role::kOwner}, {demo.lily, Role::kWriter}, {demo.ben, Role::kReader}},
          .entries = {
              {daniel, demo.on(Thursday, -1), "Parents' evening: Ben", timed("18:00", "18:20"),
               "Hillside Primary, room 4"},
              {demo.lily, demo.on(Friday), "Maths test", timed("09:00", "10:00"), "St Anne's",
               "Chapters 5 to 7."},
              {daniel, demo.on(Friday), "Ben: bring sports kit", Task{.completed = false}},
              {clara, demo.on(Tuesday, 1), "Lily: history essay due", AllDay{}},
              {daniel, trip, "Class trip: Ben", until(trip, 3), "Brecon",
               "Packing list: rain coat, boots, torch."},
              {clara, demo.on(Thursday, 2), "Parents' evening: Lily", timed("17:30", "18:00"),
               "St Anne's, hall"},
              {clara, holidays, "School holidays", until(holidays, 12)},
          }};
}

// Entries do not repeat: each training is one.
DemoCalendar club_calendar(const Demo& demo) {
  const DemoPerson& thomas = demo.thomas;
  const Date regatta = demo.on(Saturday, 4);
  DemoCalendar calendar{
      .input = {.name = "Rowing club",
                .color = "#10B981",
                .description = "Riverside Rowing Club, juniors."},
      .owner = thomas,
      .members = {{demo.lily, Role::kWriter},
                  {demo.clara, Role::kReader},
                  {demo.daniel, Role::kReader},
                  {demo.jonas, Role::kReader}},
      .entries = {{thomas, regatta, "Autumn regatta", until(regatta, 2), "Henley Reach",
                   "Boats leave at 7:30."},
                  {demo.lily, demo.on(Thursday, 1), "Wash and wax the boats",
                   Task{.completed = false}, "Boathouse"},
                  {thomas, demo.on(Friday, 2), "Committee", timed("19:00", "20:30"), "Boathouse"}}};
  constexpr int kFirstWeek = -3;
  constexpr int kLastWeek = 6;
  for (int week = kFirstWeek; week <= kLastWeek; ++week) {
    calendar.entries.push_back(
        {thomas, demo.on(Tuesday, week), "Junior training", timed("17:30", "19:00"), "Boathouse"});
  }
  return calendar;
}

Result<void> add_calendar(Calendars& calendars, sharing::Members& members, Entries& entries,
                          const DemoCalendar& demo) {
  NORN_ASSIGN(const Access made, calendars.create(demo.owner.id, demo.input, {}));
  const std::string& id = made.calendar.id;
  for (const DemoMember& member : demo.members) {
    NORN_TRY(
        members.invite(demo.owner.id, id, member.person.email, std::string(to_text(member.role))));
  }
  for (const DemoEntry& entry : demo.entries) {
    const EntryInput input{.title = entry.title,
                           .description = entry.description,
                           .location = entry.location,
                           .date = entry.day,
                           .color = {},
                           .kind = entry.kind};
    NORN_TRY(entries.create(entry.author.id, id, input, {}));
  }
  return {};
}

}  // namespace

Result<void> add_demo(Calendars& calendars, sharing::Members& members, Entries& entries,
                      const Demo& demo) {
  for (const DemoCalendar& calendar :
       {family_calendar(demo), school_calendar(demo), club_calendar(demo)}) {
    NORN_TRY(add_calendar(calendars, members, entries, calendar));
  }
  return {};
}

}  // namespace norn::calendars
