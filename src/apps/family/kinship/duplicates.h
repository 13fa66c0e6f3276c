#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/kinds.h"

// People who are probably in a tree twice.
namespace norn::family {

inline constexpr size_t kMaxDuplicates = 500;
inline constexpr int kMinDuplicateScore = 60;
inline constexpr int kMaxDuplicateScore = 100;

struct DuplicateCandidate {
  std::string_view id;
  std::string_view given_names = {};  // The first and the middle ones, separated by spaces.
  std::string_view surname = {};
  std::string_view birth_surname = {};  // Both may be empty.
  DayBounds birth = {};
  DayBounds death = {};
  std::string_view birth_place = {};
  std::string_view death_place = {};
};

// Why two people are probably one.
enum class DuplicateReason : uint8_t {
  kSameName,
  kSimilarName,    // It sounds alike, or one has more given names or only an initial.
  kSameBirth,      // The same day.
  kPossibleBirth,  // Days within a few years that can be the same.
  kSameDeath,
  kPossibleDeath,
  kSameParents,
  kSameSpouse,
  kSameChildren,
  kSamePlace,
};

// "sameName", ...: the reason as the API has it.
std::string_view reason_text(DuplicateReason reason);

struct Duplicate {
  std::string first_id;  // In the order of the graph.
  std::string second_id;
  int score = 0;  // From kMinDuplicateScore to kMaxDuplicateScore.
  std::vector<DuplicateReason> reasons;
};

struct Duplicates {
  std::vector<Duplicate> pairs;  // The highest score first, then in the order of the graph.
  bool is_cut = false;           // A bound may have left pairs out.
};

// Pairs with names that are equal or sound alike, whose dates and genders allow that they are one.
// Dates that fit, the same relatives (the same people, or people of the same name) and the same
// places raise the score. Never a couple, nor a person with a parent or grandparent: they often
// share a name. Candidates who are not in the graph, and those without a name, are left out.
//
// Only people whose names sound alike are compared, and of very many such people those with births
// next to each other: the work grows with the number of people, not with its square.
Duplicates probable_duplicates(const FamilyGraph& graph,
                               std::span<const DuplicateCandidate> candidates);

}  // namespace norn::family
