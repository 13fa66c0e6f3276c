#pragma once

#include "base/sentence.h"

// What is said about places and bookings.
namespace norn::bookings {

inline constexpr Sentence<> kPlaceNotFound{"placeNotFound",
                                           "There is no such place, or you may not see it."};
inline constexpr Sentence<> kBookingNotFound{"bookingNotFound",
                                             "There is no such booking, or you may not see it."};
inline constexpr Sentence<> kWishNotFound{"wishNotFound",
                                          "There is no such wish, or you may not see it."};
inline constexpr Sentence<1> kPlaceForAdministrators{
    "placeForAdministrators",
    "You are a {role} of this place, and only administrators may do this. Ask one of its "
    "administrators."};
inline constexpr Sentence<1> kPlaceForMembers{
    "placeForMembers",
    "You are a {role} of this place, and only members may do this. Ask one of its administrators."};

// The rules of a stay. {kind} is "stay" or "blocked period".
inline constexpr Sentence<2> kEndNotAfterStart{
    "endNotAfterStart",
    "The end has to be after the start, and {end} is not after {start}. Choose a later departure: "
    "it is the day after the last night."};
inline constexpr Sentence<3> kTooLong{
    "tooLong",
    "Counted in nights, the longest {kind} here is {most}, and this is {nights}. Choose a later "
    "arrival or an earlier departure."};
// {where} is one of the two behind it.
inline constexpr Sentence<3> kTooShort{"tooShort",
                                       "The shortest stay {where} is {least} nights, and this is "
                                       "{nights}. Choose an earlier arrival or a later departure."};
inline constexpr Sentence<> kStayHere{"stayHere", "here"};
inline constexpr Sentence<1> kStayInSeason{"stayInSeason", "that begins in the season “{season}”"};
inline constexpr Sentence<2> kInThePast{
    "inThePast",
    "{night} is before today, {today}. Choose nights from today on. Administrators of the place "
    "can allow bookings of the past in its settings."};

// Of nights, by one update.
inline constexpr Sentence<2> kTooManyChanges{
    "tooManyChanges",
    "At most {most} nights can be taken and given back at once, and these are {nights}. Do it in "
    "several steps: shorten the stay first, and then move it."};

// {taken} says in English whose the nights are; the problem's `taken` has it as data.
inline constexpr Sentence<1> kOverlap{"overlap", "{taken} Choose other nights, or wish for these."};

// Of a wish for free nights.
inline constexpr Sentence<> kNightsAreFree{
    "nightsAreFree", "No one else has booked these nights: book them instead of wishing for them."};

// Bookings.
inline constexpr Sentence<> kBookingTitleControl{
    "bookingTitleControl",
    "The title must not contain control characters, such as line breaks. Write it on one line."};
inline constexpr Sentence<> kBookingTitleNeeded{
    "bookingTitleNeeded", "A booking for a guest needs a title. Write who comes."};
inline constexpr Sentence<2> kNoteTooLong{
    "noteTooLong", "The note must have at most {most} characters. This has {length}."};
inline constexpr Sentence<> kNoteControl{
    "noteControl", "The note must not contain control characters other than line breaks."};
inline constexpr Sentence<> kBookForOthers{
    "bookForOthers",
    "You are a member of this place, and members book for themselves. Ask one of its "
    "administrators to book for others."};
inline constexpr Sentence<> kPersonNotInPlace{
    "personNotInPlace",
    "This person is not in the place. Invite them first, or book for a guest: without a userId, "
    "and with their name as the title."};
inline constexpr Sentence<> kPersonLeft{"personLeft",
                                        "This person has deleted their account. Book for a guest."};
inline constexpr Sentence<> kBlockForAdministrators{
    "blockForAdministrators",
    "You are a member of this place, and only administrators may block nights. Ask one of them."};
inline constexpr Sentence<> kBlockedHasNoPerson{
    "blockedHasNoPerson", "A blocked period has no person. Leave the userId out."};
inline constexpr Sentence<> kBookingOfOthers{
    "bookingOfOthers",
    "This is not your booking, and only administrators of the place may change bookings of others. "
    "Ask one of them."};
inline constexpr Sentence<> kGivingForAdministrators{
    "givingForAdministrators",
    "Only administrators of the place may give a booking to another person. Ask one of them."};
inline constexpr Sentence<> kUserIdInvalid{
    "userIdInvalid", "This must be the id of a member of the place, or null for a guest."};
inline constexpr Sentence<1> kTooManyBookings{
    "tooManyBookings", "There are more than {most} bookings in these days. Ask for fewer days."};
inline constexpr Sentence<1> kTooManyWishes{
    "tooManyWishes",
    "You have {most} wishes for this place, and that is the limit. Remove one of them first."};
inline constexpr Sentence<> kDayOrTimeForm{
    "dayOrTimeForm",
    "This must be a day that exists, as in \"2026-07-01\", or a time on such a day, as in "
    "\"2026-07-01T00:00:00Z\"."};
inline constexpr Sentence<> kEndAfterStart{"endAfterStart", "The end must be after the start."};
inline constexpr Sentence<2> kStatisticsYear{"statisticsYear",
                                             "The year must be from {first} to {last}."};

// Settings of a place.
inline constexpr Sentence<> kTextControl{"textControl",
                                         "The text must not have control characters."};
inline constexpr Sentence<2> kTextTooLong{
    "textTooLong", "The text must have at most {most} characters. This has {length}."};
inline constexpr Sentence<1> kTimeOfDayForm{"timeOfDayForm",
                                            "'{time}' is not a time of day. Write it like 16:00."};
inline constexpr Sentence<2> kPriceOutOfRange{"priceOutOfRange",
                                              "The price of a night must be 0 to {most}, in the "
                                              "smallest unit of the currency. This is {price}."};
inline constexpr Sentence<2> kMaxNightsOutOfRange{
    "maxNightsOutOfRange", "The longest stay must be 1 to {most} nights. This is {nights}."};
inline constexpr Sentence<2> kMinNightsOutOfRange{
    "minNightsOutOfRange",
    "The shortest stay must be 1 to {most} nights, the longest stay of the place. This is "
    "{nights}."};
inline constexpr Sentence<> kCurrencyForm{"currencyForm",
                                          "The currency must be three capital letters, like EUR."};
inline constexpr Sentence<1> kSeasonDayForm{
    "seasonDayForm",
    "'{day}' is not a day. Write it like 07-01, for every year, or like 2026-07-01, for one."};
inline constexpr Sentence<> kSeasonYears{
    "seasonYears", "The first and the last night must both have a year, or neither of them."};
inline constexpr Sentence<2> kSeasonEndsBeforeStart{
    "seasonEndsBeforeStart", "The last night, {last}, is before the first one, {first}."};
inline constexpr Sentence<2> kTooManySeasons{
    "tooManySeasons", "A place can have at most {most} seasons. These are {count}."};

inline constexpr SentenceText kSentences[] = {
    kPlaceNotFound,
    kBookingNotFound,
    kWishNotFound,
    kPlaceForAdministrators,
    kPlaceForMembers,
    kEndNotAfterStart,
    kTooLong,
    kTooShort,
    kStayHere,
    kStayInSeason,
    kInThePast,
    kTooManyChanges,
    kOverlap,
    kNightsAreFree,
    kBookingTitleControl,
    kBookingTitleNeeded,
    kNoteTooLong,
    kNoteControl,
    kBookForOthers,
    kPersonNotInPlace,
    kPersonLeft,
    kBlockForAdministrators,
    kBlockedHasNoPerson,
    kBookingOfOthers,
    kGivingForAdministrators,
    kUserIdInvalid,
    kTooManyBookings,
    kTooManyWishes,
    kDayOrTimeForm,
    kEndAfterStart,
    kStatisticsYear,
    kTextControl,
    kTextTooLong,
    kTimeOfDayForm,
    kPriceOutOfRange,
    kMaxNightsOutOfRange,
    kMinNightsOutOfRange,
    kCurrencyForm,
    kSeasonDayForm,
    kSeasonYears,
    kSeasonEndsBeforeStart,
    kTooManySeasons,
};

}  // namespace norn::bookings
