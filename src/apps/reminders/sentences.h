#pragma once

#include "base/sentence.h"

// What is said about reminders.
namespace norn::reminders {

inline constexpr Sentence<> kReminderNotFound{"reminderNotFound",
                                              "There is no such reminder, or you may not see it."};
inline constexpr Sentence<1> kSnoozeRange{"snoozeRange",
                                          "A reminder can be snoozed for 1 to {most} minutes."};
inline constexpr Sentence<1> kReminderRangeDays{
    "reminderRangeDays",
    "The end must not be before the beginning, nor more than {most} days after it."};
inline constexpr Sentence<1> kReminderFarAhead{
    "reminderFarAhead",
    "This reminder is due in more than {most} days. It can be dismissed or snoozed later."};
inline constexpr Sentence<> kDismissOrSnooze{"dismissOrSnooze",
                                             "Send either `dismissed`: true, or `snoozeMinutes`."};
inline constexpr Sentence<> kDayTimeForm{"reminderDayTimeForm",
                                         "It must be a time of day, as in 09:00."};
inline constexpr Sentence<1> kMinutesTwice{"reminderMinutesTwice",
                                           "The reminder {minutes} minutes before is there twice."};
inline constexpr Sentence<> kOverrideNotFound{
    "reminderOverrideNotFound",
    "There is no such thing with reminders of its own, or you may not see it."};
inline constexpr Sentence<1> kTooManyOverrides{
    "tooManyReminderOverrides",
    "You have reminders of your own for {most} calendars and events, which is the most. Go back to "
    "what is suggested for some of them."};
inline constexpr Sentence<> kSettingsChanged{
    "reminderSettingsChanged",
    "Your reminders are being changed from elsewhere. Try again in a moment."};

inline constexpr SentenceText kSentences[] = {
    kReminderNotFound, kSnoozeRange,  kReminderRangeDays, kReminderFarAhead, kDismissOrSnooze,
    kDayTimeForm,      kMinutesTwice, kOverrideNotFound,  kTooManyOverrides, kSettingsChanged};

}  // namespace norn::reminders
