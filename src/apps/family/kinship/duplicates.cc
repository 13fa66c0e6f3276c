#include "apps/family/kinship/duplicates.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include "apps/family/kinship/phonetic.h"
#include "apps/search/text.h"

namespace norn::family {
namespace {

constexpr std::array<std::string_view, 10> kReasonTexts = {
    "sameName",      "similarName", "sameBirth",  "possibleBirth", "sameDeath",
    "possibleDeath", "sameParents", "sameSpouse", "sameChildren",  "samePlace"};

// Of one person: names with many sounds of two ways have many keys.
constexpr size_t kMaxSurnameKeys = 4;
constexpr size_t kMaxGivenKeys = 4;
// In a block of people with one key, each is compared with so many who follow by birth.
constexpr size_t kMaxBlockNeighbors = 30;
constexpr size_t kMaxComparisons = 3'000'000;
// Longer names and places are compared by their beginnings.
constexpr size_t kMaxComparedBytes = 200;
// Days that are known this well say something when they overlap.
constexpr int64_t kMaxOverlapDays = 5 * 366;

// The weights of what two people have in common.
constexpr int kEqualSurname = 25;
constexpr int kSimilarSurname = 15;
constexpr int kMissingSurname = 5;
constexpr int kEqualGivenNames = 25;
constexpr int kEqualFirstName = 20;
constexpr int kSimilarFirstName = 12;
constexpr int kEqualInitial = 8;
constexpr int kEqualDay = 25;
constexpr int kOverlappingDays = 15;
constexpr int kPossibleDays = 5;
constexpr int kSharedRelative = 15;
constexpr int kNamesakeRelative = 8;
constexpr size_t kMaxCountedRelatives = 2;    // Of each kind.
constexpr size_t kMaxComparedRelatives = 40;  // Likewise.
constexpr int kEqualPlace = 8;

std::string folded_start(std::string_view text) {
  std::string result = search::folded(text.substr(0, kMaxComparedBytes));
  // A place is the same with a space more, a name with a full stop less.
  std::erase_if(result, [](char c) { return c == '.' || c == ','; });
  const size_t begin = std::min(result.find_first_not_of(' '), result.size());
  const size_t end = result.find_last_not_of(' ');
  return end == std::string::npos ? "" : result.substr(begin, end + 1 - begin);
}

std::string first_word(const std::string& text) {
  return text.substr(0, text.find(' '));
}

bool is_initial(const std::string& word) {
  return word.size() == 1;
}

// Keys under which people who sound alike meet: phonetic ones, or the name itself where it is in
// another script.
std::vector<std::string> sound_keys(const std::string& word, size_t most) {
  std::vector<std::string> keys = phonetic_keys(word);
  if (keys.empty() && !word.empty()) keys.push_back(word);
  if (keys.size() > most) keys.resize(most);
  return keys;
}

bool have_common(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  return std::ranges::find_first_of(left, right) != left.end();
}

// What is compared, made once for each person.
struct ComparedPerson {
  PersonIndex person = kNobody;
  std::string given_names = {};
  std::string first_name = {};
  std::vector<std::string> first_name_keys = {};
  std::vector<std::string> surnames = {};  // None, one, or two.
  std::vector<std::string> surname_keys = {};
  DayBounds birth = {};
  DayBounds death = {};
  std::string birth_place = {};
  std::string death_place = {};
};

ComparedPerson compared(PersonIndex person, const DuplicateCandidate& candidate) {
  ComparedPerson result{.person = person,
                        .given_names = folded_start(candidate.given_names),
                        .birth = candidate.birth,
                        .death = candidate.death,
                        .birth_place = folded_start(candidate.birth_place),
                        .death_place = folded_start(candidate.death_place)};
  result.first_name = first_word(result.given_names);
  result.first_name_keys = sound_keys(result.first_name, kMaxGivenKeys);
  for (const std::string_view surname : {candidate.surname, candidate.birth_surname}) {
    std::string text = folded_start(surname);
    if (text.empty() || std::ranges::count(result.surnames, text) > 0) continue;
    const auto keys = sound_keys(text, kMaxSurnameKeys);
    result.surname_keys.insert(result.surname_keys.end(), keys.begin(), keys.end());
    result.surnames.push_back(std::move(text));
  }
  return result;
}

enum class Overlap { kUnknown, kNever, kPossible, kLikely, kSameDay };

Overlap overlap_of(const DayBounds& left, const DayBounds& right) {
  if (left.latest && right.earliest && *left.latest < *right.earliest) return Overlap::kNever;
  if (right.latest && left.earliest && *right.latest < *left.earliest) return Overlap::kNever;
  const auto days = [](const DayBounds& day) -> std::optional<int64_t> {
    if (!day.earliest || !day.latest || *day.latest < *day.earliest) return std::nullopt;
    // Unsigned, because the bounds may be any numbers.
    const uint64_t count =
        static_cast<uint64_t>(*day.latest) - static_cast<uint64_t>(*day.earliest);
    return static_cast<int64_t>(std::min<uint64_t>(count, kMaxOverlapDays + 1));
  };
  const auto left_days = days(left);
  const auto right_days = days(right);
  if (!left_days || !right_days) {
    const bool is_open = (left.earliest || left.latest) && (right.earliest || right.latest);
    return is_open ? Overlap::kPossible : Overlap::kUnknown;
  }
  if (*left_days == 0 && *right_days == 0) return Overlap::kSameDay;
  const bool is_close = *left_days <= kMaxOverlapDays && *right_days <= kMaxOverlapDays;
  return is_close ? Overlap::kLikely : Overlap::kPossible;
}

// Points and reasons of one pair; `is_impossible` as soon as the two cannot be one.
struct Comparison {
  int score = 0;
  std::vector<DuplicateReason> reasons;
  bool is_impossible = false;

