#include "apps/shared/demo.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/clock.h"
#include "support/builders.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::apps {
namespace {

using testing::must;

Date day(std::string_view text) {
  return parse_date(text).value();
}

TEST(Demo, KnowsTheDaysAroundToday) {
  RandomIds ids;
  const struct {
    std::string_view today;
    std::chrono::weekday weekday;
    int weeks;
    std::string_view expected;
  } rows[] = {
      {"2026-11-18", std::chrono::Monday, 0, "2026-11-16"},
      {"2026-11-18", std::chrono::Sunday, 0, "2026-11-22"},
      {"2026-11-16", std::chrono::Monday, 0, "2026-11-16"},
      {"2026-11-22", std::chrono::Monday, 0, "2026-11-16"},
      {"2026-11-18", std::chrono::Wednesday, -1, "2026-11-11"},
      {"2026-12-30", std::chrono::Friday, 1, "2027-01-08"},
  };
  for (const auto& row : rows) {
    const Demo demo = new_demo(ids, day(row.today), "UTC");
    EXPECT_EQ(date_text(demo.on(row.weekday, row.weeks)), row.expected) << row.today;
  }
  EXPECT_EQ(date_text(Demo::years_before(day("2028-02-29"), 4)), "2024-02-29");
  EXPECT_EQ(date_text(Demo::years_before(day("2028-02-29"), 5)), "2023-02-28");
  EXPECT_EQ(date_text(Demo::years_before(day("2028-12-31"), 5)), "2023-12-31");
}

class DemoMark : public ::testing::Test {
 protected:
  DemoMark() { must(ensure_tables(store, tables)); }

  // What is said to the operator; empty if it may begin.
  std::string refusal() {
    const auto begun = begin_demo(store, names, clock, tables);
    return begun ? "" : begun.error().message;
  }

  ManualClock clock{1'700'000'000'000};
  testing::ModelStore store{clock};
  const TableNames names = {.prefix = "test-"};
  const std::vector<Table> tables = {{.schema = single_table(names.norn())},
                                     {.schema = single_table(names.calendars())},
                                     {.schema = single_table(names.projects())}};
};

TEST_F(DemoMark, RefusesTablesThatAreNotEmpty) {
  must(store.put(testing::put(names.projects(), {{"PK", "USER#1"}, {"SK", "USER#1"}})));
  EXPECT_EQ(refusal(),
            "There is data in the table test-calendar-app-data. The demo goes into an empty store "
            "only: choose another folder with --data, or tables of their own with --table-prefix.");
  // It was not begun either.
  must(store.remove(testing::remove(names.projects(), {{"PK", "USER#1"}, {"SK", "USER#1"}})));
  EXPECT_EQ(refusal(), "");
}

TEST_F(DemoMark, TheStateOfTheServerIsNoData) {
  must(store.put(testing::put(names.norn(), {{"PK", "SETUP"}, {"SK", "SETUP"}})));
  EXPECT_EQ(refusal(), "");
}

TEST_F(DemoMark, TellsADemoThatIsNotCompleteFromOneThatIs) {
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(refusal(),
            "A demo was begun here at 2023-11-14T22:13:20Z and is not complete, because it was "
            "interrupted or is being made now. Remove the data folder, or the tables with `norn "
            "deploy --destroy`, and try again.");
  must(finish_demo(store, names, clock));
  EXPECT_TRUE(refusal().starts_with("The demo is here already: start Norn without --demo"));
}

}  // namespace
}  // namespace norn::apps
