#pragma once

#include "apps/events/sentences.h"
#include "base/sentence.h"

// What is said about preferences and tasks.
namespace norn::planner {

inline constexpr Sentence<> kWeekStart{"weekStart",
                                       "The first day of the week is 0 (Sunday) or 1 (Monday)."};
inline constexpr Sentence<> kDefaultDuration{"defaultDuration",
                                             "The default duration is 15, 30, 45 or 60 minutes."};
inline constexpr Sentence<> kIncrement{"increment", "The increment is 10, 15, 30 or 60 minutes."};
inline constexpr Sentence<> kTheme{"theme", "The theme is light, dark or auto."};
inline constexpr Sentence<1> kArchiveDelay{"archiveDelay",
                                           "Completed tasks are archived after 1 to {most} hours."};

// Tasks.
inline constexpr Sentence<> kTaskNotFound{"taskNotFound",
                                          "There is no such task, or you may not see it."};
inline constexpr Sentence<> kTaskTimeForm{
    "taskTimeForm",
    "This must be a day, as in \"2025-12-15\", or a day and a time by the clock of its time zone, "
    "as in \"2025-12-15T09:00\", without an offset."};
inline constexpr Sentence<> kTaskZoneWithoutTime{
    "taskZoneWithoutTime",
    "A time zone is for a time: a day is the same in every zone. Send a time, or leave the time "
    "zone out."};
inline constexpr Sentence<> kMinutesWithoutTime{
    "minutesWithoutTime",
    "How long it takes is said of a task that is planned for a time. Send a time, or leave the "
    "minutes out."};
inline constexpr Sentence<> kDaysNeedBoth{
    "daysNeedBoth", "Send the first and the last day together, or neither of them."};

inline constexpr Sentence<1> kImportTaskRepeats{
    "importTaskRepeats",
    "'{title}' repeats, which tasks of the planner do not: it was imported once."};
inline constexpr Sentence<1> kImportTaskCancelled{
    "importTaskCancelled", "'{title}' is cancelled; it was imported as done."};
inline constexpr Sentence<1> kImportTaskChange{
    "importTaskChange", "'{title}': the change of one occurrence of a task was skipped."};

inline constexpr SentenceText kSentences[] = {
    kWeekStart,          kDefaultDuration, kIncrement,         kTheme,
    kArchiveDelay,       kTaskNotFound,    kTaskTimeForm,      kTaskZoneWithoutTime,
    kMinutesWithoutTime, kDaysNeedBoth,    kImportTaskRepeats, kImportTaskCancelled,
    kImportTaskChange,
};

}  // namespace norn::planner
