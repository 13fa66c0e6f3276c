#include "apps/family/kinship/line_segments.h"

#include <algorithm>
#include <span>

namespace norn::family {
namespace {

// The length of the segment that begins with the first of these steps.
size_t segment_length(std::span<const LineStep> steps) {
  if (steps.front().kind == StepKind::kSpouse) return 1;
  size_t length = 0;
  while (length < steps.size() && steps[length].kind == StepKind::kParent) ++length;
  while (length < steps.size() && steps[length].kind == StepKind::kChild) ++length;
  return length;
}

LineSegment segment_of(PersonIndex start, std::span<const LineStep> steps) {
  LineSegment segment{.start = start, .steps = {steps.begin(), steps.end()}};
  for (const LineStep& step : steps) {
    if (step.kind == StepKind::kSpouse) continue;
    ++(step.kind == StepKind::kParent ? segment.up : segment.down);
    segment.kind = std::max(segment.kind, step.parent_kind);
  }
  if (segment.up > 0 && segment.down > 0) {
    segment.is_half = segment.steps[segment.up - 1].sharing == Sharing::kHalf;
  }
  return segment;
}

// Words such as "brother-in-law" are for full and adopted relatives; of others the line is told.
bool is_plain(const LineSegment& segment) {
  return !segment.is_couple() && !segment.is_half && segment.kind <= ParentKind::kAdoptive;
}

bool is_up(const LineSegment& segment) {
  return is_plain(segment) && segment.down == 0;
}

bool is_down(const LineSegment& segment) {
  return is_plain(segment) && segment.up == 0;
}

Relation relation_by_spouse(const LineSegment& rest) {
  if (!is_plain(rest)) return Relation::kChain;
  if (rest.is_descent(1, 0)) return Relation::kParentInLaw;
  if (rest.is_descent(1, 1)) return Relation::kSpousesSibling;
  return rest.up == 0 ? Relation::kStep : Relation::kChain;
}

Relation relation_of_spouse(const LineSegment& relative) {
  if (!is_plain(relative)) return Relation::kChain;
  if (relative.is_descent(0, 1)) return Relation::kChildInLaw;
  if (relative.is_descent(1, 1)) return Relation::kSiblingsSpouse;
  if (relative.down == 0) return Relation::kStep;
  return relative.down == 1 && relative.up > 1 ? Relation::kUnclesSpouse : Relation::kChain;
}

Relation relation_of(const std::vector<LineSegment>& segments) {
  if (segments.size() == 1) {
    return segments.front().is_couple() ? Relation::kCouple : Relation::kDescent;
  }
  if (segments.size() == 2) {
    if (segments[0].is_couple()) return relation_by_spouse(segments[1]);
    return segments[1].is_couple() ? relation_of_spouse(segments[0]) : Relation::kChain;
  }
  if (segments.size() != 3) return Relation::kChain;
  if (segments[0].is_couple() && segments[2].is_couple()) {
    const bool is_sibling = is_plain(segments[1]) && segments[1].is_descent(1, 1);
    return is_sibling ? Relation::kSpousesSiblingsSpouse : Relation::kChain;
  }
  if (!segments[1].is_couple()) return Relation::kChain;
  if (is_up(segments[0]) && is_down(segments[2])) return Relation::kStep;
  const bool are_parents = segments[0].is_descent(0, 1) && segments[2].is_descent(1, 0) &&
                           is_plain(segments[0]) && is_plain(segments[2]);
  return are_parents ? Relation::kChildsParentInLaw : Relation::kChain;
}

}  // namespace

LineSegment part_of(const LineSegment& segment, size_t first, size_t count) {
  return segment_of(segment.person(first), std::span(segment.steps).subspan(first, count));
}

size_t NamedLine::people_between() const {
  size_t steps = 0;
  for (const LineSegment& segment : segments) steps += segment.steps.size();
  return steps - 1;
}

NamedLine named_line(const FamilyGraph& graph, const Line& line) {
  NamedLine named{.graph = graph, .segments = {}};
  PersonIndex start = line.from;
  for (std::span<const LineStep> rest = line.steps; !rest.empty();) {
    const size_t length = segment_length(rest);
    named.segments.push_back(segment_of(start, rest.first(length)));
    start = named.segments.back().end();
    rest = rest.subspan(length);
  }
  named.relation = relation_of(named.segments);
  for (const LineSegment& segment : named.segments) {
    named.up += segment.up;
    named.down += segment.down;
    named.is_former |=
        segment.is_couple() && segment.steps.front().couple_status == CoupleStatus::kDivorced;
  }
  return named;
}

}  // namespace norn::family
