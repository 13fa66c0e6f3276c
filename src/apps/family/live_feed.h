#pragma once

#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/members/tree_sharing.h"
#include "apps/shared/changes.h"
#include "apps/sharing/audience.h"
#include "live/feed.h"

namespace norn::family {

// Turns changes of trees into live events for their members. Null stands for deleted:
//   tree               {"treeId","tree":{...} or null}
//   tree-member        {"treeId","userId","role" or null}; the former member receives it, too
//   tree-person        {"treeId","personId","person":{...} or null}
//   tree-relationship  {"treeId","relationshipType", the two ids, "relationship":{...} or null}
//   tree-fact          {"treeId","personId","factId","fact":{...} or null}
//   tree-source        {"treeId","sourceId","source":{...} or null}
// Strangers who read a public tree receive nothing.
class FamilyChanges final : public live::Feed {
 public:
  explicit FamilyChanges(const Context& context)
      : context_(context), sharing_(context), audiences_(sharing_) {}

  std::string table() const override { return context_.tables.family(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { audiences_.begin_round(); }

 private:
  using Change = apps::Change;

  Result<live::Events> events_of(const Change& change);
  Result<live::Events> of_tree(const Change& change);
  Result<live::Events> of_share(const Change& change);
  Result<live::Events> of_person(const Change& change);
  Result<live::Events> of_parent(const Change& change);
  Result<live::Events> of_couple(const Change& change);
  Result<live::Events> of_fact(const Change& change);
  Result<live::Events> of_source(const Change& change);
  // The members of the tree of an owner; none while the item is the copy of another owner.
  Result<std::vector<std::string>> readers_of(const std::string& owner_id,
                                              const std::string& tree_id);

  Context context_;
  TreeSharing sharing_;
  sharing::Audiences audiences_;
};

}  // namespace norn::family
