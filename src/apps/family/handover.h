#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/family/access.h"
#include "apps/shared/sweeps.h"

// Handing a tree over to another owner. Every key of a tree has its owner, so everything is written
// again under the new one: first all content is copied, then one transaction moves the tree with
// its members, and then what is left under the former owner is removed. The tree cannot be changed
// until it is moved. A sweep does the work, so a crash only interrupts it.
namespace norn::family {

constexpr std::string_view kHandoverSweep = "tree-handover";

// Nullopt if it has to be decided again. Returns kConflict if the heir is no member, or has
// something with the same id, which only other programs give.
Result<std::optional<Done>> begin_handover(const Context& context, const std::string& user_id,
                                           const std::string& tree_id, const std::string& heir_id);
// Adds the beginning to a transaction; `stays` if the former owner becomes a member who may write.
void add_handover(const Context& context, const TreeAccess& access, const std::string& heir_id,
                  bool stays, std::vector<Action>& actions);
// Whether a person can become the owner: they have an account, and nothing with an id of the tree.
Result<bool> can_take_over(const Context& context, const Tree& tree, const std::string& heir_id);
// Calls a handover off if the account of the heir was deleted meanwhile; false if it was not.
Result<bool> call_off_without_heir(const Context& context, const std::string& owner_id,
                                   const std::string& tree_id, const std::string& heir_id);
// Does the work now, unless another process does it.
Result<void> finish_handover(const Context& context, const std::string& owner_id,
                             const std::string& tree_id, const std::string& heir_id,
                             bool stays = true);
// The work of the sweep.
Result<std::optional<apps::Sweeps::Walked>> hand_over_part(const Context& context,
                                                           const std::string& subject,
                                                           const std::string& from);

// An item of a tree as it is under another owner.
store::Item under_owner(store::ItemView item, const std::string& owner_id);

}  // namespace norn::family
