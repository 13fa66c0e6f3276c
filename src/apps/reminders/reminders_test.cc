#include "apps/reminders/reminders.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/schema.h"
#include "apps/accounts/test_world.h"
#include "apps/agenda/test_source.h"
#include "apps/reminders/limits.h"
#include "apps/reminders/reminder_push.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::reminders {
namespace {

using accounts::fails;
using agenda::Kind;
using agenda::Kinds;
using agenda::thing;
using testing::must;
using Texts = std::vector<std::string>;

int64_t at(std::string_view text) {
  return parse_timestamp_ms(text).value() / 1'000;
}

// An app whose events say when to remind, and whose things may have minutes of the person's own.
class TestEvents final : public ReminderSource {
 public:
  struct TestEvent {
    std::string title;
    std::string start;  // "2026-11-17T09:00:00"
    Minutes minutes;
  };

  std::string app() const override { return "events"; }
  Result<Part> due(const std::string& user_id, const Query& query) override {
    ++asked;
    if (error) return *error;
    Part part{.owners = {user_id}};
    for (const TestEvent& event : events) {
      for (const int64_t minutes : minutes_of(event, query)) {
        const Reminder reminder = made(event, minutes);
        if (reminder.due_s >= query.from_s && reminder.due_s < query.to_s) {
          part.reminders.push_back(reminder);
        }
      }
    }
    return part;
  }
  Result<std::optional<Reminder>> find(const std::string& /*user_id*/, const ReminderId& id,
                                       const Query& query) override {
    if (find_error) return *find_error;
    for (const TestEvent& event : events) {
      if (event.title != id.thing_id) continue;
      const Minutes minutes = minutes_of(event, query);
      if (std::ranges::find(minutes, id.minutes) != minutes.end()) return made(event, id.minutes);
    }
    return std::nullopt;
  }
  Result<std::optional<std::string>> override_name(const std::string& /*user_id*/,
                                                   const std::string& owner,
                                                   const std::string& thing_id) override {
    if (owner != "calendar:c" || is_left) return std::nullopt;
    return thing_id.empty() ? owner : owner + "/" + thing_id;
  }

  std::vector<TestEvent> events = {};
  bool is_left = false;
  int asked = 0;
  std::optional<std::unexpected<Error>> error = {};
  std::optional<std::unexpected<Error>> find_error = {};

