#include "apps/family/people_search.h"

#include <algorithm>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/kinship/phonetic.h"
#include "apps/search/text.h"
#include "apps/shared/items.h"
#include "apps/shared/names.h"

namespace norn::family {
namespace {

// More than these are not kept while a tree is read; those that match by name stay.
constexpr size_t kMaxKeptMatches = 5'000;

// The sounds of each word of a text that has a sound.
std::vector<std::vector<std::string>> sounds_of(const std::string& text) {
  std::vector<std::vector<std::string>> sounds;
  for (const search::TextPart& part : search::parts_of(text)) {
    auto keys = phonetic_keys(part.text);
    if (!keys.empty()) sounds.push_back(std::move(keys));
  }
  return sounds;
}

bool share_any(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  return std::ranges::any_of(
      left, [&](const std::string& key) { return std::ranges::binary_search(right, key); });
}

// Compares names with what was asked for. Folding a word and finding its sounds takes microseconds,
// and the people of a tree share most of their names: each word is compared once.
class NameMatcher {
 public:
  explicit NameMatcher(const std::string& asked) : sounds_(sounds_of(asked)) {
    for (const search::TextPart& part : search::parts_of(asked)) words_.emplace_back(part.text);
    if (words_.size() > kMaxAsked) words_.erase(words_.begin() + kMaxAsked, words_.end());
    if (sounds_.size() > kMaxAsked) sounds_.resize(kMaxAsked);
  }

  enum class Match : uint8_t { kNone, kSound, kName };
  // By name if everything that was asked for is in the names, by sound if something of theirs
  // sounds like each word.
  Match match(std::string_view names) {
    Answer all;
    while (!names.empty()) {
      const std::string_view word = names.substr(0, names.find(' '));
      names.remove_prefix(std::min(names.size(), word.size() + 1));
      const Answer& one = answer_of(word);
      all.words |= one.words;
      all.sounds |= one.sounds;
    }
    if (all.words.count() == words_.size()) return Match::kName;
    const bool sounds_alike = !sounds_.empty() && all.sounds.count() == sounds_.size();
    return sounds_alike ? Match::kSound : Match::kNone;
  }

 private:
  static constexpr size_t kMaxAsked = 64;
  static constexpr size_t kMaxKnownWords = 100'000;

  // Which of the asked words and sounds a word of a name answers.
  struct Answer {
    std::bitset<kMaxAsked> words;
    std::bitset<kMaxAsked> sounds;
  };

  const Answer& answer_of(std::string_view word) {
    std::string key(word);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    if (known_.size() == kMaxKnownWords) known_.clear();
    return known_.emplace(std::move(key), compared(word)).first->second;
  }

  Answer compared(std::string_view word) const {
    Answer answer;
    const auto parts = search::parts_of(word);
    for (size_t i = 0; i < words_.size(); ++i) answer.words[i] = words_[i].is_in(parts);
    const auto sounds = sounds_of(std::string(word));
    for (size_t i = 0; i < sounds_.size(); ++i) {
      answer.sounds[i] = std::ranges::any_of(
          sounds, [&](const auto& sound) { return share_any(sounds_[i], sound); });
    }
    return answer;
  }

  std::vector<search::IndexQuery> words_;          // One for each word or run.
  std::vector<std::vector<std::string>> sounds_;   // Of each word.
  std::unordered_map<std::string, Answer> known_;  // By words of names.
};

// As Person::all_names.
std::string names_in(store::ItemView item) {
  std::string names;
  for (const std::string_view name :
       {"FirstName", "LastName", "MiddleName", "BirthName", "PreferredName", "Suffix"}) {
    names.append(apps::text_of(item, name)).push_back(' ');
  }
  return names;
}

bool may_have_lived_in(const Person& person, int64_t year) {
  const std::chrono::year wanted{static_cast<int>(year)};
  const Date first = std::chrono::sys_days(wanted / std::chrono::January / 1);
  const Date last = std::chrono::sys_days(wanted / std::chrono::December / 31);
  const Bounds birth = bounds_of(person.birth);
  const Bounds death = bounds_of(person.death);
  if (!birth.earliest && !birth.latest && !death.earliest && !death.latest) return false;
  constexpr std::chrono::days kLongLife{120 * 366};
  const std::optional<Date> begin = birth.earliest ? birth.earliest : birth.latest;
  const std::optional<Date> end = death.latest ? death.latest : death.earliest;
  const Date earliest = begin ? *begin : *end - kLongLife;
  const Date latest = end ? *end : *begin + kLongLife;
  return earliest <= last && first <= latest;
}

bool comes_first(const FoundPerson& left, const FoundPerson& right) {
  if (left.sounds_alike != right.sounds_alike) return right.sounds_alike;
  const Person& one = left.seen.person;
  const Person& other = right.seen.person;
  if (const auto names = apps::compare_names(one.last_name, other.last_name); names != 0) {
    return names < 0;
  }
  if (const auto names = apps::compare_names(one.first_name, other.first_name); names != 0) {
    return names < 0;
  }
  return one.id < other.id;
}

}  // namespace

Result<FoundPeople> search_people(const Context& context, const std::string& user_id,
                                  const std::string& tree_id, const PeopleQuery& query,
                                  size_t limit) {
  NORN_ASSIGN(const auto access, authorize(context, user_id, tree_id, Right::kRead));
  using Match = NameMatcher::Match;
  NameMatcher matcher(query.name);
  const search::SearchWords place(query.place);
  const bool asks_name = !search::IndexQuery(query.name).terms().empty();
  const Date now = today(context);
  FoundPeople found;
  const auto look_at = [&](store::ItemView item) -> Result<void> {
    // Members see all names, so most people are passed over before the rest of them is read.
    const bool is_other =
        asks_name && !access.is_stranger() && matcher.match(names_in(item)) == Match::kNone;
    if (is_other) return {};
    auto person = person_from(item);
    if (!person) return {};
    FoundPerson one = {.seen = seen_by(access, *std::move(person), now)};
    const Person& shown = one.seen.person;
    if (asks_name) {
      const Match match = matcher.match(shown.all_names());
      if (match == Match::kNone) return {};
      one.sounds_alike = match == Match::kSound;
    }
    if (query.year && !may_have_lived_in(shown, *query.year)) return {};
    if (!place.empty() &&
        !place.are_in(shown.birth_place.value_or("") + " " + shown.death_place.value_or(""))) {
      return {};
    }
    if (found.people.size() == kMaxKeptMatches) {
      found.is_cut = true;
      return {};
    }
    found.people.push_back(std::move(one));
    return {};
  };
  NORN_TRY(visit_tree(context, access.tree, keys::kPersonPrefix, look_at));
  std::ranges::sort(found.people, comes_first);
  if (found.people.size() > limit) {
    found.people.resize(limit);
    found.is_cut = true;
  }
  return found;
}

}  // namespace norn::family
