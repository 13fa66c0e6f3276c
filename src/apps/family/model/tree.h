#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"

namespace norn::family {

struct Tree {
  std::string id;
  std::string owner_id;  // Of the key.
  std::string name;
  std::optional<std::string> description;
  std::optional<std::string> root_person_id;
  bool is_public = false;
  std::vector<std::string> shared_with;  // The ids of people besides the owner.
  int64_t person_count = 0;
  std::string created_at;
  std::string updated_at;
  // Not in the design:
  bool shows_living_names = false;  // To strangers who read a public tree.
  // Who it is being handed over to; nothing in it can be changed meanwhile.
  std::optional<std::string> handed_to;
  // Whose it was, until everything of it is gone there.
  std::optional<std::string> handed_from;
  // The id of the reimport that is writing to it; nothing else can change it meanwhile.
  std::optional<std::string> importing;
  // Grows with every change of who is related to whom, and when people lived: so that what was
  // decided about one state is not written to another.
  int64_t revision = 0;
  std::string etag = {};  // Not of `person_count`, `revision` and `importing`.
  friend bool operator==(const Tree&, const Tree&) = default;
};

enum class Access : uint8_t { kRead, kWrite };
std::string_view to_text(Access access);  // "read", "write"
std::optional<Access> access_from(std::string_view text);

// A tree that is shared with a person, in the person's partition. Not in the design, whose
// `SharedWith` says the same without saying who may write.
struct Share {
  std::string tree_id;
  std::string user_id;   // Whom it is shared with.
  std::string owner_id;  // Of the tree.
  Access access = Access::kRead;
  std::string created_at;
  std::string updated_at;
  friend bool operator==(const Share&, const Share&) = default;
};

store::Item to_item(const Tree& tree);
store::Item to_item(const Share& share);
// Returns kUnreadable.
Result<Tree> tree_from(store::ItemView item);
Result<Share> share_from(store::ItemView item);

// The attributes of a tree that a change of it compares.
const std::vector<std::string>& tree_attributes();

}  // namespace norn::family
