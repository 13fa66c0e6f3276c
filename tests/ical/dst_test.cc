#include <gtest/gtest.h>

#include "ical/test_series.h"

// Clocks that change: what is at nine stays at nine, and what falls into a gap or an overlap is
// where RFC 5545 (3.3.5) puts it.
namespace norn::ical::testing {
namespace {

struct Row {
  const char* what;
  WrittenSeries series;
  const char* from;
  const char* to;
  Texts expected;
};

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    EXPECT_EQ(occurrences(row.series, 20, row.from, row.to), row.expected) << row.what;
  }
}

TEST(Dst, NewYork) {
  const std::string zone = "America/New_York";
  check({
      {"nine stays nine in spring",
       {"20200101T090000", "FREQ=DAILY", zone},
       "20240309",
       "20240312",
       {"20240309T090000 20240309T140000Z", "20240310T090000 20240310T130000Z",
        "20240311T090000 20240311T130000Z"}},
      {"nine stays nine in autumn",
       {"20200101T090000", "FREQ=DAILY", zone},
       "20241102",
       "20241105",
       {"20241102T090000 20241102T130000Z", "20241103T090000 20241103T140000Z",
        "20241104T090000 20241104T140000Z"}},
      {"half past two is skipped once",
       {"20200101T023000", "FREQ=DAILY", zone},
       "20240309",
       "20240312",
       {"20240309T023000 20240309T073000Z", "20240310T023000 20240310T073000Z",
        "20240311T023000 20240311T063000Z"}},
      {"half past one comes twice, and the first counts",
       {"20200101T013000", "FREQ=DAILY", zone},
       "20241102",
       "20241105",
       {"20241102T013000 20241102T053000Z", "20241103T013000 20241103T053000Z",
        "20241104T013000 20241104T063000Z"}},
      {"every hour of the wall, in spring",
       {"20240310T003000", "FREQ=HOURLY;COUNT=5", zone},
       "",
       "",
       {"20240310T003000 20240310T053000Z", "20240310T013000 20240310T063000Z",
        "20240310T023000 20240310T073000Z", "20240310T033000 20240310T073000Z",
        "20240310T043000 20240310T083000Z"}},
      {"every hour of the wall, in autumn",
       {"20241103T003000", "FREQ=HOURLY;COUNT=4", zone},
       "",
       "",
       {"20241103T003000 20241103T043000Z", "20241103T013000 20241103T053000Z",
        "20241103T023000 20241103T073000Z", "20241103T033000 20241103T083000Z"}},
      {"before there was a rule for it, and far from now",
       {"19700101T090000", "FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=1", zone},
       "24600101",
       "24620101",
       {"24600701T090000 24600701T130000Z", "24610701T090000 24610701T130000Z"}},
  });
}

TEST(Dst, London) {
  const std::string zone = "Europe/London";
  check({
      {"the gap",
       {"20200101T013000", "FREQ=WEEKLY;BYDAY=SU", zone},
       "20240324",
       "20240408",
       {"20240324T013000 20240324T013000Z", "20240331T013000 20240331T013000Z",
        "20240407T013000 20240407T003000Z"}},
      {"the overlap",
       {"20200101T013000", "FREQ=WEEKLY;BYDAY=SU", zone},
       "20241020",
       "20241104",
       {"20241020T013000 20241020T003000Z", "20241027T013000 20241027T003000Z",
        "20241103T013000 20241103T013000Z"}},
      {"the last Friday of the month",
       {"20200131T173000", "FREQ=MONTHLY;BYDAY=-1FR", zone},
       "20240301",
       "20240501",
       {"20240329T173000 20240329T173000Z", "20240426T173000 20240426T163000Z"}},
      {"summer all winter, 1968 to 1971",
       {"19681201T090000", "FREQ=YEARLY;COUNT=4", zone},
       "",
       "",
       {"19681201T090000 19681201T080000Z", "19691201T090000 19691201T080000Z",
        "19701201T090000 19701201T080000Z", "19711201T090000 19711201T090000Z"}},
  });
}

TEST(Dst, LordHoweMovesByHalfAnHour) {
  const std::string zone = "Australia/Lord_Howe";
  check({
      {"the gap from 02:00 to 02:30",
       {"20241004T021500", "FREQ=DAILY;COUNT=4", zone},
       "",
       "",
       {"20241004T021500 20241003T154500Z", "20241005T021500 20241004T154500Z",
        "20241006T021500 20241005T154500Z", "20241007T021500 20241006T151500Z"}},
      {"the overlap from 01:30 to 02:00",
       {"20240406T014500", "FREQ=DAILY;COUNT=3", zone},
       "",
       "",
       {"20240406T014500 20240405T144500Z", "20240407T014500 20240406T144500Z",
        "20240408T014500 20240407T151500Z"}},
  });
}

