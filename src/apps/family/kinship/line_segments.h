#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/line.h"

// A line as languages see it: lines of descent with couples between them.
namespace norn::family {

// Either a couple, or a way up some generations and then down some.
struct LineSegment {
  PersonIndex start = kNobody;
  std::vector<LineStep> steps;
  uint32_t up = 0;
  uint32_t down = 0;                          // Both are 0: a couple.
  ParentKind kind = ParentKind::kBiological;  // The loosest.
  bool is_half = false;

  bool is_couple() const { return up == 0 && down == 0; }
  bool is_descent(uint32_t ups, uint32_t downs) const {
    return !is_couple() && up == ups && down == downs;
  }
  PersonIndex end() const { return steps.back().person; }
  // The person after `count` steps.
  PersonIndex person(size_t count) const { return count == 0 ? start : steps[count - 1].person; }
};

// The part of a line of descent that has `count` steps from `first` on.
LineSegment part_of(const LineSegment& segment, size_t first, size_t count);

// The forms of lines that languages have words for.
enum class Relation : uint8_t {
  kSelf,
  kDescent,
  kCouple,
  kStep,         // As descent by `up` and `down`, but with a couple at the top: step-relatives.
  kParentInLaw,  // The spouse's parent.
  kChildInLaw,
  kSpousesSibling,
  kSiblingsSpouse,
  kSpousesSiblingsSpouse,
  kUnclesSpouse,  // The spouse of an uncle or aunt, `up` generations above the person.
  kChildsParentInLaw,
  kChain,  // No word: told segment by segment.
};

struct NamedLine {
  const FamilyGraph& graph;
  std::vector<LineSegment> segments;
  Relation relation = Relation::kSelf;
  uint32_t up = 0;
  uint32_t down = 0;
  bool is_former = false;  // A couple that makes the relation is divorced.

  PersonIndex from() const { return segments.front().start; }
  PersonIndex to() const { return segments.back().end(); }
  Gender gender() const { return graph.gender(to()); }
  size_t people_between() const;
};

NamedLine named_line(const FamilyGraph& graph, const Line& line);

// A chain of more segments than these has no name but the number of people between.
inline constexpr size_t kMaxNamedSegments = 6;

// One for each language; the line has segments.
std::string english_name(const NamedLine& line);
std::string german_name(const NamedLine& line);
std::string chinese_name(const NamedLine& line);

}  // namespace norn::family
