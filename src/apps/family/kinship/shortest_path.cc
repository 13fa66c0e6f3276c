#include "apps/family/kinship/shortest_path.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace norn::family {
namespace {

// One of the two searches: people by distance from one end.
class PathSide {
 public:
  PathSide(const FamilyGraph& graph, PersonIndex start)
      : graph_(graph), reached_(graph.size()), frontier_{start} {
    reached_[start].distance = 0;
  }

  bool has(PersonIndex person) const { return reached_[person].distance != kNotReached; }
  size_t frontier_size() const { return frontier_.size(); }
  uint32_t distance(PersonIndex person) const { return reached_[person].distance; }

  // Goes one step further. Returns the people who are new, in a fixed order.
  const std::vector<PersonIndex>& advance() {
    std::vector<PersonIndex> next;
    for (const PersonIndex person : frontier_) {
      const uint32_t distance = reached_[person].distance + 1;
      const auto reach = [&](PersonIndex other, StepKind kind) {
        if (has(other)) return;
        reached_[other] = {person, distance, kind};
        next.push_back(other);
      };
      for (const ParentEdge& edge : graph_.parents(person)) reach(edge.person, StepKind::kParent);
      for (const CoupleEdge& edge : graph_.spouses(person)) reach(edge.person, StepKind::kSpouse);
      for (const ParentEdge& edge : graph_.children(person)) reach(edge.person, StepKind::kChild);
    }
    frontier_ = std::move(next);
    return frontier_;
  }

  // The steps from `person` back to the start of this side; each has the kind of the link as it was
  // walked, and the person it came from.
  std::vector<WayStep> back_from(PersonIndex person) const {
    std::vector<WayStep> steps;
    for (const Reached* at = &reached_[person]; at->previous != kNobody;
         at = &reached_[at->previous]) {
      steps.push_back({at->kind, at->previous});
    }
    return steps;
  }

 private:
  static constexpr uint32_t kNotReached = UINT32_MAX;

  struct Reached {
    PersonIndex previous = kNobody;
    uint32_t distance = kNotReached;
    StepKind kind = StepKind::kParent;
  };

  const FamilyGraph& graph_;
  std::vector<Reached> reached_;  // By person.
  std::vector<PersonIndex> frontier_;
};

std::vector<WayStep> joined_sides(const PathSide& start, const PathSide& end, PersonIndex middle) {
  std::vector<WayStep> way;
  PersonIndex reached = middle;
  for (const WayStep& step : start.back_from(middle)) {
    way.push_back({step.kind, reached});
    reached = step.person;
  }
  std::ranges::reverse(way);
  for (const WayStep& step : end.back_from(middle)) {
    way.push_back({opposite(step.kind), step.person});
  }
  return way;
}

}  // namespace

std::vector<WayStep> shortest_path(const FamilyGraph& graph, PersonIndex from, PersonIndex to) {
  if (from == to) return {};
  PathSide start(graph, from);
  PathSide end(graph, to);
  while (start.frontier_size() > 0 && end.frontier_size() > 0) {
    const bool is_start_smaller = start.frontier_size() <= end.frontier_size();
    PathSide& moving = is_start_smaller ? start : end;
    const PathSide& other = is_start_smaller ? end : start;
    // All who are new have the same distance from the side that moved. The nearest to the other
    // side among them is on a shortest way, because the other side has seen everybody up to its
    // frontier.
    PersonIndex middle = kNobody;
    for (const PersonIndex person : moving.advance()) {
      if (!other.has(person)) continue;
      if (middle == kNobody || other.distance(person) < other.distance(middle)) middle = person;
    }
    if (middle != kNobody) return joined_sides(start, end, middle);
  }
  return {};
}

}  // namespace norn::family
