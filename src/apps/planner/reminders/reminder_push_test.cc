#include "apps/planner/reminders/reminder_push.h"

#include "apps/planner/events/events.h"
#include "apps/planner/test_world.h"

namespace norn::planner {
namespace {

class PlannerReminderPush : public PlannerTest {
 protected:
  // At that wall time of hers, with a reminder so many minutes before.
  std::string add(const std::string& title, std::string_view start, int64_t minutes) {
    EventChange input;
    input.details.title = title;
    input.details.reminder_minutes = std::vector<int64_t>{minutes};
    input.when.start_local_s = second(start);
    input.when.start_tzid = std::optional<std::string>("UTC");
    const Thing thing = must(events.create(ada, input, {}));
    return std::get<Event>(thing).id;
  }

  void go_to(std::string_view instant) {
    clock.set_ms(second(instant) * 1000);
    push.look();
  }

  std::vector<std::string> told() {
    std::vector<std::string> titles;
    for (const live::Event& event : std::exchange(events_told, {})) {
      EXPECT_EQ(event.name, "reminder");
      EXPECT_EQ(event.users, std::vector<std::string>{ada});
      const size_t begin = event.data.find(R"("title":")") + 9;
      titles.push_back(event.data.substr(begin, event.data.find('"', begin) - begin));
    }
    return titles;
  }
  using Texts = std::vector<std::string>;

  Events events{context};
  Views views{context};
  Reminders reminders{context, views};
  std::vector<std::string> listeners{ada};
  live::Events events_told;
  ReminderPush push{reminders, clock, [this] { return listeners; },
                    [this](live::Event event) { events_told.push_back(std::move(event)); }};
};
NORN_PLANNER_ON_BOTH_STORES(PlannerReminderPush);

TEST_P(PlannerReminderPush, TellsOfEachWhenItIsDueAndOnce) {
  add("Dentist", "2030-03-01T10:00:00", 15);
  add("Lunch", "2030-03-01T12:00:00", 60);
  settle();
  go_to("2030-03-01T09:00:00Z");
  EXPECT_EQ(told(), Texts{});
  go_to("2030-03-01T09:44:59Z");
  EXPECT_EQ(told(), Texts{});
  go_to("2030-03-01T09:45:00Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
  go_to("2030-03-01T09:45:03Z");
  EXPECT_EQ(told(), Texts{});
  go_to("2030-03-01T11:00:07Z");
  EXPECT_EQ(told(), Texts{"Lunch"});
}

TEST_P(PlannerReminderPush, TellsThoseWhoListen) {
  add("Dentist", "2030-03-01T10:00:00", 15);
  settle();
  listeners.clear();
  go_to("2030-03-01T09:00:00Z");
  go_to("2030-03-01T09:50:00Z");
  EXPECT_EQ(told(), Texts{});
  // What was due before somebody came is in the list that they read then.
  listeners = {ada, bob};
  go_to("2030-03-01T09:51:00Z");
  EXPECT_EQ(told(), Texts{});
}

// Whoever opens a page between two looks has read what was due until then. What becomes due before
// the next look is in no list that they have read.
TEST_P(PlannerReminderPush, TellsThoseWhoCameBetweenTwoLooks) {
  add("Dentist", "2030-03-01T10:00:00", 15);
  settle();
  listeners.clear();
  go_to("2030-03-01T09:44:58Z");
  listeners = {ada};
  go_to("2030-03-01T09:45:01Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
  go_to("2030-03-01T09:45:04Z");
  EXPECT_EQ(told(), Texts{});
}

TEST_P(PlannerReminderPush, TellsAgainOfWhatWasPutOff) {
  const std::string id = add("Dentist", "2030-03-01T10:00:00", 15);
  settle();
  go_to("2030-03-01T09:44:00Z");
  go_to("2030-03-01T09:45:00Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
  must(reminders.snooze(ada, id + ".15", 5));
  go_to("2030-03-01T09:49:00Z");
  EXPECT_EQ(told(), Texts{});
  go_to("2030-03-01T09:50:00Z");
  EXPECT_EQ(told(), Texts{"Dentist"});
}

TEST_P(PlannerReminderPush, TellsNothingOfWhatIsGone) {
  const std::string id = add("Dentist", "2030-03-01T10:00:00", 15);
  settle();
  go_to("2030-03-01T09:44:00Z");
  must(events.remove(ada, *parse_event_id(id), Scope::kAll, "v1"));
  settle();
  go_to("2030-03-01T09:45:00Z");
  EXPECT_EQ(told(), Texts{});
}

TEST_P(PlannerReminderPush, WorksInAThreadUntilItIsStopped) {
  push.start(1);
  push.stop();
  push.stop();
}

}  // namespace
}  // namespace norn::planner
