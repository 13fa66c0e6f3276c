#pragma once

#include "base/sentence.h"

// What is said about recurrence rules and calendar files.
namespace norn::ical {

inline constexpr Sentence<1> kTimeForm{"timeForm",
                                       "'{text}' is not a time: write a day as 20250106, a local "
                                       "time as 20250106T100000, and UTC as 20250106T150000Z."};
inline constexpr Sentence<1> kPeriodStartForm{
    "periodStartForm", "'{text}': a period begins at a time, as in 20250106T100000/PT2H."};
inline constexpr Sentence<1> kPeriodEndForm{
    "periodEndForm",
    "'{text}': a period ends after it begins, in the same form (both with Z, or none)."};
inline constexpr Sentence<1> kDurationForm{"durationForm",
                                           "'{text}' is not a duration: write two hours as PT2H, a "
                                           "day and a half as P1DT12H, a week as P1W."};
inline constexpr Sentence<1> kZoneNotKnown{
    "zoneNotKnown",
    "This machine knows no time zone '{zone}'; names are like Europe/London or America/New_York."};

// Recurrence rules. A {part} is one of FREQ, INTERVAL, ...
inline constexpr Sentence<2> kRuleTooLong{"ruleTooLong",
                                          "The rule has {length} characters; {most} are possible."};
inline constexpr Sentence<1> kRulePartForm{
    "rulePartForm",
    "'{part}' is not a part of a rule: write NAME=VALUE, with a semicolon between parts, as in "
    "FREQ=WEEKLY;BYDAY=MO."};
inline constexpr Sentence<1> kRulePartUnknown{
    "rulePartUnknown",
    "{part}: there is no such part; there are FREQ, INTERVAL, COUNT, UNTIL, WKST, BYMONTH, "
    "BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSECOND and BYSETPOS."};
inline constexpr Sentence<1> kRulePartTwice{
    "rulePartTwice", "{part}: it is there twice; put all values behind one of them."};
inline constexpr Sentence<4> kRulePartRange{
    "rulePartRange", "{part}: '{value}' is not possible; use {least} to {most}."};
inline constexpr Sentence<6> kRulePartRangeFromEnd{
    "rulePartRangeFromEnd",
    "{part}: '{value}' is not possible; use {least} to {most}, or {first} to {last} counted from "
    "the end."};
inline constexpr Sentence<3> kRulePartChoice{
    "rulePartChoice", "{part}: '{value}' is not possible; use one of {choices}."};
inline constexpr Sentence<1> kRuleDay{"ruleDay",
                                      "BYDAY: '{value}' is not possible; use days such as MO, 2MO "
                                      "(the second) and -1FR (the last), up to 53."};
inline constexpr Sentence<1> kRuleUntil{"ruleUntil", "UNTIL: {reason}"};
inline constexpr Sentence<1> kRuleNeedsFrequency{
    "ruleNeedsFrequency", "FREQ: it is missing; every rule needs one of {choices}."};
inline constexpr Sentence<> kRuleCountAndUntil{
    "ruleCountAndUntil", "COUNT: a rule ends by COUNT or by UNTIL; leave one of them out."};
inline constexpr Sentence<1> kRuleWeekNumber{
    "ruleWeekNumber", "BYWEEKNO: it goes with FREQ=YEARLY, not with {frequency}."};
inline constexpr Sentence<1> kRuleYearDay{
    "ruleYearDay",
    "BYYEARDAY: it goes with FREQ=YEARLY, HOURLY, MINUTELY and SECONDLY, not with {frequency}."};
inline constexpr Sentence<> kRuleMonthDay{
    "ruleMonthDay", "BYMONTHDAY: it does not go with FREQ=WEEKLY; use MONTHLY or DAILY."};
inline constexpr Sentence<1> kRuleNumberedDay{
    "ruleNumberedDay",
    "BYDAY: numbered days such as 2MO go with FREQ=MONTHLY and YEARLY, not with {frequency}."};
inline constexpr Sentence<> kRuleNumberedDayInWeek{
    "ruleNumberedDayInWeek", "BYDAY: beside BYWEEKNO, write days without numbers, as in MO,FR."};
inline constexpr Sentence<> kRuleSetPosition{
    "ruleSetPosition",
    "BYSETPOS: it chooses among what another BY part gives; add one, such as BYDAY."};
inline constexpr Sentence<1> kRuleNeedsTime{
    "ruleNeedsTime",
    "FREQ: {frequency} needs a start with a time of day; this one is a whole day. Use DAILY, "
    "WEEKLY, MONTHLY or YEARLY."};
inline constexpr Sentence<1> kRuleComesInVain{
    "ruleComesInVain",
    "The rule has no occurrence in {count} places where it could have one: its parts seem to "
    "exclude each other. Ask for a shorter time, or change INTERVAL or a BY part."};
inline constexpr Sentence<1> kRuleCount{"ruleCount",
                                        "COUNT: {count} cannot be counted with this rule, which "
                                        "occurs too often or never; end it with UNTIL."};
inline constexpr Sentence<3> kOutsideYears{"outsideYears",
                                           "{field} is outside of the years {first} to {last}."};
inline constexpr Sentence<3> kTooManyValues{"tooManyValues",
                                            "{field} has {count} values; {most} are possible."};
inline constexpr Sentence<1> kDateUnlikeStart{
    "dateUnlikeStart", "RDATE {date} and DTSTART must both be days, or both have a time."};
inline constexpr Sentence<1> kExceptionHasTime{
    "exceptionHasTime",
    "EXDATE {date} has a time, but DTSTART is a whole day: write the day alone, as in 20250106."};
inline constexpr Sentence<> kNothingRecurs{"nothingRecurs", "Without a start nothing recurs."};

// Calendar files.
inline constexpr Sentence<2> kFileTooLarge{"fileTooLarge",
                                           "The file has {bytes} bytes; {most} can be read."};
inline constexpr Sentence<> kFileNoCalendar{
    "fileNoCalendar", "This is not a calendar file: it has no BEGIN:VCALENDAR."};
inline constexpr Sentence<3> kFileTooManyComponents{
    "fileTooManyComponents",
    "Line {line}: there are more components than can be read ({depth} within each other, {most} in "
    "all)."};
inline constexpr Sentence<1> kFileEndsWithin{"fileEndsWithin", "The file ends within {component}."};
inline constexpr Sentence<1> kLineOutside{"lineOutside",
                                          "{name} is outside of any component and is left out."};
inline constexpr Sentence<1> kEndWithoutBegin{"endWithoutBegin", "END:{component} has no BEGIN."};
inline constexpr Sentence<2> kComponentOpen{"componentOpen",
                                            "{component} does not end before {outer} does."};
inline constexpr Sentence<1> kLineWithoutColon{"lineWithoutColon",
                                               "'{line}': there is no colon in it."};
inline constexpr Sentence<1> kLineWithoutName{"lineWithoutName",
                                              "'{line}': it does not begin with a name."};
inline constexpr Sentence<1> kLineParameterForm{"lineParameterForm",
                                                "'{line}': a parameter is written as NAME=VALUE."};
inline constexpr Sentence<2> kLineParameterOpen{"lineParameterOpen",
                                                "'{line}': parameter {parameter} does not end."};
inline constexpr Sentence<1> kLinesLeftOut{"linesLeftOut",
                                           "{count} lines of the calendar are left out."};

// Time zones of files.
inline constexpr Sentence<1> kZoneLineMissing{"zoneLineMissing",
                                              "The time zone cannot be read: {name} is missing."};
inline constexpr Sentence<2> kZoneOffsetForm{
    "zoneOffsetForm", "The time zone cannot be read: {name} is '{offset}'; it must be like +0100."};
inline constexpr Sentence<1> kZoneOffsetTooLarge{
    "zoneOffsetTooLarge", "The time zone cannot be read: {name} is more than a day."};
inline constexpr Sentence<> kZoneTooManyChanges{
    "zoneTooManyChanges", "The time zone cannot be read: it has too many changes."};
inline constexpr Sentence<> kZoneEmpty{
    "zoneEmpty", "The time zone cannot be read: it has neither STANDARD nor DAYLIGHT."};
inline constexpr Sentence<2> kZoneUnusable{"zoneUnusable", "'{zone}': {reason}"};
inline constexpr Sentence<> kZoneNotUsed{"zoneNotUsed",
                                         "A time zone without TZID, or one too many, is not used."};
inline constexpr Sentence<1> kZoneOwnRules{
    "zoneOwnRules", "The time zone '{zone}' is in no database; its own rules are used."};
inline constexpr Sentence<1> kZoneTakenAsFloating{
    "zoneTakenAsFloating",
    "The time zone '{zone}' is not known, and the file does not describe it: its times are taken "
    "as floating."};

// Items of files. {kind} is "Event" or "Task".
inline constexpr Sentence<2> kItemWithoutStart{
    "itemWithoutStart", "{kind} '{title}': it has no start that can be read, and is not shown."};
inline constexpr Sentence<2> kItemWithoutUid{"itemWithoutUid", "{kind} '{title}': it has no UID."};
inline constexpr Sentence<4> kItemLine{"itemLine", "{kind} '{title}': {name}: {reason}"};
inline constexpr Sentence<2> kNumberForm{"numberForm",
                                         "'{text}' is not a number from 0 to {most}."};
inline constexpr Sentence<> kSecondRule{"secondRule", "There is more than one; the first counts."};
inline constexpr Sentence<> kAlarmWithoutTrigger{"alarmWithoutTrigger",
                                                 "TRIGGER is missing; it will not ring."};

inline constexpr SentenceText kSentences[] = {
    kTimeForm,
    kPeriodStartForm,
    kPeriodEndForm,
    kDurationForm,
    kZoneNotKnown,
    kRuleTooLong,
    kRulePartForm,
    kRulePartUnknown,
    kRulePartTwice,
    kRulePartRange,
    kRulePartRangeFromEnd,
    kRulePartChoice,
    kRuleDay,
    kRuleUntil,
    kRuleNeedsFrequency,
    kRuleCountAndUntil,
    kRuleWeekNumber,
    kRuleYearDay,
    kRuleMonthDay,
    kRuleNumberedDay,
    kRuleNumberedDayInWeek,
    kRuleSetPosition,
    kRuleNeedsTime,
    kRuleComesInVain,
    kRuleCount,
    kOutsideYears,
    kTooManyValues,
    kDateUnlikeStart,
    kExceptionHasTime,
    kNothingRecurs,
    kFileTooLarge,
    kFileNoCalendar,
    kFileTooManyComponents,
    kFileEndsWithin,
    kLineOutside,
    kEndWithoutBegin,
    kComponentOpen,
    kLineWithoutColon,
    kLineWithoutName,
    kLineParameterForm,
    kLineParameterOpen,
    kLinesLeftOut,
    kZoneLineMissing,
    kZoneOffsetForm,
    kZoneOffsetTooLarge,
    kZoneTooManyChanges,
    kZoneEmpty,
    kZoneUnusable,
    kZoneNotUsed,
    kZoneOwnRules,
    kZoneTakenAsFloating,
    kItemWithoutStart,
    kItemWithoutUid,
    kItemLine,
    kNumberForm,
    kSecondRule,
    kAlarmWithoutTrigger,
};

}  // namespace norn::ical
