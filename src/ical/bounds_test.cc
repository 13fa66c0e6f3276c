#include <gtest/gtest.h>

#include <chrono>

#include "ical/test_series.h"

// Rules that never come, come without end, or are asked for very late: all of them end soon.
namespace norn::ical::testing {
namespace {

// Generous for a machine that does other things, too; without bounds they would take minutes.
constexpr std::chrono::seconds kSoon(5);

class Bounds : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_LT(std::chrono::steady_clock::now() - begin_, kSoon); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

bool never_comes(const Texts& texts) {
  return texts.empty() || (texts.size() == 1 && texts[0].starts_with("The rule did not come"));
}

TEST_F(Bounds, ImpossibleRulesAreEmpty) {
  for (const char* rule : {
           "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
           "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30,31",
           "FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31",
           "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
           "FREQ=DAILY;INTERVAL=999999999;BYDAY=TU",
           "FREQ=MONTHLY;BYDAY=6MO",
           "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2",
           "FREQ=YEARLY;BYDAY=MO;BYMONTHDAY=1;BYMONTH=1;BYSETPOS=2",
           "FREQ=YEARLY;BYYEARDAY=1;BYMONTH=2",
           "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1",
           "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2",
           "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-3",
           "FREQ=DAILY;BYHOUR=9;BYSETPOS=2",
           "FREQ=HOURLY;INTERVAL=24;BYHOUR=1",
           "FREQ=HOURLY;INTERVAL=7;BYDAY=TU;BYHOUR=0",
           "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
           "FREQ=HOURLY;BYMINUTE=0;BYSETPOS=2",
           "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1",
           "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=1",
           "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
           "FREQ=SECONDLY;INTERVAL=60;BYSECOND=1,2,3",
           "FREQ=SECONDLY;INTERVAL=604800;BYDAY=TU",
           "FREQ=SECONDLY;INTERVAL=3600;BYMINUTE=1;BYSECOND=0",
           "FREQ=SECONDLY;INTERVAL=600;BYMINUTE=1,2,3,4,5,6,7,8,9;BYDAY=MO",
           "FREQ=SECONDLY;BYYEARDAY=366;BYMONTH=1",
           "FREQ=SECONDLY;BYSETPOS=2;BYSECOND=0",
           "FREQ=SECONDLY;INTERVAL=999999999;BYSECOND=1;BYHOUR=1;BYMINUTE=1;BYMONTH=1",
       }) {
    // Midnight on a Monday.
    EXPECT_TRUE(never_comes(occurrences({"20250106T000000", rule}, 3))) << rule;
  }
}

TEST_F(Bounds, EndlessRulesStopAtTheLimit) {
  EXPECT_EQ(occurrences({"20250106T000000", "FREQ=SECONDLY"}, 3),
            (Texts{"20250106T000000", "20250106T000001", "20250106T000002"}));
  const auto recurrence = *read_series({"20250106T000000", "FREQ=SECONDLY"});
  const auto expanded = recurrence.expand({}, 100'000);
  EXPECT_EQ(expanded->occurrences.size(), 100'000u);
  EXPECT_TRUE(expanded->more);
}

TEST_F(Bounds, SetsThatAreTooLargeToListAreStillPickedFrom) {
  std::string hours = "0";
  for (int i = 1; i < 24; ++i) hours += "," + std::to_string(i);
  std::string minutes = hours;
  for (int i = 24; i < 60; ++i) minutes += "," + std::to_string(i);
  // 31 million times a year, of which the last is wanted.
  const std::string rule = "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=" + hours +
                           ";BYMINUTE=" + minutes + ";BYSECOND=" + minutes + ";BYSETPOS=-1";
  EXPECT_EQ(occurrences({"20250106T000000", rule}, 3),
            (Texts{"20251231T235959", "20261231T235959", "20271231T235959"}));
}

// 7,000 years after the start, in about a microsecond each.
TEST_F(Bounds, TheFarFutureIsAsNearAsTomorrow) {
  const struct {
    const char* rule;
    const char* first;
  } rows[] = {
      {"FREQ=DAILY", "90000101T100000"},
      {"FREQ=DAILY;INTERVAL=2", "90000102T100000"},
      {"FREQ=WEEKLY;BYDAY=MO,WE,FR", "90000101T100000"},
      {"FREQ=WEEKLY;INTERVAL=3;BYDAY=SU", "90000119T100000"},
      {"FREQ=MONTHLY;BYDAY=-1FR", "90000131T100000"},
      {"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "90000131T100000"},
      {"FREQ=YEARLY", "90000106T100000"},
      {"FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "90000512T100000"},
      {"FREQ=HOURLY", "90000101T000000"},
      {"FREQ=HOURLY;INTERVAL=5;BYDAY=MO", "90000106T010000"},
      {"FREQ=MINUTELY;INTERVAL=7", "90000101T000200"},
      {"FREQ=SECONDLY", "90000101T000000"},
      {"FREQ=SECONDLY;COUNT=999999999;INTERVAL=999", "90000101T000036"},
  };
  for (const auto& row : rows) {
    const auto recurrence = *read_series({"20250106T100000", row.rule});
    const Window window{recurrence.instant_of(*parse_date_time("90000101")),
                        std::numeric_limits<int64_t>::max()};
    for (int i = 0; i < 1000; ++i) {
      Expansion expansion(recurrence, window);
      Occurrence occurrence;
      if (!expansion.next(occurrence)) {
        ADD_FAILURE() << row.rule;
        break;
      }
      if (i != 0) continue;
      EXPECT_EQ(local_text(recurrence, occurrence), row.first) << row.rule;
    }
  }
}

TEST_F(Bounds, LargeCountsAreCountedQuickly) {
  const struct {
    const char* rule;
    const char* last;
  } rows[] = {
      {"FREQ=DAILY;COUNT=1000000", "47621203T000000"},
      {"FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=300000", "39410718T000000"},
      {"FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1;COUNT=12000", "30241227T000000"},
      {"FREQ=SECONDLY;COUNT=999999999", "20560914T014638"},
      {"FREQ=MINUTELY;BYHOUR=9,10,11,12,13,14,15,16;BYDAY=MO,TU,WE,TH,FR;COUNT=100000000", ""},
      {"FREQ=HOURLY;INTERVAL=5;BYDAY=MO;COUNT=100000", ""},
  };
  for (const auto& row : rows) {
    const WrittenSeries series{"20250106T000000", row.rule};
    const auto recurrence = read_series(series);
    ASSERT_TRUE(recurrence) << row.rule;
    if (*row.last == '\0') continue;
    EXPECT_EQ(occurrences(series, 2, row.last), Texts{row.last}) << row.rule;
  }
}

}  // namespace
}  // namespace norn::ical::testing
