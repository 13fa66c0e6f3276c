#pragma once

#include "base/sentence.h"

// What is said about the agenda.
namespace norn::agenda {

inline constexpr Sentence<1> kKindUnknown{
    "agendaKindUnknown",
    "There is no kind '{kind}'. Kinds are anniversary, birthday, blocked, entry, event, stay and "
    "task."};
inline constexpr Sentence<> kCursorInvalid{
    "agendaCursorInvalid", "The agenda does not go on from there. Read it from the start."};
inline constexpr Sentence<1> kPartFailed{
    "agendaPartFailed", "What is in {app} cannot be read at the moment. Try again later."};
inline constexpr Sentence<1> kOwnerForm{
    "agendaOwnerForm",
    "'{owner}' must be a word and an id, as in calendar:5f9c1a3e. Words are calendar, person, "
    "place, project and tree."};

inline constexpr SentenceText kSentences[] = {kKindUnknown, kCursorInvalid, kPartFailed,
                                              kOwnerForm};

}  // namespace norn::agenda
