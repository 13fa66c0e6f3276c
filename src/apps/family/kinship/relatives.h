#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/line.h"

// The people around a person.
namespace norn::family {

enum class RelativeKind : uint8_t {
  kParent,
  kStepParent,  // The spouse of a parent; a parent whose link says so is a kParent.
  kSibling,     // Full, or not known to be half.
  kHalfSibling,
  kAdoptiveSibling,
  kStepSibling,
  kFosterSibling,
  kSpouse,
  kChild,
  kStepChild,
  kGrandparent,
  kGrandchild,
  kUncleOrAunt,
  kNephewOrNiece,
  kCousin,
  kParentInLaw,
  kChildInLaw,
  kSiblingInLaw,
};

inline constexpr size_t kMaxRelativesOfKind = 500;

struct Relative {
  RelativeKind kind = RelativeKind::kParent;
  Line line;  // From the person to the relative.
};

struct Relatives {
  // By kind, then by nearness and index. Each once in one kind, and as a sibling in one kind
  // only, the closest; but a cousin can be a spouse as well.
  std::vector<Relative> people;
  bool is_cut = false;
};

// `most_of_kind` is at most kMaxRelativesOfKind.
Relatives relatives(const FamilyGraph& graph, PersonIndex person,
                    size_t most_of_kind = kMaxRelativesOfKind);

}  // namespace norn::family
