#include "apps/calendars/entries/recolor.h"

#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

class Recolor : public CalendarsTest {
 protected:
  void change_color(std::string color) {
    const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
    must(scene.calendars.change(ada, calendar, {.color = std::move(color)}, etag));
  }
  std::string color_of(const std::string& entry_id) {
    return must(scene.entries.get(ada, entry_id)).color;
  }
};
NORN_ON_BOTH_STORES(Recolor);

TEST_P(Recolor, EntriesFollowTheirCalendarUnlessTheyHaveAColorOfTheirOwn) {
  std::vector<Entry> following;
  for (int i = 0; i < 250; ++i) {
    following.push_back(scene.entry(bob, calendar, "2024-01-15", AllDay{}));
  }
  EntryInput input;
  input.title = "Own";
  input.date = date("2024-01-15");
  input.color = "#00FF00";
  input.kind = AllDay{};
  const Entry own = must(scene.entries.create(bob, calendar, input, {}));
  const std::string other = scene.calendar(bob, "Other");
  const Entry elsewhere = scene.entry(bob, other, "2024-01-15", AllDay{});
  settle();
  change_color("#AA0000");
  must(scene.sweeps.run());
  for (const Entry& entry : following) EXPECT_EQ(color_of(entry.id), "#AA0000");
  EXPECT_EQ(color_of(own.id), "#00FF00");
  EXPECT_EQ(must(scene.entries.get(bob, elsewhere.id)), elsewhere);
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
}

TEST_P(Recolor, TheLastColorIsTheOneThatTheyGet) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  change_color("#AA0000");
  change_color("#00AA00");
  must(scene.sweeps.run());
  EXPECT_EQ(color_of(entry.id), "#00AA00");
}

TEST_P(Recolor, ChangingBackLeavesThemAsTheyWere) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  change_color("#AA0000");
  change_color("#3B82F6");
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.entries.get(ada, entry.id)), entry);
}

// The index still shows it where it was.
TEST_P(Recolor, AnEntryThatWasMovedAwayStaysAsItIs) {
  const std::string other = scene.calendar(bob, "Other");
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  const Entry moved =
      must(scene.entries.change(bob, entry.id, {.calendar_id = other}, etag_of(entry)));
  change_color("#AA0000");
  must(scene.sweeps.run());
  EXPECT_EQ(must(scene.entries.get(bob, entry.id)), moved);
}

TEST_P(Recolor, OfACalendarThatIsGoneIsNothingToDo) {
  scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  change_color("#AA0000");
  scene.delete_for_good(ada, calendar);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 0);
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
}

TEST_P(Recolor, GoesOnWhenTheCalendarWasDeletedMeanwhileSoThatItCanBeRestored) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  change_color("#AA0000");
  must(scene.calendars.remove(ada, calendar));
  must(scene.sweeps.run());
  must(scene.calendars.restore(ada, calendar));
  EXPECT_EQ(must(scene.entries.get(bob, entry.id)).color, "#AA0000");
}

TEST_P(Recolor, AnotherNameLeavesTheEntriesAlone) {
  const Entry entry = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  settle();
  const std::string etag = etag_of(must(scene.calendars.get(ada, calendar)).calendar);
  must(scene.calendars.change(ada, calendar, {.name = "Renamed"}, etag));
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
  EXPECT_EQ(must(scene.entries.get(ada, entry.id)), entry);
}

}  // namespace
}  // namespace norn::calendars
