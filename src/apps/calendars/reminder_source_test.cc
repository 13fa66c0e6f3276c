#include "apps/calendars/reminder_source.h"

#include <gtest/gtest.h>

#include "apps/agenda/test_items.h"
#include "apps/calendars/events/calendar_events.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/test_world.h"
#include "apps/events/series/event_id.h"

namespace norn::calendars {
namespace {

using agenda::Texts;

int64_t reminded_at(std::string_view text) {
  return parse_timestamp_ms(std::string(text) + "Z").value() / 1'000;
}

class CalendarRemindersTest : public CalendarsTest {
 protected:
  // At the wall time, wherever the reader is, with a suggestion of a quarter of an hour.
  std::string add(const std::string& title, std::string_view start, std::string_view rrule = "") {
    events::EventChange input;
    input.details.title = title;
    input.details.reminder_minutes = std::vector<int64_t>{15};
    input.when.start_local_s = reminded_at(start);
    input.when.start_tzid = std::optional<std::string>();
    if (!rrule.empty()) input.repeats.rrule = std::string(rrule);
    const auto owner = must(owner_of_events(scene.context, ada, calendar, Role::kWriter));
    const auto made = must(scene.events.create(owner, input, {}));
    if (const auto* const event = std::get_if<events::Event>(&made)) return event->id;
    return std::get<events::Master>(made).id;
  }
  reminders::Query query() const {
    return {.from_s = reminded_at("2026-11-17T00:00:00"),
            .to_s = reminded_at("2026-11-19T00:00:00"),
            .zone = must(ical::TimeZone::find("Europe/Berlin")),
            .settings = settings};
  }
  Texts due(const std::string& user) {
    settle();
    Texts texts;
    for (const auto& one : must(source.due(user, query())).reminders) {
      texts.push_back(timestamp_s(one.due_s * 1'000) + " " + one.item.title);
    }
    return texts;
  }
  std::string owner_name() const { return "calendar:" + calendar; }

  reminders::Settings settings;
  CalendarReminders source{scene.context, scene.calendars, scene.events, scene.views};
};
NORN_ON_BOTH_STORES(CalendarRemindersTest);

TEST_P(CalendarRemindersTest, AreTheSuggestionsOfEventsForAllMembersInTheZoneOfEach) {
  add("Choir", "2026-11-17T19:00:00");
  add("Swimming", "2026-11-11T16:00:00", "FREQ=WEEKLY");
  const Texts both = {"2026-11-17T17:45:00Z Choir", "2026-11-18T14:45:00Z Swimming"};
  for (const std::string& member : {ada, bob, eve}) EXPECT_EQ(due(member), both);
  EXPECT_EQ(due(zoe), Texts());
  const auto part = must(source.due(bob, query()));
  const agenda::Item& item = part.reminders.front().item;
  EXPECT_EQ(item.app, "calendars");
  EXPECT_EQ(item.owner.id, calendar);
  EXPECT_EQ(item.self, "/api/v1/calendars/" + calendar + "/events/" + item.id);
  // Who leaves is reminded of nothing, and finds nothing to answer.
  const auto id = reminders::ReminderId::of(part.reminders.front());
  EXPECT_TRUE(must(source.find(bob, id, query())));
  must(scene.members.remove(bob, calendar, bob));
  EXPECT_EQ(due(bob), Texts());
  EXPECT_FALSE(must(source.find(bob, id, query())));
  EXPECT_FALSE(must(source.find(zoe, id, query())));
  EXPECT_FALSE(must(source.override_name(bob, owner_name(), "")));
}

TEST_P(CalendarRemindersTest, ThereAreNoneOfACalendarThatCannotBeRead) {
  add("Choir", "2026-11-17T19:00:00");
  settle();
  const auto id = reminders::ReminderId::of(must(source.due(bob, query())).reminders.front());
  // Another program has written it without a name.
  store::UpdateRequest update;
  update.table = scene.tables.calendars();
  update.key = apps::key_of(keys::calendar(calendar), keys::calendar(calendar));
  update.update = "REMOVE #name";
  update.placeholders.names = {{"#name", "name"}};
  must(store().update(update));
  EXPECT_FALSE(must(source.find(bob, id, query())));
  EXPECT_FALSE(must(source.override_name(bob, owner_name(), "")));
}

TEST_P(CalendarRemindersTest, AMemberChangesOrMutesThemPerCalendarEventAndSeries) {
  const std::string choir = add("Choir", "2026-11-17T19:00:00");
  const std::string swimming = add("Swimming", "2026-11-11T16:00:00", "FREQ=WEEKLY");
  settle();
  const auto reminder = must(source.due(ada, query())).reminders.front();
  settings.overrides[owner_name()] = {60};
  EXPECT_EQ(due(ada), (Texts{"2026-11-17T17:00:00Z Choir", "2026-11-18T14:00:00Z Swimming"}));
  EXPECT_FALSE(must(source.find(ada, reminders::ReminderId::of(reminder), query())));
  settings.overrides[owner_name() + "/" + swimming] = {};
  EXPECT_EQ(due(ada), Texts{"2026-11-17T17:00:00Z Choir"});
  settings.overrides[owner_name()] = {};
  settings.overrides[owner_name() + "/" + swimming] = {0, 5};
  EXPECT_EQ(due(ada), (Texts{"2026-11-18T14:55:00Z Swimming", "2026-11-18T15:00:00Z Swimming"}));
  settings.overrides.erase(owner_name() + "/" + swimming);
  EXPECT_EQ(due(ada), Texts());
}

TEST_P(CalendarRemindersTest, NamesAreThoseOfWhatAMemberSees) {
  const std::string choir = add("Choir", "2026-11-17T19:00:00");
  const std::string swimming = add("Swimming", "2026-11-11T16:00:00", "FREQ=WEEKLY");
  const auto name = [&](const std::string& owner, const std::string& thing) {
    return must(source.override_name(eve, owner, thing)).value_or("none");
  };
  EXPECT_EQ(name(owner_name(), ""), owner_name());
  EXPECT_EQ(name(owner_name(), choir), owner_name() + "/" + choir);
  EXPECT_EQ(name(owner_name(), swimming), owner_name() + "/" + swimming);
  // An occurrence stands for its series.
  EXPECT_EQ(name(owner_name(), events::instance_id(swimming, "20261118")),
            owner_name() + "/" + swimming);
  for (const std::string& thing :
       {std::string("evt_1"), std::string("a/b"), events::instance_id(swimming, "20261117")}) {
    EXPECT_EQ(name(owner_name(), thing), "none") << thing;
  }
  for (const std::string& owner : {std::string("calendar:nothing"), std::string("calendar:"),
                                   std::string("person:") + eve, calendar}) {
    EXPECT_EQ(name(owner, ""), "none") << owner;
  }
}

}  // namespace
}  // namespace norn::calendars
