#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/family/kinship/graph.h"

// Who a person descends from, and who descends from them.
namespace norn::family {

inline constexpr uint32_t kMaxGenerations = 200;
inline constexpr size_t kMaxLineagePeople = 20'000;

struct LineageBounds {
  uint32_t generations = kMaxGenerations;  // At most kMaxGenerations.
  size_t people = kMaxLineagePeople;       // At most kMaxLineagePeople.
};

struct LineagePerson {
  PersonIndex person = kNobody;
  uint32_t generation = 0;  // 1: a parent or child. Of several lines, the shortest.
  // Of the shortest lines the closest, and each line is as close as its loosest link.
  ParentKind kind = ParentKind::kBiological;
  PersonIndex previous =
      kNobody;  // The next person of that line towards the one who was asked for.
  // By how many lines more the two are connected, among the people of this lineage (pedigree
  // collapse). UINT32_MAX stands for as many or more.
  uint32_t more_lines = 0;
};

struct Lineage {
  std::vector<LineagePerson> people;  // By generation, then by index. Each once.
  bool is_cut = false;                // A bound has left people out.
  // The person descends from themselves: another program has written a cycle. They are not among
  // the people, all the others of the cycle are.
  bool has_cycle = false;
};

Lineage ancestors(const FamilyGraph& graph, PersonIndex person, LineageBounds bounds = {});
Lineage descendants(const FamilyGraph& graph, PersonIndex person, LineageBounds bounds = {});

struct CommonAncestor {
  PersonIndex person = kNobody;
  uint32_t first_generations = 0;  // From the first one up; 0 if it is the first one.
  uint32_t second_generations = 0;
  ParentKind kind = ParentKind::kBiological;  // The looser of both lines.
};

struct CommonAncestors {
  std::vector<CommonAncestor> people;  // The fewest generations first, then by index.
  bool is_cut = false;
};

// The nearest common ancestors: those who have no child that is one as well. Each of the two counts
// as an ancestor of themselves. In a cycle, where everybody has such a child, those with the fewest
// generations.
CommonAncestors common_ancestors(const FamilyGraph& graph, PersonIndex first, PersonIndex second,
                                 LineageBounds bounds = {});

// Whether the link would make a person their own ancestor, through links of any kind.
bool would_be_own_ancestor(const FamilyGraph& graph, PersonIndex parent, PersonIndex child);

}  // namespace norn::family