 private:
  static Minutes minutes_of(const TestEvent& event, const Query& query) {
    const Minutes* const own = query.settings.override_of("calendar:c", event.title);
    return own != nullptr ? *own : event.minutes;
  }
  static Reminder made(const TestEvent& event, int64_t minutes) {
    Reminder reminder{.item = thing(Kind::kEvent, event.title, event.start), .minutes = minutes};
    reminder.item.app = "events";
    reminder.item.owner = {.kind = "calendar", .id = "c"};
    reminder.due_s = *reminder.item.times.start_utc_s - minutes * 60;
    return reminder;
  }
};

class RemindersTest : public ::testing::Test {
 protected:
  RemindersTest() {
    store::CreateTableRequest of_people = apps::single_table(tables.calendars());
    apps::add_index(of_people, "GSI2", "GSI2PK", "GSI2SK");
    apps::add_index(of_people, "GSI3", "GSI3PK", "GSI3SK");
    for (const auto& table : {of_people, apps::single_table(tables.projects()),
                              apps::single_table(tables.family()), accounts::norn_table(tables)}) {
      must(apps::ensure_table(store, table, ""));
    }
    accounts::NewUser user;
    user.email = "ada@example.com";
    user.name = "Ada";
    ada = must(users.create(user)).id;
    users.add_hook(settings);
    clock.set_ms(at("2026-11-17T08:00:00Z") * 1'000);
  }

  // "2026-11-17T08:45:00Z Dentist"
  Texts listed(std::string_view from, std::string_view to) {
    Texts texts;
    for (const ListedReminder& one : must(reminders.list(ada, at(from), at(to))).listed) {
      texts.push_back(timestamp_s(one.due_s() * 1'000) + " " + one.reminder.item.title);
    }
    return texts;
  }
  Texts of_day() { return listed("2026-11-17T00:00:00Z", "2026-11-18T00:00:00Z"); }
  std::string id_of(size_t place) {
    return must(reminders.list(ada, at("2026-11-16T00:00:00Z"), at("2026-11-19T00:00:00Z")))
        .listed.at(place)
        .id();
  }
  void set(Kind kind, Minutes minutes) {
    SettingsChange change;
    change.of_kinds[kind] = std::move(minutes);
    must(reminders.change_settings(ada, change));
  }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore store{clock};
  apps::TableNames tables = {};
  accounts::CountingIds ids = {};
  accounts::Users users{store, tables, clock, ids};
  agenda::TestSource things{"things", Kinds::all()};
  agenda::TestSource of_events{"events", Kinds::of({Kind::kEvent})};
  agenda::Agenda agenda{clock, {&things, &of_events}, 0};
  TestEvents events;
  ReminderSettings settings{store, tables, clock};
  Reminders reminders{store, tables, clock, agenda, {&events}, settings};
  std::string ada;
};

TEST_F(RemindersTest, EventsRemindAsTheySayAndEverythingElseAsTheSettingsOfItsKind) {
  events.events = {{"Dentist", "2026-11-17T09:00:00", {15, 60}}};
  things.things = {thing(Kind::kTask, "Taxes", "2026-11-17"),
                   thing(Kind::kTask, "Call", "2026-11-17T12:00:00"),
                   thing(Kind::kBirthday, "Anna", "2026-11-18")};
  for (auto& item : things.things) {
    if (item.kind == Kind::kTask) item.task = agenda::TaskState{};
  }
  EXPECT_EQ(of_day(), (Texts{"2026-11-17T08:00:00Z Dentist", "2026-11-17T08:45:00Z Dentist"}));
  set(Kind::kTask, {0, 30});
  set(Kind::kBirthday, {1'440});
  EXPECT_EQ(of_day(), (Texts{"2026-11-17T08:00:00Z Dentist", "2026-11-17T08:30:00Z Taxes",
                             "2026-11-17T08:45:00Z Dentist", "2026-11-17T09:00:00Z Anna",
                             "2026-11-17T09:00:00Z Taxes", "2026-11-17T11:30:00Z Call",
                             "2026-11-17T12:00:00Z Call"}));
  must(reminders.change_settings(ada, {.of_events = false, .day_minutes = 7 * 60}));
  set(Kind::kTask, {});
  EXPECT_EQ(of_day(), Texts{"2026-11-17T07:00:00Z Anna"});
}

TEST_F(RemindersTest, OnlyOwnStaysAndTasksThatAreDueAndNotDoneRemind) {
  for (const bool is_own : {true, false}) {
    auto& stay = things.things.emplace_back(thing(Kind::kStay, "Stay", "2026-11-17"));
    stay.stay.emplace().is_own = is_own;
  }
  for (const auto as : {agenda::TaskAs::kDue, agenda::TaskAs::kPlanned, agenda::TaskAs::kOverdue}) {
    auto& task = things.things.emplace_back(thing(Kind::kTask, "Task", "2026-11-17"));
    task.task = agenda::TaskState{.as = as};
  }
  auto& done = things.things.emplace_back(thing(Kind::kTask, "Done", "2026-11-17"));
  done.task = agenda::TaskState{.done = true};
  set(Kind::kStay, {0});
  set(Kind::kTask, {0});
  EXPECT_EQ(of_day(), (Texts{"2026-11-17T09:00:00Z Stay", "2026-11-17T09:00:00Z Task"}));
}

TEST_F(RemindersTest, EventsThatSayNothingRemindAsTheSettingOfTheirKind) {
  const auto invited = [](const std::string& title, const std::string& start) {
    agenda::Item item = thing(Kind::kEvent, title, start);
    item.rights = {.answer = true};
    item.uid = title + "@x";
    item.answer = "waiting";
    return item;
  };
  things.things = {thing(Kind::kEvent, "Meeting", "2026-11-17T10:00:00"),
                   thing(Kind::kEvent, "Fair", "2026-11-17"),
                   thing(Kind::kEvent, "Off", "2026-11-17T11:00:00")};
  things.things.back().status = "CANCELLED";
  // An app whose events say when they remind has also those that one is invited to.
  of_events.things = {
      invited("Dinner", "2026-11-17T18:00:00"), invited("Declined", "2026-11-17T19:00:00"),
      invited("Choir", "2026-11-17T20:00:00"), thing(Kind::kEvent, "Choir", "2026-11-17T20:00:00"),
      thing(Kind::kEvent, "Gym", "2026-11-17T21:00:00")};
  of_events.things[1].answer = "no";
  // The same one, for a member who is a guest.
  of_events.things[3].uid = of_events.things[2].uid;
  EXPECT_EQ(of_day(), Texts{});
  set(Kind::kEvent, {30});
  const Texts all = {"2026-11-17T08:30:00Z Fair", "2026-11-17T09:30:00Z Meeting",
                     "2026-11-17T17:30:00Z Dinner"};
  EXPECT_EQ(of_day(), all);
  // Whether the others remind is another question.
  must(reminders.change_settings(ada, {.of_events = false}));
  EXPECT_EQ(of_day(), all);
  const std::string meeting = id_of(1);
  must(reminders.snooze(ada, id_of(2), 60));
  must(reminders.dismiss(ada, meeting));
  EXPECT_EQ(of_day(), (Texts{"2026-11-17T08:30:00Z Fair", "2026-11-17T09:00:00Z Dinner"}));
  of_events.things[0].answer = "no";
  EXPECT_EQ(of_day(), Texts{"2026-11-17T08:30:00Z Fair"});
}

TEST_F(RemindersTest, TheReminderOfATaskIsTheSameOnTheDaysAfterItWasDue) {
  agenda::Item due = thing(Kind::kTask, "Call", "2026-11-16T20:00:00");
  due.task = agenda::TaskState{.due = due.times};
  // Planned for a day before, and due tomorrow: it is in the agenda there as well.
  agenda::Item left = thing(Kind::kTask, "Taxes", "2026-11-17");
  left.task = agenda::TaskState{.as = agenda::TaskAs::kOverdue,
                                .due = thing(Kind::kTask, "Taxes", "2026-11-18").times};
  set(Kind::kTask, {0});
  things.things = {due};
  const std::string id = id_of(0);
  agenda::Item late = thing(Kind::kTask, "Call", "2026-11-17");
  late.task = agenda::TaskState{.as = agenda::TaskAs::kOverdue, .due = due.times};
  things.things = {late, left};
  EXPECT_EQ(listed("2026-11-16T12:00:00Z", "2026-11-19T00:00:00Z"),
            Texts{"2026-11-16T20:00:00Z Call"});
  EXPECT_EQ(id_of(0), id);
  // By itself it is asked for on the day on which it was due.
  things.things = {due};
  must(reminders.dismiss(ada, id));
  things.things = {late};
  EXPECT_EQ(listed("2026-11-16T12:00:00Z", "2026-11-19T00:00:00Z"), Texts{});
}

TEST_F(RemindersTest, DaysAreThoseOfThePersonsZone) {
  things.zone = "America/New_York";
  things.things = {thing(Kind::kEntry, "Party", "2026-11-17")};
  set(Kind::kEntry, {0});
  EXPECT_EQ(of_day(), Texts{"2026-11-17T14:00:00Z Party"});
}

TEST_F(RemindersTest, AreDismissedAndSnoozedWhateverTheyAreOf) {
  events.events = {{"Dentist", "2026-11-17T09:00:00", {15}}};
  things.things = {thing(Kind::kEntry, "Party", "2026-11-17")};
  set(Kind::kEntry, {0});
  ASSERT_EQ(of_day(), (Texts{"2026-11-17T08:45:00Z Dentist", "2026-11-17T09:00:00Z Party"}));
  const std::string dentist = id_of(0);
  const std::string party = id_of(1);
  must(reminders.snooze(ada, party, 90));
  must(reminders.dismiss(ada, dentist));
  EXPECT_EQ(of_day(), Texts{"2026-11-17T09:30:00Z Party"});
  // What was moved reminds again.
  events.events.front().start = "2026-11-17T10:00:00";
  EXPECT_EQ(of_day(), (Texts{"2026-11-17T09:30:00Z Party", "2026-11-17T09:45:00Z Dentist"}));
  must(reminders.dismiss(ada, party));
  EXPECT_EQ(of_day(), Texts{"2026-11-17T09:45:00Z Dentist"});
  // What is gone, and what is turned off, cannot be answered.
  things.things.clear();
  EXPECT_TRUE(fails(reminders.snooze(ada, party, 5), ErrorCode::kNotFound));
  must(reminders.change_settings(ada, {.of_events = false}));
  EXPECT_TRUE(fails(reminders.dismiss(ada, dentist), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(reminders.snooze(ada, dentist, 0), ErrorCode::kInvalid, "snoozeMinutes"));
  EXPECT_TRUE(fails(reminders.snooze(ada, dentist, kMaxSnoozeMinutes + 1), ErrorCode::kInvalid,
                    "snoozeMinutes"));
}

TEST_F(RemindersTest, CannotBeAnsweredLongBefore) {
  events.events = {{"Soon", "2026-12-18T08:00:00", {0}}, {"Later", "2026-12-18T08:00:01", {0}}};
  const auto ahead =
      must(reminders.list(ada, at("2026-12-18T00:00:00Z"), at("2026-12-19T00:00:00Z")));
  ASSERT_EQ(ahead.listed.size(), 2U);
  must(reminders.dismiss(ada, ahead.listed[0].id()));
  EXPECT_TRUE(fails(reminders.dismiss(ada, ahead.listed[1].id()), ErrorCode::kConflict));
  EXPECT_TRUE(fails(reminders.snooze(ada, ahead.listed[1].id(), 5), ErrorCode::kConflict));
}

TEST_F(RemindersTest, AnIdIsReadStrictly) {
  events.events = {{"Dentist", "2026-11-17T09:00:00", {15}}};
  const std::string id = id_of(0);
  ASSERT_TRUE(parse_reminder_id(id));
  EXPECT_EQ(parse_reminder_id(id)->thing_id, "Dentist");
  for (const char* const bad :
       {"", "x", "events#event#c##15", "events#feast#c##15#Dentist", "events#event#c##015#Dentist",
        "events#event#c##-1#Dentist", "events#event#c##40321#Dentist",
        "events#event#c#2026-02-30#15#Dentist", "things#task#c##15#Taxes",
        "things#task#c#2026-02-30#15#Taxes"}) {
    EXPECT_FALSE(parse_reminder_id(bad)) << bad;
    EXPECT_FALSE(parse_reminder_id(accounts::base64url(bad))) << bad;
    EXPECT_TRUE(fails(reminders.dismiss(ada, accounts::base64url(bad)), ErrorCode::kNotFound));
  }
  EXPECT_FALSE(parse_reminder_id(id + std::string(1'000, 'A')));
  // Of an event that says itself when it reminds.
  const std::string by_day = accounts::base64url("events#event#c#2026-11-17#15#Dentist");
  EXPECT_TRUE(fails(reminders.dismiss(ada, by_day), ErrorCode::kNotFound));
  of_events.things = {thing(Kind::kEvent, "Dentist", "2026-11-17T09:00:00")};
  of_events.things.front().owner.id = "c";
  set(Kind::kEvent, {15});
  EXPECT_TRUE(fails(reminders.dismiss(ada, by_day), ErrorCode::kNotFound));
}

TEST_F(RemindersTest, OwnMinutesTakeThePlaceOfTheSuggestion) {
  events.events = {{"Choir", "2026-11-17T12:00:00", {15}}, {"Gym", "2026-11-17T18:00:00", {15}}};
  must(reminders.set_override(ada, "calendar:c", "", Minutes{60, 30}));
  must(reminders.set_override(ada, "calendar:c", "Gym", Minutes{}));
  EXPECT_EQ(of_day(), (Texts{"2026-11-17T11:00:00Z Choir", "2026-11-17T11:30:00Z Choir"}));
  const Settings stored = must(reminders.settings(ada));
  EXPECT_EQ(stored.overrides.at("calendar:c"), (Minutes{30, 60}));
  must(reminders.set_override(ada, "calendar:c", "", std::nullopt));
  EXPECT_EQ(of_day(), Texts{"2026-11-17T11:45:00Z Choir"});
  EXPECT_TRUE(
      fails(reminders.set_override(ada, "calendar:x", "", Minutes{}), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(reminders.set_override(ada, "calendar:c", "", Minutes{5, 5}),
                    ErrorCode::kInvalid, "minutes"));
  // Whoever has left can still take back what they had set, once.
  events.is_left = true;
  must(reminders.set_override(ada, "calendar:c", "Gym", std::nullopt));
  EXPECT_TRUE(
      fails(reminders.set_override(ada, "calendar:c", "Gym", std::nullopt), ErrorCode::kNotFound));
}

TEST_F(RemindersTest, ThereIsABoundForWhatIsSet) {
  for (size_t i = 0; i < kMaxOverrides; ++i) {
    must(reminders.set_override(ada, "calendar:c", std::to_string(i), Minutes{}));
  }
  EXPECT_TRUE(fails(reminders.set_override(ada, "calendar:c", "more", Minutes{}),
                    ErrorCode::kInvalid, "minutes"));
  must(reminders.set_override(ada, "calendar:c", "7", Minutes{5}));
}

TEST_F(RemindersTest, SettingsAreReadWhateverAnotherProgramWrote) {
  store::PutRequest put;
  put.table = tables.norn();
  put.item = store::Item::from_map(
      {{"PK", "USER#" + ada},
       {"SK", "REMINDERS"},
       {"kinds", store::Value(store::Map{
                     {"task", store::Value(store::List{store::Value::number(5), store::Value("x"),
                                                       store::Value::number(-1)})},
                     {"blocked", store::Value(store::List{store::Value::number(5)})},
                     {"stay", store::Value("soon")}})},
       {"dayMinutes", store::Value::number(99'999)},
       {"overrides", store::Value("none")}});
  must(store.put(put));
  const Settings read = must(reminders.settings(ada));
  EXPECT_TRUE(read.of_events);
  EXPECT_EQ(read.of_kinds, (std::map<Kind, Minutes>{{Kind::kStay, {}}, {Kind::kTask, {5}}}));
  EXPECT_EQ(read.day_minutes, 1'439);
  set(Kind::kTask, {10, 0});
  EXPECT_EQ(must(reminders.settings(ada)).of_kinds.at(Kind::kTask), (Minutes{0, 10}));
}

TEST_F(RemindersTest, AnAppThatFailsDoesNotHideTheOthers) {
  things.things = {thing(Kind::kEntry, "Party", "2026-11-17")};
  set(Kind::kEntry, {0});
  events.error = fail(ErrorCode::kInternal, "the disk is broken");
  EXPECT_EQ(of_day(), Texts{"2026-11-17T09:00:00Z Party"});
}

TEST_F(RemindersTest, ASnoozedOneThatCannotBeReadDoesNotHideTheOthers) {
  events.events = {{"Dentist", "2026-11-17T09:00:00", {15}}};
  things.things = {thing(Kind::kEntry, "Party", "2026-11-17")};
  set(Kind::kEntry, {0});
  must(reminders.snooze(ada, id_of(0), 90));
  events.find_error = fault(ErrorCode::kUnreadable, apps::kItemUnreadable("event"));
  const auto due =
      must(reminders.list(ada, at("2026-11-17T00:00:00Z"), at("2026-11-18T00:00:00Z")));
  ASSERT_EQ(due.listed.size(), 1U);
  EXPECT_EQ(due.listed.front().reminder.item.title, "Party");
  EXPECT_FALSE(due.is_whole);
  events.find_error = fail(ErrorCode::kUnavailable, "the disk is broken");
  EXPECT_FALSE(reminders.list(ada, at("2026-11-17T00:00:00Z"), at("2026-11-18T00:00:00Z")));
}

TEST_F(RemindersTest, ChangesAreCountedForThePersonWhoMadeThem) {
  accounts::NewUser user;
  user.email = "bob@example.com";
  user.name = "Bob";
  const std::string bob = must(users.create(user)).id;
  const uint64_t before = reminders.changes(ada);
  must(reminders.change_settings(bob, {.of_events = false}));
  EXPECT_EQ(reminders.changes(ada), before);
  must(reminders.change_settings(ada, {.of_events = false}));
  EXPECT_GT(reminders.changes(ada), before);
}

TEST_F(RemindersTest, GoWithTheAccount) {
  events.events = {{"Dentist", "2026-11-17T09:00:00", {15}}};
  must(reminders.dismiss(ada, id_of(0)));
  set(Kind::kTask, {5});
  const auto count = [&] {
    store::QueryRequest request;
    request.table = tables.norn();
    request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
    request.placeholders.values = {{":pk", "USER#" + ada}, {":prefix", std::string("REMINDER")}};
    return must(apps::query_all(store, request)).size();
  };
  EXPECT_EQ(count(), 2U);
  accounts::User user;
  user.id = ada;
  EXPECT_EQ(must(settings.on_delete(user)).size(), 1U);
  EXPECT_TRUE(must(settings.forget(ada)));
  EXPECT_FALSE(must(settings.forget(ada)));
  EXPECT_EQ(count(), 1U);
  EXPECT_TRUE(
      fails(reminders.change_settings("nobody", {.of_events = false}), ErrorCode::kNotFound));
}

class ReminderPushTest : public RemindersTest {
 protected:
  // A change of any item concerns ada.
  bool watch() {
    of_events.tables = {{tables.norn(), [this](const store::StreamRecord&, auto& owners) {
                           owners.push_back(ada);
                         }}};
    return true;
  }

  void go_to(std::string_view instant) {
    clock.set_ms(at(instant) * 1'000);
    push.look();
  }
  Texts told() {
    Texts titles;
    for (const live::Event& event : std::exchange(events_told, {})) {
      EXPECT_EQ(event.name, "reminder");
      EXPECT_EQ(event.users, Texts{ada});
      EXPECT_EQ(event.scope, "events:read");
      const size_t begin = event.data.find(R"("title":")") + 9;
      titles.push_back(event.data.substr(begin, event.data.find('"', begin) - begin));
    }
    return titles;
  }
  void change_something() {
    store::PutRequest put;
    put.table = tables.norn();
    put.item = store::Item::from_map({{"PK", "X"}, {"SK", "X"}});
    must(store.put(put));
  }

  const bool is_watched = watch();  // Before the push, which asks what to watch.
  Texts listeners{ada};
  live::Events events_told;
  ReminderPush push{reminders,
                    store,
                    clock,
                    size_t{1} << 20,
                    [this] { return listeners; },
                    [this](live::Event event) { events_told.push_back(std::move(event)); }};
};

TEST_F(ReminderPushTest, TellsOfEachWhenItIsDueAndOnce) {
  events.events = {{"Dentist", "2026-11-17T10:00:00", {15}},
                   {"Lunch", "2026-11-17T12:00:00", {60}}};
  go_to("2026-11-17T09:00:00Z");
  go_to("2026-11-17T09:44:59Z");
  EXPECT_EQ(told(), Texts{});
  go_to("2026-11-17T09:45:00Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
  go_to("2026-11-17T09:45:03Z");
  EXPECT_EQ(told(), Texts{});
  go_to("2026-11-17T11:00:07Z");
  EXPECT_EQ(told(), Texts{"Lunch"});
}

TEST_F(ReminderPushTest, ReadsNothingUntilSomethingIsDueOrHasChanged) {
  events.events = {{"Dentist", "2026-11-17T10:00:00", {15}}};
  go_to("2026-11-17T09:30:00Z");
  const int asked = events.asked;
  for (const char* const time : {"09:30:03", "09:35:00", "09:44:58"}) {
    go_to(std::string("2026-11-17T") + time + "Z");
  }
  EXPECT_EQ(events.asked, asked);
  // Something new is heard of at once.
  events.events.push_back({"Soon", "2026-11-17T09:44:59", {0}});
  change_something();
  go_to("2026-11-17T09:44:59Z");
  EXPECT_EQ(told(), Texts{"Soon"});
  go_to("2026-11-17T09:45:01Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
  EXPECT_GT(events.asked, asked);
  // An hour ahead is as far as it looks.
  const int by_then = events.asked;
  go_to("2026-11-17T11:00:00Z");
  EXPECT_GT(events.asked, by_then);
}

TEST_F(ReminderPushTest, TellsThoseWhoListen) {
  events.events = {{"Dentist", "2026-11-17T10:00:00", {15}}};
  listeners.clear();
  go_to("2026-11-17T09:00:00Z");
  go_to("2026-11-17T09:50:00Z");
  // What was due before somebody came is in the list that they read then.
  listeners = {ada};
  go_to("2026-11-17T09:51:00Z");
  EXPECT_EQ(told(), Texts{});
}

// Whoever opens a page between two looks has read what was due until then. What becomes due before
// the next look is in no list that they have read.
TEST_F(ReminderPushTest, TellsThoseWhoCameBetweenTwoLooks) {
  events.events = {{"Dentist", "2026-11-17T10:00:00", {15}}};
  listeners.clear();
  go_to("2026-11-17T09:44:58Z");
  listeners = {ada};
  go_to("2026-11-17T09:45:01Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
}

TEST_F(ReminderPushTest, TellsAgainOfWhatWasSnoozedAndNothingOfWhatIsOff) {
  events.events = {{"Dentist", "2026-11-17T10:00:00", {15}}};
  go_to("2026-11-17T09:45:00Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
  must(reminders.snooze(ada, id_of(0), 5));
  go_to("2026-11-17T09:49:00Z");
  EXPECT_EQ(told(), Texts{});
  go_to("2026-11-17T09:50:00Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
  must(reminders.snooze(ada, id_of(0), 5));
  must(reminders.set_override(ada, "calendar:c", "", Minutes{}));
  go_to("2026-11-17T09:55:00Z");
  EXPECT_EQ(told(), Texts{});
}

TEST_F(ReminderPushTest, WorksInAThreadUntilItIsStopped) {
  push.start(1);
  push.stop();
  push.stop();
}

}  // namespace
}  // namespace norn::reminders
