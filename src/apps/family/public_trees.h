#pragma once

#include <string>

#include "apps/accounts/users/admission.h"
#include "apps/family/access.h"
#include "apps/family/people.h"
#include "apps/family/tree_graph.h"

namespace norn::family {

// Public trees for visitors without an account, where an administrator allows it (`publicTrees` of
// the settings). Visitors see of the living that they are there, and their names if the owner of
// the tree shows them to strangers: nothing else, neither their gender. Returns kNotFound if it is
// not allowed, as for a tree that does not exist. May block; safe from any thread.
class PublicTrees {
 public:
  PublicTrees(const Context& context, accounts::Admission& admission)
      : context_(context), admission_(admission) {}

  Result<Tree> get(const std::string& tree_id);
  // Errors are also those of `content_for`.
  Result<TreeContent> content(const std::string& tree_id);
  Result<SeenPerson> person(const std::string& tree_id, const std::string& person_id);

 private:
  Result<TreeAccess> authorize(const std::string& tree_id);

  const Context& context_;
  accounts::Admission& admission_;
};

}  // namespace norn::family
