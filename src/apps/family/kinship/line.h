#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "apps/family/kinship/graph.h"

// A line: how two people are related, step by step.
namespace norn::family {

// What the person of a step is to the one before.
enum class StepKind : uint8_t { kParent, kChild, kSpouse };

// How two children who are neighbors of a common parent in a line share parents.
enum class Sharing : uint8_t {
  kNone,     // Not such a parent.
  kFull,     // Both parents, `other_parent` is the second one.
  kHalf,     // This one only: each has another biological parent on record.
  kUnknown,  // This one, and the other parent of one of them is not on record.
};

// The kind of the same step when it is walked back.
constexpr StepKind opposite(StepKind kind) {
  if (kind == StepKind::kSpouse) return kind;
  return kind == StepKind::kParent ? StepKind::kChild : StepKind::kParent;
}

struct LineStep {
  StepKind kind = StepKind::kParent;
  PersonIndex person = kNobody;
  ParentKind parent_kind = ParentKind::kBiological;     // Of kParent and kChild.
  CoupleStatus couple_status = CoupleStatus::kUnknown;  // Of kSpouse.
  // Of a parent whom the line reaches from one child and leaves to another.
  Sharing sharing = Sharing::kNone;
  PersonIndex other_parent = kNobody;
};

enum class LineForm : uint8_t {
  kSelf,      // The same person: no steps.
  kDescent,   // Up to an ancestor and down again, by parents and children alone.
  kMarriage,  // By couples as well, in one of the forms that have a meaning.
  kPath,      // The shortest way by links of any kind, when there is no other line.
};

struct Line {
  LineForm form = LineForm::kSelf;
  PersonIndex from = kNobody;
  std::vector<LineStep> steps = {};  // The last one is the relative.
  // The loosest of its links between parents and children: an adoptive line has an adoption in it.
  ParentKind kind = ParentKind::kBiological;

  PersonIndex to() const { return steps.empty() ? from : steps.back().person; }
};

// A way through the graph, before it is known whether it makes a line of its own.
struct WayStep {
  StepKind kind = StepKind::kParent;
  PersonIndex person = kNobody;
};

// Adds what the graph knows to a way. Every step has to be a link of the graph.
Line line_of(const FamilyGraph& graph, LineForm form, PersonIndex from,
             std::span<const WayStep> way);

// Whether another way says the same or more than this line:
// - Two ways that differ only in which of two common parents they take are one full line. The one
//   through the parent of the lower index stays.
// - A person who is a half or adoptive sibling is not a step or foster sibling as well, when it is
//   the same two who are the siblings.
// - The spouse of a parent is no step-parent if they are a parent.
bool is_redundant(const FamilyGraph& graph, const Line& line);

// The same line seen from the other end.
Line reversed(const Line& line);

// The closest and shortest first; a strict order of all lines between the same two people.
bool is_nearer(const Line& left, const Line& right);

}  // namespace norn::family
