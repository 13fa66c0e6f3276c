#include "apps/family/public_trees.h"

#include <unordered_set>
#include <utility>

#include "apps/family/sentences.h"
#include "base/faults.h"

namespace norn::family {
namespace {

SeenPerson shown_to_visitors(SeenPerson seen) {
  if (seen.is_protected) seen.person.gender = Gender::kUnknown;
  return seen;
}

}  // namespace

Result<TreeAccess> PublicTrees::authorize(const std::string& tree_id) {
  NORN_ASSIGN(const accounts::Settings settings, admission_.settings());
  if (!settings.public_trees) return not_found(kTreeNotFound);
  return authorize_visitor(context_, tree_id);
}

Result<Tree> PublicTrees::get(const std::string& tree_id) {
  NORN_ASSIGN(auto access, authorize(tree_id));
  return std::move(access.tree);
}

Result<PublicContent> PublicTrees::content(const std::string& tree_id) {
  NORN_ASSIGN(const auto access, authorize(tree_id));
  NORN_ASSIGN(TreeContent all, content_for(context_, access));
  PublicContent content;
  std::unordered_set<std::string> hidden;
  for (SeenPerson& seen : all.people) {
    if (seen.is_protected) hidden.insert(seen.person.id);
    content.people.push_back(shown_to_visitors(std::move(seen)));
  }
  for (ParentChild& one : all.parents) {
    const bool is_protected = hidden.contains(one.parent_id) || hidden.contains(one.child_id);
    content.parents.push_back({std::move(one), is_protected});
  }
  for (Couple& one : all.couples) {
    const bool is_protected = hidden.contains(one.person1_id) || hidden.contains(one.person2_id);
    content.couples.push_back({std::move(one), is_protected});
  }
  return content;
}

Result<SeenPerson> PublicTrees::person(const std::string& tree_id, const std::string& person_id) {
  NORN_ASSIGN(const auto access, authorize(tree_id));
  NORN_ASSIGN(auto person, find_person(context_, access.tree, person_id));
  return shown_to_visitors(seen_by(access, std::move(person), today(context_)));
}

}  // namespace norn::family
