#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/family/access.h"

// Which person of a tree a member is: the one whose grandmother is called "grandmother". Kept in
// the table `norn`, for each member and tree, because a member whom another program added has no
// item of their own in the tree, and a new owner is another person of it.
namespace norn::family {

// Nullopt if the member has not said so, or that person is not in the tree (any more). Errors are
// those of `authorize`; returns kForbidden for those who only read a public tree.
Result<std::optional<std::string>> own_person(const Context& context, const std::string& user_id,
                                              const std::string& tree_id);
// Says who they are; nullopt: none of them. Returns kConflict if the person is not in the tree.
Result<void> set_own_person(const Context& context, const std::string& user_id,
                            const std::string& tree_id,
                            const std::optional<std::string>& person_id);

// What a user has said about all trees: person ids by tree id. Neither the trees nor the people
// need to be there.
Result<std::map<std::string, std::string>> own_people(const Context& context,
                                                      const std::string& user_id);

// Forgets what a user has said about a tree, for the transaction in which they leave it.
Action forget_own_person(const Context& context, const std::string& user_id,
                         const std::string& tree_id);
// The keys of these items.
store::Item own_person_key(const std::string& user_id, const std::string& tree_id);

// Removes them with the account.
class OwnPeople final : public accounts::UserHook {
 public:
  explicit OwnPeople(const Context& context) : context_(context) {}

  Result<bool> forget(const std::string& user_id) override;

 private:
  const Context& context_;
};

}  // namespace norn::family
