#include "apps/family/tree_graph.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/relationships.h"
#include "apps/family/sentences.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::family {

Result<TreeContent> content_of(const Context& context, const std::string& user_id,
                               const std::string& tree_id) {
  NORN_ASSIGN(const auto access, authorize(context, user_id, tree_id, Right::kRead));
  return content_for(context, access);
}

Result<TreeContent> content_for(const Context& context, const TreeAccess& access) {
  TreeContent content;
  const Date now = today(context);
  std::unordered_map<std::string, bool> is_protected;  // By person.
  NORN_TRY(visit_tree(context, access.tree, keys::kPersonPrefix,
                      [&](store::ItemView item) -> Result<void> {
                        auto person = person_from(item);
                        if (!person) return {};
                        if (content.people.size() == kMaxChartPeople) {
                          return conflict(kTreeTooLargeAtOnce(kMaxChartPeople));
                        }
                        // A chart has no room for them.
                        person->biography.reset();
                        content.people.push_back(seen_by(access, *std::move(person), now));
                        const SeenPerson& seen = content.people.back();
                        is_protected.emplace(seen.person.id, seen.is_protected);
                        return {};
                      }));
  // Whether both people are there, and whether one of them is protected.
  const auto add = [&](auto relationship, const std::string& first, const std::string& second,
                       auto& list) {
    const auto one = is_protected.find(first);
    const auto other = is_protected.find(second);
    if (one == is_protected.end() || other == is_protected.end()) return;
    if (one->second || other->second) protect(relationship);
    if (access.is_stranger()) hide_authors(relationship);
    list.push_back(std::move(relationship));
  };
  NORN_TRY(visit_tree(context, access.tree, keys::kRelationshipPrefix,
                      [&](store::ItemView item) -> Result<void> {
                        if (auto parent = parent_child_from(item)) {
                          const std::string first = parent->parent_id;
                          const std::string second = parent->child_id;
                          add(*std::move(parent), first, second, content.parents);
                        } else if (auto couple = couple_from(item)) {
                          const std::string first = couple->person1_id;
                          const std::string second = couple->person2_id;
                          add(*std::move(couple), first, second, content.couples);
                        }
                        return {};
                      }));
  return content;
}

}  // namespace norn::family
