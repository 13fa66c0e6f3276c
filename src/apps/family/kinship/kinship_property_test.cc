#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/lineage.h"
#include "apps/family/kinship/lines.h"
#include "apps/family/kinship/relatives.h"
#include "apps/family/kinship/shortest_path.h"

// Kinship against brute force, on small random trees, most of which no family ever had.
namespace norn::family {
namespace {

// People are called "0", "1", ...; links by their numbers.
struct RandomTree {
  size_t size = 0;
  std::vector<std::pair<size_t, size_t>> parents;  // Parent, child.
  std::vector<ParentKind> kinds;                   // Of the parents.
  std::vector<std::pair<size_t, size_t>> couples;

  FamilyGraph graph() const {
    std::vector<std::string> ids;
    for (size_t i = 0; i < size; ++i) ids.push_back(std::to_string(i));
    std::vector<GraphPerson> people;
    for (size_t i = 0; i < size; ++i) {
      people.push_back({.id = ids[i], .gender = static_cast<Gender>(i % 4)});
    }
    std::vector<GraphParentLink> links;
    for (size_t i = 0; i < parents.size(); ++i) {
      links.push_back({ids[parents[i].first], ids[parents[i].second], kinds[i]});
    }
    std::vector<GraphCouple> pairs;
    for (const auto& [first, second] : couples) {
      pairs.push_back({ids[first], ids[second], CoupleStatus::kMarried});
    }
    return {people, links, pairs};
  }
};

// Without cycles, parents have lower numbers than their children.
RandomTree random_tree(bool has_cycles) {
  RandomTree tree;
  // Large ones from the first case on: small ones have next to no lines.
  tree.size = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<size_t>(2, 12));
  const size_t links =
      *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<size_t>(0, 2 * tree.size));
  for (size_t i = 0; i < links; ++i) {
    auto [parent, child] = *rc::gen::pair(rc::gen::inRange<size_t>(0, tree.size),
                                          rc::gen::inRange<size_t>(0, tree.size));
    if (!has_cycles && parent > child) std::swap(parent, child);
    tree.parents.emplace_back(parent, child);
    tree.kinds.push_back(*rc::gen::weightedElement<ParentKind>({{5, ParentKind::kBiological},
                                                                {1, ParentKind::kAdoptive},
                                                                {1, ParentKind::kStep},
                                                                {1, ParentKind::kFoster}}));
  }
  const size_t couples = *rc::gen::inRange<size_t>(0, tree.size);
  for (size_t i = 0; i < couples; ++i) {
    tree.couples.push_back(*rc::gen::pair(rc::gen::inRange<size_t>(0, tree.size),
                                          rc::gen::inRange<size_t>(0, tree.size)));
  }
  return tree;
}

std::set<PersonIndex> brute_ancestors(const FamilyGraph& graph, PersonIndex person) {
  std::set<PersonIndex> found;
  const auto visit = [&](const auto& self, PersonIndex child) -> void {
    for (const ParentEdge& edge : graph.parents(child)) {
      if (found.insert(edge.person).second) self(self, edge.person);
    }
  };
  visit(visit, person);
  return found;
}

// Every way up and down that meets no person twice, as people; found by trying everything.
using PeopleOfWay = std::vector<std::pair<PersonIndex, StepKind>>;

std::vector<PeopleOfWay> brute_descents(const FamilyGraph& graph, PersonIndex from,
                                        PersonIndex to) {
  std::vector<PeopleOfWay> found;
  PeopleOfWay way;
  const auto is_on_way = [&](PersonIndex person) {
    return person == from ||
           std::ranges::any_of(way, [&](auto& step) { return step.first == person; });
  };
  const auto walk = [&](const auto& self, PersonIndex at, bool may_rise) -> void {
    if (at == to) {
      found.push_back(way);
      return;
    }
    const auto go = [&](PersonIndex next, StepKind kind) {
      if (is_on_way(next)) return;
      way.emplace_back(next, kind);
      self(self, next, kind == StepKind::kParent);
      way.pop_back();
    };
    if (may_rise) {
      for (const ParentEdge& edge : graph.parents(at)) go(edge.person, StepKind::kParent);
    }
    for (const ParentEdge& edge : graph.children(at)) go(edge.person, StepKind::kChild);
  };
  walk(walk, from, true);
  return found;
}

