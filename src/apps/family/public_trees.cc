#include "apps/family/public_trees.h"

#include <utility>

#include "apps/family/sentences.h"
#include "base/faults.h"

namespace norn::family {
Result<TreeAccess> PublicTrees::authorize(const std::string& tree_id) {
  NORN_ASSIGN(const accounts::Settings settings, admission_.settings());
  if (!settings.public_trees) return not_found(kTreeNotFound);
  return authorize_visitor(context_, tree_id);
}

Result<Tree> PublicTrees::get(const std::string& tree_id) {
  NORN_ASSIGN(auto access, authorize(tree_id));
  return std::move(access.tree);
}

Result<TreeContent> PublicTrees::content(const std::string& tree_id) {
  NORN_ASSIGN(const auto access, authorize(tree_id));
  return content_for(context_, access);
}

Result<SeenPerson> PublicTrees::person(const std::string& tree_id, const std::string& person_id) {
  NORN_ASSIGN(const auto access, authorize(tree_id));
  NORN_ASSIGN(auto person, find_person(context_, access.tree, person_id));
  return seen_by(access, std::move(person), today(context_));
}

}  // namespace norn::family
