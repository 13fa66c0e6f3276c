#pragma once

#include "base/sentence.h"

// What is said about searching.
namespace norn::search {

inline constexpr Sentence<> kQueryEmpty{"queryEmpty", "Write at least one word to search for."};
inline constexpr Sentence<1> kQueryTooLong{
    "queryTooLong", "Search for fewer words: the text has more than {most} characters."};

inline constexpr SentenceText kSentences[] = {kQueryEmpty, kQueryTooLong};

}  // namespace norn::search