bool is_link(const FamilyGraph& graph, PersonIndex before, const LineStep& step) {
  switch (step.kind) {
    case StepKind::kParent:
      return graph.parent_kind(step.person, before) == step.parent_kind;
    case StepKind::kChild:
      return graph.parent_kind(before, step.person) == step.parent_kind;
    case StepKind::kSpouse:
      return graph.couple_status(before, step.person) == step.couple_status;
  }
  return false;
}

PeopleOfWay people_of(const Line& line) {
  PeopleOfWay people;
  for (const LineStep& step : line.steps) people.emplace_back(step.person, step.kind);
  return people;
}

std::map<PersonIndex, size_t> brute_distances(const FamilyGraph& graph, PersonIndex from) {
  std::map<PersonIndex, size_t> distances = {{from, 0}};
  std::vector<PersonIndex> open = {from};
  for (size_t i = 0; i < open.size(); ++i) {
    const auto reach = [&](PersonIndex person) {
      if (distances.emplace(person, distances.at(open[i]) + 1).second) open.push_back(person);
    };
    const PersonIndex at = open[i];
    for (const ParentEdge& edge : graph.parents(at)) reach(edge.person);
    for (const ParentEdge& edge : graph.children(at)) reach(edge.person);
    for (const CoupleEdge& edge : graph.spouses(at)) reach(edge.person);
  }
  return distances;
}

RC_GTEST_PROP(KinshipProperties, LineagesAreWhatBruteForceFinds, (bool has_cycles)) {
  const FamilyGraph graph = random_tree(has_cycles).graph();
  for (PersonIndex person = 0; person < graph.size(); ++person) {
    const Lineage lineage = ancestors(graph, person);
    std::set<PersonIndex> expected = brute_ancestors(graph, person);
    RC_ASSERT(lineage.has_cycle == expected.contains(person));
    expected.erase(person);
    std::set<PersonIndex> found;
    for (const LineagePerson& each : lineage.people) {
      RC_ASSERT(found.insert(each.person).second);
      const auto back = descendants(graph, each.person).people;
      const auto same = std::ranges::find(back, person, &LineagePerson::person);
      RC_ASSERT(same != back.end());
      RC_ASSERT(same->generation == each.generation);
      RC_ASSERT(same->kind == each.kind);
      if (!has_cycles) {
        RC_ASSERT(each.more_lines == same->more_lines);
        const auto ways = brute_descents(graph, each.person, person);
        const auto down = std::ranges::count_if(ways, [](const PeopleOfWay& way) {
          return std::ranges::all_of(way,
                                     [](auto& step) { return step.second == StepKind::kChild; });
        });
        RC_ASSERT(each.more_lines == static_cast<uint32_t>(down - 1));
      }
    }
    RC_ASSERT(found == expected);
    RC_ASSERT(!lineage.is_cut);
  }
}

RC_GTEST_PROP(KinshipProperties, NearestCommonAncestorsAreWhatBruteForceFinds, ()) {
  const FamilyGraph graph = random_tree(false).graph();
  for (PersonIndex first = 0; first < graph.size(); ++first) {
    for (PersonIndex second = 0; second < graph.size(); ++second) {
      std::set<PersonIndex> of_first = brute_ancestors(graph, first);
      std::set<PersonIndex> of_second = brute_ancestors(graph, second);
      of_first.insert(first);
      of_second.insert(second);
      std::set<PersonIndex> common;
      std::ranges::set_intersection(of_first, of_second, std::inserter(common, common.end()));
      std::set<PersonIndex> nearest;
      for (const PersonIndex person : common) {
        if (std::ranges::none_of(common, [&](PersonIndex other) {
              return brute_ancestors(graph, other).contains(person);
            })) {
          nearest.insert(person);
        }
      }
      std::set<PersonIndex> found;
      for (const auto& each : common_ancestors(graph, first, second).people) {
        found.insert(each.person);
      }
      RC_ASSERT(found == nearest);
    }
  }
}

