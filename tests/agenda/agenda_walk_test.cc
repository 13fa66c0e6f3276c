#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <variant>

#include "agenda/agenda_world.h"
#include "apps/agenda/render.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/events/series/event_id.h"
#include "apps/family/anniversaries.h"
#include "apps/family/own_person.h"
#include "base/time_text.h"
#include "ical/civil.h"

// People do random things in all apps, in random roles, while the clock goes on. Their agendas are
// exactly the union of what each app says, in order, in any zone; and a reply that was kept says
// what a new one says.
namespace norn::agenda {
namespace {

using std::chrono::days;
using testing::must;

constexpr std::array kZones = {"UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati",
                               "Australia/Lord_Howe"};
const std::vector<bool> kAllApps(5, true);
const Date kMiddle = parse_date("2024-02-10").value();

class AgendaWalk : public ::testing::TestWithParam<unsigned> {
 protected:
  AgendaWalk() {
    for (const char* name : {"ada", "bob", "eve"}) people_.push_back(world_.person(name));
    for (const std::string& owner : people_) {
      const calendars::CalendarInput calendar = {
          .name = "Calendar", .color = "#3B82F6", .description = {}};
      calendars_.push_back(must(world_.calendars.create(owner, calendar, {})).calendar.id);
      projects_.push_back(
          must(world_.projects.create(owner, {.name = "Project", .color = "#FF9900"}, {}))
              .project.id);
      bookings::PlaceSettings place;
      place.name = "Place";
      place.color = "#3B82F6";
      place.shows_names = chance(2);
      places_.push_back(must(world_.places.create(owner, place, {})).place.id);
      trees_.push_back(must(world_.trees.create(owner, {.name = "Tree"}, {})).tree.id);
    }
  }

  using Names = std::multiset<std::string>;

  size_t number(size_t below) {
    return std::uniform_int_distribution<size_t>(0, below - 1)(random_);
  }
  bool chance(size_t of) { return number(of) == 0; }
  template <typename Values>
  const auto& one_of(const Values& values) {
    return values[number(std::size(values))];
  }
  Date random_day() { return kMiddle + days(static_cast<int>(number(60)) - 30); }
  std::string random_time(Date day) {
    return fmt::format("{}T{:02}:{:02}:00Z", date_text(day), number(24), number(2) * 30);
  }
  int64_t wall_s(Date day) {
    return day.time_since_epoch().count() * ical::kDaySeconds +
           static_cast<int64_t>(number(48)) * 1'800;
  }

  // Each may be refused, by a role or by a rule: that is a result like any other.
  void add_entry(const std::string& user) {
    const Date day = random_day();
    calendars::EntryInput input;
    input.title = "Entry";
    input.date = day;
    switch (number(4)) {
      case 0:
        input.kind = calendars::MultiDay{day, day + days(static_cast<int>(number(9)))};
        break;
      case 1:
        input.kind = calendars::AllDay{};
        break;
      case 2:
        input.kind = calendars::Task{chance(2)};
        break;
      default:
        input.kind = calendars::Timed{"09:00:00", chance(2) ? "10:00:00" : "23:59:59"};
    }
    static_cast<void>(world_.entries.create(user, one_of(calendars_), input, {}));
  }

  events::EventChange random_event() {
    const Date day = random_day();
    events::EventChange input;
    input.details.title = "Event";
    if (chance(8)) {
      // The clock goes on by hours, and some of them expire.
      input.details.ttl = world_.clock.now_s() + static_cast<int64_t>(1 + number(100)) * 3'600;
    }
    if (chance(3)) {
      input.when.start_date = day;
      input.when.end_date = day + days(1 + static_cast<int>(number(3)));
    } else {
      const int64_t start_s = wall_s(day);
      input.when.start_local_s = start_s;
      if (!chance(4))
        input.when.end_local_s = start_s + static_cast<int64_t>(1 + number(40)) * 3'600;
      input.when.start_tzid =
          chance(4) ? std::optional<std::string>() : std::string(one_of(kZones));
    }
    if (chance(3)) input.repeats.rrule = "FREQ=DAILY;INTERVAL=5;COUNT=7";
    return input;
  }

  void add_event(const std::string& user) { must(world_.events.create(user, random_event(), {})); }

