#include "apps/family/relationships.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "apps/family/facts.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/render.h"
#include "apps/family/rules.h"
#include "apps/family/sentences.h"
#include "apps/family/tree_pages.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::family {
namespace {

// The two people of a relationship; kConflict of the field whose person is not in the tree.
struct Two {
  Person first;
  Person second;
};

Result<Two> two_in(const Context& context, const Tree& tree, std::string_view first_field,
                   const std::string& first_id, std::string_view second_field,
                   const std::string& second_id) {
  NORN_ASSIGN(const auto people, find_people(context, tree, {first_id, second_id}));
  const auto first = std::ranges::find(people, first_id, &Person::id);
  const auto second = std::ranges::find(people, second_id, &Person::id);
  if (first == people.end()) return conflict(first_field, kPersonElsewhere(first_id));
  if (second == people.end()) return conflict(second_field, kPersonElsewhere(second_id));
  return Two{*first, *second};
}

// That both people are still there.
void need_people(const Context& context, const Tree& tree, const std::vector<std::string>& ids,
                 TreeChange& change) {
  for (const std::string& id : ids) {
    store::ConditionCheck check;
    check.table = context.tables.family();
    check.key = person_key(tree.owner_id, id);
    check.condition = "attribute_exists(PK)";
    change.add(std::move(check));
  }
}

template <typename T>
void set_history(const Context& context, const TreeAccess& access, const std::string& user_id,
                 T& relationship) {
  relationship.tree_id = access.tree.id;
  relationship.owner_id = access.tree.owner_id;
  relationship.created_at = relationship.updated_at = now_text(context);
  relationship.created_by = relationship.updated_by = user_id;
}

Result<void> check_number(const Relations& relatives, const std::string& parent_id,
                          const std::string& child_id) {
  const auto parents = std::ranges::count(relatives.parents, child_id, &ParentChild::child_id);
  const auto children = std::ranges::count(relatives.children, parent_id, &ParentChild::parent_id);
  if (parents >= static_cast<int64_t>(kMaxParents)) {
    return conflict("childId", kTooManyRelatives(kMaxParents, "parents"));
  }
  if (children >= static_cast<int64_t>(kMaxChildren)) {
    return conflict("parentId", kTooManyRelatives(kMaxChildren, "children"));
  }
  return {};
}

Result<std::optional<ParentChild>> try_add_parent(const Context& context,
                                                  const std::string& user_id,
                                                  const std::string& tree_id,
                                                  const ParentChildInput& input) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const Two two,
              two_in(context, access.tree, "parentId", input.parent_id, "childId", input.child_id));
  const auto& [parent, child] = two;
  const std::string key = keys::child_of(parent.id, child.id);
  NORN_ASSIGN(const auto there,
              find_item(context, apps::key_of(keys::user(access.tree.owner_id), key)));
  if (there) return conflict("childId", kAlreadyParent(parent.full_name(), child.full_name()));
  ParentChild made = {.parent_id = parent.id, .child_id = child.id, .type = input.type};
  made.adoption = input.adoption;
  made.notes = input.notes;
  NORN_TRY(check_adoption(made));
  NORN_TRY(check_births(parent, child, input.type));
  NORN_TRY(check_ancestry(context, access.tree, parent, child));
  NORN_ASSIGN(const Relations of_parent, relatives_of(context, access.tree, parent.id));
  NORN_TRY(check_number(of_parent, parent.id, child.id));
  NORN_ASSIGN(const Relations of_child, relatives_of(context, access.tree, child.id));
  NORN_TRY(check_number(of_child, parent.id, child.id));
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  set_history(context, access, user_id, made);
  TreeChange change(context, access, user_id);
  change.revise();
  add_new(context, made, change);
  need_people(context, access.tree, {parent.id, child.id}, change);
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return parent_child_from(to_item(made));
}

std::vector<Citation> citations_of(const Couple& couple) {
  std::vector<Citation> all;
  const auto add = [&](const Marriage& marriage) {
    for (const auto* const some : {&marriage.marriage_citations, &marriage.divorce_citations}) {
      all.insert(all.end(), some->begin(), some->end());
    }
  };
  add(couple.marriage);
  for (const Marriage& earlier : couple.history) add(earlier);
  return all;
}

