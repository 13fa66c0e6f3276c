#include "apps/family/kinship/graph.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <limits>

namespace norn::family {
namespace {

// Whether the first edge is to be kept when two lead to the same person. The closest kind is; of
// couples the one that says most: a marriage that lasts, then any status that is known.
bool says_more(const ParentEdge& left, const ParentEdge& right) {
  return left.kind < right.kind;
}
bool says_more(const CoupleEdge& left, const CoupleEdge& right) {
  return left.status < right.status;
}

template <typename Edge>
bool is_before(const Edge& left, const Edge& right) {
  return left.person != right.person ? left.person < right.person : says_more(left, right);
}

template <typename Edge>
const Edge* edge_to(std::span<const Edge> edges, PersonIndex person) {
  const auto found = std::ranges::lower_bound(edges, person, {}, &Edge::person);
  return found != edges.end() && found->person == person ? &*found : nullptr;
}

}  // namespace

FamilyGraph::FamilyGraph(std::span<const GraphPerson> people,
                         std::span<const GraphParentLink> parent_links,
                         std::span<const GraphCouple> couples) {
  add_people(people);
  add_parent_links(parent_links);
  add_couples(couples);
}

// The slot that has this person, or the free one where they belong.
size_t FamilyGraph::slot_of(std::string_view text) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = std::hash<std::string_view>()(text) & mask;
  while (slots_[slot] != kNobody && id(slots_[slot]) != text) slot = (slot + 1) & mask;
  return slot;
}

void FamilyGraph::add_people(std::span<const GraphPerson> people) {
  const size_t count = std::min(people.size(), kMaxGraphPeople);
  problems_.people_over = people.size() - count;
  people_.reserve(count);
  slots_.assign(std::bit_ceil(2 * count + 1), kNobody);
  for (const GraphPerson& person : people.first(count)) {
    // Keys of DynamoDB are much shorter; this keeps the sums below in their types.
    if (person.id.size() > std::numeric_limits<uint16_t>::max() ||
        ids_.size() + person.id.size() > std::numeric_limits<uint32_t>::max()) {
      ++problems_.people_over;
      continue;
    }
    const size_t slot = slot_of(person.id);
    if (slots_[slot] != kNobody) {
      ++problems_.double_people;
      continue;
    }
    slots_[slot] = static_cast<PersonIndex>(people_.size());
    people_.push_back({.birth = person.birth,
                       .id_begin = static_cast<uint32_t>(ids_.size()),
                       .id_size = static_cast<uint16_t>(person.id.size()),
                       .gender = person.gender,
                       .is_dead = person.is_dead});
    ids_ += person.id;
  }
}

std::optional<PersonIndex> FamilyGraph::find(std::string_view text) const {
  const PersonIndex found = slots_[slot_of(text)];
  return found == kNobody ? std::nullopt : std::optional(found);
}

// Sorted by counting: the arcs of each person, in the order of the people they lead to.
template <typename Edge>
FamilyGraph::Adjacency<Edge> FamilyGraph::adjacency(const std::vector<Arc<Edge>>& arcs) const {
  std::vector<uint32_t> ends(size() + 1, 0);
  for (const auto& arc : arcs) ++ends[arc.person + 1];
  for (size_t i = 0; i < size(); ++i) ends[i + 1] += ends[i];
  std::vector<Edge> sorted(arcs.size());
  for (const auto& arc : arcs) sorted[ends[arc.person]++] = arc.edge;  // ends[i] moves to its end.

  Adjacency<Edge> result;
  result.begins.reserve(size() + 1);
  result.begins.push_back(0);
  result.edges.reserve(arcs.size());
  auto next = sorted.begin();
  for (size_t person = 0; person < size(); ++person) {
    const auto end = sorted.begin() + ends[person];
    std::sort(next, end, is_before<Edge>);
    std::unique_copy(next, end, std::back_inserter(result.edges),
                     [](const Edge& a, const Edge& b) { return a.person == b.person; });
    result.begins.push_back(static_cast<uint32_t>(result.edges.size()));
    next = end;
  }
  return result;
}

void FamilyGraph::add_parent_links(std::span<const GraphParentLink> links) {
  std::vector<Arc<ParentEdge>> up;
  std::vector<Arc<ParentEdge>> down;
  up.reserve(links.size());
  down.reserve(links.size());
  for (const GraphParentLink& link : links) {
    const auto parent = find(link.parent_id);
    const auto child = find(link.child_id);
    if (!parent || !child) {
      ++problems_.unknown_people;
    } else if (*parent == *child) {
      problems_.own_parents.push_back(*parent);
    } else {
      up.push_back({*child, {*parent, link.kind}});
      down.push_back({*parent, {*child, link.kind}});
    }
  }
  parents_ = adjacency(up);
  children_ = adjacency(down);
  problems_.double_links += up.size() - parents_.edges.size();
  std::ranges::sort(problems_.own_parents);
  const auto repeated = std::ranges::unique(problems_.own_parents);
  problems_.own_parents.erase(repeated.begin(), repeated.end());
}

void FamilyGraph::add_couples(std::span<const GraphCouple> couples) {
  std::vector<Arc<CoupleEdge>> arcs;
  arcs.reserve(2 * couples.size());
  for (const GraphCouple& couple : couples) {
    const auto first = find(couple.first_id);
    const auto second = find(couple.second_id);
    if (!first || !second) {
      ++problems_.unknown_people;
    } else if (*first == *second) {
      ++problems_.own_spouses;
    } else {
      arcs.push_back({*first, {*second, couple.status}});
      arcs.push_back({*second, {*first, couple.status}});
    }
  }
  spouses_ = adjacency(arcs);
  problems_.double_links += (arcs.size() - spouses_.edges.size()) / 2;
}

std::optional<ParentKind> FamilyGraph::parent_kind(PersonIndex parent, PersonIndex child) const {
  const ParentEdge* edge = edge_to(parents(child), parent);
  return edge == nullptr ? std::nullopt : std::optional(edge->kind);
}

std::optional<CoupleStatus> FamilyGraph::couple_status(PersonIndex first,
                                                       PersonIndex second) const {
  const CoupleEdge* edge = edge_to(spouses(first), second);
  return edge == nullptr ? std::nullopt : std::optional(edge->status);
}

}  // namespace norn::family