  void add(int points, DuplicateReason reason) {
    score += points;
    if (std::ranges::count(reasons, reason) == 0) reasons.push_back(reason);
  }
};

void compare_given_names(const ComparedPerson& left, const ComparedPerson& right,
                         Comparison& result) {
  if (left.given_names == right.given_names && !is_initial(left.given_names)) {
    result.add(kEqualGivenNames, DuplicateReason::kSameName);
  } else if (is_initial(left.first_name) || is_initial(right.first_name)) {
    if (left.first_name.front() != right.first_name.front()) result.is_impossible = true;
    result.add(kEqualInitial, DuplicateReason::kSimilarName);
  } else if (left.first_name == right.first_name) {
    result.add(kEqualFirstName, DuplicateReason::kSimilarName);
  } else if (have_common(left.first_name_keys, right.first_name_keys)) {
    result.add(kSimilarFirstName, DuplicateReason::kSimilarName);
  } else {
    result.is_impossible = true;
  }
}

void compare_surnames(const ComparedPerson& left, const ComparedPerson& right, Comparison& result) {
  if (left.surnames.empty() || right.surnames.empty()) {
    result.add(kMissingSurname, DuplicateReason::kSimilarName);
  } else if (have_common(left.surnames, right.surnames)) {
    result.score += kEqualSurname;
  } else if (have_common(left.surname_keys, right.surname_keys)) {
    result.add(kSimilarSurname, DuplicateReason::kSimilarName);
  } else {
    result.is_impossible = true;
  }
}

void compare_days(const DayBounds& left, const DayBounds& right, DuplicateReason same,
                  DuplicateReason possible, Comparison& result) {
  switch (overlap_of(left, right)) {
    case Overlap::kUnknown:
      break;
    case Overlap::kNever:
      result.is_impossible = true;
      break;
    case Overlap::kPossible:
      result.score += kPossibleDays;
      break;
    case Overlap::kLikely:
      result.add(kOverlappingDays, possible);
      break;
    case Overlap::kSameDay:
      result.add(kEqualDay, same);
      break;
  }
}

bool is_dead_before_birth(const ComparedPerson& one, const ComparedPerson& other) {
  return one.death.latest && other.birth.earliest && *one.death.latest < *other.birth.earliest;
}

class DuplicateSearch {
 public:
  DuplicateSearch(const FamilyGraph& graph, std::span<const DuplicateCandidate> candidates)
      : graph_(graph), full_names_(graph.size()) {
    for (const DuplicateCandidate& candidate : candidates) {
      const auto person = graph.find(candidate.id);
      if (!person) continue;
      ComparedPerson compared_person = compared(*person, candidate);
      if (compared_person.first_name.empty()) continue;
      if (!compared_person.surnames.empty()) {
        full_names_[*person] =
            compared_person.given_names + '\n' + compared_person.surnames.front();
      }
      people_.push_back(std::move(compared_person));
    }
  }