Result<void> check_sources_of_couple(const Context& context, const Tree& tree, const Couple& couple,
                                     const Couple& before) {
  // A marriage may become an earlier one, with its citations.
  const std::vector<Citation> known = citations_of(before);
  const Marriage& last = couple.marriage;
  NORN_TRY(check_citations(context, tree, "marriageCitations", last.marriage_citations, known));
  NORN_TRY(check_citations(context, tree, "divorceCitations", last.divorce_citations, known));
  for (const Marriage& earlier : couple.history) {
    NORN_TRY(check_citations(context, tree, "history", earlier.marriage_citations, known));
    NORN_TRY(check_citations(context, tree, "history", earlier.divorce_citations, known));
  }
  return check_cited_bytes(cited_bytes(citations_of(couple)), cited_bytes(known));
}

Result<std::optional<Couple>> try_add_couple(const Context& context, const std::string& user_id,
                                             const std::string& tree_id, const CoupleInput& input) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const Two two, two_in(context, access.tree, "person1Id", input.person1_id,
                                    "person2Id", input.person2_id));
  const auto& [first, second] = two;
  if (first.id == second.id) return conflict("person2Id", kOwnRelative(first.full_name()));
  NORN_ASSIGN(const Relations relatives, relatives_of(context, access.tree, first.id));
  const auto is_same = [&](const Couple& one) {
    return one.person1_id == second.id || one.person2_id == second.id;
  };
  if (std::ranges::any_of(relatives.couples, is_same)) {
    return conflict("person2Id", kAlreadySpouses(first.full_name(), second.full_name()));
  }
  if (relatives.couples.size() >= kMaxSpouses) {
    return conflict("person1Id", kTooManyRelatives(kMaxSpouses, "spouses"));
  }
  Couple made = {.person1_id = first.id, .person2_id = second.id, .status = input.status};
  made.marriage = input.marriage;
  made.history = input.history;
  made.notes = input.notes;
  NORN_TRY(check_marriages(made));
  NORN_TRY(check_sources_of_couple(context, access.tree, made, {}));
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  set_history(context, access, user_id, made);
  TreeChange change(context, access, user_id);
  change.revise();
  add_new(context, made, change);
  need_people(context, access.tree, {first.id, second.id}, change);
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return couple_from(to_item(made));
}

// The item of a relationship of this tree; kNotFound.
Result<store::Item> find_relationship(const Context& context, const Tree& tree,
                                      const std::vector<std::string>& sort_keys) {
  for (const std::string& key : sort_keys) {
    NORN_ASSIGN(auto item, find_item(context, apps::key_of(keys::user(tree.owner_id), key)));
    if (item && apps::text_of(*item, "TreeId") == tree.id) return *std::move(item);
  }
  return not_found(kRelationshipNotFound);
}

std::vector<std::string> parent_keys(const std::string& parent_id, const std::string& child_id) {
  return {keys::child_of(parent_id, child_id)};
}

std::vector<std::string> couple_keys(const std::string& person1_id, const std::string& person2_id) {
  return {keys::spouse_of(person1_id, person2_id), keys::spouse_of(person2_id, person1_id)};
}

template <typename T>
std::unexpected<Error> stale_relationship(const T& relationship) {
  std::string current;
  append_json(current, relationship);
  return stale("relationship", std::move(current), relationship.etag);
}

// Changes a relationship: `patch` changes it, and returns an error of a rule.
template <typename T, typename Patch>
Result<std::optional<T>> try_change(const Context& context, const std::string& user_id,
                                    const std::string& tree_id,
                                    const std::vector<std::string>& sort_keys,
                                    Result<T> (*from)(store::ItemView),
                                    const std::vector<std::string>& names, const std::string& etag,
                                    const Patch& patch) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const store::Item item, find_relationship(context, access.tree, sort_keys));
  NORN_ASSIGN(T now, from(item));
  if (now.etag != etag) return stale_relationship(now);
  T next = now;
  NORN_TRY(patch(access.tree, next));
  if (next == now) return now;
  NORN_TRY(context.quotas.check_change_in(keys::tree(tree_id)));
  next.updated_at = now_text(context);
  next.updated_by = user_id;
  Edit change = edit(context, item, to_item(next), names);
  TreeChange whole(context, access, user_id);
  whole.revise();
  whole.add(std::move(change.action));
  NORN_ASSIGN(const bool written, whole.write());
  if (!written) return std::nullopt;
  NORN_ASSIGN(now, from(change.item));
  return now;
}

template <typename T>
Result<std::optional<Done>> try_remove(const Context& context, const std::string& user_id,
                                       const std::string& tree_id,
                                       const std::vector<std::string>& sort_keys,
                                       Result<T> (*from)(store::ItemView),
                                       const std::string& etag) {
  NORN_ASSIGN(const auto access, authorize_change(context, user_id, tree_id));
  NORN_ASSIGN(const store::Item item, find_relationship(context, access.tree, sort_keys));
  NORN_ASSIGN(const T now, from(item));
  if (now.etag != etag) return stale_relationship(now);
  TreeChange change(context, access, user_id);
  change.revise();
  change.add(remove_unchanged(context, item));
  NORN_ASSIGN(const bool written, change.write());
  if (!written) return std::nullopt;
  return Done{};
}

