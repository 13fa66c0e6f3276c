#include "apps/calendars/search.h"

#include <fmt/format.h>

#include <memory>

#include "apps/calendars/keys.h"
#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

class CalendarSearchTest : public ::testing::Test {
 protected:
  CalendarSearchTest() {
    must(apps::ensure_table(store, apps::search_table(scene.tables), ""));
    readers.add(indexing);
  }

  // "entry Dentist 2026-11-05 Home, calendar Home": what a person finds.
  std::string found(const std::string& user, const std::string& text, size_t limit = 50) {
    must(readers.run());
    return found_now(user, text, limit);
  }
  std::string found_now(const std::string& user, const std::string& text, size_t limit = 50) {
    std::string lines;
    for (const search::Hit& hit : must(searching.search(user, text, limit))) {
      lines += fmt::format("{}{} {}", lines.empty() ? "" : ", ", hit.kind, hit.title);
      if (hit.within) lines += fmt::format(" {} {}", *hit.at, hit.within->name);
    }
    return lines;
  }
  size_t index_size() {
    return must(testing::drain(store, testing::scan("norn-search"))).items.size();
  }

  ManualClock clock{parse_timestamp_ms("2026-11-04T10:00:00Z").value()};
  testing::ModelStore store{clock};
  Scene scene{store, clock};
  const std::string ada = scene.person("ada");
  const std::string bob = scene.person("bob");
  const std::string home = scene.calendar(ada, "Home");
  EntryIndexing indexing{scene.context};
  CalendarSearch searching{scene.context, scene.calendars};
  apps::TableReaders readers{store, scene.tables, clock, scene.ids,
                             apps::TableReaderOptions{.lease_ms = 0}};
};

TEST_F(CalendarSearchTest, FindsEntriesByWordsOfTheirTitlesWhatIsAheadFirst) {
  scene.entry(ada, home, "2026-11-01", AllDay{}, "Café with Zoë");
  scene.entry(ada, home, "2026-12-01", AllDay{}, "Cafe again");
  scene.entry(ada, home, "2026-11-05", Timed{"09:00:00", "10:00:00"}, "Dentist at the café");
  scene.entry(ada, home, "2026-11-02", MultiDay{date("2026-11-02"), date("2026-11-04")}, "游泳课");
  EXPECT_EQ(found(ada, "CAFE"),
            "entry Dentist at the café 2026-11-05T09:00:00 Home, entry Cafe again 2026-12-01 Home, "
            "entry Café with Zoë 2026-11-01 Home");
  EXPECT_EQ(found(ada, "caf", 1), "entry Dentist at the café 2026-11-05T09:00:00 Home");
  EXPECT_EQ(found(ada, "zoe caf"), "entry Café with Zoë 2026-11-01 Home");
  EXPECT_EQ(found(ada, "泳"), "entry 游泳课 2026-11-02 Home");
  EXPECT_EQ(found(ada, "hom"), "calendar Home");
  EXPECT_EQ(found(ada, "nothing"), "");
}

TEST_F(CalendarSearchTest, FindsOnlyWhatThePersonMayRead) {
  const std::string club = scene.calendar(bob, "Club");
  Entry entry = scene.entry(ada, home, "2026-11-05", AllDay{}, "Dentist");
  EXPECT_EQ(found(bob, "dentist"), "");
  scene.join(home, ada, "bob", Role::kReader);
  EXPECT_EQ(found(bob, "dentist"), "entry Dentist 2026-11-05 Home");
  scene.join(club, bob, "ada", Role::kWriter);
  must(scene.entries.change(ada, entry.id, {.calendar_id = club}, etag_of(entry)));
  // Before the reader has seen it, it is found where it is.
  EXPECT_EQ(found_now(bob, "dentist"), "entry Dentist 2026-11-05 Club");
  must(scene.members.remove(bob, club, ada));
  EXPECT_EQ(found_now(ada, "dentist"), "") << "it is in a calendar of others now";
  EXPECT_EQ(found(bob, "dentist"), "entry Dentist 2026-11-05 Club");
}

TEST_F(CalendarSearchTest, FollowsWhatIsChangedAndDeleted) {
  Entry entry = scene.entry(ada, home, "2026-11-05", AllDay{}, "Dentist");
  EXPECT_EQ(found(ada, "dentist"), "entry Dentist 2026-11-05 Home");
  entry = must(scene.entries.change(ada, entry.id, {.title = "Doctor"}, etag_of(entry)));
  EXPECT_EQ(found_now(ada, "dentist"), "");
  EXPECT_EQ(found(ada, "doctor"), "entry Doctor 2026-11-05 Home");
  must(scene.entries.remove(ada, entry.id, etag_of(entry)));
  EXPECT_EQ(found_now(ada, "doctor"), "");
  must(scene.entries.restore(ada, home, entry.id));
  EXPECT_EQ(found(ada, "doctor"), "entry Doctor 2026-11-05 Home");
  EXPECT_GT(index_size(), 0);
  scene.delete_for_good(ada, home);
  must(scene.sweeps.run());
  EXPECT_EQ(found(ada, "doctor"), "");
  EXPECT_EQ(index_size(), 0) << "nothing is left of what is gone";
}

TEST_F(CalendarSearchTest, ItemsOfOtherProgramsBreakNothing) {
  const std::string long_id(300, 'x');
  for (const std::string& id : {std::string("entry-001"), long_id}) {
    store::PutRequest request;
    request.table = scene.tables.calendars();
    const std::string key = keys::entry(id);
    request.item = store::Item::from_map({{"PK", key},
                                          {"SK", key},
                                          {"entityType", "ENTRY"},
                                          {"title", store::Value::number(7)},
                                          {"calendarId", home}});
    must(store.put(request));
  }
  scene.entry(ada, home, "2026-11-05", AllDay{}, "Dentist");
  EXPECT_EQ(found(ada, "dentist"), "entry Dentist 2026-11-05 Home");
}

}  // namespace
}  // namespace norn::calendars
