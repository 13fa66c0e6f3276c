#include "apps/calendars/seed.h"

#include <map>
#include <set>

#include "apps/calendars/model.h"
#include "apps/calendars/test_world.h"
#include "base/text.h"

namespace norn::calendars {
namespace {

const std::string kId = "550e8400-e29b-41d4-a716-446655440002";

class Seed : public ::testing::Test {
 protected:
  Result<int64_t> sow(const SeedRequest& request) {
    return seed(store, "calendsync", clock, scene.ids, request);
  }

  std::vector<Entry> entries() {
    std::vector<Entry> all;
    for (const store::Item& item : must(testing::drain(store, testing::scan("calendsync"))).items) {
      if (apps::text_of(item, "entityType") == "ENTRY") all.push_back(must(entry_from(item)));
    }
    return all;
  }

  // What entries are, but for their ids.
  std::multiset<std::string> contents() {
    std::multiset<std::string> contents;
    for (Entry& entry : entries()) {
      entry.id = "any";
      contents.insert(etag_of(entry));
    }
    return contents;
  }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore store{clock};
  Scene scene{store, clock};
};

TEST_F(Seed, PutsEntriesOfAllKindsAroundADay) {
  const Date day = date("2024-06-15");
  EXPECT_EQ(must(sow({.calendar_id = kId, .highlighted_day = day, .count = 50})), 50);
  std::map<std::string_view, int> kinds;
  int64_t longest = 1;
  for (const Entry& entry : entries()) {
    kinds[type_of(entry.kind)]++;
    longest = std::max(longest, entry.span_days());
    EXPECT_TRUE(check_kind(entry.kind, entry.date));
    EXPECT_TRUE(is_color(entry.color));
    EXPECT_LE(std::abs((entry.date - day).count()), 12);
  }
  EXPECT_EQ(kinds.size(), 4);
  const auto item =
      must(store.get(testing::get("calendsync", {{"PK", "CAL#" + kId}, {"SK", "CAL#" + kId}})));
  EXPECT_EQ(must(calendar_from(*item.item)).longest_span_days, longest);
  EXPECT_GT(longest, 1);
}

TEST_F(Seed, TheSameRequestGivesTheSameEntries) {
  const SeedRequest request = {.calendar_id = kId, .highlighted_day = date("2024-06-15")};
  must(sow(request));
  const auto once = contents();
  EXPECT_EQ(once.size(), 25);
  must(sow(request));
  auto twice = once;
  twice.insert(once.begin(), once.end());
  EXPECT_EQ(contents(), twice);
}

TEST_F(Seed, ACalendarThatIsThereKeepsItsName) {
  const std::string ada = scene.person("ada");
  const std::string calendar = scene.calendar(ada, "Mine");
  must(sow({.calendar_id = calendar, .highlighted_day = date("2024-06-15"), .count = 10'000}));
  EXPECT_EQ(must(scene.calendars.get(ada, calendar)).calendar.name, "Mine");
  EXPECT_FALSE(must(scene.entries.range(ada, calendar, date("2024-06-15"), date("2024-06-15")))
                   .entries.empty());
  EXPECT_EQ(entries().size(), 10'000);
}

TEST_F(Seed, RefusesWhatCannotBe) {
  const Date day = date("2024-06-15");
  EXPECT_TRUE(fails(sow({.calendar_id = "CAL#1", .highlighted_day = day}), ErrorCode::kInvalid,
                    "--calendar-id"));
  for (const int64_t count : {0, -1, 10'001}) {
    EXPECT_TRUE(fails(sow({.calendar_id = kId, .highlighted_day = day, .count = count}),
                      ErrorCode::kInvalid, "--count"));
  }
  for (const char* const early_or_late : {"0001-06-15", "9999-12-31"}) {
    EXPECT_TRUE(fails(sow({.calendar_id = kId, .highlighted_day = date(early_or_late)}),
                      ErrorCode::kInvalid, "--highlighted-day"));
  }
}

}  // namespace
}  // namespace norn::calendars