// As the one who has this access sees it.
template <typename T>
Result<T> shown(const Context& context, const TreeAccess& access, T relationship,
                const std::string& first_id, const std::string& second_id) {
  if (!access.is_stranger()) return relationship;
  NORN_ASSIGN(const auto people, find_people(context, access.tree, {first_id, second_id}));
  const Date now = today(context);
  const auto is_living = [&](const Person& one) { return one.is_living(now); };
  // One who is not there may be living, too.
  const bool are_both_there = people.size() == 2;
  if (!are_both_there || std::ranges::any_of(people, is_living)) protect(relationship);
  hide_authors(relationship);
  return relationship;
}

}  // namespace

void add_new(const Context& context, const ParentChild& relationship, TreeChange& change) {
  change.add(put_new(context, to_item(relationship)));
}

void add_new(const Context& context, const Couple& relationship, TreeChange& change) {
  change.add(put_new(context, to_item(relationship)));
  change.add(is_missing(
      context, apps::key_of(keys::user(relationship.owner_id),
                            keys::spouse_of(relationship.person2_id, relationship.person1_id))));
}

namespace {

template <typename T>
void hide(T& relationship) {
  relationship.created_by.reset();
  relationship.updated_by.reset();
  // The tag of the whole item would tell whether a guess of what is hidden is right.
  relationship.etag = apps::etag_of(to_item(relationship).json());
}

}  // namespace

void hide_authors(ParentChild& relationship) {
  hide(relationship);
}

void hide_authors(Couple& relationship) {
  hide(relationship);
}

void protect(ParentChild& relationship) {
  relationship.is_protected = true;
  // The tag of what strangers see is made of this, too.
  relationship.type = ParentKind::kBiological;
  relationship.adoption = {};
  relationship.notes.reset();
}

void protect(Couple& relationship) {
  relationship.is_protected = true;
  relationship.status = CoupleStatus::kUnknown;
  relationship.marriage = {};
  relationship.history.clear();
  relationship.notes.reset();
}

Result<ParentChild> Relationships::add_parent(const std::string& user_id,
                                              const std::string& tree_id,
                                              const ParentChildInput& input) {
  return decide_and_write([&] { return try_add_parent(context_, user_id, tree_id, input); });
}

Result<Couple> Relationships::add_couple(const std::string& user_id, const std::string& tree_id,
                                         const CoupleInput& input) {
  return decide_and_write([&] { return try_add_couple(context_, user_id, tree_id, input); });
}

namespace {

std::string_view prefix_of(RelationshipKind kind) {
  switch (kind) {
    case RelationshipKind::kParentChild:
      return keys::kParenthoodPrefix;
    case RelationshipKind::kSpousal:
      return keys::kMarriagePrefix;
    case RelationshipKind::kAny:
      break;
  }
  return keys::kRelationshipPrefix;
}

// Leaves out those of people who are not there, and makes the others what their reader may see.
class ShownPage {
 public:
  ShownPage(const TreeAccess& access, const std::vector<Person>& people, Date today)
      : access_(access) {
    for (const Person& one : people) is_living_.emplace(one.id, one.is_living(today));
  }

  template <typename T>
  void add(T relationship, const std::string& first_id, const std::string& second_id,
           std::vector<T>& list) const {
    const auto first = is_living_.find(first_id);
    const auto second = is_living_.find(second_id);
    if (first == is_living_.end() || second == is_living_.end()) return;
    if (access_.is_stranger()) {
      if (first->second || second->second) protect(relationship);
      hide_authors(relationship);
    }
    list.push_back(std::move(relationship));
  }

 private:
  const TreeAccess& access_;
  std::map<std::string, bool> is_living_;
};

}  // namespace

