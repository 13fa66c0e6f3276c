#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/family/access.h"
#include "apps/shared/person_move.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::family {

// Moves the trees of a person whom another program stored to their account, for `norn user adopt`:
// own trees are handed over (handover.h), and those that others share with the person are shared
// with the account instead, with the same access. Begun again, it goes on where it was interrupted.
class TreeAdoption {
 public:
  TreeAdoption(const Context& context, std::string from, std::string to)
      : context_(context), from_(std::move(from)), to_(std::move(to)) {}

  // Looks at some items after `after`, and moves one tree at most. Without `writes` it only says
  // what it would do.
  Result<apps::PersonMove::Part> part(const std::optional<store::Item>& after, bool writes);

 private:
  // What becomes of an item: it moves, or stays for a reason, which may be empty.
  struct Outcome {
    std::string_view moves_as = {};  // The kind; empty: it stays.
    std::string_view reason = {};
  };

  // Nullopt for what has nothing to do with the person, or moves with its tree.
  Result<std::optional<Outcome>> look_at(store::ItemView item, bool writes);
  Result<Outcome> adopt_tree(const std::string& tree_id, bool writes);
  Result<std::optional<Outcome>> try_begin(const std::string& tree_id, bool writes);
  Result<Outcome> finish(const std::string& tree_id);
  Result<std::optional<Outcome>> try_join(const std::string& owner_id, const std::string& tree_id,
                                          bool writes);
  Result<std::string_view> why_not_joined(const Tree& tree);
  Result<std::optional<Outcome>> look_at_share(store::ItemView item);
  Result<std::optional<Outcome>> look_at_content(store::ItemView item);

  const Context& context_;
  const std::string from_;
  const std::string to_;
  std::map<std::string, bool> own_trees_;  // Whether the person has a tree of that id.
};

}  // namespace norn::family