  Duplicates run() && {
    make_blocks();
    for (auto begin = blocks_.begin(); begin != blocks_.end();) {
      const auto end = std::find_if(begin, blocks_.end(),
                                    [&](const Member& member) { return member.key != begin->key; });
      compare_block(std::span(begin, end));
      begin = end;
    }
    keep_best();
    for (ScoredPair& pair : pairs_) {
      result_.pairs.push_back({std::string(graph_.id(pair.left)),
                               std::string(graph_.id(pair.right)), pair.score,
                               std::move(pair.reasons)});
    }
    return std::move(result_);
  }

 private:
  // A person under one of their keys. In a block, people are in the order of their births.
  struct Member {
    size_t key;
    int64_t birth;
    size_t person;  // In people_.
  };

  struct ScoredPair {
    int score;
    PersonIndex left;
    PersonIndex right;
    std::vector<DuplicateReason> reasons;
  };
  // The best of them are chosen whenever there are so many.
  static constexpr size_t kMaxKeptPairs = 8 * kMaxDuplicates;

  void make_blocks() {
    for (size_t i = 0; i < people_.size(); ++i) {
      const ComparedPerson& person = people_[i];
      const int64_t birth = person.birth.earliest.value_or(person.birth.latest.value_or(INT64_MAX));
      const auto add_key = [&](const std::string& key) {
        blocks_.push_back({std::hash<std::string>()(key), birth, i});
      };
      // By how the whole name sounds; by surname and initial, for those who have only that.
      for (const std::string& surname : person.surname_keys) {
        for (const std::string& given : person.first_name_keys) add_key(surname + given);
        add_key(surname + "." + person.first_name.front());
      }
      if (person.surnames.empty()) add_key("=" + person.given_names);
    }
    std::ranges::sort(blocks_, {}, [](const Member& member) {
      return std::tuple(member.key, member.birth, member.person);
    });
  }

  void compare_block(std::span<const Member> block) {
    for (size_t i = 0; i < block.size(); ++i) {
      const size_t end = std::min(block.size(), i + 1 + kMaxBlockNeighbors);
      if (end < block.size()) result_.is_cut = true;
      for (size_t j = i + 1; j < end; ++j) {
        if (comparisons_ == kMaxComparisons) {
          result_.is_cut = true;
          return;
        }
        ++comparisons_;
        compare(people_[block[i].person], people_[block[j].person]);
      }
    }
  }

  void compare(const ComparedPerson& left, const ComparedPerson& right) {
    if (left.person > right.person) return compare(right, left);
    if (left.person == right.person) return;
    Comparison result;
    compare_given_names(left, right, result);
    if (!result.is_impossible) compare_surnames(left, right, result);
    if (result.is_impossible || !may_be_one(left, right)) return;
    compare_days(left.birth, right.birth, DuplicateReason::kSameBirth,
                 DuplicateReason::kPossibleBirth, result);
    compare_days(left.death, right.death, DuplicateReason::kSameDeath,
                 DuplicateReason::kPossibleDeath, result);
    if (result.is_impossible) return;
    compare_relatives(graph_.parents(left.person), graph_.parents(right.person),
                      DuplicateReason::kSameParents, result);
    compare_relatives(graph_.spouses(left.person), graph_.spouses(right.person),
                      DuplicateReason::kSameSpouse, result);
    compare_relatives(graph_.children(left.person), graph_.children(right.person),
                      DuplicateReason::kSameChildren, result);
    if (!left.birth_place.empty() && left.birth_place == right.birth_place) {
      result.add(kEqualPlace, DuplicateReason::kSamePlace);
    }
    if (!left.death_place.empty() && left.death_place == right.death_place) {
      result.add(kEqualPlace, DuplicateReason::kSamePlace);
    }
    if (result.score >= kMinDuplicateScore) add(left.person, right.person, std::move(result));
  }

