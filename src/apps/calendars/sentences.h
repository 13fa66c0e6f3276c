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

// Entries and events.
inline constexpr Sentence<> kTaskIsNoEvent{
    "taskIsNoEvent", "A task cannot be an event. Choose another kind for it first."};
inline constexpr Sentence<> kEventSaysMore{
    "eventSaysMore",
    "This event has something that an entry cannot have (a rule, a time zone, reminders, tags, "
    "links, a night), so it stays an event."};

// Calendar feeds.
inline constexpr Sentence<> kFeedNeedsCalendars{"feedNeedsCalendars",
                                                "Choose at least one calendar for the feed."};
inline constexpr Sentence<> kNoCalendarsFeed{
    "noCalendarsFeed", "There is no secret address of several calendars. Create one first."};

// Subscriptions.
inline constexpr Sentence<> kSubscriptionNotFound{"subscriptionNotFound",
                                                  "There is no such subscription of yours."};
inline constexpr Sentence<> kFeedAddressForm{
    "feedAddressForm",
    "This is not the address of a calendar. It has to begin with https://, http:// or webcal://."};
inline constexpr Sentence<1> kTooManySubscriptions{
    "tooManySubscriptions",
    "You subscribe to {most} calendars, which is as many as possible. Delete one first."};
inline constexpr Sentence<> kRefreshedJustNow{
    "refreshedJustNow", "This calendar was refreshed a moment ago. Try again in a minute."};
inline constexpr Sentence<> kSubscriptionReadOnly{
    "subscriptionReadOnly", "A calendar that you subscribe to can only be read."};

inline constexpr SentenceText kSentences[] = {
    kFeedNeedsCalendars,   kNoCalendarsFeed,      kSubscriptionNotFound,
    kFeedAddressForm,      kTooManySubscriptions, kRefreshedJustNow,
    kSubscriptionReadOnly, kTaskIsNoEvent,        kEventSaysMore,
    kCalendarNotFound,     kEntryNotFound,        kCalendarForOwners,
    kCalendarForWriters,   kTooManyEntries,       kEntryStartForm,
    kEntryEndForm,         kEntryTimeForm,        kEntryEndNotLater,
    kEntryStartNotDate,    kEntryDateNotStart,    kEntryEndYear,
    kEntryDateYear,        kEntryEndBeforeStart,  kEntryTooLong,
    kEntryNeedsDate,       kEntryNoTask,          kDeletedCalendarForOwners,
    kCalendarIdInvalid,
};

}  // namespace norn::calendars