TEST(Dst, KolkataNeverChanges) {
  check({{"half an hour off, always",
          {"20240310T023000", "FREQ=MONTHLY;COUNT=3", "Asia/Kolkata"},
          "",
          "",
          {"20240310T023000 20240309T210000Z", "20240410T023000 20240409T210000Z",
           "20240510T023000 20240509T210000Z"}}});
}

TEST(Dst, ApiaLeftOutADay) {
  check({
      {"30 December 2011 is read with the offset from before",
       {"20111228T100000", "FREQ=DAILY;COUNT=5", "Pacific/Apia"},
       "",
       "",
       {"20111228T100000 20111228T200000Z", "20111229T100000 20111229T200000Z",
        "20111230T100000 20111230T200000Z", "20111231T100000 20111230T200000Z",
        "20120101T100000 20111231T200000Z"}},
      {"a window of instants has both that are then",
       {"20111228T100000", "FREQ=DAILY", "Pacific/Apia"},
       "20111230T200000Z",
       "20111230T200001Z",
       {"20111230T100000 20111230T200000Z", "20111231T100000 20111230T200000Z"}},
  });
}

TEST(Dst, SaoPauloSkippedMidnight) {
  const std::string zone = "America/Sao_Paulo";
  check({
      {"midnight that was not there",
       {"20171013T000000", "FREQ=DAILY;COUNT=4", zone},
       "",
       "",
       {"20171013T000000 20171013T030000Z", "20171014T000000 20171014T030000Z",
        "20171015T000000 20171015T030000Z", "20171016T000000 20171016T020000Z"}},
      {"eleven at night came twice",
       {"20180216T233000", "FREQ=DAILY;COUNT=3", zone},
       "",
       "",
       {"20180216T233000 20180217T013000Z", "20180217T233000 20180218T013000Z",
        "20180218T233000 20180219T023000Z"}},
      {"no changes since 2019",
       {"20170101T000000", "FREQ=YEARLY", zone},
       "20240101",
       "20260101",
       {"20240101T000000 20240101T030000Z", "20250101T000000 20250101T030000Z"}},
  });
}

TEST(Dst, YearEndsAndLeapDays) {
  check({
      {"another year in UTC",
       {"20231231T230000", "FREQ=YEARLY;COUNT=2", "America/New_York"},
       "",
       "",
       {"20231231T230000 20240101T040000Z", "20241231T230000 20250101T040000Z"}},
      {"the last second of a year, in a window that ends with it",
       {"20201231T235959", "FREQ=YEARLY", "Europe/London"},
       "20231231T235959",
       "20240101",
       {"20231231T235959 20231231T235959Z"}},
      {"29 February, which 2100 has not",
       {"20960229T120000", "FREQ=YEARLY;COUNT=2", "Europe/London"},
       "",
       "",
       {"20960229T120000 20960229T120000Z", "21040229T120000 21040229T120000Z"}},
      {"the 366th day",
       {"20200101T000000", "FREQ=YEARLY;BYYEARDAY=366", "Australia/Lord_Howe"},
       "20230101",
       "20290101",
       {"20241231T000000 20241230T130000Z", "20281231T000000 20281230T130000Z"}},
      {"week 53",
       {"20150101T090000", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TH", "America/New_York"},
       "20150601",
       "20270101",
       {"20151231T090000 20151231T140000Z", "20201231T090000 20201231T140000Z",
        "20261231T090000 20261231T140000Z"}},
      {"whole days have no zone",
       {"20240309", "FREQ=DAILY;COUNT=3", "America/New_York"},
       "",
       "",
       {"20240309", "20240310", "20240311"}},
  });
}

TEST(Dst, WindowsAndEndsWithinChanges) {
  const std::string zone = "America/New_York";
  const std::string quarters = "FREQ=MINUTELY;INTERVAL=30";
  check({
      {"from the middle of the gap: what was skipped is still to come",
       {"20240310T010000", quarters, zone},
       "20240310T071500Z",
       "20240310T080000Z",
       {"20240310T023000 20240310T073000Z", "20240310T033000 20240310T073000Z"}},
      {"the second pass of an overlap has nothing of its own",
       {"20241103T000000", quarters, zone},
       "20241103T060000Z",
       "20241103T070000Z",
       {}},
      {"UNTIL in the gap",
       {"20240310T013000", quarters + ";UNTIL=20240310T070000Z", zone},
       "",
       "",
       {"20240310T013000 20240310T063000Z", "20240310T020000 20240310T070000Z",
        "20240310T030000 20240310T070000Z"}},
      {"UNTIL in the second pass",
       {"20241103T013000", quarters + ";UNTIL=20241103T063000Z", zone},
       "",
       "",
       {"20241103T013000 20241103T053000Z"}},
      {"EXDATE of a time that was skipped",
       {.start = "20240309T023000",
        .rule = "FREQ=DAILY;COUNT=3",
        .zone = zone,
        .exceptions = {"20240310T023000"}},
       "",
       "",
       {"20240309T023000 20240309T073000Z", "20240311T023000 20240311T063000Z"}},
  });
}

}  // namespace
}  // namespace norn::ical::testing
