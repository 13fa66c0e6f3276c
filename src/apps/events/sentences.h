#pragma once

#include "base/sentence.h"

// What is said about events and series.
namespace norn::events {

inline constexpr Sentence<> kEventNotFound{"eventNotFound",
                                           "There is no such event, or you may not see it."};
inline constexpr Sentence<> kSeriesNotFound{"seriesNotFound",
                                            "There is no such series, or you may not see it."};
inline constexpr Sentence<> kDeletedOfMissingSeries{
    "deletedOfMissingSeries",
    "The series that this belongs to is not there. If it is in the bin, restore it first."};
inline constexpr Sentence<> kDeletedAutomatically{
    "deletedAutomatically", "This was to be deleted automatically by now, so it is not restored."};
inline constexpr Sentence<> kSeriesOccursOtherwise{
    "seriesOccursOtherwise",
    "The dates of the series have changed since its rest was deleted, so the rest cannot be "
    "restored."};
inline constexpr Sentence<2> kTooManySeries{
    "tooManySeries",
    "You have {count} series, and {most} is the limit. Delete some that have ended."};

// When an event is.
inline constexpr Sentence<> kWallTimeForm{"wallTimeForm",
                                          "This must be a day and a time by the clock of its time "
                                          "zone, as in \"2025-12-15T09:00\", without an offset."};
inline constexpr Sentence<3> kEventYears{"eventYears",
                                         "{field} must lie in the years {first} to {last}."};
inline constexpr Sentence<1> kEventTooLong{
    "eventTooLong", "An event can last at most {most} days; choose an earlier end."};
inline constexpr Sentence<> kAllDayHasNoTimes{
    "allDayHasNoTimes",
    "An all-day event has days and no times: use startDate and endDate, or say that isAllDay is "
    "false."};
inline constexpr Sentence<> kAllDayHasNoZone{
    "allDayHasNoZone",
    "An all-day event has no time zone: it is on that day in every zone. Leave it out."};
inline constexpr Sentence<> kDaysAreForAllDay{
    "daysAreForAllDay",
    "Days alone are for all-day events: say that isAllDay is true, or use start and end."};
inline constexpr Sentence<> kStartDateMissing{
    "startDateMissing", "Say on which day it starts: startDate, as in 2025-12-15."};
inline constexpr Sentence<> kStartMissing{"startMissing",
                                          "Say when it starts: start, as in 2025-12-15T09:00."};
inline constexpr Sentence<> kEndDateNotLater{
    "endDateNotLater",
    "endDate is the day after the last one, so it must be later than startDate."};
inline constexpr Sentence<> kEndBeforeStart{
    "endBeforeStart", "The end is before the start: choose a later end, or an earlier start."};
inline constexpr Sentence<> kEndZoneWithoutStartZone{
    "endZoneWithoutStartZone",
    "An event without a time zone at its start can have none at its end: say startTzid, or leave "
    "endTzid out."};
inline constexpr Sentence<> kEndZoneWithoutEnd{
    "endZoneWithoutEnd", "endTzid says where it ends, but it has no end: say that, too."};

// How a series repeats.
inline constexpr Sentence<> kRepeatsNeedRule{"repeatsNeedRule",
                                             "exdate and rruleUntil are for series, and this event "
                                             "does not repeat. Send an rrule or rdate, too."};
inline constexpr Sentence<> kSeriesNeedsRule{
    "seriesNeedsRule",
    "A series needs an rrule or rdate. To end it, delete one of its occurrences and all that "
    "follow; to make it a single event, change all of it."};
inline constexpr Sentence<> kSeriesNeverOccurs{
    "seriesNeverOccurs",
    "With this rule, start and end the series never occurs. Change one of them."};
inline constexpr Sentence<1> kSeriesTooOften{
    "seriesTooOften",
    "This series would occur more than {most} times in its first month, which is more than can be "
    "shown. Make it less frequent, or end it earlier."};
inline constexpr Sentence<1> kRdateBeforeStart{
    "rdateBeforeStart", "'{date}' is before the start of the series. Move the start to it."};
inline constexpr Sentence<1> kRdateForm{
    "rdateForm",
    "'{date}' is not a valid rdate of a series: write a day, as in 20251224, or a time, as in "
    "20251224T150000Z or 20251224T150000Z/PT2H."};
inline constexpr Sentence<1> kRdateFormAllDay{
    "rdateFormAllDay",
    "'{date}' is not a valid rdate of an all-day series: write a day, as in 20251224."};
inline constexpr Sentence<1> kExdateForm{"exdateForm",
                                         "'{date}' names no occurrence: write its day, as in "
                                         "20251224, or its time in UTC, as in 20251224T150000Z."};
inline constexpr Sentence<1> kExdateFormAllDay{
    "exdateFormAllDay", "'{date}' names no occurrence: write its day, as in 20251224."};
inline constexpr Sentence<> kNoOccurrenceLeft{
    "noOccurrenceLeft", "No occurrence of this series would be left. Delete it instead."};
inline constexpr Sentence<2> kSeriesYears{
    "seriesYears", "The series would start outside of the years {first} to {last}."};
inline constexpr Sentence<2> kOccursTooOften{
    "occursTooOften", "'{title}' occurs more than {most} times; ask for fewer days."};

// Changing a series.
inline constexpr Sentence<> kTimeSkippedByClocks{
    "timeSkippedByClocks",
    "That time does not exist on the first day of this series, because the clocks change. Choose "
    "another one, or change a later part of the series."};
inline constexpr Sentence<> kRuleHasNoSuchDay{
    "ruleHasNoSuchDay",
    "The rule of this series has no occurrence on that day. Change the rule itself."};
inline constexpr Sentence<> kRuleNamesDays{
    "ruleNamesDays",
    "The rule of this series names its days or times, so the series cannot be moved like this. "
    "Change the rule itself."};
inline constexpr Sentence<> kTooManyBeforeSplit{
    "tooManyBeforeSplit",
    "There are too many occurrences before this one to split the series here. End it, and create "
    "another one."};
inline constexpr Sentence<> kCannotSplitHere{
    "cannotSplitHere",
    "The rule of this series cannot start with this occurrence, which is at a time of its own. "
    "Change it alone, or the series from another occurrence on."};
inline constexpr Sentence<2> kTooManyMoved{
    "tooManyMoved",
    "{count} changed occurrences of this series would have to move with it; {most} can. Restore "
    "some of them to what the series says first, or change a later part of the series."};
inline constexpr Sentence<2> kTooManyItems{
    "tooManyItems",
    "Too many changed occurrences of this series would have to change with it: {count} items, and "
    "{most} can be written at once. Restore some of them to what the series says, or change a "
    "later part of the series."};
inline constexpr Sentence<1> kTooManyDeleted{
    "tooManyDeleted",
    "{most} occurrences of this series are deleted, which is the limit. Change its rule, or end it "
    "and create another one."};
inline constexpr Sentence<> kRepeatsOfOne{
    "repeatsOfOne",
    "How a series repeats cannot be changed for one occurrence of it. Change the series: this and "
    "the following ones, or all of them."};
inline constexpr Sentence<> kTtlOfOne{
    "ttlOfOne",
    "One occurrence cannot have a ttl. Change the ttl of the series, or delete the occurrence."};
inline constexpr Sentence<> kOnlyOccurrencesRestore{
    "onlyOccurrencesRestore",
    "Only an occurrence of a series can be restored to what the series says."};
inline constexpr Sentence<> kOccurrenceStays{
    "occurrenceStays", "One occurrence cannot be moved elsewhere. Move its series."};
inline constexpr Sentence<> kIdIsTaken{
    "idIsTaken", "There is something else with the same id already, so this stays where it is."};
inline constexpr Sentence<> kScopeUnknown{"scopeUnknown",
                                          "The scope must be this, following or all."};

// What an event has.
inline constexpr Sentence<1> kDescriptionTooLong{"descriptionTooLong",
                                                 "The description may have at most {most} bytes."};
inline constexpr Sentence<1> kTagLength{"tagLength", "A tag must have 1 to {most} characters."};
inline constexpr Sentence<> kTagControl{
    "tagControl", "A tag must not contain control characters, such as line breaks."};
inline constexpr Sentence<2> kTooManyTags{"tooManyTags",
                                          "There can be at most {most} tags; these are {count}."};
inline constexpr Sentence<2> kReminderRange{
    "reminderRange", "A reminder must be 0 to {most} minutes before the start; {minutes} is not."};
inline constexpr Sentence<2> kTooManyReminders{
    "tooManyReminders", "There can be at most {most} reminders; these are {count}."};
inline constexpr Sentence<1> kReminderTwice{"reminderTwice",
                                            "{minutes} is there twice; use each value once."};
inline constexpr Sentence<2> kTooManyLinks{"tooManyLinks",
                                           "There can be at most {most} links; these are {count}."};
inline constexpr Sentence<1> kLinkTargetForm{
    "linkTargetForm", "The target of a link must be an id: 1 to {most} letters, digits, _ and -."};
inline constexpr Sentence<1> kLinkTitleTooLong{
    "linkTitleTooLong", "The title of a link must not have more than {most} characters."};
inline constexpr Sentence<1> kLinkTwice{"linkTwice",
                                        "There are two links to {target}; keep one of them."};
inline constexpr Sentence<> kTtlInPast{"ttlInPast",
                                       "The ttl must be a time that is still to come, in seconds "
                                       "since 1970. Delete it if it should go now."};
inline constexpr Sentence<> kTargetForm{"targetForm",
                                        "The target must be an id: letters, digits, _ and -."};

// Guests.
inline constexpr Sentence<> kGuestNotFound{"guestNotFound", "There is no such guest."};
inline constexpr Sentence<1> kTooManyGuests{"tooManyGuests",
                                            "An event can have at most {most} guests."};
inline constexpr Sentence<> kGuestIsOwner{
    "guestIsOwner", "This is your own event: it is in your planner, and you need no invitation."};
inline constexpr Sentence<> kGuestNotMember{
    "guestNotMember", "Only members of the calendar can be invited without their address."};
inline constexpr Sentence<> kGuestEmailOrMember{"guestEmailOrMember",
                                                "Say either `email` or `userId`: whom you invite."};
inline constexpr Sentence<> kGuestHasNoAddress{
    "guestHasNoAddress",
    "This guest is a member and sees the event here. The file is for people by their address."};
inline constexpr Sentence<> kEventInvitationNotFound{
    "eventInvitationNotFound", "There is no such invitation, or it was withdrawn."};

// Views and search.
inline constexpr Sentence<> kTooMuchToShow{
    "tooMuchToShow", "There is too much to show at once; ask for fewer days."};
inline constexpr Sentence<> kTooManyToSearch{"tooManyToSearch",
                                             "There are too many events to search."};
inline constexpr Sentence<> kSearchEmpty{"searchEmpty", "Write at least one word of the title."};
inline constexpr Sentence<> kSearchTooLong{"searchTooLong",
                                           "This is too long for a search. Use fewer words."};
inline constexpr Sentence<1> kSearchLimit{"searchLimit", "`limit` must be 1 to {most}."};

// Imports.
inline constexpr Sentence<2> kImportTooLarge{
    "importTooLarge",
    "The file has {bytes} bytes; the limit is {most}. Split it into several files."};
inline constexpr Sentence<2> kImportTooManyEvents{
    "importTooManyEvents",
    "The file has {count} events; the limit is {most}. Split it into several files."};
inline constexpr Sentence<> kImportOvertaken{
    "importOvertaken",
    "Another import was started in the meantime, so this one has ended. What it imported stays; "
    "start again to import the rest."};
inline constexpr Sentence<1> kImportKept{"importKept",
                                         "Kept for export, but not used here: {names}."};
inline constexpr Sentence<1> kImportKeptAndOthers{
    "importKeptAndOthers", "Kept for export, but not used here: {names} and others."};
inline constexpr Sentence<2> kImportSkipped{"importSkipped", "'{title}' was skipped. {reason}"};
inline constexpr Sentence<1> kImportTaskSkipped{
    "importTaskSkipped", "'{title}' is a task and was skipped: only events are imported."};
inline constexpr Sentence<2> kImportKindSkipped{
    "importKindSkipped", "{kind} '{title}' was skipped: only events are imported."};
inline constexpr Sentence<1> kImportTwice{
    "importTwice", "'{title}' is in the file more than once; the newest was imported."};
inline constexpr Sentence<1> kImportNewerHere{
    "importNewerHere", "'{title}' has a newer version here, which was kept."};
inline constexpr Sentence<1> kImportRuleUnread{
    "importRuleUnread",
    "'{title}': its recurrence rule cannot be read; it was imported as a single event."};
inline constexpr Sentence<1> kImportOrphan{"importOrphan",
                                           "'{title}' is a changed occurrence without its series; "
                                           "it was imported as an event of its own."};
inline constexpr Sentence<2> kImportTitleCut{
    "importTitleCut", "'{title}': the title is longer than {most} characters and was cut."};
inline constexpr Sentence<2> kImportLocationCut{
    "importLocationCut", "'{title}': the location is longer than {most} characters and was cut."};
inline constexpr Sentence<2> kImportCategoryCut{
    "importCategoryCut", "'{title}': the category is longer than {most} characters and was cut."};
inline constexpr Sentence<2> kImportDescriptionCut{
    "importDescriptionCut", "'{title}': the description is longer than {most} bytes and was cut."};
inline constexpr Sentence<2> kImportTooManyCategories{
    "importTooManyCategories",
    "'{title}': it has more than {most} categories; the rest is left out."};
inline constexpr Sentence<2> kImportTooManyReminders{
    "importTooManyReminders",
    "'{title}': it has more than {most} reminders; the rest is left out."};
inline constexpr Sentence<2> kImportTooManyDates{
    "importTooManyDates",
    "'{title}': it has more than {most} further dates; the rest is left out."};
inline constexpr Sentence<2> kImportTooManyExceptions{
    "importTooManyExceptions",
    "'{title}': it has more than {most} excluded dates; the rest is left out."};
inline constexpr Sentence<2> kImportOtherAlarms{
    "importOtherAlarms",
    "'{title}': alarms that are no reminders before the start ({count}) are kept for export, but "
    "not used here."};
inline constexpr Sentence<2> kImportPropertiesTooLong{
    "importPropertiesTooLong",
    "'{title}': {count} of its properties (attachments, perhaps) are too long and were not kept."};
inline constexpr Sentence<1> kImportThisOnly{
    "importThisOnly",
    "'{title}': a change of this and all following occurrences was imported for this one only."};
inline constexpr Sentence<2> kImportChangeSkipped{
    "importChangeSkipped", "'{title}': the change of one occurrence was skipped. {reason}"};
inline constexpr Sentence<2> kImportZoneReplaced{
    "importZoneReplaced",
    "The time zone '{zone}' is unknown; {other} has the same clock changes and is used instead."};
inline constexpr Sentence<2> kImportZoneGuessed{
    "importZoneGuessed",
    "The time zone '{zone}' is unknown, and no other one has the same clock changes: {other} is "
    "used instead. Single events are at the right time; check those that repeat."};

// Why an event of a file is skipped.
inline constexpr Sentence<> kImportEndsBeforeStart{"importEndsBeforeStart",
                                                   "It ends before it starts."};
inline constexpr Sentence<1> kImportTakesTooLong{"importTakesTooLong",
                                                 "It takes longer than {most} days."};
inline constexpr Sentence<> kImportYears{"importYears", "It is not within the years 1900 to 9999."};
inline constexpr Sentence<> kImportDatesOfOtherKind{
    "importDatesOfOtherKind", "Its further dates are not of the same kind as its start."};
inline constexpr Sentence<> kImportTooManyRules{
    "importTooManyRules", "The file has too many rules that take long to work out."};
inline constexpr Sentence<1> kImportRuleUnusable{"importRuleUnusable",
                                                 "Its rule cannot be used. {reason}"};
inline constexpr Sentence<> kImportNeverOccurs{"importNeverOccurs", "It never occurs."};
inline constexpr Sentence<> kImportTooOften{"importTooOften",
                                            "It occurs more often than can be shown."};
inline constexpr Sentence<> kImportCancelsNothing{"importCancelsNothing",
                                                  "It cancels an occurrence that does not exist."};
inline constexpr Sentence<1> kImportTooManySeries{"importTooManySeries",
                                                  "There can be at most {most} series."};
inline constexpr Sentence<1> kImportQuotaReached{"importQuotaReached",
                                                 "The quota `{kind}` is reached."};

inline constexpr SentenceText kSentences[] = {
    kEventNotFound,
    kSeriesNotFound,
    kDeletedOfMissingSeries,
    kDeletedAutomatically,
    kSeriesOccursOtherwise,
    kTooManySeries,
    kWallTimeForm,
    kEventYears,
    kEventTooLong,
    kAllDayHasNoTimes,
    kAllDayHasNoZone,
    kDaysAreForAllDay,
    kStartDateMissing,
    kStartMissing,
    kEndDateNotLater,
    kEndBeforeStart,
    kEndZoneWithoutStartZone,
    kEndZoneWithoutEnd,
    kRepeatsNeedRule,
    kSeriesNeedsRule,
    kSeriesNeverOccurs,
    kSeriesTooOften,
    kRdateBeforeStart,
    kRdateForm,
    kRdateFormAllDay,
    kExdateForm,
    kExdateFormAllDay,
    kNoOccurrenceLeft,
    kSeriesYears,
    kOccursTooOften,
    kTimeSkippedByClocks,
    kRuleHasNoSuchDay,
    kRuleNamesDays,
    kTooManyBeforeSplit,
    kCannotSplitHere,
    kTooManyMoved,
    kTooManyItems,
    kTooManyDeleted,
    kRepeatsOfOne,
    kTtlOfOne,
    kOnlyOccurrencesRestore,
    kOccurrenceStays,
    kIdIsTaken,
    kScopeUnknown,
    kDescriptionTooLong,
    kTagLength,
    kTagControl,
    kTooManyTags,
    kReminderRange,
    kTooManyReminders,
    kReminderTwice,
    kTooManyLinks,
    kLinkTargetForm,
    kLinkTitleTooLong,
    kLinkTwice,
    kTtlInPast,
    kTargetForm,
    kGuestNotFound,
    kTooManyGuests,
    kGuestIsOwner,
    kGuestNotMember,
    kGuestEmailOrMember,
    kGuestHasNoAddress,
    kEventInvitationNotFound,
    kTooMuchToShow,
    kTooManyToSearch,
    kSearchEmpty,
    kSearchTooLong,
    kSearchLimit,
    kImportTooLarge,
    kImportTooManyEvents,
    kImportOvertaken,
    kImportKept,
    kImportKeptAndOthers,
    kImportSkipped,
    kImportTaskSkipped,
    kImportKindSkipped,
    kImportTwice,
    kImportNewerHere,
    kImportRuleUnread,
    kImportOrphan,
    kImportTitleCut,
    kImportLocationCut,
    kImportCategoryCut,
    kImportDescriptionCut,
    kImportTooManyCategories,
    kImportTooManyReminders,
    kImportTooManyDates,
    kImportTooManyExceptions,
    kImportOtherAlarms,
    kImportPropertiesTooLong,
    kImportThisOnly,
    kImportChangeSkipped,
    kImportZoneReplaced,
    kImportZoneGuessed,
    kImportEndsBeforeStart,
    kImportTakesTooLong,
    kImportYears,
    kImportDatesOfOtherKind,
    kImportTooManyRules,
    kImportRuleUnusable,
    kImportNeverOccurs,
    kImportTooOften,
    kImportCancelsNothing,
    kImportTooManySeries,
    kImportQuotaReached,
};

}  // namespace norn::events