Result<RelationshipsPage> Relationships::list(const std::string& user_id,
                                              const std::string& tree_id, RelationshipKind kind,
                                              size_t limit, const std::string& after) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(TreePage found, page_of_tree(context_, access.tree, prefix_of(kind), limit, after));
  const auto parents = apps::readable<ParentChild>(found.items, parent_child_from);
  const auto couples = apps::readable<Couple>(found.items, couple_from);
  std::vector<std::string> ids;
  for (const ParentChild& one : parents) ids.insert(ids.end(), {one.parent_id, one.child_id});
  for (const Couple& one : couples) ids.insert(ids.end(), {one.person1_id, one.person2_id});
  NORN_ASSIGN(const auto people, find_people(context_, access.tree, ids));
  const ShownPage shown_page(access, people, today(context_));
  RelationshipsPage page;
  page.next = std::move(found.next);
  for (const ParentChild& one : parents) {
    shown_page.add(one, one.parent_id, one.child_id, page.parents);
  }
  for (const Couple& one : couples) {
    shown_page.add(one, one.person1_id, one.person2_id, page.couples);
  }
  return page;
}

Result<ParentChild> Relationships::parent(const std::string& user_id, const std::string& tree_id,
                                          const std::string& parent_id,
                                          const std::string& child_id) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(const store::Item item,
              find_relationship(context_, access.tree, parent_keys(parent_id, child_id)));
  NORN_ASSIGN(ParentChild found, parent_child_from(item));
  return shown(context_, access, std::move(found), parent_id, child_id);
}

Result<Couple> Relationships::couple(const std::string& user_id, const std::string& tree_id,
                                     const std::string& person1_id, const std::string& person2_id) {
  NORN_ASSIGN(const auto access, authorize(context_, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(const store::Item item,
              find_relationship(context_, access.tree, couple_keys(person1_id, person2_id)));
  NORN_ASSIGN(Couple found, couple_from(item));
  return shown(context_, access, std::move(found), person1_id, person2_id);
}

Result<ParentChild> Relationships::change_parent(
    const std::string& user_id, const std::string& tree_id, const std::string& parent_id,
    const std::string& child_id, const ParentChildPatch& patch, const std::string& etag) {
  const auto apply = [&](const Tree& tree, ParentChild& next) -> Result<void> {
    if (patch.type) next.type = *patch.type;
    if (patch.adoption) next.adoption = *patch.adoption;
    if (patch.notes) next.notes = *patch.notes;
    NORN_TRY(check_adoption(next));
    NORN_ASSIGN(const auto people, find_people(context_, tree, {parent_id, child_id}));
    const auto parent = std::ranges::find(people, parent_id, &Person::id);
    const auto child = std::ranges::find(people, child_id, &Person::id);
    if (parent == people.end() || child == people.end()) return {};
    return check_births(*parent, *child, next.type);
  };
  return decide_and_write([&] {
    return try_change<ParentChild>(context_, user_id, tree_id, parent_keys(parent_id, child_id),
                                   parent_child_from, parent_child_attributes(), etag, apply);
  });
}

Result<Couple> Relationships::change_couple(const std::string& user_id, const std::string& tree_id,
                                            const std::string& person1_id,
                                            const std::string& person2_id, const CouplePatch& patch,
                                            const std::string& etag) {
  const auto apply = [&](const Tree& tree, Couple& next) -> Result<void> {
    const Couple before = next;
    if (patch.status) next.status = *patch.status;
    if (patch.married) next.marriage.married = *patch.married;
    if (patch.place) next.marriage.place = *patch.place;
    if (patch.divorced) next.marriage.divorced = *patch.divorced;
    if (patch.marriage_citations) next.marriage.marriage_citations = *patch.marriage_citations;
    if (patch.divorce_citations) next.marriage.divorce_citations = *patch.divorce_citations;
    if (patch.history) next.history = *patch.history;
    if (patch.notes) next.notes = *patch.notes;
    NORN_TRY(check_marriages(next));
    return check_sources_of_couple(context_, tree, next, before);
  };
  return decide_and_write([&] {
    return try_change<Couple>(context_, user_id, tree_id, couple_keys(person1_id, person2_id),
                              couple_from, couple_attributes(), etag, apply);
  });
}

Result<void> Relationships::remove_parent(const std::string& user_id, const std::string& tree_id,
                                          const std::string& parent_id, const std::string& child_id,
                                          const std::string& etag) {
  NORN_TRY(decide_and_write([&] {
    return try_remove<ParentChild>(context_, user_id, tree_id, parent_keys(parent_id, child_id),
                                   parent_child_from, etag);
  }));
  return {};
}

Result<void> Relationships::remove_couple(const std::string& user_id, const std::string& tree_id,
                                          const std::string& person1_id,
                                          const std::string& person2_id, const std::string& etag) {
  NORN_TRY(decide_and_write([&] {
    return try_remove<Couple>(context_, user_id, tree_id, couple_keys(person1_id, person2_id),
                              couple_from, etag);
  }));
  return {};
}

}  // namespace norn::family
