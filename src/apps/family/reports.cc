#include "apps/family/reports.h"

#include <deque>
#include <map>
#include <set>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/model/fact.h"

namespace norn::family {
namespace {

// A tree as the reports look at it. What they look at stays where it is.
struct WholeTree {
  TreeAccess access;
  std::deque<Person> people;
  std::deque<ParentChild> parents;
  std::deque<Couple> couples;
  std::deque<Fact> facts;

  FamilyGraph graph() const {
    std::vector<GraphPerson> nodes;
    for (const Person& one : people) {
      nodes.push_back({.id = one.id,
                       .gender = one.gender,
                       .birth = day_bounds_of(one.birth),
                       .is_dead = one.is_deceased || one.death.is_known()});
    }
    std::vector<GraphParentLink> links;
    for (const ParentChild& one : parents) {
      links.push_back({one.parent_id, one.child_id, one.type});
    }
    std::vector<GraphCouple> pairs;
    for (const Couple& one : couples) {
      pairs.push_back({one.person1_id, one.person2_id, one.status});
    }
    return {nodes, links, pairs};
  }
  // Those of them with these ids.
  std::vector<SeenPerson> seen(const std::set<std::string>& ids, Date today) const {
    std::vector<SeenPerson> all;
    for (const Person& one : people) {
      if (ids.contains(one.id)) all.push_back(seen_by(access, one, today));
    }
    return all;
  }
};

// Facts are read only for those who ask for them.
Result<WholeTree> whole_tree(const Context& context, const std::string& user_id,
                             const std::string& tree_id, bool with_facts) {
  WholeTree whole;
  NORN_ASSIGN(whole.access, authorize(context, user_id, tree_id, Right::kWrite));
  const Tree& tree = whole.access.tree;
  NORN_TRY(visit_tree(context, tree, keys::kPersonPrefix, [&](store::ItemView item) {
    if (auto person = person_from(item)) {
      person->biography.reset();
      whole.people.push_back(*std::move(person));
    }
    return Result<void>();
  }));
  NORN_TRY(visit_tree(context, tree, keys::kRelationshipPrefix, [&](store::ItemView item) {
    if (auto link = parent_child_from(item)) {
      whole.parents.push_back(*std::move(link));
    } else if (auto couple = couple_from(item)) {
      whole.couples.push_back(*std::move(couple));
    }
    return Result<void>();
  }));
  if (!with_facts) return whole;
  NORN_TRY(visit_tree(context, tree, keys::kFactPrefix, [&](store::ItemView item) {
    auto fact = fact_from(item);
    if (fact && fact->date.is_known()) whole.facts.push_back(*std::move(fact));
    return Result<void>();
  }));
  return whole;
}

// What happens after a death.
bool is_of_the_dead(std::string_view kind) {
  return kind == "Burial" || kind == "Cremation" || kind == "Probate" || kind == "Will";
}

}  // namespace

Result<TreeFindings> consistency_of(const Context& context, const std::string& user_id,
                                    const std::string& tree_id) {
  NORN_ASSIGN(const WholeTree whole, whole_tree(context, user_id, tree_id, true));
  std::vector<LifeDates> lives;
  for (const Person& one : whole.people) {
    lives.push_back({one.id, day_bounds_of(one.birth), day_bounds_of(one.death)});
  }
  std::vector<MarriageDates> marriages;
  for (const Couple& one : whole.couples) {
    marriages.push_back({one.person1_id, one.person2_id, day_bounds_of(one.marriage.married)});
    for (const Marriage& earlier : one.history) {
      marriages.push_back({one.person1_id, one.person2_id, day_bounds_of(earlier.married)});
    }
  }
  std::vector<LifeEvent> events;
  for (const Fact& one : whole.facts) {
    if (!is_of_the_dead(one.kind))
      events.push_back({one.person_id, one.id, day_bounds_of(one.date)});
  }
  TreeFindings findings;
  findings.report = consistency_report(whole.graph(), lives, marriages, events);
  std::set<std::string> ids;
  for (const Finding& one : findings.report.findings) {
    ids.insert(one.people.begin(), one.people.end());
  }
  findings.people = whole.seen(ids, today(context));
  return findings;
}

Result<TreeDuplicates> duplicates_of(const Context& context, const std::string& user_id,
                                     const std::string& tree_id) {
  NORN_ASSIGN(const WholeTree whole, whole_tree(context, user_id, tree_id, false));
  std::vector<DuplicateCandidate> candidates;
  std::deque<std::string> given_names;
  for (const Person& one : whole.people) {
    given_names.push_back(one.first_name +
                          (one.middle_name ? " " + *one.middle_name : std::string()));
    DuplicateCandidate candidate;
    candidate.id = one.id;
    candidate.given_names = given_names.back();
    candidate.surname = one.last_name;
    if (one.birth_name) candidate.birth_surname = *one.birth_name;
    candidate.birth = day_bounds_of(one.birth);
    candidate.death = day_bounds_of(one.death);
    if (one.birth_place) candidate.birth_place = *one.birth_place;
    if (one.death_place) candidate.death_place = *one.death_place;
    candidates.push_back(candidate);
  }
  TreeDuplicates result;
  result.duplicates = probable_duplicates(whole.graph(), candidates);
  std::set<std::string> ids;
  for (const Duplicate& one : result.duplicates.pairs) {
    ids.insert(one.first_id);
    ids.insert(one.second_id);
  }
  result.people = whole.seen(ids, today(context));
  return result;
}

}  // namespace norn::family