  void add_calendar_event(const std::string& user) {
    const auto owner = calendars::owner_of_events(world_.context, user, one_of(calendars_),
                                                  calendars::Role::kWriter);
    if (owner) static_cast<void>(world_.events.create(*owner, random_event(), {}));
  }

  void change_calendar_event(const std::string& user, const Item& item, bool removes) {
    const auto owner =
        calendars::owner_of_events(world_.context, user, item.owner.id, calendars::Role::kReader);
    const auto id = events::parse_event_id(item.id);
    if (!owner || !id) return;
    const auto scope = chance(2) ? events::Scope::kThis : events::Scope::kAll;
    events::EventChange change;
    // Another one each time: a change that changes nothing is nobody's.
    change.details.title = fmt::format("Changed {}", changes_++);
    const bool may = removes
                         ? world_.events.remove(*owner, *id, scope, item.etag).has_value()
                         : world_.events.change(*owner, *id, change, scope, item.etag).has_value();
    EXPECT_LE(may, item.rights.change) << item.id;
  }

  void add_task(const std::string& user) {
    projects::TaskInput input;
    input.title = "Task";
    if (!chance(4)) input.assignee_id = one_of(people_);
    if (!chance(3)) {
      const Date day = random_day();
      input.due_date = chance(2) ? date_text(day) + "T23:59:59Z" : random_time(day);
    }
    if (chance(4)) {
      const Date day = random_day();
      input.planned_start = date_text(day) + "T00:00:00Z";
      const Date last = day + days(static_cast<int>(number(4)));
      if (chance(2)) input.planned_end = date_text(last) + "T23:59:59Z";
    } else if (chance(2)) {
      input.planned_start = random_time(random_day());
      input.planned_end = timestamp_s(*parse_timestamp_ms(*input.planned_start) + 7'200'000);
    }
    static_cast<void>(world_.tasks.create(user, one_of(projects_), input, {}));
  }