RC_GTEST_PROP(KinshipProperties, LinesConsistOfLinksAndAreTheSameFromBothEnds, (bool has_cycles)) {
  const FamilyGraph graph = random_tree(has_cycles).graph();
  for (PersonIndex from = 0; from < graph.size(); ++from) {
    for (PersonIndex to = 0; to < graph.size(); ++to) {
      const Lines there = lines(graph, from, to);
      const Lines back = lines(graph, to, from);
      RC_ASSERT(there.is_cut == back.is_cut);
      RC_ASSERT(there.lines.size() == back.lines.size());
      for (size_t i = 0; i < there.lines.size(); ++i) {
        const Line& line = there.lines[i];
        RC_ASSERT(line.from == from);
        RC_ASSERT(line.to() == to);
        PersonIndex before = from;
        std::set<PersonIndex> people = {from};
        for (const LineStep& step : line.steps) {
          RC_ASSERT(is_link(graph, before, step));
          RC_ASSERT(people.insert(step.person).second);
          before = step.person;
        }
        RC_ASSERT(people_of(reversed(line)) == people_of(back.lines[i]));
        RC_ASSERT(people_of(reversed(reversed(line))) == people_of(line));
      }
    }
  }
}

// Everything that brute force finds is a line, or is left out for one of the reasons that
// is_redundant names: then another line takes the other parent.
RC_GTEST_PROP(KinshipProperties, LinesByDescentAreWhatBruteForceFinds, (bool has_cycles)) {
  const FamilyGraph graph = random_tree(has_cycles).graph();
  for (PersonIndex from = 0; from < graph.size(); ++from) {
    for (PersonIndex to = 0; to < graph.size(); ++to) {
      if (from == to) continue;
      const Lines found = lines(graph, from, to, {.lines = kMaxLines});
      std::set<PeopleOfWay> ways;
      for (const Line& line : found.lines) {
        if (line.form == LineForm::kDescent) RC_ASSERT(ways.insert(people_of(line)).second);
      }
      std::set<PeopleOfWay> expected;
      for (const PeopleOfWay& way : brute_descents(graph, from, to)) {
        std::vector<WayStep> steps;
        for (const auto& [person, kind] : way) steps.push_back({kind, person});
        const Line line = line_of(graph, LineForm::kDescent, from, steps);
        if (!is_redundant(graph, line)) expected.insert(way);
      }
      if (found.is_cut) {
        RC_ASSERT(std::ranges::includes(expected, ways));
      } else {
        RC_ASSERT(expected == ways);
      }
    }
  }
}

RC_GTEST_PROP(KinshipProperties, ShortestPathsAreShortest, ()) {
  const FamilyGraph graph = random_tree(true).graph();
  for (PersonIndex from = 0; from < graph.size(); ++from) {
    const auto distances = brute_distances(graph, from);
    for (PersonIndex to = 0; to < graph.size(); ++to) {
      const auto path = shortest_path(graph, from, to);
      const auto distance = distances.find(to);
      RC_ASSERT(path.size() == (distance == distances.end() ? 0 : distance->second));
      if (!path.empty()) RC_ASSERT(line_of(graph, LineForm::kPath, from, path).to() == to);
      RC_ASSERT(lines(graph, from, to).lines.empty() == (distance == distances.end()));
    }
  }
}

RC_GTEST_PROP(KinshipProperties, RelativesHaveLinesOfTheirOwn, (bool has_cycles)) {
  const FamilyGraph graph = random_tree(has_cycles).graph();
  for (PersonIndex person = 0; person < graph.size(); ++person) {
    std::set<std::pair<RelativeKind, PersonIndex>> seen;
    for (const Relative& relative : relatives(graph, person).people) {
      RC_ASSERT(relative.line.from == person);
      RC_ASSERT(relative.line.to() != person);
      RC_ASSERT(seen.emplace(relative.kind, relative.line.to()).second);
      const Lines all = lines(graph, person, relative.line.to(), {.lines = kMaxLines});
      const bool is_among = std::ranges::any_of(
          all.lines, [&](const Line& line) { return people_of(line) == people_of(relative.line); });
      RC_ASSERT(is_among || all.is_cut);
    }
  }
}

