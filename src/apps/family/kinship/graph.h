#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/kinds.h"

// A family tree in memory, made for walking through it: people are numbers, links are flat arrays.
namespace norn::family {

struct GraphPerson {
  std::string_view id;
  Gender gender = Gender::kUnknown;
  DayBounds birth = {};
  bool is_dead = false;
};

struct GraphParentLink {
  std::string_view parent_id;
  std::string_view child_id;
  ParentKind kind = ParentKind::kBiological;
};

struct GraphCouple {
  std::string_view first_id;
  std::string_view second_id;
  CoupleStatus status = CoupleStatus::kUnknown;
};

// A person of one graph: 0, 1, 2, ... in the order in which people were given.
using PersonIndex = uint32_t;
inline constexpr PersonIndex kNobody = UINT32_MAX;

// The other end of a link between parent and child.
struct ParentEdge {
  PersonIndex person = kNobody;
  ParentKind kind = ParentKind::kBiological;
};

// The other half of a couple.
struct CoupleEdge {
  PersonIndex person = kNobody;
  CoupleStatus status = CoupleStatus::kUnknown;
};

// Other programs write these trees as well, so the input may be wrong in any way. What makes no
// sense is left out and counted.
struct GraphProblems {
  size_t double_people = 0;   // The first one of an id is kept.
  size_t people_over = 0;     // More than kMaxGraphPeople.
  size_t unknown_people = 0;  // Links to people who are not there.
  size_t double_links = 0;    // Of one pair the closest kind is kept.
  std::vector<PersonIndex> own_parents =
      {};                  // Linked to themselves as parent and child; once each.
  size_t own_spouses = 0;  // Linked to themselves as a couple.
};

// Immutable, so any number of threads may read it. There may be cycles: a person who is their own
// ancestor. The texts that it is made of are copied.
class FamilyGraph {
 public:
  static constexpr size_t kMaxGraphPeople = 1'000'000;

  FamilyGraph(std::span<const GraphPerson> people, std::span<const GraphParentLink> parent_links,
              std::span<const GraphCouple> couples);

  size_t size() const { return people_.size(); }
  // nullopt if there is no person with this id.
  std::optional<PersonIndex> find(std::string_view id) const;

  std::string_view id(PersonIndex person) const {
    return std::string_view(ids_).substr(people_[person].id_begin, people_[person].id_size);
  }
  Gender gender(PersonIndex person) const { return people_[person].gender; }
  const DayBounds& birth(PersonIndex person) const { return people_[person].birth; }
  bool is_dead(PersonIndex person) const { return people_[person].is_dead; }

  // Each other person once, in the order of their indexes.
  std::span<const ParentEdge> parents(PersonIndex child) const { return parents_.of(child); }
  std::span<const ParentEdge> children(PersonIndex parent) const { return children_.of(parent); }
  std::span<const CoupleEdge> spouses(PersonIndex person) const { return spouses_.of(person); }

  // nullopt if the two are not linked in this way.
  std::optional<ParentKind> parent_kind(PersonIndex parent, PersonIndex child) const;
  std::optional<CoupleStatus> couple_status(PersonIndex first, PersonIndex second) const;

  const GraphProblems& problems() const { return problems_; }

 private:
  struct Person {
    DayBounds birth;
    uint32_t id_begin = 0;
    uint16_t id_size = 0;
    Gender gender = Gender::kUnknown;
    bool is_dead = false;
  };

  // The edges of all people one after the other; those of person i begin at begins[i].
  template <typename Edge>
  struct Adjacency {
    std::vector<uint32_t> begins;
    std::vector<Edge> edges;

    std::span<const Edge> of(PersonIndex person) const {
      return std::span(edges).subspan(begins[person], begins[person + 1] - begins[person]);
    }
  };

  // One direction of a link, while the graph is built.
  template <typename Edge>
  struct Arc {
    PersonIndex person = kNobody;
    Edge edge;
  };

  void add_people(std::span<const GraphPerson> people);
  void add_parent_links(std::span<const GraphParentLink> links);
  void add_couples(std::span<const GraphCouple> couples);
  size_t slot_of(std::string_view id) const;
  template <typename Edge>
  Adjacency<Edge> adjacency(const std::vector<Arc<Edge>>& arcs) const;

  std::vector<Person> people_;
  std::string ids_;                 // All of them, one after the other.
  std::vector<PersonIndex> slots_;  // A hash table of people by id; open addressing.
  Adjacency<ParentEdge> parents_;
  Adjacency<ParentEdge> children_;
  Adjacency<CoupleEdge> spouses_;
  GraphProblems problems_;
};

}  // namespace norn::family
