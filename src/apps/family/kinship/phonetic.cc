#include "apps/family/kinship/phonetic.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "apps/search/text.h"
#include "base/text.h"

namespace norn::family {
namespace {

// Codes of a sound: at the start of a name, before a vowel, and elsewhere. Two ways of speaking are
// separated by '|'; nothing means that the sound is not coded.
struct SoundRule {
  std::string_view letters;  // Several spellings of the same, separated by spaces.
  std::string_view at_start;
  std::string_view before_vowel;
  std::string_view elsewhere;
};
constexpr std::array<SoundRule, 35> kSoundRules = {{
    {"a e i o u", "0", "", ""},
    {"ai aj ay ei ej ey oi oj oy ui uj uy ue", "0", "1", ""},
    {"au", "0", "7", ""},
    {"eu", "1", "1", ""},
    {"ia ie io iu", "1", "", ""},
    {"y", "1", "", ""},
    {"j", "1|4", "|4", "|4"},
    {"b f v w p pf ph fb", "7", "7", "7"},
    {"d t th dt", "3", "3", "3"},
    {"g k q kh", "5", "5", "5"},
    {"h", "5", "5", ""},
    {"l", "8", "8", "8"},
    {"m n", "6", "6", "6"},
    {"mn nm", "66", "66", "66"},
    {"r", "9", "9", "9"},
    {"rs rz", "94|4", "94|4", "94|4"},
    {"s z", "4", "4", "4"},
    {"x ks chs", "5", "54", "54"},
    {"c ch", "4|5", "4|5", "4|5"},
    {"ck", "5|45", "5|45", "5|45"},
    {"cz cs csz czs", "4", "4", "4"},
    {"ds dz drz drs dsh dsz dzh dzs", "4", "4", "4"},
    {"sh sch sz", "4", "4", "4"},
    {"ts tz tc tch trz trs tsh tts ttz tzs tsz", "4", "4", "4"},
    {"tsch ttch ttsch ttsz", "4", "4", "4"},
    {"zh zs zsh zsch", "4", "4", "4"},
    {"sc stch stsch stsh strz strs", "2", "4", "4"},
    {"shch shtch shtsh szcz szcs", "2", "4", "4"},
    {"schtsch schtsh schtch", "2", "4", "4"},
    {"zdz zdzh zhdzh", "2", "4", "4"},
    {"st sd", "2", "43", "43"},
    {"sht szt shd szd scht schd", "2", "43", "43"},
    {"zd zhd", "2", "43", "43"},
    // Letters with marks that change the sound.
    {"ţ ț", "3|4", "3|4", "3|4"},
    {"ą ę", "", "", "|6"},
}};

constexpr size_t kLongestSpelling = 7;  // "schtsch", in characters.

using SoundTable = std::unordered_map<std::string_view, const SoundRule*>;

// By spelling.
const SoundTable& sound_table() {
  static const SoundTable table = [] {
    SoundTable made;
    for (const SoundRule& rule : kSoundRules) {
      for (std::string_view rest = rule.letters; !rest.empty();) {
        const size_t end = std::min(rest.find(' '), rest.size());
        made.emplace(rest.substr(0, end), &rule);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
    return made;
  }();
  return table;
}

// Letters that Unicode does not take apart, and those that they sound like.
struct SimilarLetter {
  std::string_view letter;
  char similar;
};
constexpr std::array<SimilarLetter, 6> kSimilarLetters = {
    {{"ø", 'o'}, {"ł", 'l'}, {"đ", 'd'}, {"ð", 'd'}, {"æ", 'e'}, {"œ", 'e'}}};

// The letters of a name: of the table, without marks unless the table has them.
std::vector<std::string> letters_of(std::string_view name) {
  std::vector<std::string> letters;
  const auto points = code_points(name);
  if (!points) return letters;
  for (const int32_t point : *points) {
    if (letters.size() >= kMaxPhoneticLetters) break;
    const std::string letter = to_utf8({to_lower(point)});
    const auto similar = std::ranges::find(kSimilarLetters, letter, &SimilarLetter::letter);
    if (similar != kSimilarLetters.end()) {
      letters.emplace_back(1, similar->similar);
    } else if (sound_table().contains(letter)) {
      letters.push_back(letter);
    } else if (point >= 0x80) {
      for (const char c : search::folded(letter)) {
        if (c >= 'a' && c <= 'z') letters.emplace_back(1, c);
      }
    }
  }
  return letters;
}

// A sound of a name and how many letters it has.
struct Sound {
  const SoundRule* rule;
  size_t letters;
};

// The longest spelling of the table that begins here. Every letter is one.
Sound sound_at(const std::vector<std::string>& letters, size_t position) {
  Sound longest{nullptr, 1};
  std::string spelling;
  const size_t end = std::min(position + kLongestSpelling, letters.size());
  for (size_t i = position; i < end; ++i) {
    spelling += letters[i];
    const auto found = sound_table().find(spelling);
    if (found != sound_table().end()) longest = {found->second, i + 1 - position};
  }
  return longest;
}

bool begins_with_vowel(const std::vector<std::string>& letters, size_t position) {
  return position < letters.size() && std::string_view("aeiou").contains(letters[position]);
}

// One way of speaking what has been read of a name.
struct SpokenName {
  std::string digits;
  std::string_view last_code;  // Of the sound before: the same digit twice in a row is coded once.

  friend bool operator==(const SpokenName&, const SpokenName&) = default;
  friend auto operator<=>(const SpokenName&, const SpokenName&) = default;
};

void add_sound(std::vector<SpokenName>& ways, std::string_view codes) {
  std::vector<SpokenName> next;
  for (const SpokenName& way : ways) {
    std::string_view rest = codes;
    while (true) {
      const size_t end = std::min(rest.find('|'), rest.size());
      const std::string_view code = rest.substr(0, end);
      SpokenName spoken{way.digits, code};
      if (!way.last_code.ends_with(code)) spoken.digits += code;
      if (spoken.digits.size() > kPhoneticDigits) spoken.digits.resize(kPhoneticDigits);
      next.push_back(std::move(spoken));
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
  }
  std::ranges::sort(next);
  const auto repeated = std::ranges::unique(next);
  next.erase(repeated.begin(), repeated.end());
  if (next.size() > kMaxPhoneticKeys) next.resize(kMaxPhoneticKeys);
  ways = std::move(next);
}

}  // namespace

std::vector<std::string> phonetic_keys(std::string_view name) {
  const std::vector<std::string> letters = letters_of(name);
  if (letters.empty()) return {};
  std::vector<SpokenName> ways = {{}};
  for (size_t position = 0; position < letters.size();) {
    const Sound sound = sound_at(letters, position);
    const size_t after = position + sound.letters;
    if (sound.rule != nullptr) {
      const bool is_before_vowel = begins_with_vowel(letters, after);
      add_sound(ways, position == 0     ? sound.rule->at_start
                      : is_before_vowel ? sound.rule->before_vowel
                                        : sound.rule->elsewhere);
    }
    position = after;
  }
  std::vector<std::string> keys;
  for (SpokenName& way : ways) {
    way.digits.resize(kPhoneticDigits, '0');
    keys.push_back(std::move(way.digits));
  }
  std::ranges::sort(keys);
  const auto repeated = std::ranges::unique(keys);
  keys.erase(repeated.begin(), repeated.end());
  return keys;
}

}  // namespace norn::family
