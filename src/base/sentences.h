#pragma once

#include "base/sentence.h"

// What all folders say.
namespace norn {

inline constexpr Sentence<1> kStaleVersion{
    "staleVersion",
    "The {thing} was changed since you read it. Look at its current state, which is in `current`, "
    "and send your change again with its ETag."};
inline constexpr Sentence<> kOnlyAdministrators{"onlyAdministrators",
                                                "Only administrators may do this."};
inline constexpr Sentence<> kTooMuchWork{"tooMuchWork",
                                         "This takes too much work at once. Ask for less: fewer "
                                         "days, or fewer and less frequent series."};
inline constexpr Sentence<1> kTooMuchData{"tooMuchData",
                                          "This needs more than {mebibytes} MiB of data at once. "
                                          "Ask for less: fewer days, or one thing at a time."};

// For a reason that has no sentence of its own.
inline constexpr Sentence<1> kOtherReason{"otherReason", "{reason}"};

inline constexpr SentenceText kBaseSentences[] = {
    kStaleVersion, kOnlyAdministrators, kTooMuchWork, kTooMuchData, kOtherReason,
};

}  // namespace norn
