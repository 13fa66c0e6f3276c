#include "apps/family/model/tree.h"

#include <algorithm>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/model/attributes.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::family {

std::string_view to_text(Access access) {
  return access == Access::kWrite ? "write" : "read";
}

std::optional<Access> access_from(std::string_view text) {
  if (text == "write") return Access::kWrite;
  if (text == "read") return Access::kRead;
  return std::nullopt;
}

store::Item to_item(const Tree& tree) {
  store::Map item = {{"PK", keys::user(tree.owner_id)},
                     {"SK", keys::tree(tree.id)},
                     {"EntityType", "Tree"},
                     {"TreeId", tree.id},
                     {"UserId", tree.owner_id},
                     {"TreeName", tree.name},
                     {"IsPublic", store::Value::boolean(tree.is_public)},
                     {"PersonCount", store::Value::number(tree.person_count)},
                     {"CreatedAt", tree.created_at},
                     {"UpdatedAt", tree.updated_at},
                     {"GSI1PK", keys::tree(tree.id)},
                     {"GSI1SK", keys::user(tree.owner_id)},
                     {"GSI2PK", keys::tree(tree.id)},
                     {"GSI2SK", keys::kTreeMetadata},
                     {"GSI3PK", keys::user(tree.owner_id)},
                     {"GSI3SK", keys::tree_at(tree.created_at)}};
  put_text(item, "Description", tree.description);
  put_text(item, "RootPersonId", tree.root_person_id);
  put_text(item, "HandedTo", tree.handed_to);
  put_text(item, "HandedFrom", tree.handed_from);
  put_text(item, "Importing", tree.importing);
  if (!tree.shared_with.empty()) {
    item.emplace("SharedWith", store::List(tree.shared_with.begin(), tree.shared_with.end()));
  }
  if (tree.shows_living_names) item.emplace("ShowsLivingNames", store::Value::boolean(true));
  if (tree.revision > 0) item.emplace("Revision", store::Value::number(tree.revision));
  return store::Item::from_map(item);
}

store::Item to_item(const Share& share) {
  return store::Item::from_map({{"PK", keys::user(share.user_id)},
                                {"SK", keys::shared(share.tree_id)},
                                {"EntityType", "SharedTree"},
                                {"TreeId", share.tree_id},
                                {"UserId", share.user_id},
                                {"OwnerId", share.owner_id},
                                {"Access", to_text(share.access)},
                                {"CreatedAt", share.created_at},
                                {"UpdatedAt", share.updated_at},
                                {"GSI1PK", keys::tree(share.tree_id)},
                                {"GSI1SK", keys::shared(share.user_id)}});
}

Result<Tree> tree_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Tree tree;
  tree.id = id_in(reader, "SK", keys::kTreePrefix);
  tree.owner_id = id_in(reader, "PK", keys::kUserPrefix);
  tree.name = reader.text("TreeName");
  tree.description = reader.optional_text("Description");
  tree.root_person_id = other_id(reader, "RootPersonId");
  tree.is_public = reader.optional_boolean("IsPublic").value_or(false);
  for (std::string& id : reader.texts("SharedWith")) {
    const bool is_new = std::ranges::find(tree.shared_with, id) == tree.shared_with.end();
    if (apps::is_id(id) && is_new && id != tree.owner_id) tree.shared_with.push_back(std::move(id));
  }
  tree.person_count = std::max<int64_t>(0, reader.optional_integer("PersonCount").value_or(0));
  tree.created_at = time_in(reader, "CreatedAt");
  tree.updated_at = time_in(reader, "UpdatedAt");
  tree.shows_living_names = reader.optional_boolean("ShowsLivingNames").value_or(false);
  tree.handed_to = reader.optional_text("HandedTo");
  tree.handed_from = reader.optional_text("HandedFrom");
  tree.importing = reader.optional_text("Importing");
  tree.revision = reader.optional_integer("Revision").value_or(0);
  if (!reader.is_sound()) return reader.error("tree");
  tree.etag = etag_without(item, {"PersonCount", "Revision", "Importing"});
  return tree;
}

Result<Share> share_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Share share;
  share.tree_id = id_in(reader, "SK", keys::kSharedPrefix);
  share.user_id = id_in(reader, "PK", keys::kUserPrefix);
  share.owner_id = reader.text("OwnerId");
  reader.require(apps::is_id(share.owner_id), "OwnerId");
  share.access = reader.parsed("Access", access_from);
  share.created_at = time_in(reader, "CreatedAt");
  share.updated_at = time_in(reader, "UpdatedAt");
  if (!reader.is_sound()) return reader.error("shared tree");
  return share;
}

const std::vector<std::string>& tree_attributes() {
  static const std::vector<std::string> names = {
      "TreeName",  "Description",      "RootPersonId", "IsPublic",   "SharedWith",
      "UpdatedAt", "ShowsLivingNames", "HandedTo",     "HandedFrom", "Importing"};
  return names;
}

}  // namespace norn::family
