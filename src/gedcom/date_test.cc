#include "gedcom/date.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include "base/ascii.h"

namespace norn::gedcom {
namespace {

std::string day_text(std::optional<Day> day) {
  if (!day) return "";
  const CalendarDate date = gregorian_date(*day);
  return fmt::format("{:04}-{:02}-{:02}{}", date.year, date.month, date.day,
                     date.is_bce ? " BCE" : "");
}

std::string bounds(const Date& date) {
  return day_text(date.earliest()) + ".." + day_text(date.latest());
}

TEST(Date, IsReadAndWrittenInBothVersions) {
  const struct {
    const char* value;
    const char* in_551;
    const char* in_70;
    const char* bounds;
  } rows[] = {
      {"5 MAR 1850", "5 MAR 1850", "5 MAR 1850", "1850-03-05..1850-03-05"},
      {"05 mar 1850", "5 MAR 1850", "5 MAR 1850", "1850-03-05..1850-03-05"},
      {"5 March 1850", "5 MAR 1850", "5 MAR 1850", "1850-03-05..1850-03-05"},
      {"1850-03-05", "5 MAR 1850", "5 MAR 1850", "1850-03-05..1850-03-05"},
      {"MAR 1850", "MAR 1850", "MAR 1850", "1850-03-01..1850-03-31"},
      {"Sept. 1850", "SEP 1850", "SEP 1850", "1850-09-01..1850-09-30"},
      {"1850", "1850", "1850", "1850-01-01..1850-12-31"},
      {"850", "850", "850", "0850-01-01..0850-12-31"},
      {"44 B.C.", "44 B.C.", "44 BCE", "0044-01-01 BCE..0044-12-31 BCE"},
      {"44 BCE", "44 B.C.", "44 BCE", "0044-01-01 BCE..0044-12-31 BCE"},
      {"ABT 1850", "ABT 1850", "ABT 1850", "1850-01-01..1850-12-31"},
      {"about MAR 1850", "ABT MAR 1850", "ABT MAR 1850", "1850-03-01..1850-03-31"},
      {"CAL 1850", "CAL 1850", "CAL 1850", "1850-01-01..1850-12-31"},
      {"EST 1850", "EST 1850", "EST 1850", "1850-01-01..1850-12-31"},
      {"BEF 1850", "BEF 1850", "BEF 1850", "..1850-12-31"},
      {"AFT 5 MAR 1850", "AFT 5 MAR 1850", "AFT 5 MAR 1850", "1850-03-05.."},
      {"BET 1840 AND 1845", "BET 1840 AND 1845", "BET 1840 AND 1845", "1840-01-01..1845-12-31"},
      {"BET MAR 1845 AND 1840", "BET MAR 1845 AND 1840", "BET MAR 1845 AND 1840",
       "1840-01-01..1845-03-31"},
      {"FROM 1840", "FROM 1840", "FROM 1840", "1840-01-01.."},
      {"TO 1840", "TO 1840", "TO 1840", "..1840-12-31"},
      {"FROM 1840 TO MAY 1845", "FROM 1840 TO MAY 1845", "FROM 1840 TO MAY 1845",
       "1840-01-01..1845-05-31"},
      {"@#DGREGORIAN@ 1850", "1850", "1850", "1850-01-01..1850-12-31"},
      {"@#DJULIAN@ 25 DEC 1642", "@#DJULIAN@ 25 DEC 1642", "JULIAN 25 DEC 1642",
       "1643-01-04..1643-01-04"},
      {"JULIAN 25 DEC 1642", "@#DJULIAN@ 25 DEC 1642", "JULIAN 25 DEC 1642",
       "1643-01-04..1643-01-04"},
      {"@#DJULIAN@ 15 MAR 44 B.C.", "@#DJULIAN@ 15 MAR 44 B.C.", "JULIAN 15 MAR 44 BCE",
       "0044-03-13 BCE..0044-03-13 BCE"},
      {"@#DFRENCH R@ 18 BRUM 8", "@#DFRENCH R@ 18 BRUM 8", "FRENCH_R 18 BRUM 8",
       "1799-11-09..1799-11-09"},
      {"FRENCH_R COMP 2", "@#DFRENCH R@ COMP 2", "FRENCH_R COMP 2", "1794-09-17..1794-09-21"},
      {"@#DHEBREW@ 5 IYR 5708", "@#DHEBREW@ 5 IYR 5708", "HEBREW 5 IYR 5708",
       "1948-05-14..1948-05-14"},
      {"BET @#DJULIAN@ 1670 AND 1700", "BET @#DJULIAN@ 1670 AND 1700",
       "BET JULIAN 1670 AND GREGORIAN 1700", "1670-01-11..1700-12-31"},
      {"FROM GREGORIAN 1670 TO JULIAN 1700", "FROM 1670 TO @#DJULIAN@ 1700",
       "FROM GREGORIAN 1670 TO JULIAN 1700", "1670-01-01..1701-01-11"},
  };
  for (const auto& row : rows) {
    const Date date = read_date(row.value);
    EXPECT_EQ(date.phrase, "") << row.value;
    EXPECT_EQ(date.text(Version::k551), (DateText{row.in_551, ""})) << row.value;
    EXPECT_EQ(date.text(Version::k70), (DateText{row.in_70, ""})) << row.value;
    EXPECT_EQ(bounds(date), row.bounds) << row.value;
    EXPECT_EQ(read_date(row.in_551), date) << row.value;
    EXPECT_EQ(read_date(row.in_70), date) << row.value;
  }
}

TEST(Date, PhrasesAreKept) {
  const struct {
    const char* value;
    const char* phrase;
    DateText in_551;
    DateText in_70;
    const char* bounds;
  } rows[] = {
      {"(stillborn)", "", {"(stillborn)", ""}, {"", "stillborn"}, ".."},
      {"", "stillborn", {"(stillborn)", ""}, {"", "stillborn"}, ".."},
      {"", "", {"", ""}, {"", ""}, ".."},
      {"()", "", {"", ""}, {"", ""}, ".."},
      {"INT 1850 (about Easter)",
       "",
       {"INT 1850 (about Easter)", ""},
       {"1850", "about Easter"},
       "1850-01-01..1850-12-31"},
      {"int 5 MAR 1850 (a (b) c)",
       "",
       {"INT 5 MAR 1850 (a (b) c)", ""},
       {"5 MAR 1850", "a (b) c"},
       "1850-03-05..1850-03-05"},
      {"1850",
       "about Easter",
       {"INT 1850 (about Easter)", ""},
       {"1850", "about Easter"},
       "1850-01-01..1850-12-31"},
      {"BEF 1850",
       "before the war",
       {"BEF 1850", "before the war"},
       {"BEF 1850", "before the war"},
       "..1850-12-31"},
      {"next week", "soon", {"(soon (next week))", ""}, {"", "soon (next week)"}, ".."},
  };
  for (const auto& row : rows) {
    const Date date = read_date(row.value, row.phrase);
    EXPECT_EQ(date.text(Version::k551), row.in_551) << row.value;
    EXPECT_EQ(date.text(Version::k70), row.in_70) << row.value;
    EXPECT_EQ(bounds(date), row.bounds) << row.value;
    EXPECT_EQ(read_date(row.in_551.value, row.in_551.phrase), date) << row.value;
    EXPECT_EQ(read_date(row.in_70.value, row.in_70.phrase), date) << row.value;
  }
}

TEST(Date, WhatCannotBeUnderstoodIsAPhrase) {
  const std::string too_long = "ABT " + std::string(kMaxDateBytes, ' ') + "1850";
  for (const std::string& value : {std::string("unknown"),
                                   std::string("5 MAR"),
                                   std::string("31 FEB 1850"),
                                   std::string("29 FEB 1900"),
                                   std::string("0"),
                                   std::string("0 MAR 1850"),
                                   std::string("12345"),
                                   std::string("5 FOO 1850"),
                                   std::string("BET 1840"),
                                   std::string("BET AND 1840"),
                                   std::string("BET 1840 AND"),
                                   std::string("ABT"),
                                   std::string("ABT BEF 1850"),
                                   std::string("1850 1851"),
                                   std::string("FROM TO 1850"),
                                   std::string("INT 1850"),
                                   std::string("INT soon (x)"),
                                   std::string("1 2 MAR 1850"),
                                   std::string("@#DROMAN@ 1850"),
                                   std::string("@#DHEBREW@ 5708 B.C."),
                                   std::string("@#DHEBREW@ 5 MAR 5708"),
                                   std::string("5 TSH 5708"),
                                   std::string("1850/52"),
                                   std::string("1850-13-01"),
                                   std::string("5.3.1850"),
                                   std::string("@#DJULIAN"),
                                   std::string("BCE"),
                                   std::string("Ostern 1850"),
                                   too_long}) {
    const Date date = read_date(value);
    EXPECT_EQ(date.kind, DateKind::kNone) << value;
    EXPECT_EQ(date.phrase, value);
    EXPECT_EQ(bounds(date), "..") << value;
    EXPECT_EQ(date.exact_day(), std::nullopt);
  }
}

TEST(Date, DualYearsMayBeOfBothYears) {
  const struct {
    const char* value;
    const char* in_551;
    DateText in_70;
    const char* bounds;
  } rows[] = {
      {"11 FEB 1699/00",
       "11 FEB 1699/00",
       {"11 FEB 1700", "11 FEB 1699/00"},
       "1700-02-11..1700-02-11"},
      {"30 JAN 1648/9",
       "30 JAN 1648/49",
       {"30 JAN 1649", "30 JAN 1648/49"},
       "1649-01-30..1649-01-30"},
      {"FEB 1699/1700", "FEB 1699/00", {"FEB 1700", "FEB 1699/00"}, "1700-02-01..1700-02-28"},
      {"@#DJULIAN@ 11 FEB 1699/00",
       "@#DJULIAN@ 11 FEB 1699/00",
       {"JULIAN 11 FEB 1700", "@#DJULIAN@ 11 FEB 1699/00"},
       "1700-02-21..1700-02-21"},
      {"1903/4", "1903/04", {"BET 1903 AND 1904", "1903/04"}, "1903-01-01..1904-12-31"},
      {"NOV 1699/00",
       "NOV 1699/00",
       {"BET NOV 1699 AND NOV 1700", "NOV 1699/00"},
       "1699-11-01..1700-11-30"},
      {"ABT 1699/00",
       "ABT 1699/00",
       {"BET 1699 AND 1700", "ABT 1699/00"},
       "1699-01-01..1700-12-31"},
      {"ABT FEB 1699/00",
       "ABT FEB 1699/00",
       {"ABT FEB 1700", "ABT FEB 1699/00"},
       "1700-02-01..1700-02-28"},
      {"AFT 1699/00", "AFT 1699/00", {"AFT 1699", "AFT 1699/00"}, "1699-01-01.."},
      {"BET NOV 1699/00 AND 1680",
       "BET NOV 1699/00 AND 1680",
       {"BET 1680 AND NOV 1700", "BET NOV 1699/00 AND 1680"},
       "1680-01-01..1700-11-30"},
      {"BET NOV 1699/00 AND FEB 1700",
       "BET NOV 1699/00 AND FEB 1700",
       {"BET NOV 1699 AND NOV 1700", "BET NOV 1699/00 AND FEB 1700"},
       "1699-11-01..1700-11-30"},
      {"BEF 1699/00", "BEF 1699/00", {"BEF 1700", "BEF 1699/00"}, "..1700-12-31"},
      {"BET 1699/00 AND 1702/03",
       "BET 1699/00 AND 1702/03",
       {"BET 1699 AND 1703", "BET 1699/00 AND 1702/03"},
       "1699-01-01..1703-12-31"},
  };
  for (const auto& row : rows) {
    const Date date = read_date(row.value);
    EXPECT_EQ(date.text(Version::k551), (DateText{row.in_551, ""})) << row.value;
    EXPECT_EQ(date.text(Version::k70), row.in_70) << row.value;
    EXPECT_EQ(bounds(date), row.bounds) << row.value;
    EXPECT_EQ(read_date(row.in_551), date) << row.value;
    EXPECT_EQ(bounds(read_date(row.in_70.value)), row.bounds) << row.value;
    EXPECT_EQ(date.exact_day(), std::nullopt) << row.value;
  }
}

TEST(Date, ExactDaysAreOfTheGregorianCalendar) {
  EXPECT_EQ(read_date("5 MAR 1850").exact_day(), "1850-03-05");
  EXPECT_EQ(read_date("1 JAN 1").exact_day(), "0001-01-01");
  EXPECT_EQ(read_date("INT 5 MAR 1850 (Easter)").exact_day(), "1850-03-05");
  for (const char* value : {"MAR 1850", "1850", "ABT 5 MAR 1850", "@#DJULIAN@ 5 MAR 1850",
                            "5 MAR 44 B.C.", "FROM 5 MAR 1850", "(5 MAR 1850)", ""}) {
    EXPECT_EQ(read_date(value).exact_day(), std::nullopt) << value;
  }
  EXPECT_EQ(date_of_day(0).exact_day(), "1970-01-01");
  EXPECT_EQ(date_of_day(0).text(Version::k551).value, "1 JAN 1970");
}

TEST(Date, SaysWhetherItIsApproximateOrLasted) {
  EXPECT_TRUE(read_date("ABT 1850").is_approximate());
  EXPECT_TRUE(read_date("CAL 1850").is_approximate());
  EXPECT_TRUE(read_date("EST 1850").is_approximate());
  EXPECT_FALSE(read_date("1850").is_approximate());
  EXPECT_FALSE(read_date("BEF 1850").is_approximate());
  EXPECT_TRUE(read_date("FROM 1850").is_period());
  EXPECT_TRUE(read_date("TO 1850").is_period());
  EXPECT_TRUE(read_date("FROM 1850 TO 1851").is_period());
  EXPECT_FALSE(read_date("BET 1850 AND 1851").is_period());
}

DatePart random_part() {
  const auto calendar = *rc::gen::element(Calendar::kGregorian, Calendar::kJulian,
                                          Calendar::kFrench, Calendar::kHebrew);
  const bool has_bce = calendar == Calendar::kGregorian || calendar == Calendar::kJulian;
  CalendarDate date{.calendar = calendar,
                    .year = *rc::gen::inRange(1, kMaxYear),
                    .is_bce = has_bce && *rc::gen::inRange(0, 4) == 0,
                    .month = *rc::gen::inRange(0, month_count(calendar) + 1)};
  if (date.month > 0) {
    const DaySpan days = *days_of(date);
    date.day = *rc::gen::inRange(0, days.last - days.first + 2);
  }
  return {.date = date};
}

RC_GTEST_PROP(DateProperty, WhatIsWrittenIsReadAsTheSame, ()) {
  Date date{.kind = *rc::gen::element(DateKind::kDate, DateKind::kAbout, DateKind::kCalculated,
                                      DateKind::kEstimated, DateKind::kBefore, DateKind::kAfter,
                                      DateKind::kBetween, DateKind::kFrom, DateKind::kTo,
                                      DateKind::kFromTo),
            .first = random_part()};
  if (date.kind == DateKind::kBetween || date.kind == DateKind::kFromTo) {
    date.second = random_part();
  }
  for (const Version version : {Version::k551, Version::k70}) {
    const DateText text = date.text(version);
    RC_ASSERT(read_date(text.value, text.phrase) == date);
    RC_ASSERT(read_date(ascii_lower(text.value)) == date);
  }
  RC_ASSERT(date.earliest().has_value() || date.latest().has_value());
  if (date.earliest() && date.latest()) RC_ASSERT(*date.earliest() <= *date.latest());
}

RC_GTEST_PROP(DateProperty, AnyTextIsADateOrAPhrase, (const std::string& text)) {
  const Date date = read_date(text);
  const DateText written = date.text(Version::k551);
  RC_ASSERT(read_date(written.value, written.phrase) == date);
}

}  // namespace
}  // namespace norn::gedcom
