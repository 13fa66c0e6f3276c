#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/line.h"

// Finds ways by descent, the shortest first.
namespace norn::family {

// How many generations each ancestor of a person is up.
class AncestorDistances {
 public:
  // At most kMaxAncestors, and at most `generations` up.
  AncestorDistances(const FamilyGraph& graph, PersonIndex person, uint32_t generations);

  static constexpr size_t kMaxAncestors = 100'000;
  static constexpr uint16_t kNoAncestor = UINT16_MAX;

  PersonIndex person() const { return members_.front(); }
  // 0 for the person; kNoAncestor for everybody who is no ancestor.
  uint16_t operator[](PersonIndex person) const { return distances_[person]; }
  bool has(PersonIndex person) const { return distances_[person] != kNoAncestor; }
  // The person, then the ancestors by distance.
  const std::vector<PersonIndex>& members() const { return members_; }
  bool is_cut() const { return is_cut_; }

 private:
  std::vector<uint16_t> distances_;
  std::vector<PersonIndex> members_;
  bool is_cut_ = false;
};

// How much a search may do: each partial way that it looks at takes one.
struct SearchBudget {
  size_t states = 50'000;
};

// Longer ways are left out.
inline constexpr uint32_t kMaxDescentSteps = 400;

// Calls `found` with every way from one person up to a common ancestor and down to the other (all
// up, and all down, included) that meets no person twice, shortest first, until it returns false.
// No person of `avoided` is on such a way. Returns false if a bound has left ways out.
//
// A best-first search over partial ways. Its estimate is the length of the shortest way to the end
// through an ancestor in whom a way can turn at all, so that hardly any partial way is a dead end.
bool for_each_descent(const FamilyGraph& graph, const AncestorDistances& from,
                      const AncestorDistances& to, std::span<const PersonIndex> avoided,
                      SearchBudget& budget,
                      const std::function<bool(std::span<const WayStep>)>& found);

}  // namespace norn::family
