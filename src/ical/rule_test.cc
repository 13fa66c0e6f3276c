#include "ical/rule.h"

#include <gtest/gtest.h>

namespace norn::ical {
namespace {

TEST(Rule, HasOneCanonicalText) {
  const struct {
    const char* text;
    const char* canonical;
  } rows[] = {
      {"FREQ=DAILY", "FREQ=DAILY"},
      {"RRULE:FREQ=DAILY", "FREQ=DAILY"},
      {"freq=weekly;byday=we,mo;wkst=su", "FREQ=WEEKLY;BYDAY=MO,WE;WKST=SU"},
      {"FREQ=DAILY;INTERVAL=1;WKST=MO;", "FREQ=DAILY"},
      {"INTERVAL=2;COUNT=010;FREQ=DAILY", "FREQ=DAILY;COUNT=10;INTERVAL=2"},
      {"FREQ=MONTHLY;BYMONTHDAY=-1,31,+1,1,-2", "FREQ=MONTHLY;BYMONTHDAY=1,31,-2,-1"},
      {"FREQ=MONTHLY;BYDAY=-1FR,MO,+2TU,2MO,2MO", "FREQ=MONTHLY;BYDAY=MO,2MO,2TU,-1FR"},
      {"FREQ=YEARLY;UNTIL=20250106T100000Z;BYWEEKNO=53,-1",
       "FREQ=YEARLY;UNTIL=20250106T100000Z;"
       "BYWEEKNO=53,-1"},
      {"FREQ=DAILY;UNTIL=20250106", "FREQ=DAILY;UNTIL=20250106"},
      {"FREQ=DAILY;UNTIL=20250106T100000", "FREQ=DAILY;UNTIL=20250106T100000"},
      {"BYSETPOS=-1,1;BYMONTH=12,1;BYYEARDAY=-366,366;BYMONTHDAY=1;BYDAY=SU;BYHOUR=23,0;"
       "BYMINUTE=59,0;BYSECOND=60,0;FREQ=YEARLY",
       "FREQ=YEARLY;BYSECOND=0,60;BYMINUTE=0,59;BYHOUR=0,23;BYDAY=SU;BYMONTHDAY=1;"
       "BYYEARDAY=366,-366;BYMONTH=1,12;BYSETPOS=1,-1"},
  };
  for (const auto& row : rows) {
    const auto rule = parse_rule(row.text);
    ASSERT_TRUE(rule) << row.text << ": " << rule.error().message;
    EXPECT_EQ(rule_text(*rule), row.canonical);
    const auto again = parse_rule(rule_text(*rule));
    ASSERT_TRUE(again) << row.canonical;
    EXPECT_EQ(*again, *rule) << row.text;
  }
}

// The message begins with the part that is wrong, and says what it may be.
TEST(Rule, SaysWhichPartIsWrong) {
  const struct {
    const char* text;
    const char* message;
  } rows[] = {
      {"",
       "FREQ: it is missing; every rule needs one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, "
       "MINUTELY, SECONDLY."},
      {"BYDAY=MO",
       "FREQ: it is missing; every rule needs one of YEARLY, MONTHLY, WEEKLY, DAILY, "
       "HOURLY, MINUTELY, SECONDLY."},
      {"FREQ=OFTEN",
       "FREQ: 'OFTEN' is not possible; use one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, "
       "MINUTELY, SECONDLY."},
      {"FREQ=DAILY;BYHOUR=9,24", "BYHOUR: '24' is not possible; use 0 to 23."},
      {"FREQ=DAILY;BYHOUR=-1", "BYHOUR: '-1' is not possible; use 0 to 23."},
      {"FREQ=DAILY;BYMINUTE=", "BYMINUTE: '' is not possible; use 0 to 59."},
      {"FREQ=DAILY;BYSECOND=1,,2", "BYSECOND: '' is not possible; use 0 to 60."},
      {"FREQ=MONTHLY;BYMONTHDAY=0",
       "BYMONTHDAY: '0' is not possible; use 1 to 31, or -31 to -1 counted from the end."},
      {"FREQ=YEARLY;BYYEARDAY=367",
       "BYYEARDAY: '367' is not possible; use 1 to 366, or -366 to -1 counted from the end."},
      {"FREQ=YEARLY;BYWEEKNO=54",
       "BYWEEKNO: '54' is not possible; use 1 to 53, or -53 to -1 counted from the end."},
      {"FREQ=YEARLY;BYMONTH=13", "BYMONTH: '13' is not possible; use 1 to 12."},
      {"FREQ=YEARLY;BYMONTH=MAY", "BYMONTH: 'MAY' is not possible; use 1 to 12."},
      {"FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0",
       "BYSETPOS: '0' is not possible; use 1 to 366, or -366 to -1 counted from the end."},
      {"FREQ=WEEKLY;BYDAY=MON",
       "BYDAY: 'ON' is not possible; use one of MO, TU, WE, TH, FR, SA, SU."},
      {"FREQ=MONTHLY;BYDAY=0MO",
       "BYDAY: '0MO' is not possible; use days such as MO, 2MO (the second) and -1FR (the last), "
       "up to 53."},
      {"FREQ=MONTHLY;BYDAY=M",
       "BYDAY: 'M' is not possible; use one of MO, TU, WE, TH, FR, SA, SU."},
      {"FREQ=WEEKLY;WKST=1MO",
       "WKST: '1MO' is not possible; use one of MO, TU, WE, TH, FR, SA, SU."},
      {"FREQ=DAILY;INTERVAL=0", "INTERVAL: '0' is not possible; use 1 to 999999999."},
      {"FREQ=DAILY;COUNT=-1", "COUNT: '-1' is not possible; use 1 to 999999999."},
      {"FREQ=DAILY;COUNT=99999999999999999999",
       "COUNT: '99999999999999999999' is not possible; use 1 to 999999999."},
      {"FREQ=DAILY;UNTIL=soon",
       "UNTIL: 'SOON' is not a time: write a day as 20250106, a local time as 20250106T100000, and "
       "UTC as 20250106T150000Z."},
  };
  for (const auto& row : rows) {
    const auto rule = parse_rule(row.text);
    ASSERT_FALSE(rule) << row.text;
    EXPECT_EQ(rule.error().message, row.message) << row.text;
  }
  EXPECT_FALSE(parse_rule("FREQ=DAILY;BYHOUR=1" + std::string(kMaxRuleBytes, '1')));
}

TEST(Rule, SaysWhatDoesNotGoTogether) {
  const struct {
    const char* text;
    const char* message;
  } rows[] = {
      {"FREQ=DAILY;COUNT=1;UNTIL=20250106",
       "COUNT: a rule ends by COUNT or by UNTIL; leave one of them out."},
      {"FREQ=DAILY;FREQ=DAILY", "FREQ: it is there twice; put all values behind one of them."},
      {"FREQ=DAILY;HELLO",
       "'HELLO' is not a part of a rule: write NAME=VALUE, with a semicolon "
       "between parts, as in FREQ=WEEKLY;BYDAY=MO."},
      {"FREQ=DAILY;;COUNT=1",
       "'' is not a part of a rule: write NAME=VALUE, with a semicolon between "
       "parts, as in FREQ=WEEKLY;BYDAY=MO."},
      {"FREQ=DAILY;BYEASTER=1",
       "BYEASTER: there is no such part; there are FREQ, INTERVAL, COUNT, UNTIL, WKST, BYMONTH, "
       "BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSECOND and BYSETPOS."},
      {"FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO: it goes with FREQ=YEARLY, not with MONTHLY."},
      {"FREQ=DAILY;BYYEARDAY=1",
       "BYYEARDAY: it goes with FREQ=YEARLY, HOURLY, MINUTELY and SECONDLY, not with DAILY."},
      {"FREQ=WEEKLY;BYMONTHDAY=1",
       "BYMONTHDAY: it does not go with FREQ=WEEKLY; use MONTHLY or DAILY."},
      {"FREQ=WEEKLY;BYDAY=1MO",
       "BYDAY: numbered days such as 2MO go with FREQ=MONTHLY and YEARLY, not with WEEKLY."},
      {"FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO",
       "BYDAY: beside BYWEEKNO, write days without numbers, as in MO,FR."},
      {"FREQ=YEARLY;BYSETPOS=1",
       "BYSETPOS: it chooses among what another BY part gives; add one, such as BYDAY."},
  };
  for (const auto& row : rows) {
    const auto rule = parse_rule(row.text);
    ASSERT_FALSE(rule) << row.text;
    EXPECT_EQ(rule.error().message, row.message) << row.text;
  }
}

}  // namespace
}  // namespace norn::ical
