#include "apps/family/meter.h"

#include "apps/family/access.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/model/photo.h"
#include "apps/family/trees.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::family {

static_assert(apps::quota_kind(apps::kTreesQuota).highest == kMaxTreesPerPerson);
static_assert(apps::quota_kind(apps::kPeopleQuota).highest == int64_t{kMaxPeoplePerTree});

std::optional<apps::Use> FamilyMeter::use_of(store::ItemView item) const {
  const std::string user_id = keys::after(keys::kUserPrefix, apps::text_of(item, "PK"));
  const std::string sort_key = apps::text_of(item, "SK");
  if (!apps::is_id(user_id) || sort_key == keys::kProfile) return std::nullopt;
  if (sort_key.starts_with(keys::kTreePrefix)) {
    return apps::Use{.owner = apps::of_person(user_id), .kind = apps::kTreesQuota};
  }
  const std::string tree_id = apps::text_of(item, "TreeId");
  if (!apps::is_id(tree_id)) return std::nullopt;
  const bool is_person = !keys::person_in(sort_key).empty();
  return apps::Use{.owner = keys::tree(tree_id),
                   .kind = is_person ? apps::kPeopleQuota : apps::kBytesQuota,
                   .more_bytes = keys::media_in(sort_key) ? photo_bytes_in(item) : 0};
}

Result<std::vector<std::string>> FamilyMeter::owned_by(const std::string& user_id) const {
  std::vector<std::string> owned;
  NORN_TRY(visit_trees_of(context_, user_id, [&](const std::string& id) -> Result<bool> {
    NORN_ASSIGN(const auto own, find_tree_item(context_, user_id, id));
    if (own) owned.push_back(keys::tree(id));
    return own.has_value();  // Trees of one's own come first.
  }));
  // What is in a deleted tree is there until it is not in the bin any more.
  constexpr int64_t kMaxDeletedTrees = 100;
  NORN_ASSIGN(const auto deleted, bin_of(context_).list(tree_bin(user_id), kMaxDeletedTrees, ""));
  for (const apps::Binned& binned : deleted.things) owned.push_back(keys::tree(binned.id));
  return owned;
}

Result<std::vector<std::string>> FamilyMeter::owners_of(const std::string& thing) const {
  const std::string tree_id = keys::after(keys::kTreePrefix, thing);
  if (!apps::is_id(tree_id)) return std::vector<std::string>();
  NORN_ASSIGN(const auto tree, find_tree(context_, tree_id));
  return tree ? std::vector<std::string>{tree->owner_id} : std::vector<std::string>();
}

}  // namespace norn::family
