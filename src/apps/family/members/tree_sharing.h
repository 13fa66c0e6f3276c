#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/sharing/shared_things.h"

namespace norn::family {

// How trees are shared: exactly one person owns a tree, and is in its keys. Others read or write.
// A member is an id in the tree's `SharedWith`, as in the design, and a SHARED item in the member's
// own partition, which says whether they may write. Another program writes only the first, which
// lets its member read.
class TreeSharing final : public sharing::SharedThings {
 public:
  explicit TreeSharing(Context context);

  const sharing::Description& description() const override { return description_; }

  Result<sharing::Access> authorize(const std::string& user_id, const std::string& tree_id,
                                    Right needed) override;
  Result<bool> exists(const std::string& tree_id) override;
  Result<std::optional<sharing::Membership>> find(const std::string& tree_id,
                                                  const std::string& user_id) override;
  Result<std::vector<sharing::Membership>> members_of(const std::string& tree_id) override;
  Result<bool> has_members_besides(const std::string& user_id, const std::string& tree_id) override;
  Result<bool> is_in_most(const std::string& user_id) override;
  Result<void> visit_things_of(const std::string& user_id, const Visit& visit) override;
  Result<sharing::Audience> audience_of(const std::string& tree_id) override;

  std::string etag_of(const sharing::Membership& membership) const override;
  std::unexpected<Error> stale(std::string current, std::string etag) const override;

  Result<Action> is_there(const std::string& tree_id) const override;
  Result<Action> still_may(const std::string& user_id, const std::string& tree_id,
                           Right right) const override;

  Result<void> add(const sharing::Membership& membership,
                   std::vector<Action>& actions) const override;
  Result<void> replace(const sharing::Membership& old, const sharing::Membership& next,
                       std::vector<Action>& actions) const override;
  Result<void> remove(const sharing::Membership& old, std::vector<Action>& actions) const override;

  Result<Action> is_unshared(const std::string& tree_id) const override;
  Result<bool> can_inherit(const std::string& tree_id, const std::string& user_id) const override;
  Result<void> hand_over(const std::string& tree_id, const std::string& heir_id,
                         std::vector<Action>& actions) const override;
  Result<void> remove_thing(const std::string& tree_id,
                            std::vector<Action>& actions) const override;
  // Finishes the handover that `hand_over` began.
  Result<sharing::Cleared> clear(const std::string& tree_id, const std::string& user_id) override;
  // The deleted trees of the person.
  Result<bool> forget_former(const std::string& user_id) override;

 private:
  struct Found {
    Tree tree;
    store::Item item;
  };
  // Returns kNotFound.
  Result<Found> find_existing(const std::string& tree_id) const;
  // The tree with other members, on the condition that they were not changed.
  Action change_members(const Found& found, std::vector<std::string> members) const;
  Result<std::vector<sharing::Membership>> members_in(const Tree& tree) const;

  Context context_;
  const sharing::Description description_;
};

// The roles, limits and items of all trees.
sharing::Description describe_trees(const apps::TableNames& tables);

}  // namespace norn::family