  planner::WallTime random_wall_time() {
    const Date day = random_day();
    const bool is_day = chance(2);
    const int64_t midnight_s = day.time_since_epoch().count() * ical::kDaySeconds;
    // Where it ends is in the same day, in any of the zones.
    return {.is_day = is_day, .local_s = is_day ? midnight_s : midnight_s + 12 * 3'600};
  }

  void add_planner_task(const std::string& user) {
    planner::TaskChange input;
    input.details.title = "Own task";
    if (chance(8)) {
      input.details.ttl = world_.clock.now_s() + static_cast<int64_t>(1 + number(100)) * 3'600;
    }
    if (chance(2)) input.due.time = random_wall_time();
    if (chance(2)) {
      input.planned.time = random_wall_time();
      if (!(*input.planned.time)->is_day) input.planned_minutes = 15;
    }
    must(world_.planner_tasks.create(user, input, {}));
  }

  void change_planner_task(const std::string& user, const Item& item, bool removes) {
    if (removes) {
      must(world_.planner_tasks.remove(user, item.id, item.etag));
      return;
    }
    planner::TaskChange change;
    if (chance(2)) {
      change.done = !item.task->done;
    } else {
      change.planned.time = random_wall_time();
    }
    must(world_.planner_tasks.change(user, item.id, change, item.etag));
  }

  void add_project_event(const std::string& user) {
    projects::EventInput input;
    input.title = "Meeting";
    const Date day = random_day();
    input.all_day = chance(2);
    input.start_date = input.all_day ? date_text(day) + "T00:00:00Z" : random_time(day);
    input.end_date = timestamp_s(*parse_timestamp_ms(input.start_date) +
                                 static_cast<int64_t>(number(60)) * 3'600'000);
    const auto made = world_.project_events.create(user, one_of(projects_), input, {});
    if (made && chance(2)) {
      static_cast<void>(world_.project_events.add_to(user, made->id, one_of(projects_)));
    }
  }

  void book(const std::string& user) {
    bookings::EventInput input;
    const Date day = random_day();
    input.stay = {day, day + days(1 + static_cast<int>(number(6)))};
    if (chance(4)) input.kind = bookings::EventKind::kBlocked;
    static_cast<void>(world_.bookings.create(user, one_of(places_), input, {}));
  }

  void add_relative(const std::string& user) {
    family::PersonInput input;
    input.first_name = "Anna";
    input.last_name = "Smith";
    input.birth.day = date_text(random_day() - days(365 * static_cast<int>(20 + number(60))));
    if (chance(4)) input.death.day = date_text(random_day() - days(365));
    const std::string& tree = one_of(trees_);
    const auto made = world_.people.create(user, tree, input, {}, {});
    if (made && chance(2)) {
      static_cast<void>(family::set_own_person(world_.context, user, tree, made->person.id));
    }
  }

  // Invites, removes, or gives another role.
  void change_members(const std::string& user) {
    struct Kind {
      sharing::Members& members;
      const std::vector<std::string>& things;
      std::vector<std::string> roles;
    };
    const std::array<Kind, 4> kinds = {{{world_.calendar_members, calendars_, {"reader", "writer"}},
                                        {world_.project_members, projects_, {"VIEWER", "MEMBER"}},
                                        {world_.place_members, places_, {"viewer", "member"}},
                                        {world_.tree_members, trees_, {"read", "write"}}}};
    const Kind& kind = one_of(kinds);
    const std::string& thing = one_of(kind.things);
    const size_t other = number(people_.size());
    const std::array names = {"ada", "bob", "eve"};
    if (chance(3)) {
      static_cast<void>(kind.members.remove(user, thing, people_[other]));
    } else {
      static_cast<void>(kind.members.invite(user, thing, std::string(names[other]) + "@example.com",
                                            one_of(kind.roles)));
    }
  }

  // Changes or deletes something that is in the person's agenda.
  void change_something(const std::string& user) {
    const auto page = must(world_.agenda.list(user, request(), kAllApps));
    if (page.items.empty()) return;
    const Item& item = one_of(page.items);
    const bool removes = chance(3);
    if (item.app == "calendars" && item.kind == Kind::kEvent) {
      change_calendar_event(user, item, removes);
    } else if (item.app == "calendars") {
      if (removes)
        static_cast<void>(world_.entries.remove(user, item.id, item.etag));
      else
        static_cast<void>(world_.entries.change(user, item.id, {.date = random_day()}, item.etag));
    } else if (item.app == "planner" && item.task) {
      change_planner_task(user, item, removes);
    } else if (item.app == "planner") {
      const auto id = events::parse_event_id(item.id);
      if (removes && id) {
        static_cast<void>(world_.events.remove(user, *id, events::Scope::kThis, item.etag));
      }
    } else if (item.app == "projects" && item.task) {
      projects::TaskPatch patch;
      patch.status = item.task->done ? projects::TaskStatus::kTodo : projects::TaskStatus::kDone;
      if (removes)
        static_cast<void>(world_.tasks.remove(user, item.id, item.etag));
      else
        static_cast<void>(world_.tasks.change(user, item.id, patch, item.etag));
    } else if (item.app == "projects") {
      if (removes)
        static_cast<void>(world_.project_events.remove(user, item.id, item.etag));
      else
        static_cast<void>(
            world_.project_events.change(user, item.id, {.title = "Moved"}, item.etag));
    } else if (item.app == "bookings") {
      if (removes) {
        static_cast<void>(world_.bookings.remove(user, item.owner.id, item.id, item.etag));
      } else {
        static_cast<void>(
            world_.bookings.change(user, item.owner.id, item.id, {.title = "Guest"}, item.etag));
      }
    }
  }

  std::string address_of(const std::string& user) {
    return must(world_.users.find(user)).value().email;
  }

  // Invites somebody to an event, withdraws an invitation, or answers one.
  void invite_or_answer(const std::string& user) {
    const auto page = must(world_.agenda.list(user, request(), kAllApps));
    for (const Item& item : page.items) {
      if (item.app != "planner" || !chance(3)) continue;
      if (item.rights.answer) {
        const size_t slash = item.self.rfind('/');
        const size_t before = item.self.rfind('/', slash - 1);
        const events::GuestKey key{item.self.substr(before + 1, slash - before - 1),
                                   item.self.substr(slash + 1)};
        must(world_.invitations.answer(user, key, static_cast<events::Answer>(number(4))));
        return;
      }
      const auto id = events::parse_event_id(item.id);
      if (item.kind != Kind::kEvent || !id) continue;
      const auto listed = must(world_.guests.list(user, *id));
      if (!listed.empty() && chance(3)) {
        must(world_.guests.remove(user, *id, listed.front().guest.id));
      } else {
        // Refused, if it is their own event.
        static_cast<void>(
            world_.guests.invite(user, *id, {.email = address_of(one_of(people_))}, {}));
      }
      return;
    }
  }

  events::GuestLists::IsMember members() {
    return [this](const events::Owner& owner, const std::string& user) {
      return calendars::is_member(world_.context, owner, user);
    };
  }

  // Invites somebody to an event of a calendar, by address or as a member, or withdraws that.
  void invite_to_calendar(const std::string& user) {
    const auto page = must(world_.agenda.list(user, request(), kAllApps));
    for (const Item& item : page.items) {
      const auto id = events::parse_event_id(item.id);
      if (item.app != "calendars" || item.kind != Kind::kEvent || !id || !chance(3)) continue;
      const auto owner =
          calendars::owner_of_events(world_.context, user, item.owner.id, calendars::Role::kWriter);
      if (!owner) continue;
      const auto listed = must(world_.guests.list(*owner, *id));
      const std::string& other = one_of(people_);
      if (!listed.empty() && chance(2)) {
        must(world_.guests.remove(*owner, *id, listed.front().guest.id));
      } else if (chance(2)) {
        static_cast<void>(world_.guests.invite(*owner, *id, {.email = address_of(other)}, {}));
      } else {
        // Refused, if that is no member.
        static_cast<void>(world_.guests.invite(*owner, *id, {.user_id = other}, members()));
      }
      return;
    }
  }

  // The same of calendars, whose members see who is invited. A guest as a member is one as long.
  void add_invited_by_calendars(const std::string& user, const Query& query, Names& names) {
    const std::string address = address_of(user);
    for (const std::string& calendar_id : calendars_) {
      const auto reads = [&](const std::string& person) {
        return calendars::owner_of_events(world_.context, person, calendar_id,
                                          calendars::Role::kReader);
      };
      const auto member = std::ranges::find_if(
          people_, [&](const auto& person) { return reads(person).has_value(); });
      if (member == people_.end()) continue;
      const events::Owner owner = must(reads(*member));
      const bool is_member = reads(user).has_value();
      const auto view =
          must(world_.views.range(calendars::event_partition(calendar_id),
                                  {.from = query.from, .to = query.to, .tzid = query.tzid}));
      for (const auto& placed : view.placed) {
        const std::string id = view.id(placed);
        const auto listed = must(world_.guests.list(owner, events::parse_event_id(id).value()));
        const bool is_guest = std::ranges::any_of(listed, [&](const auto& one) {
          return one.guest.email == address ||
                 (is_member && one.guest.email.empty() && one.guest.user_id == user);
        });
        if (is_guest) names.insert("planner event " + id);
      }
    }
  }

  // What others have invited a person to, by what they see themselves.
  void add_invited(const std::string& user, const Query& query, Names& names) {
    const std::string address = address_of(user);
    for (const std::string& other : people_) {
      if (other == user) continue;
      const auto view =
          must(world_.views.range(other, {.from = query.from, .to = query.to, .tzid = query.tzid}));
      for (const auto& placed : view.placed) {
        const std::string id = view.id(placed);
        const auto listed = must(world_.guests.list(other, events::parse_event_id(id).value()));
        const bool is_guest = std::ranges::any_of(
            listed, [&](const auto& one) { return one.guest.email == address; });
        if (is_guest) names.insert("planner event " + id);
      }
    }
  }

  // Deletes a calendar or a project, or brings a calendar back.
  void delete_whole(const std::string& user) {
    if (chance(4)) static_cast<void>(world_.projects.remove(user, one_of(projects_)));
    if (chance(2))
      static_cast<void>(world_.calendars.remove(user, one_of(calendars_)));
    else
      static_cast<void>(world_.calendars.restore(user, one_of(calendars_)));
  }

  void rename_whole(const std::string& user) {
    const std::string& id = one_of(calendars_);
    if (const auto access = world_.calendars.get(user, id)) {
      static_cast<void>(world_.calendars.change(user, id, {.name = fmt::format("C{}", number(99))},
                                                etag_of(access->calendar)));
    }
    // The names of people are in what they invite others to.
    if (chance(2)) must(world_.users.rename(user, fmt::format("P{}", number(99))));
    world_.clock.advance_ms(static_cast<int64_t>(number(30)) * 3'600'000);
  }

  void step() {
    const std::string& user = one_of(people_);
    using Step = void (AgendaWalk::*)(const std::string&);
    constexpr std::array<Step, 19> kSteps = {
        &AgendaWalk::add_calendar_event, &AgendaWalk::add_calendar_event,
        &AgendaWalk::add_entry,          &AgendaWalk::add_event,
        &AgendaWalk::add_task,           &AgendaWalk::add_task,
        &AgendaWalk::add_project_event,  &AgendaWalk::book,
        &AgendaWalk::add_relative,       &AgendaWalk::change_members,
        &AgendaWalk::change_members,     &AgendaWalk::change_something,
        &AgendaWalk::delete_whole,       &AgendaWalk::rename_whole,
        &AgendaWalk::invite_or_answer,   &AgendaWalk::invite_or_answer,
        &AgendaWalk::add_planner_task,   &AgendaWalk::add_planner_task,
        &AgendaWalk::invite_to_calendar};
    (this->*one_of(kSteps))(user);
  }

  // One of few, so that replies are asked for again.
  AgendaRequest request() {
    AgendaRequest asked;
    asked.from = kMiddle - days(chance(2) ? 20 : 3);
    asked.to = kMiddle + days(chance(2) ? 30 : 3);
    if (!chance(3)) asked.tzid = one_of(kZones);
    return asked;
  }

  // Why a task is there: where it is due and planned, and on today if that was before.
  struct Placed {
    std::optional<Date> due = {};
    std::optional<Date> planned_from = {};
    std::optional<Date> planned_to = {};
    bool is_done = false;
  };
  static void add_placed(const std::string& name, const Placed& task, const Query& query,
                         Names& names) {
    const bool may_be_late = !task.is_done && query.has(query.today);
    const bool is_late = may_be_late && task.due && *task.due < query.today;
    const bool is_left =
        may_be_late && task.planned_to && *task.planned_to < query.today && task.due != query.today;
    if (is_late || is_left) names.insert(name + " overdue");
    if (task.due && !is_late && query.has(*task.due)) names.insert(name + " due");
    if (task.planned_from && *task.planned_from <= query.to && *task.planned_to >= query.from) {
      names.insert(name + " planned");
    }
  }

  void add_tasks(const std::string& user, const Query& query, Names& names) {
    const auto day_of = [&](const std::string& time, bool is_day) {
      const int64_t second = *parse_timestamp_ms(time) / 1'000;
      const int64_t local_s = is_day ? second : query.zone.local_of(second);
      return Date(days(ical::floor_div(local_s, ical::kDaySeconds)));
    };
    for (const projects::Task& task : must(world_.lists.of_assignee(user, user, {}))) {
      Placed placed{.is_done = task.status == projects::TaskStatus::kDone};
      if (task.due_date)
        placed.due = day_of(*task.due_date, projects::is_whole_day(*task.due_date));
      if (task.planned_start) {
        const auto& end = task.planned_end;
        const bool is_days =
            task.planned_start->ends_with("T00:00:00Z") && (!end || projects::is_whole_day(*end));
        placed.planned_from = placed.planned_to = day_of(*task.planned_start, is_days);
        // One that ends at midnight has nothing of the next day.
        if (end)
          placed.planned_to = day_of(timestamp_s(*parse_timestamp_ms(*end) - 1'000), is_days);
      }
      add_placed("projects task " + task.id, placed, query, names);
    }
    for (const planner::Task& task : must(world_.planner_tasks.list(user, {}, query.zone))) {
      Placed placed{.is_done = task.is_done()};
      if (task.due) placed.due = planner::day_of(*task.due, query.zone);
      if (task.planned) placed.planned_from = planner::day_of(*task.planned, query.zone);
      placed.planned_to = placed.planned_from;
      add_placed("planner task " + task.id, placed, query, names);
    }
  }

  void add_entries(const std::string& user, const std::string& calendar_id, const Query& query,
                   Names& names) {
    const Date first = query.has(query.today) ? query.today - calendars::kLateTaskDays : query.from;
    const auto range = must(world_.entries.range(user, calendar_id, first, query.to));
    for (const auto& view : range.entries) {
      const calendars::Entry entry = view.decode();
      if (const auto* const task = std::get_if<calendars::Task>(&entry.kind)) {
        add_placed("calendars task " + entry.id, {.due = entry.date, .is_done = task->completed},
                   query, names);
      } else if (view.last_day() >= query.from) {
        names.insert("calendars entry " + entry.id);
      }
    }
  }

  // What each app says, asked by itself.
  Names expected(const std::string& user, const Query& query) {
    Names names;
    for (const auto& access : must(world_.calendars.list(user))) {
      add_entries(user, access.calendar.id, query, names);
      const auto view =
          must(world_.views.range(calendars::event_partition(access.calendar.id),
                                  {.from = query.from, .to = query.to, .tzid = query.tzid}));
      for (const auto& placed : view.placed) names.insert("calendars event " + view.id(placed));
    }
    const auto view =
        must(world_.views.range(user, {.from = query.from, .to = query.to, .tzid = query.tzid}));
    for (const auto& placed : view.placed) names.insert("planner event " + view.id(placed));
    add_invited(user, query, names);
    add_invited_by_calendars(user, query, names);
    add_tasks(user, query, names);
    for (const auto& event : must(world_.project_events.in_all(
             user, {.from = query.from, .to = query.to, .zone = query.zone}))) {
      names.insert("projects event " + event.id);
    }
    for (const auto& one :
         must(world_.bookings.list_everywhere(user, query.from - days(1), query.to + days(1)))) {
      const bool is_blocked = one.event.kind == bookings::EventKind::kBlocked;
      names.insert(fmt::format("bookings {} {}", is_blocked ? "blocked" : "stay", one.event.id));
    }
    for (const auto& one : must(family::anniversaries_of(world_.context, world_.kinship, user,
                                                         {.from = query.from, .to = query.to}))
                               .all) {
      const bool is_birthday = one.kind == family::AnniversaryKind::kBirthday;
      names.insert(fmt::format("family {} {}", is_birthday ? "birthday" : "anniversary",
                               one.people.front().seen.person.id));
    }
    return names;
  }

  void check_union(const std::string& user) {
    const AgendaPage page = must(world_.agenda.list(user, request(), kAllApps));
    ASSERT_TRUE(page.failed.empty()) << page.failed.front().said.text();
    Names found;
    for (const Item& item : page.items) {
      found.insert(fmt::format("{} {} {}{}", item.app, to_text(item.kind), item.id,
                               item.task ? " " + std::string(to_text(item.task->as)) : ""));
      EXPECT_TRUE(page.query.overlaps(item.times)) << item.app << " " << item.id;
    }
    EXPECT_EQ(found, expected(user, page.query));
    EXPECT_TRUE(std::ranges::is_sorted(page.items, {},
                                       [](const Item& item) { return ItemOrder::of(item); }));
  }

  void check_kept(const std::string& user) {
    const AgendaRequest asked = request();
    const auto reply = must(world_.replies.get(user, asked, kAllApps));
    std::string anew;
    append_json(anew, must(world_.agenda.list(user, asked, kAllApps)));
    ASSERT_EQ(reply->body.text(), anew);
    hits_ += &*reply == last_[user + anew] ? 1 : 0;
    last_[user + anew] = &*reply;
  }

  std::mt19937 random_{GetParam()};
  AgendaWorld world_;
  std::vector<std::string> people_;
  std::vector<std::string> calendars_;
  std::vector<std::string> projects_;
  std::vector<std::string> places_;
  std::vector<std::string> trees_;
  size_t hits_ = 0;
  size_t changes_ = 0;
  std::map<std::string, const AgendaReplies::Reply*> last_;
};

TEST_P(AgendaWalk, TheAgendaIsWhatAllAppsSayAndAKeptReplyIsANewOne) {
  constexpr int kSteps = 250;
  for (int i = 0; i < kSteps && !HasFatalFailure(); ++i) {
    step();
    const std::string& user = one_of(people_);
    check_kept(user);
    check_kept(one_of(people_));
    if (i % 8 == 0) check_union(user);
    if (HasFailure()) FAIL() << "after step " << i;
  }
  EXPECT_GT(hits_, 10U) << "a test in which nothing is kept tests nothing";
}

INSTANTIATE_TEST_SUITE_P(, AgendaWalk, ::testing::Range(1U, 5U));

}  // namespace
}  // namespace norn::agenda
