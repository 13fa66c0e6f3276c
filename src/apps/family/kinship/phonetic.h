#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// How names sound.
namespace norn::family {

inline constexpr size_t kPhoneticDigits = 6;
// A name with many letters of two sounds has that many keys at most; the others are left out.
inline constexpr size_t kMaxPhoneticKeys = 16;
// Of a name; what follows never changes the six digits in practice, and input may be any text.
inline constexpr size_t kMaxPhoneticLetters = 64;

// The Daitch–Mokotoff Soundex of a name: keys of six digits, more than one where a letter can be
// spoken in two ways (c, ch, ck, j, rs, rz). Made for names of Central and Eastern Europe, whose
// spelling changed with every clerk: Moskowitz and Moskovitz, Schwartz and Szwarc have a key in
// common. Rules and table: https://www.jewishgen.org/InfoFiles/soundex.html#DM
//
// Accents and case do not count; everything that is no letter is left out, so that "O'Brien" is one
// name. Give each word of a name with spaces by itself. Empty for names without a letter of the
// Latin alphabet. Sorted, each once.
std::vector<std::string> phonetic_keys(std::string_view name);

}  // namespace norn::family
