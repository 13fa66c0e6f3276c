#include "apps/family/kinship/lines.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <utility>

#include "apps/family/kinship/descent_search.h"
#include "apps/family/kinship/shortest_path.h"

namespace norn::family {
namespace {

// Of either one; a person with more is no family but bad data.
constexpr size_t kMaxSpousesFollowed = 8;
// Ways up to the people whose couples make step-siblings.
constexpr size_t kMaxStepWays = 500;

using Way = std::vector<WayStep>;

// The way back to `start`, without its first person, which is the end of `way`.
Way way_back(PersonIndex start, const Way& way) {
  Way result;
  for (size_t i = way.size(); i-- > 0;) {
    const PersonIndex before = i == 0 ? start : way[i - 1].person;
    result.push_back({opposite(way[i].kind), before});
  }
  return result;
}

// The searches for lines between two people, in one direction.
class LineSearch {
 public:
  LineSearch(const FamilyGraph& graph, PersonIndex from, PersonIndex to, LineBounds bounds)
      : graph_(graph), from_(from), to_(to), bounds_(bounds) {
    bounds_.lines = std::clamp<size_t>(bounds_.lines, 1, kMaxLines);
    bounds_.generations = std::min(bounds_.generations, kMaxLineGenerations);
  }

  Lines run() && {
    if (from_ == to_) {
      result_.lines.push_back({.form = LineForm::kSelf, .from = from_});
      return std::move(result_);
    }
    find_descent_and_couples();
    find_step_lines();
    find_parents_of_couples();
    if (result_.lines.empty() && bounds_.paths) {
      const Way path = shortest_path(graph_, from_, to_);
      if (!path.empty()) result_.lines.push_back(line_of(graph_, LineForm::kPath, from_, path));
    }
    std::ranges::sort(result_.lines, is_nearer);
    if (result_.lines.size() > bounds_.lines) {
      result_.lines.resize(bounds_.lines);
      result_.is_cut = true;
    }
    return std::move(result_);
  }

 private:
  // A line begins or ends with a person or with a spouse.
  struct End {
    PersonIndex spouse = kNobody;  // kNobody: the person.
    AncestorDistances distances;
  };

  std::vector<End> ends_of(PersonIndex person) {
    std::vector<End> ends;
    ends.push_back({kNobody, AncestorDistances(graph_, person, bounds_.generations)});
    const auto spouses = graph_.spouses(person);
    if (spouses.size() > kMaxSpousesFollowed) result_.is_cut = true;
    for (const CoupleEdge& edge : spouses.first(std::min(spouses.size(), kMaxSpousesFollowed))) {
      ends.push_back({edge.person, AncestorDistances(graph_, edge.person, bounds_.generations)});
    }
    for (const End& end : ends) result_.is_cut |= end.distances.is_cut();
    return ends;
  }

  void find_descent_and_couples() {
    const std::vector<End> from_ends = ends_of(from_);
    const std::vector<End> to_ends = ends_of(to_);
    for (const End& from : from_ends) {
      for (const End& to : to_ends) find_between(from, to);
    }
  }

  void find_between(const End& from, const End& to) {
    Way way;
    if (from.spouse != kNobody) way.push_back({StepKind::kSpouse, from.spouse});
    if (from.distances.person() == to.distances.person()) {
      // The two are a couple, or two spouses of one person.
      if (to.spouse == kNobody || (from.spouse != kNobody && from.spouse == to.spouse)) {
        if (to.spouse != kNobody) way.push_back({StepKind::kSpouse, to_});
        add(LineForm::kMarriage, way);
      }
      return;
    }
    if (from.spouse == to_ || to.spouse == from_) return;
    std::vector<PersonIndex> avoided;
    if (from.spouse != kNobody) avoided.push_back(from_);
    if (to.spouse != kNobody) avoided.push_back(to_);
    const size_t prefix = way.size();
    const bool has_couple = !avoided.empty();
    size_t added = 0;
    const bool is_whole = for_each_descent(
        graph_, from.distances, to.distances, avoided, budget_,
        [&](std::span<const WayStep> steps) {
          way.resize(prefix);
          way.insert(way.end(), steps.begin(), steps.end());
          if (to.spouse != kNobody) way.push_back({StepKind::kSpouse, to_});
          if (add(has_couple ? LineForm::kMarriage : LineForm::kDescent, way)) ++added;
          return added <= bounds_.lines;  // One more, to know whether there are more.
        });
    if (!is_whole) result_.is_cut = true;
  }

