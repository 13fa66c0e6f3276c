#include "apps/family/rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/work_budget.h"

namespace norn::family {
namespace {

// More people than any tree has; another program may write cycles, which `seen` ends.
constexpr size_t kMaxWalkedPeople = 500'000;

// People who are reached generation by generation.
struct Walk {
  std::set<std::string> seen;
  std::vector<std::string> edge;  // The last generation.
};

// The children of a person by the table, or the parents by the index.
Result<std::vector<std::string>> next_of(const Context& context, const Tree& tree,
                                         const std::string& person_id, bool is_down) {
  store::QueryRequest request;
  request.table = context.tables.family();
  if (is_down) {
    request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
    request.placeholders.values = {{":pk", keys::user(tree.owner_id)},
                                   {":prefix", keys::child_of(person_id, "")}};
    request.consistent = true;
  } else {
    request.index = "GSI1";
    request.key_condition = "GSI1PK = :pk AND begins_with(GSI1SK, :prefix)";
    request.placeholders.values = {{":pk", keys::person(person_id)},
                                   {":prefix", keys::kParentPrefix}};
  }
  std::vector<std::string> ids;
  NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView item) -> Result<void> {
    const auto pair = keys::child_in(apps::text_of(item, "SK"));
    const bool is_of_tree = apps::text_of(item, "PK") == keys::user(tree.owner_id) &&
                            apps::text_of(item, "TreeId") == tree.id;
    if (pair && is_of_tree) ids.push_back(is_down ? pair->second : pair->first);
    return {};
  }));
  return ids;
}

Result<void> walk_on(const Context& context, const Tree& tree, bool is_down, Walk& walk) {
  std::vector<std::string> next;
  for (const std::string& person_id : walk.edge) {
    NORN_TRY(WorkBudget::check());
    NORN_ASSIGN(auto ids, next_of(context, tree, person_id, is_down));
    for (std::string& id : ids) {
      if (walk.seen.insert(id).second) next.push_back(std::move(id));
    }
  }
  walk.edge = std::move(next);
  return {};
}

}  // namespace

// Walks up from the one and down from the
// other, always where there are fewer people, until one of them has no more: adding a grandfather
// to the root of a large tree costs a few reads, and so does adding a grandchild.
Result<bool> descends_from(const Context& context, const Tree& tree, const std::string& person_id,
                           const std::string& ancestor_id) {
  if (person_id == ancestor_id) return true;
  Walk up = {{person_id}, {person_id}};
  Walk down = {{ancestor_id}, {ancestor_id}};
  while (!up.edge.empty() && !down.edge.empty()) {
    // The table rather than the index, which may lag.
    const bool goes_down = down.edge.size() <= up.edge.size();
    Walk& walk = goes_down ? down : up;
    const Walk& other = goes_down ? up : down;
    NORN_TRY(walk_on(context, tree, goes_down, walk));
    const auto is_met = [&](const std::string& id) { return other.seen.contains(id); };
    if (std::ranges::any_of(walk.edge, is_met)) return true;
    if (up.seen.size() + down.seen.size() > kMaxWalkedPeople) break;
  }
  return false;
}

Result<void> check_life(const Person& person) {
  if (!is_before(person.death, person.birth)) return {};
  return conflict("deathDate", kDiedBeforeBirth(person.full_name()));
}

Result<void> check_births(const Person& parent, const Person& child, ParentKind type) {
  if (type == ParentKind::kStep || !is_before(child.birth, parent.birth)) return {};
  return conflict("parentId", kParentIsYounger(parent.full_name(), child.full_name()));
}

Result<void> check_adoption(const ParentChild& relationship) {
  if (relationship.type == ParentKind::kAdoptive || !relationship.adoption.is_known()) return {};
  return conflict("adoptionDate", kAdoptionDateWithoutAdoption);
}

Result<void> check_marriages(const Couple& couple) {
  std::vector<Marriage> all = couple.history;
  all.push_back(couple.marriage);
  for (const Marriage& marriage : all) {
    if (is_before(marriage.divorced, marriage.married)) {
      return conflict("divorceDate", kDivorceBeforeMarriage);
    }
  }
  return {};
}

Result<void> check_ancestry(const Context& context, const Tree& tree, const Person& parent,
                            const Person& child) {
  if (parent.id == child.id) return conflict("parentId", kOwnRelative(parent.full_name()));
  NORN_ASSIGN(const bool is_circle, descends_from(context, tree, parent.id, child.id));
  if (!is_circle) return {};
  return conflict("parentId", kWouldBeOwnAncestor(parent.full_name(), child.full_name()));
}

Result<void> check_births_around(const Context& context, const Tree& tree, const Person& person) {
  NORN_ASSIGN(const Relations relatives, relatives_of(context, tree, person.id));
  std::vector<std::string> ids;
  for (const ParentChild& one : relatives.parents) ids.push_back(one.parent_id);
  for (const ParentChild& one : relatives.children) ids.push_back(one.child_id);
  NORN_ASSIGN(const auto people, find_people(context, tree, ids));
  std::map<std::string, const Person*> by_id;
  for (const Person& one : people) by_id.emplace(one.id, &one);
  for (const ParentChild& one : relatives.parents) {
    const auto parent = by_id.find(one.parent_id);
    if (parent != by_id.end()) NORN_TRY(check_births(*parent->second, person, one.type));
  }
  for (const ParentChild& one : relatives.children) {
    const auto child = by_id.find(one.child_id);
    if (child != by_id.end()) NORN_TRY(check_births(person, *child->second, one.type));
  }
  return {};
}

}  // namespace norn::family
