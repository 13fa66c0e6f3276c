#pragma once

#include "base/sentence.h"

// What is said about free and busy times.
namespace norn::availability {

inline constexpr Sentence<1> kTooManyPeople{
    "tooManyPeopleAsked", "Ask for at least one and at most {most} people at a time."};
inline constexpr Sentence<> kSlotTimeForm{"slotTimeForm",
                                          "This must be a time of day, as in 09:30 or 24:00."};
inline constexpr Sentence<> kDayTooShort{
    "dayTooShort", "Between `earliest` and `latest` there has to be room for `minutes`."};

inline constexpr SentenceText kSentences[] = {kTooManyPeople, kSlotTimeForm, kDayTooShort};

}  // namespace norn::availability
