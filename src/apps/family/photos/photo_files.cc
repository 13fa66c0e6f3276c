#include "apps/family/photos/photo_files.h"

#include <set>

#include "apps/family/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"

namespace norn::family {
namespace {

constexpr std::string_view kFileAttributes[] = {"FileId", "ThumbnailId"};

// What the files of an item belong to, and their ids.
struct PhotoFiles {
  std::string tree_id;
  std::string photo_id;
  std::vector<std::string> files;
};

PhotoFiles files_in(store::ItemView photo) {
  PhotoFiles found;
  const auto pair = keys::media_in(apps::text_of(photo, "SK"));
  found.tree_id = apps::text_of(photo, "TreeId");
  if (!pair) return found;
  found.photo_id = pair->second;
  for (const std::string_view name : kFileAttributes) {
    std::string id = apps::text_of(photo, name);
    if (!id.empty()) found.files.push_back(std::move(id));
  }
  return found;
}

// Whether a photo in the partition of this owner has the file.
Result<bool> is_used(const Context& context, const std::string& owner_id,
                     const std::string& file_id) {
  store::QueryRequest request;
  request.table = context.tables.family();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.filter = "FileId = :file OR ThumbnailId = :file";
  request.placeholders.values = {
      {":pk", keys::user(owner_id)}, {":prefix", keys::kMediaPrefix}, {":file", file_id}};
  request.consistent = true;
  bool found = false;
  NORN_TRY(apps::query_each(context.store, request, [&](store::ItemView) -> Result<void> {
    found = true;
    return {};
  }));
  return found;
}

}  // namespace

files::Thing photo_thing(const std::string& tree_id, const std::string& photo_id) {
  return {.table = apps::kFamilyTable, .key = keys::media(tree_id, photo_id)};
}

Result<std::vector<Action>> photo_files_removal(const Context& context, store::ItemView photo) {
  std::vector<Action> actions;
  const PhotoFiles found = files_in(photo);
  for (const std::string& file : std::set(found.files.begin(), found.files.end())) {
    NORN_ASSIGN(auto removal,
                files::Files(context).removal(file, photo_thing(found.tree_id, found.photo_id)));
    for (Action& action : removal) actions.push_back(std::move(action));
  }
  return actions;
}

Result<void> remove_photo_files(const Context& context, store::ItemView photo) {
  const PhotoFiles found = files_in(photo);
  for (const std::string& file : found.files) {
    NORN_TRY(files::Files(context).remove(file, photo_thing(found.tree_id, found.photo_id)));
  }
  return {};
}

// Norn deletes files with their photos, so mostly there is nothing left to do.
Result<void> PhotoUpkeep::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    if (!keys::media_in(apps::text_of(record.keys, "SK")) || !record.old_image) continue;
    const PhotoFiles before = files_in(*record.old_image);
    const files::Thing thing = photo_thing(before.tree_id, before.photo_id);
    for (const std::string& file : before.files) {
      NORN_ASSIGN(const auto there, files::Files(context_).open(file, thing));
      if (!there) continue;
      std::set<std::string> owners = {
          keys::after(keys::kUserPrefix, apps::text_of(record.keys, "PK"))};
      if (apps::is_id(before.tree_id)) {
        NORN_ASSIGN(const auto tree, find_tree(context_, before.tree_id));
        if (tree) owners.insert(tree->owner_id);
      }
      bool is_kept = false;
      for (const std::string& owner : owners) {
        NORN_ASSIGN(const bool used, is_used(context_, owner, file));
        is_kept = is_kept || used;
      }
      if (!is_kept) NORN_TRY(files::Files(context_).remove(file, thing));
    }
  }
  return {};
}

}  // namespace norn::family
