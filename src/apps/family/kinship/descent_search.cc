#include "apps/family/kinship/descent_search.h"

#include <algorithm>

namespace norn::family {
namespace {

// A way up to a person, and maybe down again; a chain back to the start.
struct PartialWay {
  PersonIndex person = kNobody;
  uint32_t previous = UINT32_MAX;  // The index of the way that is one step shorter.
  uint16_t steps = 0;
  StepKind kind = StepKind::kParent;  // Of the last step; kParent for the start.
};

// Ways by their estimated length. Estimates never shrink along a way.
class WayQueue {
 public:
  void push(uint32_t estimate, uint32_t way) {
    if (buckets_.size() <= estimate) buckets_.resize(estimate + 1);
    buckets_[estimate].push_back(way);
    current_ = std::min<size_t>(current_, estimate);
  }

  // UINT32_MAX when there are none.
  uint32_t pop() {
    while (current_ < buckets_.size() && buckets_[current_].empty()) ++current_;
    if (current_ == buckets_.size()) return UINT32_MAX;
    const uint32_t way = buckets_[current_].back();
    buckets_[current_].pop_back();
    return way;
  }

 private:
  std::vector<std::vector<uint32_t>> buckets_;
  size_t current_ = 0;
};

class DescentSearch {
 public:
  DescentSearch(const FamilyGraph& graph, const AncestorDistances& from,
                const AncestorDistances& to, std::span<const PersonIndex> avoided)
      : graph_(graph),
        from_(from),
        to_(to),
        avoided_(avoided),
        is_turn_(graph.size(), false),
        rest_(graph.size(), kNoRest) {
    find_turns();
    estimate_rest();
  }

  bool run(SearchBudget& budget, const std::function<bool(std::span<const WayStep>)>& found) {
    extend_up(UINT32_MAX, from_.person(), 0);
    for (uint32_t next = queue_.pop(); next != UINT32_MAX; next = queue_.pop()) {
      if (budget.states == 0) return false;
      --budget.states;
      const PartialWay way = ways_[next];
      if (way.person == to_.person()) {
        if (!found(steps_of(next))) return !is_cut_;
        continue;
      }
      if (way.kind == StepKind::kParent) {
        for (const ParentEdge& edge : graph_.parents(way.person)) {
          if (may_visit(next, edge.person)) extend_up(next, edge.person, way.steps + 1);
        }
        if (!is_turn_[way.person]) continue;
      }
      for (const ParentEdge& edge : graph_.children(way.person)) {
        if (to_.has(edge.person) && may_visit(next, edge.person)) {
          add(next, edge.person, way.steps + 1, StepKind::kChild, to_[edge.person]);
        }
      }
    }
    return !is_cut_;
  }

 private:
  static constexpr uint32_t kNoRest = UINT32_MAX;

  // A way turns in a person with two different children on both sides; or ends or begins there.
  bool can_turn(PersonIndex person) const {
    if (!to_.has(person)) return false;
    if (person == from_.person() || person == to_.person()) return true;
    size_t from_children = 0;
    size_t to_children = 0;
    size_t both = 0;
    for (const ParentEdge& edge : graph_.children(person)) {
      const bool is_from = from_.has(edge.person);
      const bool is_to = to_.has(edge.person);
      from_children += is_from ? 1 : 0;
      to_children += is_to ? 1 : 0;
      both += is_from && is_to ? 1 : 0;
    }
    if (from_children == 0 || to_children == 0) return false;
    return from_children > 1 || to_children > 1 || both == 0;
  }

  void find_turns() {
    for (const PersonIndex person : from_.members()) {
      if (can_turn(person)) is_turn_[person] = true;
    }
  }

  // The shortest rest of a way that is still going up: from the turns down through the ancestors of
  // the first one.
  void estimate_rest() {
    WayQueue queue;
    for (const PersonIndex person : from_.members()) {
      if (!is_turn_[person]) continue;
      rest_[person] = to_[person];
      queue.push(to_[person], person);
    }
    for (uint32_t person = queue.pop(); person != UINT32_MAX; person = queue.pop()) {
      const uint32_t rest = rest_[person] + 1;
      for (const ParentEdge& edge : graph_.children(person)) {
        if (!from_.has(edge.person) || rest_[edge.person] <= rest) continue;
        rest_[edge.person] = rest;
        queue.push(rest, edge.person);
      }
    }
  }

  bool may_visit(uint32_t way, PersonIndex person) const {
    if (std::ranges::find(avoided_, person) != avoided_.end()) return false;
    for (; way != UINT32_MAX; way = ways_[way].previous) {
      if (ways_[way].person == person) return false;
    }
    return true;
  }

  void extend_up(uint32_t previous, PersonIndex person, uint32_t steps) {
    const uint32_t rest = rest_[person];
    if (rest != kNoRest) add(previous, person, steps, StepKind::kParent, rest);
  }

  void add(uint32_t previous, PersonIndex person, uint32_t steps, StepKind kind, uint32_t rest) {
    if (steps + rest > kMaxDescentSteps) {
      is_cut_ = true;
      return;
    }
    queue_.push(steps + rest, static_cast<uint32_t>(ways_.size()));
    ways_.push_back({person, previous, static_cast<uint16_t>(steps), kind});
  }

  std::span<const WayStep> steps_of(uint32_t way) {
    steps_.clear();
    for (; ways_[way].previous != UINT32_MAX; way = ways_[way].previous) {
      steps_.push_back({ways_[way].kind, ways_[way].person});
    }
    std::ranges::reverse(steps_);
    return steps_;
  }

  const FamilyGraph& graph_;
  const AncestorDistances& from_;
  const AncestorDistances& to_;
  std::span<const PersonIndex> avoided_;
  std::vector<bool> is_turn_;   // By person.
  std::vector<uint32_t> rest_;  // By person; kNoRest for those from whom no way leads on.
  std::vector<PartialWay> ways_;
  WayQueue queue_;
  std::vector<WayStep> steps_;
  bool is_cut_ = false;
};

}  // namespace

AncestorDistances::AncestorDistances(const FamilyGraph& graph, PersonIndex person,
                                     uint32_t generations)
    : distances_(graph.size(), kNoAncestor), members_{person} {
  distances_[person] = 0;
  for (size_t i = 0; i < members_.size(); ++i) {
    const PersonIndex child = members_[i];
    for (const ParentEdge& edge : graph.parents(child)) {
      if (has(edge.person)) continue;
      if (distances_[child] >= generations || members_.size() >= kMaxAncestors) {
        is_cut_ = true;
        continue;
      }
      distances_[edge.person] = static_cast<uint16_t>(distances_[child] + 1);
      members_.push_back(edge.person);
    }
  }
}

bool for_each_descent(const FamilyGraph& graph, const AncestorDistances& from,
                      const AncestorDistances& to, std::span<const PersonIndex> avoided,
                      SearchBudget& budget,
                      const std::function<bool(std::span<const WayStep>)>& found) {
  return DescentSearch(graph, from, to, avoided).run(budget, found);
}

}  // namespace norn::family
