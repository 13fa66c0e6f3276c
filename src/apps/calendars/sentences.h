#pragma once

#include "base/sentence.h"

// What is said about calendars and their entries.
namespace norn::calendars {

inline constexpr Sentence<> kCalendarNotFound{"calendarNotFound",
                                              "There is no such calendar, or you may not see it."};
inline constexpr Sentence<> kEntryNotFound{"entryNotFound",
                                           "There is no such entry, or you may not see it."};
inline constexpr Sentence<1> kCalendarForOwners{
    "calendarForOwners",
    "You are a {role} of this calendar, and only owners may do this. Ask an owner of the "
    "calendar."};
inline constexpr Sentence<1> kCalendarForWriters{
    "calendarForWriters",
    "You are a {role} of this calendar, and only writers and owners may do this. Ask an owner of "
    "the calendar."};
inline constexpr Sentence<> kTooManyEntries{
    "tooManyEntries", "There are too many entries in this range; ask for fewer days."};
inline constexpr Sentence<> kEntryStartForm{"entryStartForm",
                                            "The start must be a time of day, like 09:00:00."};
inline constexpr Sentence<> kEntryEndForm{"entryEndForm",
                                          "The end must be a time of day, like 09:30:00."};
inline constexpr Sentence<> kEntryTimeForm{"entryTimeForm",
                                           "This must be a time of day, as in \"09:00\"."};
inline constexpr Sentence<> kEntryEndNotLater{"entryEndNotLater",
                                              "The end must be later than the start."};
inline constexpr Sentence<> kEntryStartNotDate{
    "entryStartNotDate", "An entry of several days begins on its date: both must be equal."};
inline constexpr Sentence<1> kEntryDateNotStart{
    "entryDateNotStart",
    "The date must be the day on which the entry starts, {start}; or leave it out."};
inline constexpr Sentence<> kEntryEndYear{"entryEndYear",
                                          "The end must be in the years 0001 to 9999."};
inline constexpr Sentence<> kEntryDateYear{"entryDateYear",
                                           "The date must be in the years 0001 to 9999."};
inline constexpr Sentence<> kEntryEndBeforeStart{"entryEndBeforeStart",
                                                 "The end must not be before the start."};
inline constexpr Sentence<1> kEntryTooLong{"entryTooLong",
                                           "An entry must not last longer than {most} days."};
inline constexpr Sentence<> kEntryNeedsDate{"entryNeedsDate",
                                            "The entry needs a date, as in \"2024-01-15\"."};
inline constexpr Sentence<> kEntryNoTask{
    "entryNoTask", "Only a task can be completed, and this entry is not a task."};
inline constexpr Sentence<> kDeletedCalendarForOwners{
    "deletedCalendarForOwners", "Only owners may restore a calendar, or delete it for good."};
inline constexpr Sentence<> kCalendarIdInvalid{"calendarIdInvalid",
                                               "`calendarId` must be the id of a calendar."};

inline constexpr SentenceText kSentences[] = {
    kCalendarNotFound,   kEntryNotFound,       kCalendarForOwners,
    kCalendarForWriters, kTooManyEntries,      kEntryStartForm,
    kEntryEndForm,       kEntryTimeForm,       kEntryEndNotLater,
    kEntryStartNotDate,  kEntryDateNotStart,   kEntryEndYear,
    kEntryDateYear,      kEntryEndBeforeStart, kEntryTooLong,
    kEntryNeedsDate,     kEntryNoTask,         kDeletedCalendarForOwners,
    kCalendarIdInvalid,
};

}  // namespace norn::calendars
