#pragma once

#include "base/sentence.h"

// What all apps say, with quotas and `needs attention`.
namespace norn::apps {

inline constexpr Sentence<> kIdempotencyKeyUsed{
    "idempotencyKeyUsed",
    "This idempotency key was used for something else. Use a new key for a new request."};
inline constexpr Sentence<> kTooManyAttempts{
    "tooManyAttempts", "Too many people are changing this at the same moment. Try again."};

// Values that several apps have.
inline constexpr Sentence<> kColorForm{
    "colorForm", "The color must be a hash and six hex digits, like #3B82F6."};
inline constexpr Sentence<> kDayForm{"dayForm",
                                     "This must be a day that exists, as in \"2026-07-01\"."};
inline constexpr Sentence<> kUtcForm{"utcForm",
                                     "This must be a time in UTC, as in \"2025-12-15T14:00:00Z\"."};
inline constexpr Sentence<1> kTimeZoneUnknown{
    "timeZoneUnknown", "There is no time zone '{zone}'. Use a name like Europe/Berlin."};
inline constexpr Sentence<1> kTitleLength{"titleLength",
                                          "The title must have 1 to {most} characters."};
inline constexpr Sentence<> kRangeEndsBeforeStart{"rangeEndsBeforeStart",
                                                  "The last day must not be before the first day."};
inline constexpr Sentence<1> kRangeTooLong{"rangeTooLong",
                                           "These are more than {most} days. Ask for fewer."};

// Items of other programs.
inline constexpr Sentence<1> kItemUnreadable{"itemUnreadable", "The {thing} cannot be read."};
inline constexpr Sentence<2> kAttributeMissing{
    "attributeMissing", "The {thing} cannot be read: `{attribute}` is missing."};
inline constexpr Sentence<2> kAttributeNotText{
    "attributeNotText", "The {thing} cannot be read: `{attribute}` is not a text."};
inline constexpr Sentence<2> kAttributeNotInteger{
    "attributeNotInteger", "The {thing} cannot be read: `{attribute}` is not a whole number."};
inline constexpr Sentence<2> kAttributeInvalid{
    "attributeInvalid", "The {thing} cannot be read: `{attribute}` has an invalid value."};
inline constexpr Sentence<2> kAttributeBeforeStart{
    "attributeBeforeStart", "The {thing} cannot be read: `{attribute}` is not after its start."};
inline constexpr Sentence<> kItemNotFound{"itemNotFound",
                                          "There is no such item, or you may not see it."};
inline constexpr Sentence<> kItemChanged{"itemChanged",
                                         "The item was changed in the meantime. Look at it again."};

// The bin.
inline constexpr Sentence<1> kNotInBin{
    "notInBin",
    "This is not in the bin, or not any more: what is deleted stays there for {days} days."};
inline constexpr Sentence<> kBinUnreadable{"binUnreadable", "What is in the bin cannot be read."};
inline constexpr Sentence<> kBinPageUnknown{
    "binPageUnknown", "The list does not go on from there. Read it from the start."};
inline constexpr Sentence<> kBinIdTaken{
    "binIdTaken", "There is something with the id of what was deleted, so it cannot be restored."};

// Quotas.
inline constexpr Sentence<4> kQuotaReached{
    "quotaReached",
    "The quota `{kind}` is reached: {used} of {allowed} {what}. Delete what is no longer needed "
    "(bytes also from the bin), or ask an administrator of this server for more."};
inline constexpr Sentence<> kNoQuotaOfEntries{
    "noQuotaOfEntries", "Entries count for their calendar, so a person has no quota of their own."};
inline constexpr Sentence<> kNoQuotaOfThing{
    "noQuotaOfThing", "This counts for each project, so a person has no quota of their own."};

// Imports.
inline constexpr Sentence<1> kImportMoreNotes{"importMoreNotes",
                                              "And {count} more notes of this kind."};

inline constexpr SentenceText kSentences[] = {
    kIdempotencyKeyUsed,
    kTooManyAttempts,
    kColorForm,
    kDayForm,
    kUtcForm,
    kTimeZoneUnknown,
    kTitleLength,
    kRangeEndsBeforeStart,
    kRangeTooLong,
    kItemUnreadable,
    kAttributeMissing,
    kAttributeNotText,
    kAttributeNotInteger,
    kAttributeInvalid,
    kAttributeBeforeStart,
    kItemNotFound,
    kItemChanged,
    kNotInBin,
    kBinUnreadable,
    kBinPageUnknown,
    kBinIdTaken,
    kQuotaReached,
    kNoQuotaOfEntries,
    kNoQuotaOfThing,
    kImportMoreNotes,
};

}  // namespace norn::apps
