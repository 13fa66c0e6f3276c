#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/context.h"
#include "apps/family/model/person.h"
#include "apps/family/model/relationship.h"
#include "apps/family/model/tree.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/transaction.h"
#include "apps/sharing/rights.h"
#include "base/error.h"
#include "store/store.h"

// The check of who may do what, and the reads and writes that all parts of the service use.
namespace norn::family {

using apps::Action;
using apps::Context;
using apps::decide_and_write;
using apps::Done;
using sharing::Right;

// What a person is to a tree. A stranger reads a public tree.
enum class TreeRole : uint8_t { kStranger, kReader, kWriter, kOwner };
std::string_view to_text(TreeRole role);  // "public", "read", "write", "owner"
sharing::Rights rights_of(TreeRole role);

// A tree, and what the user who asked is to it.
struct TreeAccess {
  Tree tree;
  TreeRole role = TreeRole::kStranger;
  store::Item item = {};  // Of the tree.

  bool is_stranger() const { return role == TreeRole::kStranger; }
};

// THE check of who may do what. Returns kNotFound if the tree does not exist or the user may not
// see it, so that others cannot find out which of them it is, and kForbidden if the user lacks the
// right. Decides by the table; an index only leads to public trees, and to those that another
// program has shared.
Result<TreeAccess> authorize(const Context& context, const std::string& user_id,
                             const std::string& tree_id, Right needed);
// The same for changes of what is in the tree. Returns kConflict while it is read-only.
Result<TreeAccess> authorize_change(const Context& context, const std::string& user_id,
                                    const std::string& tree_id);
// Returns kConflict while the tree is being handed over, or a file is imported into it.
Result<void> check_changeable(const Tree& tree);
// Reads a public tree for someone without an account. Returns kNotFound if there is none.
Result<TreeAccess> authorize_visitor(const Context& context, const std::string& tree_id);
// What the user is to the tree; nullopt if they may not see it.
std::optional<TreeRole> role_in(const Tree& tree, const std::string& user_id,
                                const std::optional<Share>& share);

// The tree of an owner. Consistent.
Result<std::optional<store::Item>> find_tree_item(const Context& context,
                                                  const std::string& owner_id,
                                                  const std::string& tree_id);
// The tree of any owner; nullopt if it does not exist or cannot be read. An item of the table
// `norn` says whose it is; an index leads to the trees of other programs, which have none.
Result<std::optional<Tree>> find_tree(const Context& context, const std::string& tree_id);
// Writes that item, and removes it if it names this owner.
Action put_owner(const Context& context, const std::string& tree_id, const std::string& owner_id);
Action remove_owner(const Context& context, const std::string& tree_id,
                    const std::string& owner_id);
Result<std::optional<Share>> find_share(const Context& context, const std::string& user_id,
                                        const std::string& tree_id);

store::Item tree_key(const std::string& owner_id, const std::string& tree_id);
store::Item share_key(const std::string& user_id, const std::string& tree_id);
store::Item person_key(const std::string& owner_id, const std::string& person_id);

// Consistent read of the table.
Result<std::optional<store::Item>> find_item(const Context& context, const store::Item& key);

// A person of a tree; nullopt if there is none.
Result<std::optional<store::Item>> find_person_item(const Context& context, const Tree& tree,
                                                    const std::string& person_id);
// Returns kNotFound.
Result<Person> find_person(const Context& context, const Tree& tree, const std::string& person_id);
// Those of them who are in the tree, by no order. Leaves out those that cannot be read.
Result<std::vector<Person>> find_people(const Context& context, const Tree& tree,
                                        const std::vector<std::string>& person_ids);

// The relationships of one person, with their items. Children and, in part, spouses are found by
// the table; parents and the other spouses by an index, which may lag.
struct Relations {
  std::vector<ParentChild> parents;
  std::vector<ParentChild> children;
  std::vector<Couple> couples;
  std::vector<store::Item> items;  // Of all of these, and of those that cannot be read.
};
Result<Relations> relatives_of(const Context& context, const Tree& tree,
                               const std::string& person_id);

// Visits the items of a tree whose keys in GSI2 begin with `prefix`, in their order: those of
// its owner's partition, because an index also has what is being handed over.
using VisitItem = std::function<Result<void>(store::ItemView)>;
Result<void> visit_tree(const Context& context, const Tree& tree, std::string_view prefix,
                        const VisitItem& visit);
// Visits the people of a tree and their relationships by a consistent read of the table, where
// visit_tree reads an index, which may lag. Takes as long as all trees of the owner do.
Result<void> visit_family(const Context& context, const Tree& tree, const VisitItem& visit);

// Those of apps/shared/item_changes.h, on the table of the trees.
using apps::Edit;
Edit edit(const Context& context, store::ItemView old, const store::Item& next,
          const std::vector<std::string>& names);
Action put_new(const Context& context, store::Item item);
Action remove_unchanged(const Context& context, store::ItemView old);
Action remove_any(const Context& context, const store::Item& key);
Action is_missing(const Context& context, store::Item key);
// The condition that a person has an account.
Action user_is_there(const Context& context, const std::string& user_id);

// A change of what is in a tree, on the condition that the user may still make it.
class TreeChange {
 public:
  TreeChange(const Context& context, const TreeAccess& access, std::string user_id)
      : context_(context), access_(access), user_id_(std::move(user_id)) {}

  void add(Action action) { actions_.push_back(std::move(action)); }
  size_t room() const;  // For so many more actions.
  // Who is related to whom, or when a person lived, changes: the tree has to be as it was read.
  void revise() { revises_ = true; }
  // People are added or removed, which is such a change, too.
  void count(int64_t people) {
    people_ += people;
    revises_ = true;
  }
  void set_root(std::optional<std::string> person_id) { root_ = std::move(person_id); }

  // Writes everything or nothing; false if a condition does not hold any more.
  Result<bool> write();

 private:
  Action change_tree() const;

  const Context& context_;
  const TreeAccess& access_;
  const std::string user_id_;
  std::vector<Action> actions_;
  bool revises_ = false;
  int64_t people_ = 0;
  std::optional<std::optional<std::string>> root_;
};

// The conditions that a user still has a right in a tree, and that it is not read-only.
std::vector<Action> still_may(const Context& context, const TreeAccess& access,
                              const std::string& user_id);

// The current time in the format of items, and the current day in UTC.
std::string now_text(const Context& context);
Date today(const Context& context);

}  // namespace norn::family
