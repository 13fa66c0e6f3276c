#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/shared/bin.h"
#include "apps/shared/idempotency.h"
#include "base/error.h"

namespace norn::family {

// The texts are within the limits of apps/family/limits.h.
struct TreeInput {
  std::string name;
  std::optional<std::string> description = {};
  bool is_public = false;
  bool shows_living_names = false;
};

// Absent members stay as they are.
struct TreePatch {
  std::optional<std::string> name = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<std::optional<std::string>> root_person_id = {};
  std::optional<bool> is_public = {};
  std::optional<bool> shows_living_names = {};
};

// Family trees. Errors are those of base/faults.h. May block; safe from any thread.
class Trees {
 public:
  // Registers the sweeps of trees.
  explicit Trees(Context context);

  // The user becomes the owner. Returns kConflict if the user is in too many trees.
  Result<TreeAccess> create(const std::string& user_id, const TreeInput& input,
                            const apps::Creation& creation);
  // The trees that a user owns, and that are shared with them, by name.
  Result<std::vector<TreeAccess>> list(const std::string& user_id);
  Result<TreeAccess> get(const std::string& user_id, const std::string& tree_id);
  // Needs the right to write; who may see the tree is the owner's affair. Returns kStale if the
  // tree does not have this tag.
  Result<TreeAccess> change(const std::string& user_id, const std::string& tree_id,
                            const TreePatch& patch, const std::string& etag);
  // The owner only. Hides the tree from all members at once, and puts it into the bin; a sweep
  // removes what is in it when its time there is over.
  Result<void> remove(const std::string& user_id, const std::string& tree_id);
  // The owner only. Begins to hand the tree over to a member, and finishes it if that does not take
  // long. The former owner may write from then on.
  Result<TreeAccess> hand_over(const std::string& user_id, const std::string& tree_id,
                               const std::string& heir_id);

  // Deleted trees that the user owned.
  Result<apps::BinPage> bin(const std::string& user_id, int64_t limit, const std::string& after);
  Result<TreeAccess> restore(const std::string& user_id, const std::string& tree_id);
  Result<void> remove_for_good(const std::string& user_id, const std::string& tree_id);
  Result<void> empty_bin(const std::string& user_id);

 private:
  Context context_;
};

// The bin of everything that belongs to trees.
apps::Bin bin_of(const Context& context);
// The bin that has the deleted people of a tree. Of two trees with one id, which other programs
// give, the second has a bin of its own.
Result<std::string> person_bin(const Context& context, const Tree& tree);
// The bin that has the deleted trees of a person.
std::string tree_bin(const std::string& user_id);

// Visits the ids of the trees that a person owns and, after these, of those that are shared with
// them, until `visit` returns false. By keys, so that trees that cannot be read are visited, too.
using VisitTree = std::function<Result<bool>(const std::string& tree_id)>;
Result<void> visit_trees_of(const Context& context, const std::string& user_id,
                            const VisitTree& visit);
// Those that can be read, by name.
Result<std::vector<TreeAccess>> trees_of(const Context& context, const std::string& user_id);
// Whether the user is in kMaxTreesPerPerson trees.
Result<bool> has_most_trees(const Context& context, const std::string& user_id);

}  // namespace norn::family