// A village of 100,000 people where everybody marries a person of the same generation.
FamilyGraph village(size_t generations, size_t people_of_generation) {
  std::mt19937 random(4711);
  std::vector<std::string> ids;
  for (size_t i = 0; i < generations * people_of_generation; ++i) {
    ids.push_back("person-" + std::to_string(i));
  }
  std::vector<GraphPerson> people;
  for (size_t i = 0; i < ids.size(); ++i) {
    people.push_back({.id = ids[i], .gender = i % 2 == 0 ? Gender::kMale : Gender::kFemale});
  }
  std::vector<GraphParentLink> links;
  std::vector<GraphCouple> couples;
  for (size_t i = 0; i + 1 < ids.size(); i += 2) couples.push_back({ids[i], ids[i + 1]});
  for (size_t i = people_of_generation; i < ids.size(); ++i) {
    const size_t first = i / people_of_generation * people_of_generation - people_of_generation;
    const size_t father = first + 2 * (random() % (people_of_generation / 2));
    links.push_back({ids[father], ids[i], ParentKind::kBiological});
    links.push_back({ids[father + 1], ids[i], ParentKind::kBiological});
  }
  return {people, links, couples};
}

TEST(KinshipOfAVillage, StaysWithinItsBounds) {
  constexpr size_t kGenerations = 50;
  constexpr size_t kPeopleOfGeneration = 2'000;
  const FamilyGraph graph = village(kGenerations, kPeopleOfGeneration);
  ASSERT_EQ(graph.size(), 100'000U);
  const auto last = static_cast<PersonIndex>(graph.size() - 1);
  const auto cousin = static_cast<PersonIndex>(graph.size() - 1'000);
  const Lineage up = ancestors(graph, last);
  EXPECT_EQ(up.people.size(), kMaxLineagePeople);
  EXPECT_TRUE(up.is_cut);
  EXPECT_EQ(up.people.back().previous != kNobody, true);
  EXPECT_FALSE(common_ancestors(graph, last, cousin).people.empty());
  const Lines found = lines(graph, last, cousin);
  EXPECT_EQ(found.lines.size(), LineBounds{}.lines);
  EXPECT_TRUE(found.is_cut);
  EXPECT_TRUE(
      std::ranges::is_sorted(found.lines, {}, [](const Line& l) { return l.steps.size(); }));
  EXPECT_LE(found.lines.front().steps.size(), 2 * kMaxLineGenerations);
  EXPECT_TRUE(would_be_own_ancestor(graph, last, up.people.back().person));
  EXPECT_FALSE(would_be_own_ancestor(graph, up.people.back().person, last));
  EXPECT_FALSE(relatives(graph, cousin).people.empty());
}

// A chain of 100,000 people that bites its own tail: the longest cycle of that size.
TEST(KinshipOfACycle, StaysWithinItsBounds) {
  constexpr size_t kPeople = 100'000;
  std::vector<std::string> ids;
  for (size_t i = 0; i < kPeople; ++i) ids.push_back(std::to_string(i));
  std::vector<GraphPerson> people;
  std::vector<GraphParentLink> links;
  for (size_t i = 0; i < kPeople; ++i) {
    people.push_back({.id = ids[i]});
    links.push_back({ids[i], ids[(i + 1) % kPeople], ParentKind::kBiological});
  }
  const FamilyGraph graph(people, links, {});
  EXPECT_EQ(ancestors(graph, 0).people.size(), kMaxGenerations);
  EXPECT_TRUE(would_be_own_ancestor(graph, 0, kPeople / 2));
  const Lines near = lines(graph, 10, 12);
  ASSERT_EQ(near.lines.size(), 1U);
  EXPECT_EQ(near.lines.front().steps.size(), 2U);
  const Lines far = lines(graph, 0, kPeople / 2);
  ASSERT_EQ(far.lines.size(), 1U);
  EXPECT_EQ(far.lines.front().form, LineForm::kPath);
  EXPECT_EQ(far.lines.front().steps.size(), kPeople / 2);
}

}  // namespace
}  // namespace norn::family
