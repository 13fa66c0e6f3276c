#include "apps/family/kinship/lineage.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>

namespace norn::family {
namespace {

enum class Direction { kUp, kDown };

std::span<const ParentEdge> next_generation(const FamilyGraph& graph, PersonIndex person,
                                            Direction direction) {
  return direction == Direction::kUp ? graph.parents(person) : graph.children(person);
}

uint32_t saturated_sum(uint32_t left, uint32_t right) {
  return left > UINT32_MAX - right ? UINT32_MAX : left + right;
}

// Walks generation by generation, and then counts lines.
class LineageWalk {
 public:
  LineageWalk(const FamilyGraph& graph, PersonIndex start, Direction direction,
              LineageBounds bounds)
      : graph_(graph), start_(start), direction_(direction), bounds_(bounds) {
    bounds_.generations = std::min(bounds_.generations, kMaxGenerations);
    bounds_.people = std::min(bounds_.people, kMaxLineagePeople);
  }

  Lineage run() && {
    visit();
    count_lines();
    std::ranges::sort(lineage_.people, {}, [](const LineagePerson& person) {
      return std::pair(person.generation, person.person);
    });
    return std::move(lineage_);
  }

 private:
  void visit() {
    reach(start_, {.person = start_});
    // The list grows while it is walked through. Its first element stands for the start.
    for (size_t i = 0; i < lineage_.people.size(); ++i) {
      const LineagePerson current = lineage_.people[i];
      for (const ParentEdge& edge : next_generation(graph_, current.person, direction_)) {
        reach(edge.person, {.person = edge.person,
                            .generation = current.generation + 1,
                            .kind = std::max(current.kind, edge.kind),
                            .previous = current.person});
      }
    }
  }

  void reach(PersonIndex person, const LineagePerson& reached) {
    if (const auto known = positions_.find(person); known != positions_.end()) {
      if (person == start_) lineage_.has_cycle = true;
      LineagePerson& best = lineage_.people[known->second];
      if (best.generation == reached.generation && reached.kind < best.kind) best = reached;
      return;
    }
    if (reached.generation > bounds_.generations || lineage_.people.size() > bounds_.people) {
      lineage_.is_cut = true;
      return;
    }
    positions_.emplace(person, lineage_.people.size());
    lineage_.people.push_back(reached);
  }

  // Lines are added up in topological order. In a cycle there is none: then the person of the
  // lowest generation is next, and links back to people who have been counted do not count.
  void count_lines() {
    std::vector<LineagePerson>& people = lineage_.people;
    std::vector<uint32_t> lines(people.size(), 0);
    std::vector<uint32_t> waiting_for(people.size(), 0);
    std::vector<bool> is_done(people.size(), false);
    for (const LineagePerson& person : people) {
      for_each_next(person.person, [&](size_t next) { ++waiting_for[next]; });
    }
    lines[0] = 1;
    std::vector<size_t> ready = {0};
    size_t first_open = 0;
    while (true) {
      if (ready.empty()) {
        while (first_open < people.size() && is_done[first_open]) ++first_open;
        if (first_open == people.size()) break;
        ready.push_back(first_open);
      }
      const size_t current = ready.back();
      ready.pop_back();
      if (is_done[current]) continue;
      is_done[current] = true;
      for_each_next(people[current].person, [&](size_t next) {
        if (is_done[next]) return;
        lines[next] = saturated_sum(lines[next], lines[current]);
        if (--waiting_for[next] == 0) ready.push_back(next);
      });
    }
    for (size_t i = 0; i < people.size(); ++i) {
      people[i].more_lines = lines[i] == UINT32_MAX ? UINT32_MAX : lines[i] - 1;
    }
    people.erase(people.begin());
  }

  template <typename Function>
  void for_each_next(PersonIndex person, const Function& function) const {
    for (const ParentEdge& edge : next_generation(graph_, person, direction_)) {
      const auto known = positions_.find(edge.person);
      if (known != positions_.end() && edge.person != start_) function(known->second);
    }
  }

  const FamilyGraph& graph_;
  PersonIndex start_;
  Direction direction_;
  LineageBounds bounds_;
  Lineage lineage_;
  std::unordered_map<PersonIndex, size_t> positions_;  // In lineage_.people.
};

// A person's ancestors and the person, by index.
std::unordered_map<PersonIndex, LineagePerson> self_and_ancestors(const Lineage& lineage,
                                                                  PersonIndex person) {
  std::unordered_map<PersonIndex, LineagePerson> result;
  result.reserve(lineage.people.size() + 1);
  result.emplace(person, LineagePerson{.person = person});
  for (const LineagePerson& each : lineage.people) result.emplace(each.person, each);
  return result;
}

uint32_t generations_between(const CommonAncestor& ancestor) {
  return ancestor.first_generations + ancestor.second_generations;
}

}  // namespace

Lineage ancestors(const FamilyGraph& graph, PersonIndex person, LineageBounds bounds) {
  return LineageWalk(graph, person, Direction::kUp, bounds).run();
}

Lineage descendants(const FamilyGraph& graph, PersonIndex person, LineageBounds bounds) {
  return LineageWalk(graph, person, Direction::kDown, bounds).run();
}

CommonAncestors common_ancestors(const FamilyGraph& graph, PersonIndex first, PersonIndex second,
                                 LineageBounds bounds) {
  const Lineage first_lineage = ancestors(graph, first, bounds);
  const Lineage second_lineage = ancestors(graph, second, bounds);
  const auto of_first = self_and_ancestors(first_lineage, first);
  const auto of_second = self_and_ancestors(second_lineage, second);
  std::vector<CommonAncestor> common;
  for (const auto& [person, line] : of_first) {
    const auto found = of_second.find(person);
    if (found == of_second.end()) continue;
    common.push_back({.person = person,
                      .first_generations = line.generation,
                      .second_generations = found->second.generation,
                      .kind = std::max(line.kind, found->second.kind)});
  }
  std::ranges::sort(common, {}, [](const CommonAncestor& ancestor) {
    return std::pair(generations_between(ancestor), ancestor.person);
  });

  CommonAncestors result;
  result.is_cut = first_lineage.is_cut || second_lineage.is_cut;
  std::ranges::copy_if(common, std::back_inserter(result.people), [&](const auto& ancestor) {
    return std::ranges::none_of(graph.children(ancestor.person), [&](const ParentEdge& child) {
      return of_first.contains(child.person) && of_second.contains(child.person);
    });
  });
  if (result.people.empty() && !common.empty()) {
    const uint32_t fewest = generations_between(common.front());
    std::ranges::copy_if(common, std::back_inserter(result.people), [&](const auto& ancestor) {
      return generations_between(ancestor) == fewest;
    });
  }
  return result;
}

bool would_be_own_ancestor(const FamilyGraph& graph, PersonIndex parent, PersonIndex child) {
  std::vector<bool> is_seen(graph.size(), false);
  std::vector<PersonIndex> open = {parent};
  is_seen[parent] = true;
  while (!open.empty()) {
    const PersonIndex current = open.back();
    open.pop_back();
    if (current == child) return true;
    for (const ParentEdge& edge : graph.parents(current)) {
      if (is_seen[edge.person]) continue;
      is_seen[edge.person] = true;
      open.push_back(edge.person);
    }
  }
  return false;
}

}  // namespace norn::family