  // Not if they are closely related, of two genders, or did not live at the same time.
  bool may_be_one(const ComparedPerson& left, const ComparedPerson& right) const {
    const Gender left_gender = graph_.gender(left.person);
    const Gender right_gender = graph_.gender(right.person);
    const bool are_man_and_woman =
        (left_gender == Gender::kMale && right_gender == Gender::kFemale) ||
        (left_gender == Gender::kFemale && right_gender == Gender::kMale);
    if (are_man_and_woman || is_dead_before_birth(left, right) ||
        is_dead_before_birth(right, left)) {
      return false;
    }
    return !graph_.couple_status(left.person, right.person) &&
           !is_grandparent_or_parent(left.person, right.person) &&
           !is_grandparent_or_parent(right.person, left.person);
  }

  bool is_grandparent_or_parent(PersonIndex elder, PersonIndex younger) const {
    return std::ranges::any_of(graph_.parents(younger), [&](const ParentEdge& parent) {
      return parent.person == elder || graph_.parent_kind(elder, parent.person).has_value();
    });
  }

  // Each relative of one is matched with one of the other.
  template <typename Edges>
  void compare_relatives(const Edges& left, const Edges& right, DuplicateReason reason,
                         Comparison& result) const {
    std::array<bool, kMaxComparedRelatives> is_matched{};
    size_t counted = 0;
    for (const auto& one : left.first(std::min(left.size(), kMaxComparedRelatives))) {
      if (counted == kMaxCountedRelatives) return;
      for (size_t i = 0; i < std::min(right.size(), kMaxComparedRelatives); ++i) {
        const int points = is_matched[i] ? 0 : relative_points(one.person, right[i].person);
        if (points == 0) continue;
        is_matched[i] = true;
        ++counted;
        result.add(points, reason);
        break;
      }
    }
  }

  int relative_points(PersonIndex one, PersonIndex other) const {
    if (one == other) return kSharedRelative;
    const bool are_namesakes = !full_names_[one].empty() && full_names_[one] == full_names_[other];
    return are_namesakes ? kNamesakeRelative : 0;
  }

  void add(PersonIndex left, PersonIndex right, Comparison comparison) {
    std::ranges::sort(comparison.reasons);
    pairs_.push_back({std::min(comparison.score, kMaxDuplicateScore), left, right,
                      std::move(comparison.reasons)});
    if (pairs_.size() == kMaxKeptPairs) keep_best();
  }

  // A pair that has met in several blocks is there once.
  void keep_best() {
    std::ranges::sort(pairs_, {}, [](const ScoredPair& pair) {
      return std::tuple(-pair.score, pair.left, pair.right);
    });
    const auto repeated = std::ranges::unique(
        pairs_, {}, [](const ScoredPair& pair) { return std::pair(pair.left, pair.right); });
    pairs_.erase(repeated.begin(), repeated.end());
    if (pairs_.size() <= kMaxDuplicates) return;
    pairs_.erase(pairs_.begin() + kMaxDuplicates, pairs_.end());
    result_.is_cut = true;
  }

  const FamilyGraph& graph_;
  std::vector<ComparedPerson> people_;
  std::vector<std::string> full_names_;  // By person of the graph; empty if not known.
  std::vector<Member> blocks_;           // By key, then by birth.
  size_t comparisons_ = 0;
  std::vector<ScoredPair> pairs_;
  Duplicates result_;
};

}  // namespace

std::string_view reason_text(DuplicateReason reason) {
  return kReasonTexts[static_cast<size_t>(reason)];
}

Duplicates probable_duplicates(const FamilyGraph& graph,
                               std::span<const DuplicateCandidate> candidates) {
  return DuplicateSearch(graph, candidates).run();
}

}  // namespace norn::family