  // All ways up of 1 to kMaxStepGenerations steps.
  std::vector<Way> ways_up(PersonIndex person) {
    std::vector<Way> ways = {{}};
    for (size_t i = 0; i < ways.size(); ++i) {
      if (ways[i].size() == kMaxStepGenerations) break;
      const PersonIndex child = ways[i].empty() ? person : ways[i].back().person;
      for (const ParentEdge& edge : graph_.parents(child)) {
        if (ways.size() > kMaxStepWays) {
          result_.is_cut = true;
          break;
        }
        Way longer = ways[i];
        longer.push_back({StepKind::kParent, edge.person});
        ways.push_back(std::move(longer));
      }
    }
    ways.erase(ways.begin());
    return ways;
  }

  // Up, to the other half of a couple, and down.
  void find_step_lines() {
    const std::vector<Way> from_ways = ways_up(from_);
    const std::vector<Way> to_ways = ways_up(to_);
    std::unordered_multimap<PersonIndex, const Way*> by_end;
    for (const Way& way : to_ways) by_end.emplace(way.back().person, &way);
    for (const Way& up : from_ways) {
      for (const CoupleEdge& edge : graph_.spouses(up.back().person)) {
        const auto [first, last] = by_end.equal_range(edge.person);
        for (auto found = first; found != last; ++found) {
          Way way = up;
          way.push_back({StepKind::kSpouse, edge.person});
          const Way down = way_back(to_, *found->second);
          way.insert(way.end(), down.begin(), down.end());
          add(LineForm::kMarriage, way);
        }
      }
    }
  }

  // Their children are a couple.
  void find_parents_of_couples() {
    for (const ParentEdge& child : graph_.children(from_)) {
      for (const CoupleEdge& couple : graph_.spouses(child.person)) {
        if (!graph_.parent_kind(to_, couple.person)) continue;
        const std::array<WayStep, 3> way = {{{StepKind::kChild, child.person},
                                             {StepKind::kSpouse, couple.person},
                                             {StepKind::kParent, to_}}};
        add(LineForm::kMarriage, way);
      }
    }
  }

  bool is_simple(std::span<const WayStep> way) const {
    for (size_t i = 0; i < way.size(); ++i) {
      if (way[i].person == from_) return false;
      for (size_t j = 0; j < i; ++j) {
        if (way[j].person == way[i].person) return false;
      }
    }
    return true;
  }

  bool add(LineForm form, std::span<const WayStep> way) {
    if (result_.lines.size() >= kMaxCandidates) {
      result_.is_cut = true;
      return false;
    }
    if (!is_simple(way)) return false;
    Line line = line_of(graph_, form, from_, way);
    if (is_redundant(graph_, line)) return false;
    result_.lines.push_back(std::move(line));
    return true;
  }

  // Before the nearest are chosen.
  static constexpr size_t kMaxCandidates = 20 * kMaxLines;

  const FamilyGraph& graph_;
  PersonIndex from_;
  PersonIndex to_;
  LineBounds bounds_;
  SearchBudget budget_;
  Lines result_;
};

}  // namespace

Lines lines(const FamilyGraph& graph, PersonIndex from, PersonIndex to, LineBounds bounds) {
  if (from <= to) return LineSearch(graph, from, to, bounds).run();
  // Always searched in the same direction, so that both directions give the same lines, whatever a
  // bound leaves out.
  Lines result = LineSearch(graph, to, from, bounds).run();
  for (Line& line : result.lines) line = reversed(line);
  return result;
}

}  // namespace norn::family
