#include "apps/family/model/photo.h"

#include <algorithm>
#include <utility>

#include "apps/family/keys.h"
#include "apps/family/model/attributes.h"
#include "apps/files/limits.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/percent.h"

namespace norn::family {

std::string photos_path(const std::string& tree_id, const std::string& person_id) {
  return "/api/v1/trees/" + percent_encode(tree_id) + "/persons/" + percent_encode(person_id) +
         "/photos/";
}

std::string Photo::path() const {
  return photos_path(tree_id, person_id) + percent_encode(id);
}

store::Item to_item(const Photo& photo) {
  const std::string sort_key = keys::media(photo.person_id, photo.id);
  store::Map item = {{"PK", keys::user(photo.owner_id)},
                     {"SK", sort_key},
                     {"EntityType", "Media"},
                     {"MediaId", photo.id},
                     {"PersonId", photo.person_id},
                     {"TreeId", photo.tree_id},
                     {"UserId", photo.owner_id},
                     {"FileId", photo.file_id},
                     {"ThumbnailId", photo.thumbnail_id},
                     {"FileBytes", store::Value::number(photo.bytes)},
                     {"Width", store::Value::number(photo.width)},
                     {"Height", store::Value::number(photo.height)},
                     {"CreatedAt", photo.created_at},
                     {"UpdatedAt", photo.updated_at},
                     {"GSI2PK", keys::tree(photo.tree_id)},
                     {"GSI2SK", sort_key}};
  put_text(item, "Caption", photo.caption);
  put_life_date(item, "Date", photo.date);
  put_authors(item, photo);
  return store::Item::from_map(item);
}

int64_t photo_bytes_in(store::ItemView item) {
  const apps::ItemReader reader(item);
  if (!other_id(reader, "FileId")) return 0;
  return std::clamp<int64_t>(reader.optional_integer("FileBytes").value_or(0), 0,
                             2 * files::kMaxFileBytes);
}

Result<Photo> photo_from(store::ItemView item) {
  apps::ItemReader reader(item);
  Photo photo;
  auto pair = keys::media_in(reader.text("SK"));
  const bool are_ids = pair && apps::is_id(pair->first) && apps::is_id(pair->second);
  reader.require(are_ids, "SK");
  if (are_ids) {
    photo.person_id = std::move(pair->first);
    photo.id = std::move(pair->second);
  }
  photo.owner_id = id_in(reader, "PK", keys::kUserPrefix);
  photo.tree_id = reader.text("TreeId");
  reader.require(apps::is_id(photo.tree_id), "TreeId");
  photo.file_id = other_id(reader, "FileId").value_or("");
  reader.require(!photo.file_id.empty(), "FileId");
  photo.thumbnail_id = other_id(reader, "ThumbnailId").value_or(photo.file_id);
  photo.bytes = photo_bytes_in(item);
  photo.width = std::max<int64_t>(0, reader.optional_integer("Width").value_or(0));
  photo.height = std::max<int64_t>(0, reader.optional_integer("Height").value_or(0));
  photo.caption = filled_text(reader, "Caption");
  photo.date = life_date_in(reader, "Date");
  read_history(reader, photo);
  if (!reader.is_sound()) return reader.error("photo");
  photo.etag = apps::etag_of(item.json());
  return photo;
}

const std::vector<std::string>& photo_attributes() {
  static const std::vector<std::string> names = {"Caption", "Date", "DateText", "UpdatedAt",
                                                 "UpdatedBy"};
  return names;
}

}  // namespace norn::family
