#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gedcom/calendars.h"
#include "gedcom/version.h"

// Date values: "5 MAR 1850", "ABT 1850", "BET 1840 AND 1845", "FROM 1900 TO 1910", in the words of
// both versions, and what days they may mean.
// https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#date, and DATE_VALUE in chapter 2 of
// 5.5.1
namespace norn::gedcom {

// A longer value is a phrase.
constexpr size_t kMaxDateBytes = 1000;

// One date of a date value.
struct DatePart {
  CalendarDate date;
  // 5.5.1 only: "11 FEB 1699/00" is 1699 where the year began in March, and 1700 where it began in
  // January. `date` has the first.
  bool is_dual = false;

  bool operator==(const DatePart&) const = default;
};

enum class DateKind : uint8_t {
  kNone,        // Nothing but a phrase, or nothing at all.
  kDate,        // 5 MAR 1850
  kAbout,       // ABT
  kCalculated,  // CAL
  kEstimated,   // EST
  kBefore,      // BEF
  kAfter,       // AFT
  kBetween,     // BET first AND second
  kFrom,        // FROM
  kTo,          // TO, of `first`
  kFromTo,      // FROM first TO second
};

// A date value as it is written. In 7.0 a phrase is a line of its own (PHRASE below DATE). In 5.5.1
// it is a part of the value where that is possible, and else it is here, too.
struct DateText {
  std::string value;
  std::string phrase;

  bool operator==(const DateText&) const = default;
};

struct Date {
  DateKind kind = DateKind::kNone;
  DatePart first = {};
  DatePart second = {};
  std::string phrase = {};  // As people said it: "INT 1850 (about Easter)", "(stillborn)".

  bool operator==(const Date&) const = default;

  // The exact date is not known: ABT, CAL and EST. Its bounds are those of the date that is named;
  // how far from it the true one may be, is for the reader to say.
  bool is_approximate() const;
  // It lasted: FROM and TO.
  bool is_period() const;

  // The first and the last day that it may mean, or during which it lasted; nullopt where it is
  // open, and for a phrase. BEF and AFT include the date that they name, as 7.0 says ("no later
  // than"); 5.5.1 leaves it open.
  std::optional<Day> earliest() const;
  std::optional<Day> latest() const;

  // "1850-03-05", if it is one day of the Gregorian calendar in the years 1 to 9999, and not dual.
  std::optional<std::string> exact_day() const;

  // In capitals, with months in three letters, and without zeros in front.
  DateText text(Version version) const;
};

// Reads a date value of either version, whatever the version of its file is: "@#DJULIAN@ 1700" and
// "JULIAN 1700", "B.C." and "BCE". Small letters, English names of months, usual words such as
// "about", and days as in 1850-03-05 are understood as well. What cannot be understood, and days
// that do not exist, become a phrase. `phrase` is the text of PHRASE in 7.0.
Date read_date(std::string_view value, std::string_view phrase = {});

// A day as a date value.
Date date_of_day(Day day);

}  // namespace norn::gedcom
